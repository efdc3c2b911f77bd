"""The replies to many guesses, with NumPy alone: no kernel has to be compiled, or loaded, for it.

A reply is a sum over the places of the guess, and guesses share most of what they are made of. So
there is a row of bytes, one for each code, for every symbol at a place; these are added to rows for
every pair of neighbours, and so on up to halves of a guess: a reply is one sum of two bytes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.codes.patterns import patterns
from moolab.codes.replies import Reply, counted_replies
from moolab.codes.rules import Rules
from moolab.codes.space import Codes, CodeSpace

Bytes = NDArray[np.uint8]
Counts = NDArray[np.int64]
Numbers = NDArray[np.int64]

_ROWS, _PAIRS = 1 << 19, 1 << 17
"""Bytes of rows, and pairs of guess and code, at a time: a processor's second cache has room for
them."""

_CODES = 1 << 12
"""The fewest codes at a time, where there are so many rows that they need not fit."""

_SPARSE = 64
"""Numbers up to so many times their count are looked up in a table, not sorted."""

_BYTE = 256
"""Replies that a byte can number; more of them take two."""


class _Half(NamedTuple):
    """Rows for some places of guesses; without any place a row of zeros.

    For one place, ``patterns`` has the pattern of each row; for several, ``parts`` has two halves,
    and for each row which of their rows it is the sum of.
    """

    place: int = 0
    patterns: Numbers | None = None
    parts: "tuple[tuple[_Half, Numbers], ...]" = ()

    @property
    def size(self) -> int:
        """How many rows there are."""
        if self.patterns is not None:
            return len(self.patterns)
        return len(self.parts[0][1]) if self.parts else 1


def number_type(rules: Rules) -> np.dtype[np.unsignedinteger[Any]]:
    """The type of the numbers of replies: a byte, or two where there are more.

    >>> number_type(Rules.parse("ab4x10"))
    dtype('uint8')
    """
    return np.dtype(np.uint8 if len(rules.replies) <= _BYTE else np.uint16)


@dataclass(frozen=True, eq=False)
class Scorer:
    """Many guesses, prepared for being scored again and again.

    Args:
        guesses: shape (places, guesses).

    >>> space = CodeSpace(Rules.parse("ab2x3"))
    >>> scorer = Scorer.of(space.rules, space.codes[:, :2])
    >>> scorer.table(space.codes)
    array([[32, 16,  2,  1,  1, 16],
           [16, 32,  1, 16,  2,  1]], dtype=uint8)
    """

    rules: Rules
    guesses: Codes
    masks: Codes
    thresholds: Bytes
    halves: tuple[tuple[_Half, Numbers], ...]

    @classmethod
    def of(cls, rules: Rules, guesses: Codes) -> "Scorer":
        """Prepare guesses of shape (places, guesses)."""
        known = patterns(rules)
        used, which = distinct(known.numbers(guesses))
        middle = rules.places // 2
        halves = _half(which, 0, middle), _half(which, middle)
        return cls(rules, guesses, *known.match_masks(used), halves)

    @property
    def size(self) -> int:
        """How many guesses there are."""
        return int(self.guesses.shape[1])

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

    def count(self, codes: Codes, first: int = 0, last: int | None = None) -> Counts:
        """How many of the codes give each reply to each guess.

        Args:
            codes: shape (places, codes).
            first, last: count for the guesses in this range only.

        Returns:
            Shape (guesses, replies); the columns are those of ``counted_replies(places)``.
        """
        places = self.rules.places
        # With so much for a bull, no two replies have the same sum.
        sums_of = [reply.bulls * places + sum(reply) for reply in counted_replies(places)]
        bins = sums_of[-1] + 1
        some = self._range(first, last)
        counts = np.zeros((some.size, len(sums_of)), np.int64)
        for rows, _, sums in some._sums(codes, places):
            offsets = np.arange(len(sums), dtype=np.uint32)[:, None] * np.uint32(bins)
            found = np.bincount((sums + offsets).ravel(), minlength=len(sums) * bins)
            counts[rows] += found.reshape(-1, bins)[:, sums_of]
        return counts

    def _range(self, first: int, last: int | None) -> "Scorer":
        halves = tuple((half, which[first:last]) for half, which in self.halves)
        return replace(self, guesses=self.guesses[:, first:last], halves=halves)

    def _sums(self, codes: Codes, bull: int) -> Iterator[tuple[slice, slice, Bytes]]:
        """For blocks of guesses and codes, bulls and cows together, and so much for each bull."""
        rows = max(len(self.thresholds), sum(half.size for half, _ in self.halves))
        columns = max(_CODES, _ROWS // max(1, rows))
        for column in range(0, codes.shape[1], columns):
            some = codes[:, column : column + columns]
            hits = np.zeros((len(self.thresholds), some.shape[1]), np.uint8)
            for place, symbols in zip(some, self.masks, strict=True):
                hits += place == symbols[:, None]
            hits = (hits >= self.thresholds[:, None]).view(np.uint8)
            (left, lefts), (right, rights) = (
                (self._rows(half, some, hits, bull), which) for half, which in self.halves
            )
            block = max(1, _PAIRS // some.shape[1])
            for row in range(0, self.size, block):
                sums = left.take(lefts[row : row + block], axis=0)
                sums += right.take(rights[row : row + block], axis=0)
                yield slice(row, row + block), slice(column, column + columns), sums

    def _rows(self, half: _Half, codes: Codes, hits: Bytes, bull: int) -> Bytes:
        if half.patterns is not None:
            symbols = self.masks[half.place, half.patterns, None]
            bulls = (codes[half.place] == symbols).view(np.uint8)
            row: Bytes = hits[half.patterns] + np.uint8(bull) * bulls
            return row
        rows: Bytes = np.zeros((1, codes.shape[1]), np.uint8)
        for part, which in half.parts:
            rows = rows + self._rows(part, codes, hits, bull).take(which, axis=0)
        return rows


def score(rules: Rules, guess: str, codes: Codes) -> Bytes:
    """The packed reply to one guess from each of many codes, shape (codes,).

    >>> rules = Rules.parse("mm4x10")
    >>> [hex(reply) for reply in score(rules, "1234", CodeSpace(rules).pack(["4324", "1234"]))]
    ['0x12', '0x40']
    """
    replies: Bytes = Scorer.of(rules, CodeSpace(rules).pack([guess])).table(codes)[0]
    return replies


def score_pairs(rules: Rules, guesses: Codes, codes: Codes) -> Bytes:
    """The packed reply to each guess from the code at its place, shape (pairs,).

    Args:
        guesses, codes: shape (places, pairs).

    >>> rules = Rules.parse("mm4x10")
    >>> codes = CodeSpace(rules).pack(["1234", "1123"])
    >>> [hex(reply) for reply in score_pairs(rules, codes, codes[:, ::-1])]
    ['0x12', '0x12']
    """
    known = patterns(rules)
    replies = np.zeros(codes.shape[1], np.uint8)
    for symbols, own, numbers in zip(guesses, codes, known.numbers(guesses), strict=True):
        masks, thresholds = known.match_masks(numbers)
        hits = (codes == masks).sum(axis=0, dtype=np.uint8) >= thresholds
        # Bulls and cows are one more each for every bull.
        replies += hits.view(np.uint8) + np.uint8(15) * (symbols == own).view(np.uint8)
    return replies


def select(codes: Codes, chosen: NDArray[np.bool_]) -> Codes:
    """The codes that are chosen, in the order they came, shape (places, chosen)."""
    # Several times as quick as an index of truth values.
    return codes.take(np.flatnonzero(chosen), axis=1)


def partition(rules: Rules, guess: str, codes: Codes) -> dict[Reply, Numbers]:
    """Split codes by their reply to a guess.

    Returns:
        For each reply that occurs, in numeric order, the columns of ``codes`` that give it.

    >>> rules = Rules.parse("ab2x3")
    >>> {str(r): c.tolist() for r, c in partition(rules, "01", CodeSpace(rules).codes).items()}
    {'01': [3, 4], '02': [2], '10': [1, 5], '20': [0]}
    """
    replies = score(rules, guess, codes)
    order = np.argsort(replies, kind="stable")
    ends = np.cumsum(np.bincount(replies)).tolist()
    parts = ((byte, order[begin:end]) for byte, (begin, end) in enumerate(pairwise([0, *ends])))
    return {Reply(byte >> 4, byte & 15): part for byte, part in parts if len(part)}


def _half(which: Numbers, first: int, last: int | None = None) -> tuple[_Half, Numbers]:
    """Rows for a range of places, and which of them belongs to each guess.

    ``which`` is the pattern of each place of each guess, shape (places, guesses).
    """
    last = len(which) if last is None else last
    if first == last:
        return _Half(), np.zeros(which.shape[1], np.int64)
    if first + 1 == last:
        used, rows = distinct(which[first])
        return _Half(first, used), rows
    middle = (first + last) // 2
    (left, lefts), (right, rights) = _half(which, first, middle), _half(which, middle, last)
    most = rights.max(initial=0) + 1
    used, rows = distinct(lefts * most + rights)
    return _Half(parts=((left, used // most), (right, used % most))), rows


def distinct(numbers: Numbers) -> tuple[Numbers, Numbers]:
    """The numbers that occur, ascending, and for each number its index among these."""
    room = int(numbers.max(initial=0)) + 1
    if room > _SPARSE * numbers.size:
        used, which = np.unique(numbers, return_inverse=True)
        return used, which.reshape(numbers.shape)
    # Several times as quick as sorting them.
    occurring = np.zeros(room, np.bool_)
    occurring[numbers] = True
    return np.flatnonzero(occurring), (np.cumsum(occurring) - 1)[numbers]
