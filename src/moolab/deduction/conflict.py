"""A smallest set of turns that excludes every code: a hitting set, by branch and bound."""

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

_MOST_STEPS = 1 << 22
"""Steps, a code each, after which a set that is perhaps not smallest is accepted."""


class Excluded(NamedTuple):
    """Why a code cannot be the secret; sets of turns, as bits."""

    violated: int
    """The turns that would have a wrong reply."""
    ruled_out: int
    """Those of them that exclude the code by themselves."""
    needed: int
    """How many of the others it takes to exclude it."""

    def by(self, turns: int) -> bool:
        """Whether these turns are enough to exclude it."""
        return bool(turns & self.ruled_out) or self.by_number(turns)

    def by_number(self, turns: int) -> bool:
        """Whether too many of these turns would have a wrong reply."""
        return (turns & self.violated).bit_count() >= self.needed

    def without(self, turn: int) -> "Excluded | None":
        """What is still needed after this turn; None if nothing is."""
        if not self.violated & turn:
            return self
        if self.ruled_out & turn or self.needed == 1:
            return None
        return Excluded(self.violated & ~turn, self.ruled_out, self.needed - 1)


def conflict(excluded: frozenset[Excluded], turns: int) -> int:
    """Turns, as bits, that exclude all these codes; without any one of them some code is left.

    There is no smaller set, unless it would take too long to find out.

    Args:
        turns: all turns, which exclude all codes.

    >>> codes = [(0b0011, 0, 2), (0b0101, 0, 2), (0b1110, 0, 2), (0b1001, 0b1000, 2)]
    >>> bin(conflict(frozenset(Excluded(*code) for code in codes), 0b1111))
    '0b1111'
    """
    search = _Search(_MOST_STEPS)
    try:
        return next(found for size in count(1) if (found := search.find_cover(excluded, size)))
    except _OutOfPatience:
        return _irreducible(excluded, turns)


class _OutOfPatience(Exception):
    """No smallest set was found within the budget."""


class _Search:
    def __init__(self, steps_left: int) -> None:
        self.steps_left = steps_left

    def find_cover(self, excluded: frozenset[Excluded], size: int, tried: int = 0) -> int | None:
        """At most ``size`` turns that exclude all codes; None if there are no such turns.

        Args:
            tried: turns that were tried here and failed.
        """
        if not excluded:
            return 0
        self.steps_left -= len(excluded)
        if self.steps_left < 0:
            raise _OutOfPatience
        if any(size < (1 if code.ruled_out else code.needed) for code in excluded):
            return None
        narrowest = min(excluded, key=lambda c: (c.violated.bit_count(), c.violated))
        for turn in _bits(narrowest.violated & ~tried):
            left = frozenset(c for code in excluded if (c := code.without(turn)) is not None)
            rest = self.find_cover(left, size - 1, tried)
            if rest is not None:
                return rest | turn
            tried |= turn
        return None


def _irreducible(excluded: frozenset[Excluded], turns: int) -> int:
    for turn in _bits(turns):
        if all(code.by(turns & ~turn) for code in excluded):
            turns &= ~turn
    return turns


def _bits(number: int) -> Iterator[int]:
    return (1 << n for n in range(number.bit_length()) if number >> n & 1)
