"""What is to be seen of a program that has stopped somewhere, and how much it holds in memory."""

from collections.abc import Iterable, Mapping
from gc import get_referents
from types import GeneratorType
from typing import Any

from moolab.machines.lisp.vm import Node, Vm
from moolab.machines.notation.data import UNBOUND, Array, Cons, Record, Symbol, Text, Value
from moolab.machines.notation.dialect import Dialect
from moolab.machines.notation.printer import Printer
from moolab.machines.notation.scope import Lambda, Scope

_WIDEST = 60
_MOST = 30


def cut(text: str) -> str:
    """A text without what would not fit into a line."""
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 3]}..."


def short(dialect: Dialect, value: Value) -> str:
    """A value as it is printed, in a line."""
    return cut(Printer(dialect, atoms=_WIDEST).show(value))


def visible_variables(scope: Scope | None, env: Any) -> dict[Symbol, Value]:
    """Variables and their values, of which inner ones hide outer ones."""
    found: dict[Symbol, Value] = {}
    while scope is not None and isinstance(env, list) and len(env) == len(scope.names) + 1:
        for symbol, value in zip(scope.names, env[1:], strict=True):
            if isinstance(symbol, Symbol):
                found.setdefault(symbol, value)
        scope, env = scope.outer, env[0]
    return found


def local_variables(vm: Vm, dialect: Dialect) -> dict[str, str]:
    """The variables around the next form."""
    found = visible_variables(vm.node.site.scope, vm.env)
    return {symbol.name: short(dialect, value) for symbol, value in found.items()}


def global_variables(symbols: Mapping[str, Symbol], dialect: Dialect) -> dict[str, str]:
    """The first of the variables of the whole program."""
    named = list(filter(is_variable, symbols.values()))
    return {each.name: short(dialect, each.value) for each in named[:_MOST]}


def is_variable(symbol: Symbol) -> bool:
    """Whether a name is a variable of the program; uLisp has one of its own."""
    return symbol.value not in (UNBOUND, symbol) and symbol.name != "*features*"


def waiting_calls(vm: Vm) -> dict[str, str]:
    """Who waits for a value, the last one first: the function, and the line in it."""
    found: dict[str, str] = {}
    for entry in reversed(vm.stack):
        if entry.__class__ is tuple and isinstance(entry[0], Node):
            site = entry[0].site
            if site.line is not None and len(found) < _MOST:
                name = site.scope.function if site.scope else ""
                found[str(len(found) + 1)] = f"{name or 'form'}, line {site.line}"
    return found


_CHARACTERS_A_CELL = 16
_WORDS_A_CELL = 8
_UNDER_WAY = GeneratorType | enumerate | zip | type(iter([]))
"""A function of rows that waits for others, and how it goes through its rows."""


def count_cells(roots: Iterable[Any], most: int) -> int:
    """The size of values, in pairs of a list, or some number above the most.

    A pair is one cell, eight elements of an array or variables another, and 16 characters one.
    """
    waiting = list(roots)
    seen: set[int] = set()
    cells = 0
    while waiting and cells <= most:
        each = waiting.pop()
        if each.__class__ is int or each is None or id(each) in seen:
            continue
        seen.add(id(each))
        match each:
            case Lambda():
                cells += 1
                waiting.append(each.env)
            case Cons():
                cells += 1
                waiting += (each.car, each.cdr)
            case Text():
                cells += 1 + len(each.text) // _CHARACTERS_A_CELL
            case Record(items=items):
                cells += 1
                waiting.append(items)
            case Array(items=items):
                cells += 1 + len(items) // _WORDS_A_CELL
                waiting += items
            case list() | tuple():
                cells += 1 + len(each) // _WORDS_A_CELL
                waiting += each
            case Symbol():
                cells += 1
                waiting += (each.value, each.function)
            case _ if isinstance(each, _UNDER_WAY):
                # What they hold is known to Python's garbage collector alone.
                cells += 1
                waiting += get_referents(each)
            case _:
                cells += 1
    return cells
