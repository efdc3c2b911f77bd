"""The best guess where some secrets are likelier than others, or guesses have different costs."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from moolab.codes.listed import ListedRules
from moolab.codes.listed_table import Table, count_parts, weigh_parts
from moolab.codes.scorer import Counts
from moolab.strategies.heuristic import Heuristic

_BLOCK = 1 << 21
"""Counts, or replies to be counted, at a time: some 32 MiB with their weights."""

_NEAR = 1e-9
"""Ratios that differ by less are compared as whole numbers."""


@dataclass(frozen=True)
class Weighed:
    """What candidates weigh, and guesses cost.

    Args:
        weights: of the candidates, shape (candidates,), not all of them 0.
        prices: of the guesses, shape (guesses,); None if they cost the same.
    """

    weights: Counts
    prices: Counts | None

    @classmethod
    def of(cls, rules: ListedRules, left: Iterable[str], rows: NDArray[np.int32]) -> "Weighed":
        """Those of some candidates, and of guesses by their indices."""
        prices = np.array(rules.costs, np.int64)[rows] if rules.costs else None
        return cls(np.array(rules.weights_of(left), np.int64), prices)

    def best_row(self, heuristic: Heuristic, table: Table, replies: int) -> int:
        """The row of a table of replies that is best.

        Without prices it is the row that costs least by the heuristic, each candidate counted as
        often as it weighs. With prices it is the one whose gain for its price is largest: what it
        takes off the costs that there would be without it. In ties what may be the secret goes
        first, then what costs least, then the first row. A row that tells nothing is never chosen.

        Args:
            table: the number of each reply, the winning one last, shape (guesses, candidates).
            replies: how many replies there are.
        """
        block = max(1, _BLOCK // max(replies, table.shape[1]))
        starts = range(0, len(table), block)
        found = [self._judge(heuristic, table[n : n + block], replies) for n in starts]
        first, second, won, largest = map(np.concatenate, zip(*found, strict=True))
        rows = np.flatnonzero(largest < table.shape[1])
        if self.prices is None:
            # To leave no two together is best of all; then it is best to win at once.
            apart = largest == 1
            first = np.where(apart, -won, first)
            order = np.lexsort((won[rows] == 0, second[rows], first[rows], ~apart[rows]))
        else:
            rows = rows[_most(self._before(heuristic) - first[rows], self.prices[rows])]
            # Where no guess gains anything, the least price is best.
            order = np.lexsort((self.prices[rows], won[rows] == 0, second[rows]))
        return int(rows[order[0]])

    def _before(self, heuristic: Heuristic) -> int:
        """What all candidates in one part cost."""
        counts, weights = np.array([[len(self.weights)], [int(self.weights.sum())]])[:, None]
        return int(heuristic.weighed_costs(counts, weights).first[0, 0])

    def _judge(
        self, heuristic: Heuristic, table: Table, replies: int
    ) -> tuple[Counts, Counts, Counts, Counts]:
        """For each row both costs, what the candidate weighs that it names, its largest part."""
        counts = count_parts(table, replies)
        weights = weigh_parts(table, replies, self.weights)
        costs = heuristic.weighed_costs(counts, weights)
        first = costs.first.max(axis=1) if heuristic.by_largest else costs.first.sum(axis=1)
        won = weights[:, -1]
        credit = won if heuristic.wins_weigh else counts[:, -1]
        second = costs.second.sum(axis=1) - credit * heuristic.win[1]
        return first - credit * heuristic.win[0], second, won, counts.max(axis=1)


def _most(gains: Counts, prices: Counts) -> NDArray[np.int64]:
    """Where the gain for the price is largest."""
    ratios = gains / prices
    near = np.flatnonzero(ratios >= ratios.max() - abs(ratios.max()) * _NEAR)
    exact = [Fraction(int(gains[n]), int(prices[n])) for n in near]
    best = max(exact)
    return near[[each == best for each in exact]]
