"""Sets of cells, and what the kernels ask of them: the plain meaning, on Python's integers.

The parts of the kernels are ordinary Python functions of sets. Called from Python they need nothing
compiled: sets are ints, as in ``Board``. Called from a kernel they are compiled, and sets are the
integers of fixed width of ``bits.py``, which gives Numba the instructions for the operations here.
Both run the same source, so both give the same result.

Kernels see ``& | ^ ~ << >> + - == != <`` on sets, and truth: a set is true if it is not empty. A
constant does not mix with sets: ``bit(like, n)`` is the set of one cell.
"""

from collections.abc import Callable
from typing import Any, TypeVar

Cells = int
"""A set of cells, as in ``Board``: bit by bit, column after column."""

F = TypeVar("F", bound=Callable[..., Any])

WORD = 64
"""Bits of a machine word."""

_WORD_BITS = (1 << WORD) - 1
"""All of them."""

_HALF_WORD = (1 << WORD // 2) - 1
"""The lower ones."""

PARTS: list[tuple[Callable[..., Any], bool, bool]] = []
"""Functions that ``bits.kernel`` has still to make known to Numba, whether to inline them, and
whether to optimize them before."""

GOLDEN = 0x9E3779B97F4A7C15
"""2**64 divided by the golden ratio: multiples of it are spread evenly (Knuth, TAOCP 3, 6.4)."""


def part(function: F) -> F:
    """A part of kernels: its instructions are copied into each caller."""
    PARTS.append((function, True, False))
    return function


def vector_loop(function: F) -> F:
    """A part that is a loop whose rounds the processor can do at the same time.

    It is optimized before it is copied: in the middle of a caller, LLVM does not see that it can.
    """
    PARTS.append((function, True, True))
    return function


def subroutine(function: F) -> F:
    """A part of kernels that is called: inlined, it would cost compiling and speed up nothing."""
    PARTS.append((function, False, False))
    return function


def bit(_like: Cells, cell: int) -> Cells:
    """The set of one cell, as wide as another set."""
    return 1 << cell


def popcount(cells: Cells) -> int:
    """The number of cells in the set."""
    return cells.bit_count()


def trailing_zeros(cells: Cells) -> int:
    """The lowest cell of the set, which must not be empty."""
    return (cells & -cells).bit_length() - 1


def words_in(_cells: Cells, words: int) -> int:
    """The number of words that a set takes, ``words``: a constant where it is compiled."""
    return words


def load(array: Any, index: int, _like: Cells) -> Cells:
    """The set kept in the words of an array from ``index`` on, as wide as another set."""
    return int(array[index])


def keep(array: Any, index: int, cells: Cells) -> None:
    """Write a set into the words of an array from ``index`` on, where ``load`` finds it."""
    array[index] = cells


def check(_like: Cells, payload: int) -> Cells:
    """A set, as wide as another, that two payloads hardly share: by what a table mixes into keys.

    Their lower halves alone count.
    """
    return (payload & _HALF_WORD) * GOLDEN & _WORD_BITS


def prefetch(_array: Any, _index: int) -> None:
    """Bring an element of an array near, which will be read soon."""


def scatter(position: Cells, words: int, shift: int) -> int:
    """Spread positions evenly over the numbers below ``2**(64 - shift)``.

    Args:
        position: a set of ``words`` words.

    >>> [scatter(position, 1, 60) for position in range(1, 9)]
    [10, 13, 10, 4, 5, 12, 5, 3]
    """
    spread = 0
    for n in range(words):
        spread = (spread ^ position >> WORD * n & _WORD_BITS) * GOLDEN & _WORD_BITS
        spread ^= spread >> WORD // 2
    # The lowest bits of a product are spread least.
    return (spread * GOLDEN & _WORD_BITS) >> shift
