"""As much APL as the game of an article takes: functions in numbered lines, vectors, branches."""

# ruff: noqa: RUF001 -- the signs of APL look like letters

import re
from collections.abc import Callable, Iterator, Mapping
from operator import add, eq, mul, ne, sub
from typing import Any, NamedTuple

from moolab.errors import InvalidProgram, ProgramFault

_LINE = re.compile(r"^[ \t]*\[(\d{1,3})\][ \t]*(.*?)[ \t]*$", re.MULTILINE)
_HEADER = re.compile(r"(?P<name>[A-Z]\w*)(?: +(?P<argument>\w+))?", re.IGNORECASE)
_LABEL = re.compile(r"(\w+)\s*:\s*")
_TOKEN = re.compile(
    r"¯?\d+(?:[ \t]+¯?\d+)*|'(?:[^']|'')*'|[A-Za-z]\w*|(?!\s)[^⍝]|(?P<blank>\s+|⍝.*)"
)
_SCALAR: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": add, "-": sub, "×": mul, "=": eq, "≠": ne,
}  # fmt: skip
_SIGNS = (*_SCALAR, *"⍴⍳,⊤↓⍕⍎/←→([")
_MOST_LINES = 20_000
"""Of a program; a game does some hundred."""

_LARGEST = 10_000
"""Elements of a vector."""

Value = Any
"""A number, a character, a list of these, or of a table a list of its rows."""


class Function(NamedTuple):
    """A function: its name, that of its argument, if it has one, and its lines."""

    name: str
    argument: str | None
    lines: tuple[str, ...]


def read_functions(text: str) -> dict[str, Function]:
    r"""The functions whose lines, ``[0]`` and on, a text has, by their names.

    Raises:
        InvalidProgram: if there are none.

    >>> read_functions("So:\n[0] TWICE R\n[1] R+R\nas I said")["TWICE"].lines
    ('R+R',)
    """
    found: dict[str, Function] = {}
    header, lines = None, list[str]()
    for number, line in [*_LINE.findall(text), ("0", "")]:
        if not int(number):
            if header and lines:
                found[header["name"]] = Function(header["name"], header["argument"], tuple(lines))
            header, lines = _HEADER.fullmatch(line), []
        elif int(number) == len(lines) + 1:
            lines.append(line)
    if not found:
        raise InvalidProgram("there is no function in APL: lines [0] NAME, [1] and so on")
    return found


def entry_of(functions: Mapping[str, Function]) -> str:
    """The first function without an argument that no other one names; empty if there is none."""
    used = {word for each in functions.values() for line in each.lines for word in _words(line)}
    free = (each.name for each in functions.values() if not each.argument)
    return next((name for name in free if name not in used), "")


class Apl:
    """A workspace.

    Args:
        ask: gives a line that is typed.
    """

    def __init__(
        self, functions: Mapping[str, Function], write: Callable[[str], None],
        ask: Callable[[], str],
    ) -> None:  # fmt: skip
        self._functions = functions
        self._write = write
        self._ask = ask
        self._variables: dict[str, Value] = {}
        self._prompt = ""
        self._done = 0

    def call(self, name: str, argument: Value = None) -> Value:
        """Call a function; raises ProgramFault if a line cannot be done, which it names."""
        function, line = self._functions[name], 1
        labels = {found[1]: at for at, each in enumerate(function.lines, 1)
                  if (found := _LABEL.match(each))}  # fmt: skip
        self._variables |= labels | ({function.argument: argument} if function.argument else {})
        while 1 <= line <= len(function.lines):
            text = _LABEL.sub("", function.lines[line - 1], count=1)
            try:
                goal = self._line(_words(text))
            except (IndexError, KeyError, ValueError, TypeError, RecursionError) as error:
                kinds = {IndexError: "INDEX", KeyError: "VALUE"}
                what = next((kinds[each] for each in kinds if isinstance(error, each)), "DOMAIN")
                raise ProgramFault(f"{name}[{line}] {text}: {what} ERROR") from None
            self._done += 1
            if self._done > _MOST_LINES:
                raise ProgramFault(f"{name}[{line}] {text}: this is done again and again")
            line = line + 1 if goal is None else goal

    def _line(self, words: list[str]) -> int | None:
        """Do a line; the number of the next one, if it goes elsewhere."""
        if words[:1] == ["→"]:
            return next(map(int, _listed(self._value(words[1:]))), None)
        value = self._value(words) if words else None
        if value is not None and words[1:2] != ["←"]:
            self._write("".join(f"{row}\n" for row in _rows(value)))
        return None

    def _value(self, words: list[str]) -> Value:
        """What an expression comes to, from its right to its left."""
        value, at = self._operand(words, len(words) - 1)
        while at >= 0:
            word, before = words[at], words[at - 1] if at else "←"
            if word == "←" and before == "⍞":
                self._prompt = "".join(_rows(value))
                self._write(self._prompt)
                at -= 2
            elif word == "←":
                self._variables[before], at = value, at - 2
            elif before in _SIGNS or self._takes_argument(before):
                value, at = self._monadic(word, value), at - 1
            else:
                left, at = self._operand(words, at - 1)
                value = _dyadic(word, left, value)
        return value

    def _takes_argument(self, word: str) -> bool:
        return word in self._functions and self._functions[word].argument is not None

    def _operand(self, words: list[str], at: int) -> tuple[Value, int]:
        """The value that ends at a place, and the place before it."""
        word = words[at]
        if word in ")]":
            depth, begin = 1, at
            while depth:
                begin -= 1
                depth += (words[begin] in ")]") - (words[begin] in "([")
            inner = self._value(words[begin + 1 : at])
            if word == ")":
                return inner, begin - 1
            base, before = self._operand(words, begin - 1)
            found = [base[each - 1] for each in _listed(inner) if each > 0]
            return found if isinstance(inner, list) else found[0], before
        if word == "⍞":
            prompt, self._prompt = self._prompt, ""
            return [*prompt, *self._ask()], at - 1
        if word[0] == "'":
            found = [*word[1:-1].replace("''", "'")]
        elif word[0] == "¯" or word[0].isdecimal():
            found = [int(each.replace("¯", "-")) for each in word.split()]
        elif word in self._functions:
            return self.call(word), at - 1
        else:
            return self._variables[word], at - 1
        return found[0] if len(found) == 1 else found, at - 1

    def _monadic(self, word: str, right: Value) -> Value:
        match word:
            case "⍕":
                return [*"".join(_rows(right))]
            case "⍎":
                return self._value(_words("".join(_listed(right))))
            case "⍴":
                return [len(right)] if isinstance(right, list) else []
            case "⍳":
                return [*range(1, min(right, _LARGEST) + 1)]
            case ",":
                return _listed(right)
        return self.call(word, right)


def _dyadic(word: str, left: Value, right: Value) -> Value:
    lefts, rights = _listed(left), _listed(right)
    match word:
        case ",":
            return (lefts + rights)[:_LARGEST]
        case "⍴":
            rows, row = (lefts[:1] if lefts[1:] else []), [rights[0]] * min(lefts[-1], _LARGEST)
            return [row] * min(rows[0], _LARGEST) if rows else (rights * len(row))[: len(row)]
        case "⍳":
            places = [left.index(each) + 1 if each in left else len(left) + 1 for each in rights]
            return places if isinstance(right, list) else places[0]
        case "↓":
            return rights[lefts[0] :]
        case "⊤":
            digits: list[int] = []
            for radix in reversed(lefts):
                right, digit = divmod(right, radix)
                digits.insert(0, digit)
            return digits
        case "/":
            counts = lefts * len(rights) if len(lefts) == 1 else lefts
            return [each for n, each in zip(counts, rights, strict=True) for _ in range(n)]
    size = max(len(lefts), len(rights))
    pairs = zip(*(each * size if len(each) == 1 else each for each in (lefts, rights)), strict=True)
    found = [int(_SCALAR[word](a, b)) for a, b in pairs]
    return found if isinstance(left, list) or isinstance(right, list) else found[0]


def _words(text: str) -> list[str]:
    return [each.group() for each in _TOKEN.finditer(text) if each["blank"] is None]


def _listed(value: Value) -> list[Value]:
    return value if isinstance(value, list) else [value]


def _rows(value: Value) -> Iterator[str]:
    """A value as it is printed."""
    values = _listed(value)
    for row in values if values and isinstance(values[0], list) else [values]:
        is_text = all(isinstance(each, str) for each in row)
        yield ("" if is_text else " ").join(str(each).replace("-", "¯" if not is_text else "-")
                                           for each in row)  # fmt: skip
