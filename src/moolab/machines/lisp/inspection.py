"""What is to be seen of a program that has stopped somewhere."""

from collections.abc import Mapping

from moolab.machines.lisp.data import UNBOUND, Symbol, Value
from moolab.machines.lisp.dialect import Dialect
from moolab.machines.lisp.printer import Printer
from moolab.machines.lisp.vm import Node, Vm

_WIDEST = 60
_MOST = 30


def cut(text: str) -> str:
    """A text without what would not fit into a line."""
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 3]}..."


def short(dialect: Dialect, value: Value) -> str:
    """A value as it is printed, in a line."""
    return cut(Printer(dialect, atoms=_WIDEST).show(value))


def local_variables(vm: Vm, dialect: Dialect) -> dict[str, str]:
    """The variables around the next form, of which inner ones hide outer ones."""
    found: dict[str, str] = {}
    scope, env = vm.node.site.scope, vm.env
    while scope is not None and isinstance(env, list) and len(env) == len(scope.names) + 1:
        for symbol, value in zip(scope.names, env[1:], strict=True):
            if isinstance(symbol, Symbol):
                found.setdefault(symbol.name, short(dialect, value))
        scope, env = scope.outer, env[0]
    return found


def global_variables(symbols: Mapping[str, Symbol], dialect: Dialect) -> dict[str, str]:
    """The first of the variables of the whole program."""
    named = [
        each for each in symbols.values() if each.value is not UNBOUND and each.value is not each
    ]
    return {each.name: short(dialect, each.value) for each in named[:_MOST]}


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
