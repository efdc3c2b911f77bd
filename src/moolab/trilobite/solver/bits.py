"""Sets of cells in compiled code, one source for small and for large boards.

A board of up to 64 bits fits a machine word; the largest, 13 columns of 14 bits, takes three.
LLVM counts, shifts and adds in integers of any width, so a kernel is written once, in ``Bits``:

>>> @kernel
... def free_cells(filled_words, full_words):
...     filled, full = bits(filled_words), bits(full_words)
...     free = full & ~filled
...     lowest = trailing_zeros(free) if free else -1
...     return popcount(free), lowest, words(free >> 1)
>>> free_cells(split(0b101, 1), split(0b1111, 1))
(2, 1, (5,))
>>> free_cells(split(0b101, 3), split(1 << 150 | 0b1111, 3))
(3, 1, (5, 0, 2097152))

What Bits can do is what ``cells.py`` says of sets, in place also, so that ``cells & -cells`` is the
lowest cell. Shift amounts are ordinary integers, smaller than the width. No constant mixes with
Bits, so that none is taken for a float or for a signed number: masks come from outside.

Bits live in compiled code alone. They come and go as tuples of words, the lowest first, whose
length decides the width: ``split`` in Python, ``bits`` and ``words`` in kernels; or as
words side by side in an array, with ``load`` and ``keep``.
Each width compiles a kernel of its own, when it is first called.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from moolab.support.jit import compiled, inlined
from moolab.support.parts import intrinsic
from moolab.trilobite.solver.cells import WORD, popcount, trailing_zeros
from moolab.trilobite.solver.grid import Grid

__all__ = ["bits", "kernel", "popcount", "split", "trailing_zeros", "words"]

Words = tuple[np.uint64, ...]
"""A set of cells outside of kernels."""


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function when it is first called, with the parts of kernels that it calls."""
    return compiled(function, prepare=_prepare)


def _prepare() -> None:
    from moolab.trilobite.solver.bit_types import make_parts_known

    make_parts_known()


def split(cells: int, count: int) -> Words:
    """The lowest ``count`` words of a set of cells.

    >>> split(2**64 + 7, 3)
    (np.uint64(7), np.uint64(1), np.uint64(0))
    """
    if count == 1:
        return (np.uint64(cells),)  # the usual case, a microsecond faster
    return tuple(np.uint64(cells >> WORD * n & 2**WORD - 1) for n in range(count))


@intrinsic
def bits(_context: Any, words: Any) -> Any:
    """The set of cells held by a tuple of words, the lowest first."""
    from moolab.trilobite.solver.bit_types import join_words

    return join_words(words)


@intrinsic
def words(_context: Any, cells: Any) -> Any:
    """The tuple of words that holds a set of cells, the lowest first."""
    from moolab.trilobite.solver.bit_types import split_bits

    return split_bits(cells)


@inlined
def of_bits(grid: Any) -> Any:
    """A grid whose sets, split into words, become Bits."""
    return Grid(
        *(grid.width, grid.height, grid.win, grid.cells, grid.words, grid.other_win),
        *(bits(grid.bottom), bits(grid.full), bits(grid.claimeven), bits(grid.first_squares)),
    )
