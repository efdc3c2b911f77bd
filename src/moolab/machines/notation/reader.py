"""Lisp as text, read: lists know the lines where they begin."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

from moolab.errors import InvalidProgram
from moolab.machines.notation.data import Array, Char, Cons, Form, Symbol, T, Text, Value, elements
from moolab.machines.pasted import DASH
from moolab.support.text import quote

_COMMENT = r"\#\|(?:(?!\#\||\|\#).)*+\|\#"
for _ in range(8):  # comments in one another
    _COMMENT = rf"\#\|(?:(?!\#\||\|\#).|{_COMMENT})*+\|\#"
TOKEN = re.compile(
    rf"""(?P<blank>[\s\u200b\ufeff]+|;[^\n]*|{_COMMENT}|(?<![^\n])`{{3}}[^\n]*|\x1a.*)
    |(?P<string>"(?:\\.|[^"\\])*"|[\u201c-\u201f](?:\\.|[^\u201c-\u201f\\])*[\u201c-\u201f])
    |(?P<character>\#\\(?:\w+|.))
    |(?P<prefix>['\u2018\u2019]|`|,@|,|\#['\u2018\u2019])
    |(?P<open>(?:\#(?P<rank>\d{{0,2}}a?))?\()
    |(?P<close>\))
    |(?P<atom>(?!\#\|)[^\s()'";`,\u2018-\u201f\u200b\ufeff\x1a]+)""",
    re.DOTALL | re.VERBOSE | re.IGNORECASE,
)
_INTEGER = re.compile(r"(?:\#(?P<radix>[xbo]))?(?P<digits>[+-]?[0-9a-f]+)\.?")
_FLOAT = re.compile(r"[+-]?(?:\d+\.\d+|\.\d+|\d+\.?(?=e))(?:e[+-]?\d{1,3})?", re.ASCII)
_RADIX = {"x": 16, "b": 2, "o": 8, None: 10}
_LONGEST_NUMBER = 1_000
"""Characters; Python takes its time for numbers of many thousand."""

DEEPEST = 100
"""Lists in one another: more than people write, and than takes much of Python's stack."""

_PREFIXES = {"'": "quote", "#'": "function", "`": "quasiquote", ",": "unquote"} | {
    ",@": "unquote-splicing"
}
_TYPED = str.maketrans("\u2018\u2019", "''")
_ESCAPED = re.compile(r"\\(?=[$*_<>#&-])")
"""As pages write the signs that mean something to them: ``\\$mov``."""
CHARACTERS = {
    "space": " ", "newline": "\n", "tab": "\t", "return": "\r", "backspace": "\b", "null": "\0",
    "nul": "\0", "escape": "\x1b", "linefeed": "\n", "rubout": "\x7f", "bell": "\a", "page": "\f",
    "vt": "\v",
}  # fmt: skip
"""The characters that have names."""

Intern = Callable[[str], Symbol]
"""The symbol of a name."""

Number = Callable[[float, bool], Value]
"""A number that was read as a dialect holds it, and whether it was written as bits: ``#xff``."""


def as_written(number: float, _bits: bool) -> Value:
    """A number as it is."""
    return number


class Unfinished(InvalidProgram):
    """The text ends in the middle of a list, a string or a comment."""


class Token(NamedTuple):
    """A piece of the text: its group of ``TOKEN``, itself, where it begins, and in which line."""

    kind: str
    text: str
    place: int
    line: int


class _Pending(NamedTuple):
    """A list that is still open, or a prefix that waits for what follows."""

    items: list[Value]
    prefix: str
    place: int
    lines: list[int]
    rank: str | None


class Symbols(dict[str, Symbol]):
    """Symbols by their names, each made when it is needed first.

    >>> symbols = Symbols()
    >>> symbols["moo"] is symbols["moo"], symbols["moo"] is Symbols()["moo"]
    (True, False)
    """

    def __missing__(self, name: str) -> Symbol:
        symbol = self[name] = T if name == "t" else Symbol(name)
        return symbol


def interned() -> Intern:
    """What finds symbols in a table of its own."""
    return Symbols().__getitem__


def read(text: str, intern: Intern, number: Number = as_written) -> Iterator[Value]:
    """The forms of a text, one by one.

    Yields:
        Values; lists are instances of ``Form``.

    Raises:
        Unfinished: if a list or a string has no end.
        InvalidProgram: if the text is not Lisp, with the line.
    """
    for form, _ in read_on(text, intern, number):
        yield form


def read_on(text: str, intern: Intern, number: Number = as_written) -> Iterator[tuple[Value, int]]:
    """The same, each form with the place in the text behind it."""
    stack: list[_Pending] = []
    for kind, token, place, line in tokens(text):
        match kind:
            case "open" | "prefix":
                if len(stack) == DEEPEST:
                    raise InvalidProgram(f"line {line}: lists are nested more than {DEEPEST} deep")
                rank = token[1:-1].lower() if token[0] == "#" and kind == "open" else None
                prefix = _PREFIXES[token.translate(_TYPED)] if kind == "prefix" else ""
                stack.append(_Pending([], prefix, place, [line], rank))
                continue
            case "close":
                if not stack:
                    raise InvalidProgram(f"line {line}: ')' closes nothing")
                if stack[-1].prefix:
                    raise InvalidProgram(f"line {line}: there is nothing between a quote and ')'")
                datum = _closed(stack.pop(), text, place + 1)
            case "string":
                datum = Text(re.sub(r"\\(.)", r"\1", token[1:-1], flags=re.DOTALL))
            case "character":
                datum = _character(token, line)
            case _:
                datum = _atom(token, line, intern, number)
        end, begin = place + len(token), datum.line if isinstance(datum, Form) else line
        while stack and stack[-1].prefix:
            pending = stack.pop()
            items = [intern(pending.prefix), datum]
            datum = Form(items, None, [pending.lines[0]] * 3, text, pending.place)
            datum.end, begin = end, datum.line
        if stack:
            stack[-1].items.append(datum)
            stack[-1].lines.append(begin)
        else:
            yield datum, end
    if stack:
        what = "'('" if not stack[-1].prefix else "a quote"
        ending = "is never closed" if not stack[-1].prefix else "stands before nothing"
        raise Unfinished(f"line {stack[-1].lines[0]}: {what} {ending}")


def tokens(text: str) -> Iterator[Token]:
    """The pieces of a text, without blanks and comments.

    Raises:
        Unfinished: if a string or a comment has no end.
    """
    place, line = 0, 1
    while place < len(text):
        match = TOKEN.match(text, place)
        if match is None:
            what = "a comment" if text[place] == "#" else "a string"
            raise Unfinished(f"line {line}: {what} is never closed")
        kind = match.lastgroup if match.lastgroup != "rank" else "open"
        if kind != "blank":
            yield Token(str(kind), match.group(), place, line)
        line += match.group().count("\n")
        place = match.end()


class Typed:
    """Lines of Lisp, until all that begins in them has its end.

    >>> typed = Typed()
    >>> [typed.add(line) for line in ("(+ 1 #|", "one", "|# 2)")]
    [False, False, True]
    """

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._rest = ""
        self._depth = 0
        self._quotes = False

    @property
    def text(self) -> str:
        """All lines."""
        return "".join(self._lines)

    def add(self, line: str) -> bool:
        """Add a line; return whether that ends the text, or nothing can."""
        self._lines.append(f"{line}\n")
        rest, end = self._rest + self._lines[-1], 0
        try:
            for kind, token, place, _ in tokens(rest):
                end = place + len(token)
                self._depth += (kind == "open") - (kind == "close")
                self._quotes = kind == "prefix"
        except Unfinished:
            self._rest = rest[end:]
            return False
        self._rest = ""
        return self._depth <= 0 and not self._quotes


def on_one_line(form: str) -> str:
    """A form without its comments."""
    parts = (" " if each.lastgroup == "blank" else each[0] for each in TOKEN.finditer(form))
    return " ".join("".join(parts).split())


def _closed(pending: _Pending, text: str, end: int) -> Value:
    """A list, or an array, whose parenthesis was closed."""
    items, _, place, lines, rank = pending
    line = lines[0]
    if rank is not None:
        return _array(items, int(rank.removesuffix("a") or 1), line)
    tail = None
    dots = [at for at, item in enumerate(items) if isinstance(item, Symbol) and item.name == "."]
    if dots:
        if dots != [len(items) - 2] or len(items) < 3:
            raise InvalidProgram(f"line {line}: a dot comes before the last item of a list")
        *items, _, tail = items
    if not items:
        return None
    form = Form(items, tail, lines, text, place)
    form.end = end
    return form


def _array(items: list[Value], rank: int, line: int) -> Array:
    dimensions = [len(items)]
    for _ in range(rank - 1):
        if not all(item is None or isinstance(item, Cons) for item in items):
            raise InvalidProgram(f"line {line}: an array has a row that is not a list")
        rows = [elements(item) for item in items]
        if len({len(row) for row in rows}) > 1:
            raise InvalidProgram(f"line {line}: the rows of an array are not equally long")
        dimensions.append(len(rows[0]) if rows else 0)
        items = [item for row in rows for item in row]
    return Array(tuple(dimensions), items, bits=False)


def _character(token: str, line: int) -> Char:
    name = token[2:]
    if len(name) == 1:
        return Char(ord(name))
    if name.lower() in CHARACTERS:
        return Char(ord(CHARACTERS[name.lower()]))
    if name.isdecimal() and len(name) == 3 and int(name) < 256:
        return Char(int(name))
    raise InvalidProgram(f"line {line}: there is no character {quote(token)}")


def _atom(token: str, line: int, intern: Intern, number: Number) -> Value:
    name = DASH.sub("-", _ESCAPED.sub("", token.lower()))
    if len(name) > _LONGEST_NUMBER and not name.strip("0123456789+-."):
        raise InvalidProgram(f"line {line}: a number has at most {_LONGEST_NUMBER:,} digits")
    match = _INTEGER.fullmatch(name) if len(name) <= _LONGEST_NUMBER else None
    if match:
        with suppress(ValueError):  # digits that the radix does not have
            is_bits = match["radix"] is not None
            return number(int(match["digits"], _RADIX[match["radix"]]), is_bits)
    if len(name) <= _LONGEST_NUMBER and _FLOAT.fullmatch(name):
        return number(float(name), False)
    if name.startswith("#*") and not name[2:].strip("01"):
        bits = [int(bit) for bit in name[2:]]
        return Array((len(bits),), bits, bits=True)
    if name == "nil":
        return None
    if name.startswith("#") and name != "#":
        raise InvalidProgram(f"line {line}: {quote(token)} is not known here")
    return intern(name)
