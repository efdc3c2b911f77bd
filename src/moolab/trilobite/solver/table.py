"""The transposition table: what was found of positions met before.

An entry is a payload, a word that each search fills as it likes, and the position itself, one to
three words, so that no position is ever taken for another. A bucket of entries fills a cache line.
Where it is full, the entry of least worth is replaced. The use of the tables is explained in
docs/explanation/trilobite-solver.md.

Threads share a table without locks. Each word is written at once, but one thread may write between
two words of another. So what the payload says, all but its worth, is mixed into the words of the
position (Hyatt and Mann, A lock-less transposition table implementation for parallel search, 2002):
an entry that two threads have written together fits no position of one word, and of several words
hardly one that belongs into the same bucket.
"""

from typing import TYPE_CHECKING, Any

from moolab.errors import InvalidCommand
from moolab.trilobite.solver.cells import Cells, check, keep, load, part, scatter, words_in

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Entries = Any
"""The words of a table: an array where it is compiled, a ``SparseEntries`` in Python."""

BUCKET = 8
"""Words of a cache line."""

WORTH = 32
"""The bits of a payload from this one on say what an entry is worth: less than 2**31. They begin
above what either search writes, 27 bits at most."""

LEAST_MEMORY = 1 << 10
"""Bytes of the smallest table, 16 buckets. Of a single one ``table_shift`` would be 64, by which no
processor shifts a word of 64 bits."""

_MOST = 1 << 31
"""More than any entry is worth."""


class SparseEntries(dict[int, int]):
    """A table in plain Python: a word that was never written is 0, and takes no room."""

    def __missing__(self, _index: int) -> int:
        return 0


def new_table(memory: int) -> "NDArray[np.int64]":
    """An empty table of ``memory`` bytes, or of the largest power of 2 below.

    Raises:
        InvalidCommand: if there is not so much.
    """
    import numpy as np  # the plain path does without

    try:
        return np.zeros((1 << memory.bit_length() - 1) // 8, np.int64)
    # So NumPy says that no machine could have it.
    except (MemoryError, OverflowError, ValueError) as error:
        raise InvalidCommand(
            f"memory of {memory:,} bytes is more than there is: try less"
        ) from error


def table_shift(memory: int) -> int:
    """The shift that ``scatter`` needs to number the buckets of a table of ``memory`` bytes."""
    return 65 - (memory // 8 // BUCKET).bit_length()


@part
def bucket_of(position: Cells, words: int, shift: int) -> int:
    """The index of the first word of the bucket for a position of ``words`` words."""
    return scatter(position, words, shift) * BUCKET


@part
def _entry_size(words: int) -> int:
    """The words of an entry: a power of 2, so that entries fill a bucket."""
    return 2 if words == 1 else 4


@part
def probe(entries: Entries, bucket: int, position: Cells, words: int) -> int:
    """The payload of a position, or 0 if it has no entry."""
    size = _entry_size(words_in(position, words))
    for entry in range(bucket, bucket + BUCKET, size):
        payload = entries[entry]  # read once: another thread may change it
        if load(entries, entry + 1, position) ^ check(position, payload) == position:
            # No position is empty: it says how high columns are.
            return payload  # type: ignore[no-any-return] # an int
    return 0


@part
def store(
    entries: Entries, bucket: int, position: Cells, words: int, payload: int, age: bool
) -> None:
    """Keep a payload, which is not 0, for a position.

    Args:
        age: whether, if something else gives way to it, a neighbour loses 1 of its worth, so that
            nothing stays for ever.
    """
    size = _entry_size(words_in(position, words))
    least, chosen = _MOST, bucket
    for entry in range(bucket, bucket + BUCKET, size):
        there = entries[entry]
        if there == 0 or load(entries, entry + 1, position) ^ check(position, there) == position:
            chosen = entry
            break
        if there >> WORTH < least:
            least, chosen = there >> WORTH, entry
    else:
        neighbour = bucket + (chosen - bucket + size) % BUCKET
        if age and entries[neighbour] >> WORTH:
            entries[neighbour] -= 1 << WORTH
    entries[chosen] = payload
    keep(entries, chosen + 1, position ^ check(position, payload))
