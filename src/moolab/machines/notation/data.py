"""What Lisp programs are made of. Numbers are Python's, and None is nil, the empty list."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from moolab.errors import ProgramFault

Value: TypeAlias = Any
"""A number, None, or one of the classes below."""

LONGEST = 1 << 18
"""The most elements of a list, string or array; a longer list may well be a circle."""


class Unbound:
    """What stands for a value where there is none."""


UNBOUND = Unbound()


class Symbol:
    """A name.

    Attributes:
        macro: the function that expands it, if it is one.
        special: how it is compiled, if it is a special form.
        dynamic: whether ``let`` binds it for all that is called, as Common Lisp's variables.
        local: whether a function, or a form, has a variable of this name.
    """

    __slots__ = ("dynamic", "function", "local", "macro", "name", "special", "value")

    def __init__(self, name: str) -> None:
        self.name = name
        self.value: Value = self if name.startswith(":") else UNBOUND
        self.function: Value = UNBOUND
        self.macro: Value = None
        self.special: Callable[..., Any] | None = None
        self.dynamic = self.local = False

    def __repr__(self) -> str:
        return f"Symbol({self.name!r})"


T = Symbol("t")
"""The truth; it is the same in all programs, and nothing can be assigned to it."""
T.value = T


@dataclass(eq=False, repr=False, slots=True)
class Cons:
    """A pair, of which lists are made."""

    car: Value
    cdr: Value


class Form(Cons):
    """The first pair of a list that was read, with its place in the text.

    Attributes:
        lines: where it begins, from 1, and where each of its items does.
        begin: where the list begins in it.
    """

    __slots__ = ("begin", "end", "lines", "text")

    def __init__(
        self, items: list[Value], tail: Value, lines: list[int], text: str, begin: int
    ) -> None:
        super().__init__(items[0], lisp_list(items[1:], tail))
        self.lines = lines
        self.text = text
        self.begin = begin
        self.end = begin

    @property
    def line(self) -> int:
        """Where it begins."""
        return self.lines[0]


@dataclass(frozen=True, slots=True)
class Char:
    """A character."""

    code: int


@dataclass(eq=False, slots=True)
class Text:
    """A string, which can be changed."""

    text: str


class Stream(Text):
    """A string that is printed to."""

    __slots__ = ()


@dataclass(eq=False, repr=False, slots=True)
class Array:
    """An array: its size in each direction, all elements row by row, and whether they are bits."""

    dimensions: tuple[int, ...]
    items: list[Value]
    bits: bool = field(kw_only=True)

    def check(self, values: Iterable[Value]) -> None:
        """Make sure that values can be items of it."""
        if self.bits and not all(each.__class__ is int and each in (0, 1) for each in values):
            raise Fault("an array of bits holds 0 and 1")


@dataclass(eq=False, repr=False, slots=True)
class Record:
    """A structure: of which kind, the names of its slots, and the list of what is in them."""

    kind: str
    names: list[str]
    items: Value


@dataclass(eq=False, slots=True)
class Builtin:
    """A function that is not written in Lisp.

    Attributes:
        least: how few arguments it takes.
        most: how many; None is any number.
        function: takes the values and returns one; None if there is only ``process``.
        simple_most: how many arguments ``function`` takes; with more, ``process`` is started.
        process: makes a generator, which yields a function and its arguments to have it called,
            is sent what that returned, and returns the value in the end.
        binary: ``function`` for two arguments, where that is quicker.
        setter: changes what ``function`` finds: takes its arguments and the value.
        traced: the function whose calls this one tells of; it is shown instead.
    """

    name: str
    least: int
    most: int | None
    function: Callable[..., Value] | None = None
    simple_most: int | None = None
    process: Callable[..., Iterator[Any]] | None = None
    binary: Callable[..., Value] | None = None
    setter: Callable[..., Value] | None = None
    traced: Value = None

    def is_simple(self, count: int) -> bool:
        """Whether it needs no help for so many arguments."""
        return self.function is not None and (self.simple_most is None or count <= self.simple_most)

    def check(self, count: int) -> None:
        """Make sure that it takes so many arguments; raises Fault if it does not."""
        if count < self.least or (self.most is not None and count > self.most):
            raise Fault(f"{self.name} takes {counts(self.least, self.most)}, not {count}")


class Fault(ProgramFault):
    """What is wrong, and the innermost form in which it was found."""

    form: Value = None
    line: int | None = None

    def at(self, form: Value, line: int | None) -> "Fault":
        """The same, unless it has its place already."""
        if self.form is None:
            self.form, self.line = form, line
        return self


def counts(least: int, most: int | None) -> str:
    """How many arguments there can be, in words.

    >>> counts(1, 1), counts(0, 2), counts(2, None)
    ('1 argument', '0 to 2 arguments', '2 arguments or more')
    """
    noun = "argument" if least == 1 and most in (1, None) else "arguments"
    if most is None:
        return f"{least} {noun} or more"
    return f"{least} {noun}" if least == most else f"{least} to {most} arguments"


def lisp_list(items: Iterable[Value], tail: Value = None) -> Value:
    """The list of some values."""
    for item in reversed(list(items)):
        tail = Cons(item, tail)
    return tail


def pairs(value: Value) -> list[Cons]:
    """The pairs of a list, whatever is behind the last one."""
    found = []
    while isinstance(value, Cons):
        found.append(value)
        value = value.cdr
        if len(found) > LONGEST:
            raise Fault(f"a list has more than {LONGEST:,} elements, or is a circle")
    return found


def elements(value: Value) -> list[Value]:
    """The values of a list; raises Fault if it is not a list that ends in nil, or is too long."""
    found = pairs(value)
    if (found[-1].cdr if found else value) is not None:
        raise Fault("this is not a list that ends in nil")
    return [each.car for each in found]


def is_list(value: Value) -> bool:
    """Whether a value is a list, if only by its beginning."""
    return value is None or isinstance(value, Cons)


_BY_VALUE = (int, Char)


def identity(value: Value) -> object:
    """What two values have in common if they are the same, and only then."""
    if isinstance(value, float):
        return repr(value)  # -0.0 and 0.0 are two numbers
    return (value.__class__, value) if isinstance(value, _BY_VALUE) else id(value)


def same(first: Value, second: Value) -> bool:
    """Whether two values are the same: numbers and characters by what they are."""
    if first is second:
        return True
    if first.__class__ is not second.__class__:
        return False
    if isinstance(first, _BY_VALUE):
        return bool(first == second)
    return isinstance(first, float) and identity(first) == identity(second)
