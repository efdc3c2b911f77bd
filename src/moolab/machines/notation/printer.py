"""Values as text, within limits: what is a circle, or has no end, is cut short."""

from dataclasses import dataclass

from moolab.machines.notation.data import (
    Array,
    Builtin,
    Char,
    Cons,
    Record,
    Stream,
    Symbol,
    Text,
    Value,
    elements,
)
from moolab.machines.notation.dialect import Dialect
from moolab.machines.notation.reader import CHARACTERS
from moolab.machines.notation.scope import Lambda, Template

_CHARACTERS_AN_ATOM = 16
_LAST_OF_ASCII = 126
_DEEPEST = 60
"""Lists in one another; each takes three calls of Python."""

_NAMES = {character: name.capitalize() for name, character in reversed(CHARACTERS.items())}
_PREFIXES = {"quote": "'", "function": "#'"}


@dataclass
class Printer:
    """Prints as a dialect does.

    Args:
        escape: whether strings have quotes, and characters and keywords are written as they are
            read.
        atoms: how many are written, of long ones fewer.
    """

    dialect: Dialect
    escape: bool = True
    atoms: int = 10_000

    def __post_init__(self) -> None:
        self._left = self.atoms

    def show(self, value: Value, depth: int = 0) -> str:
        """A value as text."""
        self._left -= 1
        if self._left < 0 or depth > _DEEPEST:
            return "..."
        if isinstance(value, Builtin) and value.traced is not None:
            value = value.traced
        match value:
            case Lambda() if self.dialect.is_common:
                return self._closure(value.template, depth)
            case Lambda() if _is_closure(value):
                return "<closure>"
            case Cons():
                return self._list(value, depth)
            case Array():
                return self._array(value, depth)
            case Record(kind, names, items):
                shown = (self.show(each, depth + 1) for each in elements(items))
                slots = (
                    f":{self._cased(name)} {each}" for name, each in zip(names, shown, strict=True)
                )
                return f"#S({' '.join([self._cased(kind), *slots])})"
        text = self._atom(value)
        self._left -= len(text) // _CHARACTERS_AN_ATOM
        return text

    def _atom(self, value: Value) -> str:
        match value:
            case None:
                return self._cased("nil")
            case float():
                return self.dialect.show_float(value)
            case int():
                return str(value)
            case Char(code) if self.escape:
                is_coded = code > _LAST_OF_ASCII and not self.dialect.is_common
                return f"#\\{code}" if is_coded else show_char(chr(code))
            case Char(code):
                return chr(code)
            case Symbol(name="nothing") if not self.dialect.is_common:
                return ""
            case Symbol(name=name):
                is_bare = self.dialect.is_common and not self.escape
                return self._cased(name.removeprefix(":") if is_bare else name)
            case Stream() if not self.dialect.is_common:
                return "<string-stream 0>"
            case Text(text=text):
                return _quoted(text) if self.escape else text
            case Builtin(name=name):
                return f"#<FUNCTION {name.upper()}>" if self.dialect.is_common else name
        return f"#<{type(value).__name__.lower()}>"  # what only the machine knows

    def _cased(self, name: str) -> str:
        return name.upper() if self.dialect.is_common else name

    def _list(self, value: Cons, depth: int) -> str:
        if self.dialect.is_common and isinstance(value.car, Symbol):
            prefix = _PREFIXES.get(value.car.name)
            if prefix and isinstance(value.cdr, Cons) and value.cdr.cdr is None:
                return prefix + self.show(value.cdr.car, depth + 1)
        parts = []
        rest: Value = value
        while isinstance(rest, Cons) and self._left > 0 and not _is_closure(rest):
            parts.append(self.show(rest.car, depth + 1))
            rest = rest.cdr
        if isinstance(rest, Cons) and not _is_closure(rest):
            parts.append("...")
        elif rest is not None:
            parts += [".", self.show(rest, depth + 1)]
        return f"({' '.join(parts)})"

    def _array(self, value: Array, depth: int) -> str:
        if value.bits:
            return "#*" + "".join(map(str, value.items[: self.atoms]))
        rank = len(value.dimensions)
        begin = "#" if rank == 1 else f"#{rank}A"
        return begin + self._rows(value.items, value.dimensions, depth)

    def _rows(self, items: list[Value], dimensions: tuple[int, ...], depth: int) -> str:
        parts: list[str] = []
        width = len(items) // dimensions[0] if dimensions and dimensions[0] else 0
        for row in range(dimensions[0] if dimensions else 0):
            if self._left <= 0:
                parts.append("...")
                break
            some = items[row * width : (row + 1) * width]
            if len(dimensions) == 1:
                parts.append(self.show(some[0], depth + 1))
            else:
                self._left -= 1
                parts.append(self._rows(some, dimensions[1:], depth + 1))
        return f"({' '.join(parts)})"

    def _closure(self, template: Template, depth: int) -> str:
        if template.name:
            return f"#<FUNCTION {template.name.upper()}>"
        listed = template.form.cdr.car
        parameters = self.show(listed, depth + 1) if listed else "()"
        within = f" :IN {template.within.upper()}" if template.within else ""
        return f"#<CLOSURE (LAMBDA {parameters}{within})>"


def _is_closure(value: Value) -> bool:
    """Whether a value is a function without a name that has variables around it."""
    is_lambda = value.__class__ is Lambda
    return is_lambda and value.env is not None and not value.template.name


def show_char(character: str) -> str:
    r"""A character as it is read.

    >>> show_char("a"), show_char(" ")
    ('#\\a', '#\\Space')
    """
    plain = character if character.isprintable() else str(ord(character))
    return f"#\\{_NAMES.get(character, plain)}"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
