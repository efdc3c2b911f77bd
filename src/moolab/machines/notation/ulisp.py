"""The ``defcode`` forms of uLisp, read: a name, parameters, and instructions between labels."""

import re
from collections.abc import Callable, Mapping
from functools import reduce
from operator import and_, mul, or_, xor
from typing import NamedTuple, TypeAlias

from moolab.errors import InvalidProgram, MoolabError
from moolab.machines.notation import data, reader
from moolab.machines.notation.data import Form
from moolab.machines.notation.dialect import ULISP
from moolab.machines.notation.printer import Printer
from moolab.machines.notation.reader import interned
from moolab.support.text import quote

_BITS = 64

_SAID = re.compile(r"[ \t)]*;+[ \t]*([^\n]*)")
"""The comment behind a form, in its line."""


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
    comment: str = ""


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
    forms = reader.read(text, interned())
    return [routine_of(form) for form in forms if is_routine(form)]


def is_routine(form: data.Value) -> bool:
    """Whether a form of Lisp is ``(defcode ...)``."""
    return isinstance(form, Form) and _name(form.car) == "defcode"


def value(operand: Operand, labels: Callable[[str], int]) -> int:
    """What an operand comes to as a number.

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
            raise InvalidProgram(f"{quote(function)} is not a function known here ({known})")
        case _:
            raise InvalidProgram(f"{quote(show(operand))} is not a number")


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


def routine_of(form: data.Value) -> Routine:
    """The routine that a form of Lisp is."""
    line = form.line if isinstance(form, Form) else 0
    match data.elements(form):
        case [_, data.Symbol(name=name), parameters, *items] if data.is_list(parameters):
            names = [_name(each) for each in data.elements(parameters)]
            if all(names):
                lines = form.lines[4:] if isinstance(form, Form) else [line] * len(items)
                body = tuple(map(_item, items, lines))
                return Routine(name, tuple(map(str, names)), body, line)
    raise InvalidProgram(
        f"line {line}: defcode needs a name and a list of parameters: "
        "(defcode name (parameter ...) form ...)"
    )


def _item(item: data.Value, line: int) -> Instruction | Label:
    match item:
        case int():
            return Instruction("", (item,), line, str(item))
        case data.Symbol(name=name):
            return Label(name, line)
        case data.Cons(car=data.Symbol(name=mnemonic)) if mnemonic != "quote":
            text = _written(item)
            said = _SAID.match(item.text, item.end) if isinstance(item, Form) else None
            try:
                operands = tuple(map(_operand, data.elements(item.cdr)))
                return Instruction(mnemonic, operands, line, text, said[1].rstrip() if said else "")
            except MoolabError as error:
                raise InvalidProgram(f"line {line}: {quote(text)}: {error}") from None
    raise InvalidProgram(
        f"line {line}: neither a label, nor a number, nor a form such as ($add 'r0 1)"
    )


def _operand(datum: data.Value) -> Operand:
    match datum:
        case int():
            return datum
        case data.Symbol(name=name):
            return Symbol(name)
        case data.Cons(car=data.Symbol(name="quote"), cdr=data.Cons(car=inner)):
            register = _name(inner)
            if register is not None:
                return Quoted(register)
            if data.is_list(inner):
                listed = data.elements(inner)
                items = [each if isinstance(each, int) else _name(each) for each in listed]
                if None not in items:
                    return Group(tuple(each for each in items if each is not None))
        case data.Cons(car=data.Symbol(name=function)):
            return Call(function, tuple(map(_operand, data.elements(datum.cdr))))
    raise InvalidProgram("an operand is a number, a label, 'register or '(register ...)")


def _name(value: data.Value) -> str | None:
    return value.name if isinstance(value, data.Symbol) else None


def _written(form: data.Value) -> str:
    """A form as it is in the text; one that a macro has made is shown anew."""
    if isinstance(form, Form):
        return reader.on_one_line(form.text[form.begin : form.end])
    return Printer(ULISP).show(form)
