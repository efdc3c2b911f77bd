"""The transposition table: bounds of the scores of positions met before, compiled.

An entry is a word of what is known and the position itself, one word or three, so that no position
is ever taken for another. A bucket of entries fills a cache line. Where it is full, the entry that
cost least work gives way, and a neighbour ages.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from moolab.support.jit import Value, inlined
from moolab.trilobite.solver.bits import words

Entries = NDArray[np.uint64]

UNKNOWN = 127
"""More than any score; its negation is less."""

BUCKET = 8
"""Words of a cache line."""

_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # 2**64 divided by the golden ratio
_HALF = np.uint64(32)

# A word of what is known: lower bound, upper bound, and above them the binary length of the work.
_BOUND = np.uint64(8)
_BOUNDS = np.uint64(255)
_WORK = np.uint64(16)
_OFFSET = 128


def new_table(memory: int) -> Entries:
    """An empty table of ``memory`` bytes, or of the largest power of 2 below."""
    return np.zeros((1 << memory.bit_length() - 1) // 8, np.uint64)


def table_shift(entries: Entries) -> int:
    """By how much to shift a spread position for the number of its bucket."""
    return 65 - (len(entries) // BUCKET).bit_length()


@inlined
def place(shift: int, position: Any) -> Any:
    """The index of the first word of the bucket for a position."""
    spread = np.uint64(0)
    for word in words(position):
        spread = (spread ^ word) * _SPREAD
        spread ^= spread >> _HALF
    # The lowest bits of a product are spread least.
    return np.int64(spread * _SPREAD >> np.uint64(shift)) * BUCKET


@inlined
def look_up(entries: Entries, index: int, position: Any) -> tuple[Value, Value]:
    """What is known of a position: bounds of its score, beyond all scores if nothing is.

    Args:
        index: from ``place``.
    """
    size = len(words(position)) + 1
    for entry in range(index, index + BUCKET, size):
        if holds(entries, entry, position):
            known = entries[entry]
            return (
                np.int64(known & _BOUNDS) - _OFFSET,
                np.int64(known >> _BOUND & _BOUNDS) - _OFFSET,
            )
    return -UNKNOWN, UNKNOWN


@inlined
def store(entries: Entries, index: int, position: Any, lower: int, upper: int, nodes: int) -> None:
    """Remember bounds.

    Args:
        index: from ``place``.
        nodes: how many it took to find the bounds.
    """
    size = len(words(position)) + 1
    work = 0
    while nodes >> work > 1:
        work += 1
    least, chosen = np.uint64(64), index
    for entry in range(index, index + BUCKET, size):
        if entries[entry] == 0 or holds(entries, entry, position):
            chosen = entry
            break
        if entries[entry] >> _WORK < least:
            least, chosen = entries[entry] >> _WORK, entry
    else:
        neighbour = index + (chosen - index + size) % BUCKET
        if entries[neighbour] >> _WORK:
            entries[neighbour] -= np.uint64(1) << _WORK
    entries[chosen] = (
        np.uint64(lower + _OFFSET) | np.uint64(upper + _OFFSET) << _BOUND | np.uint64(work) << _WORK
    )
    for n, word in enumerate(words(position)):
        entries[chosen + 1 + n] = word


@inlined
def holds(entries: Entries, entry: int, position: Any) -> bool:
    """Whether an entry, given by the index of its first word, is that of a position."""
    same = True
    for n, word in enumerate(words(position)):
        same &= entries[entry + 1 + n] == word
    return same
