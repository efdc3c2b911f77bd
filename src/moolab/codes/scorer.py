"""The replies to many guesses, with NumPy alone: no kernel has to be compiled, or loaded, for it.

A reply is a sum over the places of the guess, and guesses share most of what they are made of. So
there is a row of bytes, one for each code, for every symbol at a place; these are added to rows for
every pair of neighbours, and so on up to halves of a guess: a reply is one sum of two bytes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.codes.patterns import patterns
from moolab.codes.replies import counted_replies
from moolab.codes.rules import Rules
from moolab.codes.space import Codes

Bytes = NDArray[np.uint8]
Counts = NDArray[np.int64]
Numbers = NDArray[np.int64]

_CODES = 1 << 12
_PAIRS = 1 << 17
"""Codes, and pairs of guess and code, at a time: what a processor's second cache has room for."""


class _Half(NamedTuple):
    """Rows for some places of guesses; without any place a row of zeros.

    Args:
        patterns: for one place, the pattern of each row.
        parts: for several, two halves, and for each row which of their rows it is the sum of.
    """

    place: int = 0
    patterns: Numbers | None = None
    parts: "tuple[tuple[_Half, Numbers], ...]" = ()


@dataclass(frozen=True)
class Scorer:
    """Many guesses, prepared for being scored again and again.

    >>> from moolab.codes.space import CodeSpace
    >>> space = CodeSpace(Rules.parse("ab2x3"))
    >>> scorer = Scorer.of(space.rules, space.codes[:, :2])
    >>> scorer.table(space.codes)
    array([[32, 16,  2,  1,  1, 16],
           [16, 32,  1, 16,  2,  1]], dtype=uint8)
    >>> scorer.count(space.codes)
    array([[0, 2, 1, 2, 0, 1],
           [0, 2, 1, 2, 0, 1]])
    """

    rules: Rules
    sought: Codes
    needed: Bytes
    halves: tuple[tuple[_Half, Numbers], ...]

    @classmethod
    def of(cls, rules: Rules, guesses: Codes) -> "Scorer":
        """Prepare guesses of shape (places, guesses)."""
        known = patterns(rules)
        numbers = known.numbers(guesses)
        used, which = np.unique(numbers, return_inverse=True)
        which = which.reshape(numbers.shape)
        middle = rules.places // 2
        return cls(rules, *known.sought(used), (_half(which, 0, middle), _half(which, middle)))

    @property
    def size(self) -> int:
        """How many guesses there are."""
        return len(self.halves[0][1])

    def table(self, codes: Codes) -> Bytes:
        """The packed replies to all guesses from each of some codes.

        Args:
            codes: shape (places, codes).

        Returns:
            16 * bulls + cows, shape (guesses, codes).
        """
        table = np.empty((self.size, codes.shape[1]), np.uint8)
        # Bulls and cows are one more each for every bull.
        for rows, columns, sums in self._sums(codes, 15):
            table[rows, columns] = sums
        return table

    def count(self, codes: Codes) -> Counts:
        """How many of the codes give each reply to each guess.

        Args:
            codes: shape (places, codes).

        Returns:
            Shape (guesses, replies); the columns stand for ``counted_replies(places)``.
        """
        places = self.rules.places
        # With so much for a bull, no two replies have the same sum.
        sums_of = [reply.bulls * places + sum(reply) for reply in counted_replies(places)]
        bins = sums_of[-1] + 1
        counts = np.zeros((self.size, len(sums_of)), np.int64)
        for rows, _, sums in self._sums(codes, places):
            offsets = np.arange(len(sums), dtype=np.uint32)[:, None] * np.uint32(bins)
            found = np.bincount((sums + offsets).ravel(), minlength=len(sums) * bins)
            counts[rows] += found.reshape(-1, bins)[:, sums_of]
        return counts

    def _sums(self, codes: Codes, bull: int) -> Iterator[tuple[slice, slice, Bytes]]:
        """For blocks of guesses and codes, bulls and cows together, and so much for each bull."""
        for column in range(0, codes.shape[1], _CODES):
            some = codes[:, column : column + _CODES]
            hits = np.zeros((len(self.needed), some.shape[1]), np.uint8)
            for place, symbols in zip(some, self.sought, strict=True):
                hits += place == symbols[:, None]
            hits = (hits >= self.needed[:, None]).view(np.uint8)
            (left, lefts), (right, rights) = (
                (self._rows(half, some, hits, bull), which) for half, which in self.halves
            )
            block = max(1, _PAIRS // some.shape[1])
            for row in range(0, self.size, block):
                sums = left.take(lefts[row : row + block], axis=0)
                sums += right.take(rights[row : row + block], axis=0)
                yield slice(row, row + block), slice(column, column + _CODES), sums

    def _rows(self, half: _Half, codes: Codes, hits: Bytes, bull: int) -> Bytes:
        if half.patterns is not None:
            symbols = self.sought[half.place, half.patterns, None]
            bulls = (codes[half.place] == symbols).view(np.uint8)
            row: Bytes = hits[half.patterns] + np.uint8(bull) * bulls
            return row
        rows: Bytes = np.zeros((1, codes.shape[1]), np.uint8)
        for part, which in half.parts:
            rows = rows + self._rows(part, codes, hits, bull).take(which, axis=0)
        return rows


def _half(which: Numbers, first: int, last: int | None = None) -> tuple[_Half, Numbers]:
    """Rows for a range of places, and which of them belongs to each guess.

    Args:
        which: the pattern of each place of each guess, shape (places, guesses).
    """
    last = len(which) if last is None else last
    if first == last:
        return _Half(), np.zeros(which.shape[1], np.int64)
    if first + 1 == last:
        used, rows = np.unique(which[first], return_inverse=True)
        return _Half(first, used), rows
    middle = (first + last) // 2
    (left, lefts), (right, rights) = _half(which, first, middle), _half(which, middle, last)
    most = rights.max(initial=0) + 1
    used, rows = np.unique(lefts * most + rights, return_inverse=True)
    return _Half(parts=((left, used // most), (right, used % most))), rows
