"""How functions of Python become functions of Lisp."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from inspect import CO_VARARGS
from typing import Any, TypeAlias, TypeVar

from moolab.machines.lisp.vm import Vm
from moolab.machines.notation.data import (
    LONGEST,
    Array,
    Builtin,
    Char,
    Cons,
    Fault,
    Symbol,
    T,
    Text,
    Value,
    elements,
    is_list,
    lisp_list,
    pairs,
)
from moolab.machines.notation.dialect import Dialect
from moolab.machines.notation.printer import Printer
from moolab.machines.notation.scope import Lambda

F = TypeVar("F", bound=Callable[..., Any])
P = TypeVar("P")

SAME = -1
"""As many arguments at most as at least."""

Table: TypeAlias = Mapping[str, Callable[..., Value]]
"""Functions of Python by their names in Lisp."""

ANY = None
"""Any number of arguments."""

_SHOWN = 40

_KINDS: dict[type, str] = {
    Text: "a string",
    Char: "a character",
    Array: "an array",
    Symbol: "a symbol",
}


def builtin(
    name: str, least: int, most: int | None = SAME, **parts: str | int | None
) -> Callable[[F], F]:
    """Make a method a function of Lisp.

    Args:
        least: how few arguments it takes.
        most: how many.
        parts: what else ``Builtin`` is to know; methods by their names.
    """

    def decorate(method: F) -> F:
        mark = (name, least, least if most == SAME else most, parts)
        method.marks = (*getattr(method, "marks", ()), mark)  # type: ignore[attr-defined]  # a function takes attributes
        return method

    return decorate


def process(name: str, least: int, most: int | None = SAME) -> Callable[[F], F]:
    """Make a method, which yields what is to be called, a function of Lisp."""

    def decorate(method: F) -> F:
        return builtin(name, least, most, function=None, process=method.__name__)(method)

    return decorate


def plain(name: str, function: Callable[..., Value]) -> Builtin:
    """A function of Python as one of Lisp.

    >>> plain("cons", lambda first, second=None: (first, second)).least
    1
    """
    code = function.__code__
    most = ANY if code.co_flags & CO_VARARGS else code.co_argcount
    return Builtin(name, code.co_argcount - len(function.__defaults__ or ()), most, function)


@dataclass
class Subject:
    """Functions about one thing."""

    vm: Vm
    dialect: Dialect

    def table(self) -> Table:
        """Those that are an expression each; as many arguments as it has, the function takes."""
        return {}

    def functions(self) -> Iterator[Builtin]:
        """All of them."""
        yield from map(plain, self.table(), self.table().values())
        for name in dir(type(self)):
            for called, least, most, parts in getattr(getattr(type(self), name), "marks", ()):
                found = {
                    part: getattr(self, value) if isinstance(value, str) else value
                    for part, value in {"function": name, **parts}.items()
                }
                yield Builtin(called, least, most, **found)

    def show(self, value: Value) -> str:
        """A value as it is written in a message."""
        text = Printer(self.dialect).show(value) or "nothing"
        return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."

    def is_pair(self, value: Value) -> bool:
        """Whether a value is a pair, as functions of uLisp are, too."""
        return isinstance(value, Cons) and not (
            self.dialect.is_common and value.__class__ is Lambda
        )

    def refuse(self, name: str, what: str, value: Value) -> Fault:
        """What is said of an argument of the wrong kind."""
        return Fault(f"{name} takes {what}, not {self.show(value)}")

    def check(self, name: str, kind: type[P], value: Value) -> P:
        """A value of a kind; another one is refused."""
        if not isinstance(value, kind):
            raise self.refuse(name, _KINDS[kind], value)
        return value

    def items(self, name: str, value: Value) -> list[Value]:
        """The values of a list; that takes its time."""
        return self._look_through(name, value, elements)

    def pairs(self, name: str, value: Value) -> list[Cons]:
        """The pairs of a list, which may end with a dot; that takes its time."""
        if not is_list(value):
            raise self.refuse(name, "a list", value)
        return self._look_through(name, value, pairs)

    def _look_through(self, name: str, value: Value, parts: Callable[[Value], list[P]]) -> list[P]:
        try:
            found = parts(value)
        except Fault as fault:
            raise Fault(f"{name}: {fault}") from None
        self.vm.charge(len(found))
        return found

    def sequence(self, name: str, value: Value) -> list[Value]:
        """The values of a list, a string or an array of one dimension."""
        if isinstance(value, Text):
            self.vm.charge(len(value.text))
            return [Char(ord(each)) for each in value.text]
        if isinstance(value, Array) and len(value.dimensions) == 1:
            self.vm.charge(len(value.items))
            return list(value.items)
        return self.items(name, value)

    def like(self, value: Value, items: list[Value]) -> Value:
        """Values as a list, a string or an array, whichever that value is."""
        if len(items) > LONGEST:
            raise Fault(f"a list, string or array has at most {LONGEST:,} values")
        if isinstance(value, Text):
            if not all(isinstance(each, Char) for each in items):
                raise Fault("a string is made of characters")
            return Text("".join(chr(each.code) for each in items))
        if isinstance(value, Array):
            value.check(items)
            return Array((len(items),), items, bits=value.bits)
        return lisp_list(items)

    def model(self, name: str, kind: Value) -> Value:
        """An empty row of the kind that ``'list``, ``'string`` or ``'vector`` names."""
        match kind.name if isinstance(kind, Symbol) else "":
            case "list":
                return None
            case "string":
                return Text("")
            case "vector" | "array":
                return Array((0,), [], bits=False)
        raise Fault(f"{name} makes a 'list, a 'string or a 'vector")

    def integer(self, name: str, value: Value, least: int | None = None) -> int:
        """A whole number."""
        if value.__class__ is int and (least is None or value >= least):
            whole: int = value
            return whole
        what = "a whole number" if least is None else f"a whole number from {least} on"
        raise self.refuse(name, what, value)

    def text(self, name: str, value: Value) -> str:
        """A string, or the name of a symbol."""
        if isinstance(value, Text):
            self.vm.charge(len(value.text))
            return value.text
        if isinstance(value, Symbol):
            return self.named(value)
        if value is None:
            return self.cased("nil")
        if isinstance(value, Char):
            return chr(value.code)
        raise self.refuse(name, "a string", value)

    def named(self, symbol: Symbol) -> str:
        """The name of a symbol as a string."""
        return self.cased(symbol.name.removeprefix(":"))

    def cased(self, name: str) -> str:
        """A name in the letters of the dialect."""
        return name.upper() if self.dialect.is_common else name


def keywords(name: str, given: tuple[Value, ...], *known: str) -> dict[str, Value]:
    """Arguments that are behind keywords; raises Fault if one is not known, or has no value."""
    found: dict[str, Value] = {}
    for at in range(0, len(given), 2):
        key = given[at]
        if not isinstance(key, Symbol) or key.name.removeprefix(":") not in known:
            raise Fault(f"{name} knows the keywords {', '.join(f':{each}' for each in known)}")
        if at + 1 == len(given):
            raise Fault(f"{name} is given {key.name} without a value")
        found.setdefault(key.name.removeprefix(":"), given[at + 1])
    return found


def truth(found: object) -> Value:
    """The value of a test."""
    return T if found else None
