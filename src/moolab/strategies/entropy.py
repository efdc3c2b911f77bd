"""Neuwirth's strategy: the guess whose reply carries most information."""

from collections import Counter
from collections.abc import Iterable, Iterator
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
from moolab.words import counted

MOST_WORK = 2 * 10**13
"""The most that is ever done for one guess, about a minute: the product of guesses, candidates,
and columns of the count table."""

_WORK_PER_GUESS = 5000
"""What a guess costs beside its candidates, as if there were so many more of them."""

_CHUNK = 1 << 15
_PREPARED = 1 << 20


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

    def check_playable(self) -> None:
        """Refuse a game in which some move could be too much work.

        Raises:
            SpaceTooLarge: if it is such a game.
        """
        # No reply to a first guess leaves much more than half of so large a game.
        self._check_work(self.rules.size, self.rules.size // 2)

    def choose(self, candidates: Candidates) -> str:
        check_listable(self.rules)
        count = candidates.count
        assert count is not None, "listable games are counted"
        if count <= 2:
            return candidates[0]
        opening = not candidates.history
        self._check_work(len(openings(self.rules)) if opening else self.rules.size, count)
        best = _best(_guesses(self.rules, opening), candidates.packed())
        return CodeSpace(self.rules).unpack(best)[0]

    def _check_work(self, guesses: int, candidates: int) -> None:
        columns = len(counted_replies(self.rules.places))
        if guesses * (candidates + _WORK_PER_GUESS) * columns > MOST_WORK:
            raise SpaceTooLarge(
                f"'entropy' would have to compare {counted(guesses, 'guess')} with "
                f"{counted(candidates, 'candidate')} of {self.rules}, which takes too long; "
                "the strategy 'consistent' can play it"
            )


def _guesses(rules: Rules, opening: bool) -> Iterator[tuple[Probes, Codes]]:
    """All guesses worth considering, in numeric order; large games in several blocks."""
    if opening or rules.size <= _PREPARED:
        yield _prepared(rules, opening)
        return
    for block in CodeSpace(rules).blocks():
        yield Probes.of(rules, block), block


@lru_cache(maxsize=4)
def _prepared(rules: Rules, opening: bool) -> tuple[Probes, Codes]:
    space = CodeSpace(rules)
    guesses = space.pack(openings(rules)) if opening else space.codes
    return Probes.of(rules, guesses), guesses


def _best(guesses: Iterable[tuple[Probes, Codes]], codes: Codes) -> Codes:
    """The best guess for these candidates, shape (places, 1)."""
    places, size = codes.shape
    cost = _rounded_costs(size)
    # Each term is off by less than 4, so sums further apart than this differ in truth.
    slack = 8 * len(counted_replies(places))
    least = np.iinfo(np.int64).max
    shortlist: list[tuple[Codes, NDArray[np.int64], Counts]] = []
    for probes, block in guesses:
        planes = probes.planes(codes)
        for first in range(0, block.shape[1], _CHUNK):
            counts = probes.count_planes(planes, size, first, first + _CHUNK)
            costs = cost[counts].sum(axis=1)
            least = min(least, int(costs.min()))
            near = np.flatnonzero(costs <= least + slack)
            shortlist.append((block[:, near + first], costs[near], counts[near]))
    blocks, all_costs, all_counts = zip(*shortlist, strict=True)
    near = np.flatnonzero(np.concatenate(all_costs) <= least + slack)
    return _first_of_best(np.hstack(blocks)[:, near], np.concatenate(all_counts)[near])


def _first_of_best(guesses: Codes, counts: Counts) -> Codes:
    shapes, which = np.unique(np.sort(counts, axis=1), axis=0, return_inverse=True)
    parts = [shape[shape > 0].tolist() for shape in shapes]
    best = min(parts, key=cmp_to_key(_compare))
    equal = np.array([_compare(shape, best) == 0 for shape in parts])[which.ravel()]
    may_win = equal & (counts[:, -1] > 0)
    first = int(np.flatnonzero(may_win if may_win.any() else equal)[0])
    return guesses[:, [first]]


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
