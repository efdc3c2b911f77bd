"""The ``defcode`` forms of uLisp, read: a name, parameters, and instructions between labels."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from operator import and_, mul, or_, xor
from typing import NamedTuple, TypeAlias

from moolab.errors import InvalidProgram
from moolab.support.text import quote

_TOKEN = re.compile(
    r"""(?P<blank>\s+|;[^\n]*|\#\|.*?\|\#)
    |(?P<string>"(?:\\.|[^"\\])*")
    |(?P<character>\#\\(?:\w+|.))
    |(?P<open>\()
    |(?P<close>\))
    |(?P<quote>')
    |(?P<atom>[^\s()'";]+)""",
    re.DOTALL | re.VERBOSE,
)
_NUMBER = re.compile(r"(?:\#(?P<radix>[xbo]))?(?P<digits>[+-]?[0-9a-f]+)")
_DEEPEST = 100
_BITS = 64
_RADIX = {"x": 16, "b": 2, "o": 8, None: 10}


class Symbol(NamedTuple):
    """A bare symbol: the name of a label."""

    name: str


class Quoted(NamedTuple):
    """A quoted symbol, such as ``'r4``: the name of a register."""

    name: str


class Group(NamedTuple):
    """A quoted list, such as ``'(r4 lr)`` or ``'(sp 8)``."""

    items: tuple[str | int, ...]


class Call(NamedTuple):
    """Arithmetic to be done, such as ``(ash 1 4)``."""

    function: str
    arguments: tuple["Operand", ...]


Operand: TypeAlias = int | Symbol | Quoted | Group | Call


class Instruction(NamedTuple):
    """One form of the body: ``($add 'r3 16)``, or a bare number, which has no mnemonic."""

    mnemonic: str
    operands: tuple[Operand, ...]
    line: int
    text: str


class Label(NamedTuple):
    """A bare symbol of the body, which names the place of the next instruction."""

    name: str
    line: int


class Routine(NamedTuple):
    """A ``defcode`` form."""

    name: str
    parameters: tuple[str, ...]
    body: tuple[Instruction | Label, ...]
    line: int


MAX_CHARACTERS = 1 << 18
"""Many times as long as a listing for 64 KiB of memory, and read within a second or two."""


def read(text: str) -> list[Routine]:
    """The routines of a listing, in their order; what else it holds is left out.

    Args:
        text: Lisp, of which only the ``defcode`` forms are looked at.

    Raises:
        InvalidProgram: if a parenthesis or a quotation is left open, a ``defcode`` form is not of
            the form ``(defcode name (parameter ...) form ...)``, or the text is too long.

    >>> [routine] = read("(defcode twice (n) again ($add 'r0 n) #x4770)")
    >>> routine.name, routine.parameters
    ('twice', ('n',))
    >>> routine.body[0]
    Label(name='again', line=1)
    >>> routine.body[1].mnemonic, routine.body[1].operands
    ('$add', (Quoted(name='r0'), Symbol(name='n')))
    >>> routine.body[2].mnemonic, routine.body[2].operands
    ('', (18288,))
    """
    if len(text) > MAX_CHARACTERS:
        raise InvalidProgram(f"a listing has at most {MAX_CHARACTERS:,} characters")
    return [_routine(form) for form in _forms(text) if _head(form) == "defcode"]


def value(operand: Operand, labels: Callable[[str], int]) -> int:
    """What an operand comes to as a number.

    Args:
        operand: a number, a label, or arithmetic with these.
        labels: the address of a label.

    Raises:
        InvalidProgram: if it is something else, or has more than 64 bits.

    >>> [routine] = read("(defcode f () ($word (- end 2) (ash 1 4)))")
    >>> [value(operand, {"end": 10}.__getitem__) for operand in routine.body[0].operands]
    [8, 16]
    """
    number = _value(operand, labels)
    if abs(number) >> _BITS:
        raise InvalidProgram(f"{quote(show(operand))} has more than {_BITS} bits")
    return number


def _value(operand: Operand, labels: Callable[[str], int]) -> int:
    match operand:
        case int():
            return operand
        case Symbol(name):
            return labels(name)
        case Call("ash", (number, places)):
            shift = value(places, labels)
            if abs(shift) > _BITS:
                raise InvalidProgram(f"a shift by more than {_BITS} places")
            return value(number, labels) << shift if shift > 0 else value(number, labels) >> -shift
        case Call(function, arguments) if function in _ARITHMETIC and arguments:
            return _ARITHMETIC[function]([value(each, labels) for each in arguments])
        case Call(function, _):
            known = ", ".join(["ash", *_ARITHMETIC])
            raise InvalidProgram(f"{quote(function)} is no function known here ({known})")
        case _:
            raise InvalidProgram(f"{quote(show(operand))} is no number")


def show(operand: Operand) -> str:
    """An operand as it is written.

    >>> show(Group(("r4", "lr"))), show(Quoted("sp")), show(16)
    ("'(r4 lr)", "'sp", '16')
    """
    match operand:
        case Symbol(name):
            return name
        case Quoted(name):
            return f"'{name}"
        case Group(items):
            return f"'({' '.join(map(str, items))})"
        case Call(function, arguments):
            return f"({' '.join([function, *map(show, arguments)])})"
        case _:
            return str(operand)


_ARITHMETIC: Mapping[str, Callable[[list[int]], int]] = {
    "+": sum,
    "-": lambda numbers: numbers[0] - sum(numbers[1:]) if numbers[1:] else -numbers[0],
    "*": lambda numbers: reduce(mul, numbers),
    "logand": lambda numbers: reduce(and_, numbers),
    "logior": lambda numbers: reduce(or_, numbers),
    "logxor": lambda numbers: reduce(xor, numbers),
}


class _Form(NamedTuple):
    """A list with its place in the text."""

    items: list["_Datum"]
    lines: list[int]
    line: int
    text: str


class _Quote(NamedTuple):
    datum: "_Datum"


_Datum: TypeAlias = int | str | _Form | _Quote


class _Pending(NamedTuple):
    """A list that is still open."""

    items: list[_Datum]
    lines: list[int]
    begin: int
    line: int
    is_quoted: bool


def _forms(text: str) -> Iterator[_Form]:
    """The lists on the outermost level."""
    stack: list[_Pending] = []
    is_quoted = False
    for kind, token, place, line in _tokens(text):
        if kind == "quote":
            is_quoted = True
            continue
        if kind == "open":
            if len(stack) == _DEEPEST:
                raise InvalidProgram(f"line {line}: more than {_DEEPEST} lists in one another")
            stack.append(_Pending([], [], place, line, is_quoted))
            is_quoted = False
            continue
        datum: _Datum = _atom(token.lower()) if kind == "atom" else token
        first = line
        if kind == "close":
            if not stack:
                raise InvalidProgram(f"line {line}: ')' closes nothing")
            items, lines, begin, first, is_quoted = stack.pop()
            datum = _Form(items, lines, first, _on_one_line(text[begin : place + 1]))
        if stack:
            stack[-1].items.append(_Quote(datum) if is_quoted else datum)
            stack[-1].lines.append(first)
        elif isinstance(datum, _Form) and not is_quoted:
            yield datum
        is_quoted = False
    if stack:
        raise InvalidProgram(f"line {stack[-1].line}: '(' is never closed")


def _tokens(text: str) -> Iterator[tuple[str, str, int, int]]:
    """Kind, text, place and line of each token."""
    place, line = 0, 1
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise InvalidProgram(f"line {line}: a string is never closed")
        if match.lastgroup != "blank":
            yield str(match.lastgroup), match.group(), place, line
        line += match.group().count("\n")
        place = match.end()


def _on_one_line(form: str) -> str:
    """A form without its comments."""
    parts = (" " if each.lastgroup == "blank" else each[0] for each in _TOKEN.finditer(form))
    return " ".join("".join(parts).split())


def _atom(token: str) -> int | str:
    match = _NUMBER.fullmatch(token)
    if match is None or len(token) > 40:
        return token
    try:
        return int(match["digits"], _RADIX[match["radix"]])
    except ValueError:
        return token


def _head(form: _Form) -> _Datum | None:
    return form.items[0] if form.items else None


def _routine(form: _Form) -> Routine:
    match form.items:
        case [_, str(name), _Form(parameters), *_] if all(
            isinstance(parameter, str) for parameter in parameters
        ):
            return Routine(name, tuple(map(str, parameters)), tuple(_body(form)), form.line)
    raise InvalidProgram(
        f"line {form.line}: defcode needs a name and a list of parameters: "
        "(defcode name (parameter ...) form ...)"
    )


def _body(form: _Form) -> Iterator[Instruction | Label]:
    for item, line in zip(form.items[3:], form.lines[3:], strict=True):
        match item:
            case int(number):
                yield Instruction("", (number,), line, str(number))
            case str(name) if not name.startswith(('"', "#")):
                yield Label(name, line)
            case _Form([str(mnemonic), *operands], text=text):
                try:
                    yield Instruction(mnemonic, tuple(map(_operand, operands)), line, text)
                except InvalidProgram as error:
                    raise InvalidProgram(f"line {line}: {quote(text)}: {error}") from None
            case _:
                raise InvalidProgram(
                    f"line {line}: neither a label, nor a number, nor a form such as ($add 'r0 1)"
                )


def _operand(datum: _Datum) -> Operand:
    match datum:
        case int():
            return datum
        case str():
            return Symbol(datum)
        case _Quote(str(name)):
            return Quoted(name)
        case _Quote(_Form(items)) if all(isinstance(item, str | int) for item in items):
            return Group(tuple(item for item in items if isinstance(item, str | int)))
        case _Form([str(function), *arguments]):
            return Call(function, tuple(map(_operand, arguments)))
        case _:
            raise InvalidProgram("an operand is a number, a label, 'register or '(register ...)")
