"""How much a program holds in memory: what can be reached from its variables and its stack."""

from collections.abc import Iterable
from gc import get_referents
from types import GeneratorType
from typing import Any

from moolab.machines.lisp.data import Array, Cons, Symbol, Text
from moolab.machines.lisp.scope import Lambda

_CHARACTERS_A_CELL = 16
_WORDS_A_CELL = 8
_UNDER_WAY = GeneratorType | enumerate | type(iter([]))
"""A function of rows that waits for others, and how it goes through its rows."""


def count_cells(roots: Iterable[Any], most: int) -> int:
    """The size of values, in pairs of a list, or some number above the most.

    A pair is one cell, eight elements of an array or variables another, and 16 characters one.

    Args:
        roots: values, and lists of variables or of the stack.
        most: beyond which nobody wants to know.
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
            case Cons():
                cells += 1
                waiting += (each.car, each.cdr)
            case Text():
                cells += 1 + len(each.text) // _CHARACTERS_A_CELL
            case Array(items=items):
                cells += 1 + len(items) // _WORDS_A_CELL
                waiting += items
            case list() | tuple():
                cells += 1 + len(each) // _WORDS_A_CELL
                waiting += each
            case Lambda():
                cells += 1
                waiting.append(each.env)
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
