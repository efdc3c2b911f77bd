"""Neuwirth's strategy: the guess whose reply carries most information."""

from collections import Counter
from functools import cmp_to_key, lru_cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from moolab.codes.kernels import Counts, Probes, counted_replies
from moolab.codes.numbering import check_listable, openings
from moolab.codes.rules import Rules
from moolab.codes.space import Codes, CodeSpace
from moolab.deduction.candidates import Candidates
from moolab.errors import SpaceTooLarge
from moolab.strategies.base import Strategy

MOST_PAIRS = 10**12
"""The most pairs of guess and candidate ever compared for one guess: about a minute's work."""

_CHUNK = 1 << 15


class Entropy(Strategy):
    """The guess with the largest Shannon information; in ties candidates first, then numeric order.

    All codes are considered, candidates or not. Splitting n candidates into parts of sizes c gives
    log n - sum(c log c) / n, so the best guess has the least product of c**c, and that is compared
    exactly: rounded logarithms only shortlist.

    Source: E. Neuwirth, Some strategies for Mastermind, Zeitschrift fuer Operations Research 26
    (1982).

    >>> from moolab.deduction.candidates import candidates
    >>> from moolab.deduction.history import parse_history
    >>> rules = Rules.parse("ab4x10")
    >>> Entropy(rules).guess(candidates(rules, parse_history(rules, "0123=02")))
    '1435'
    """

    def choose(self, candidates: Candidates) -> str:
        check_listable(self.rules)
        count = candidates.count
        assert count is not None, "listable games are counted"
        if count <= 2:
            return candidates[0]
        opening = not candidates.history
        guesses = len(openings(self.rules)) if opening else self.rules.size
        if guesses * count > MOST_PAIRS:
            raise SpaceTooLarge(
                f"'entropy' would have to compare {guesses:,} guesses with {count:,} candidates "
                f"of {self.rules}, more than {MOST_PAIRS:,} pairs; the strategy 'consistent' can "
                "play it"
            )
        probes, codes = _probes(self.rules, opening)
        best = _best(probes, candidates.packed())
        return CodeSpace(self.rules).unpack(codes[:, [best]])[0]


@lru_cache(maxsize=4)
def _probes(rules: Rules, opening: bool) -> tuple[Probes, Codes]:
    space = CodeSpace(rules)
    guesses = space.pack(openings(rules)) if opening else space.codes
    return Probes.of(rules, guesses), guesses


def _best(probes: Probes, codes: Codes) -> int:
    size = codes.shape[1]
    planes = probes.planes(codes)
    cost = _rounded_costs(size)
    guesses = probes.bull_planes.shape[1]
    replies = len(counted_replies(codes.shape[0]))
    # Each term is off by less than 4, so sums further apart than this differ in truth.
    slack = 8 * replies
    least = np.iinfo(np.int64).max
    shortlist: list[tuple[NDArray[np.int64], NDArray[np.int64], Counts]] = []
    for first in range(0, guesses, _CHUNK):
        counts = probes.count_planes(planes, size, first, first + _CHUNK)
        costs = cost[counts].sum(axis=1)
        least = min(least, int(costs.min()))
        near = np.flatnonzero(costs <= least + slack)
        shortlist.append((near + first, costs[near], counts[near]))
    indices, costs, counts = (np.concatenate(parts) for parts in zip(*shortlist, strict=True))
    near = np.flatnonzero(costs <= least + slack)
    indices, counts = indices[near], counts[near]

    shapes, which = np.unique(np.sort(counts, axis=1), axis=0, return_inverse=True)
    parts = [shape[shape > 0].tolist() for shape in shapes]
    best = min(parts, key=cmp_to_key(_compare))
    equal = np.array([_compare(shape, best) == 0 for shape in parts])[which.ravel()]
    indices, counts = indices[equal], counts[equal]
    may_win = counts[:, -1] > 0
    return int(indices[may_win][0] if may_win.any() else indices[0])


def _rounded_costs(size: int) -> NDArray[np.int64]:
    """The costs c log c for c = 0 ... size, scaled to integers that doubles hold exactly."""
    counts = np.arange(size + 1, dtype=np.float64)
    costs = counts * np.log2(np.maximum(counts, 1))
    scale = 2.0 ** np.floor(52 - np.log2(costs[-1]))
    rounded: NDArray[np.int64] = np.rint(costs * scale).astype(np.int64)
    return rounded


def _compare(some: list[int], others: list[int]) -> int:
    """The sign of the difference of the products of c**c."""
    left, right = Counter(some), Counter(others)
    product, other = (
        prod(c ** (c * times) for c, times in rest.items()) for rest in (left - right, right - left)
    )
    return int(product > other) - int(product < other)
