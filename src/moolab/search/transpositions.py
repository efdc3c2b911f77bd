"""The transposition table of a search: what is known of sets of codes, by their Zobrist keys."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moolab.support.jit import Value
from moolab.support.room import inlined, inner
from moolab.support.structs import Struct

ENTRY = np.dtype([("key", "u8"), ("check", "u8"), ("known", "u8")], align=True)
"""An entry of the transposition table: 24 bytes. What is known of a set is a lower bound, doubled,
and one more where it is the value; 0 says that nothing is known. The two words of its Zobrist key
are kept as exclusive ors with that, so that threads share a table without locks: of an entry that
two have written at once, the words do not fit together (Hyatt and Mann, "A Lock-less Transposition
Table Implementation for Parallel Search", ICGA Journal 25, 2002)."""

_REACH = 128
"""Entries that are looked at for a slot. At most half of all are used, unless each slot has one."""

_FIRST = 1 << 14
"""Entries of a new table: 384 KiB."""

SIZE, FILLED, WHICH = 0, 1, 2
"""Places of ``Transpositions.state``."""


@dataclass(eq=False)
class Transpositions(Struct):
    """A table with a slot for each end of a key, that takes memory for slots that are used alone.

    Of the sets with the same slot, the one that comes last stays. Which these are does not depend
    on how many entries there are at the moment, and so the guesses that are tried do not, either.
    An entry is at the place that its slot has among fewer, or behind it (linear probing).

    Once half of the entries are used, they move to a table of twice as many. Where threads do that
    at once, some entries are lost, and none becomes wrong.

    Args:
        one, other: the present table and the next one by turns, records of type ``ENTRY``, shape
            (slots + ``_REACH``,). The system provides what is used of them.
        state: how many entries the present table has, a power of two, how many of them are used,
            and 1 where the present table is ``other``, or else 0; int64, shape (3,).
    """

    one: NDArray[Any]
    other: NDArray[Any]
    state: NDArray[np.int64]

    @classmethod
    def of(cls, slots: int) -> "Transpositions":
        """An empty table of so many slots, a power of two."""
        first = min(_FIRST, slots)
        one = np.zeros(slots + _REACH, ENTRY)
        # Not zeros_like, which writes them at once.
        other = np.zeros(len(one), ENTRY) if slots > first else one[:0]
        return cls(one, other, np.array([first, 0, 0]))


@inlined
def _present(table: Transpositions) -> NDArray[Any]:
    return table.other if table.state[WHICH] else table.one


@inner
def _find(
    entries: NDArray[Any], key: np.uint64, size: np.uint64, slots: np.uint64
) -> tuple[np.uint64, bool]:
    """The place of the slot of a key, or where it would be; and whether there is an entry."""
    home = key & (size - np.uint64(1))
    place = home
    for _ in range(_REACH):
        entry = entries[place]
        known = entry.known
        if known == 0:
            return place, False
        if ((entry.key ^ known ^ key) & (slots - np.uint64(1))) == 0:
            return place, True
        place += np.uint64(1)
    return home, True


@inner
def probe(table: Transpositions, key: tuple[np.uint64, np.uint64]) -> tuple[Value, bool]:
    """What the table knows of a set: a lower bound, 0 if nothing; and whether it is exact."""
    entries, slots = _present(table), np.uint64(len(table.one) - _REACH)
    place, _ = _find(entries, key[0], np.uint64(table.state[SIZE]), slots)
    entry = entries[place]
    known = entry.known
    if entry.key ^ known == key[0] and entry.check ^ known == key[1]:
        return np.int64(known >> np.uint64(1)), known & np.uint64(1) != 0
    return np.int64(0), False


@inner
def store(
    table: Transpositions, key: tuple[np.uint64, np.uint64], value: Value, exact: bool
) -> None:
    """Write what is known of a set over whatever has its slot."""
    known = np.uint64(value) << np.uint64(1) | np.uint64(exact)
    state, slots = table.state, np.uint64(len(table.one) - _REACH)
    if 2 * state[FILLED] > state[SIZE] and np.uint64(state[SIZE]) < slots:
        _grow(table, slots)
    entries = _present(table)
    place, is_there = _find(entries, key[0], np.uint64(state[SIZE]), slots)
    entry = entries[place]
    if known == 0:
        # Nothing: what had the slot is forgotten, and its entry stays for those behind it.
        if is_there:
            entry.check = entry.key
        return
    state[FILLED] += not is_there
    entry.key, entry.check = key[0] ^ known, key[1] ^ known
    entry.known = known


@inner
def _grow(table: Transpositions, slots: np.uint64) -> None:
    """Move all entries to a table of twice as many."""
    state, old = table.state, _present(table)
    new = table.one if state[WHICH] else table.other
    size, filled = 2 * state[SIZE], np.int64(0)
    if np.uint64(size) > slots:
        return  # another thread was faster
    for i in range(state[SIZE] + _REACH):
        source = old[i]
        known = source.known
        if known == 0:
            continue
        place, is_there = _find(new, source.key ^ known, np.uint64(size), slots)
        filled += not is_there
        target = new[place]
        target.key, target.check, target.known = source.key, source.check, known
        source.known = 0
    state[SIZE], state[FILLED], state[WHICH] = size, filled, 1 - state[WHICH]
