"""Lower bounds of what guesses leave, by the sizes and weights of parts alone."""

import numpy as np
from numpy.typing import NDArray

from moolab.codes.listed import ListedRules
from moolab.codes.listed_table import Table
from moolab.codes.numbering import index_of, pack
from moolab.codes.rules import Rules
from moolab.deduction.history import History
from moolab.search.bounds import lower_bounds
from moolab.search.facts import Weights, every_price, every_weight, is_weighed
from moolab.search.tables import score_all
from moolab.search.task import candidates_after


class PartBounds:
    """What is known of the parts of guesses before anything is searched.

    Args:
        costs: of one more guess, by the number of guesses before.
        weights: what codes weigh.
        history: the turns before (default: none).
    """

    def __init__(
        self, rules: Rules, costs: tuple[int, ...], weights: Weights = (), history: History = ()
    ) -> None:
        self._rules = rules
        self._codes = candidates_after(rules, history)
        self._weighed = is_weighed(rules, weights)
        self._names = rules.identifies
        self._ask = costs[len(history)]
        self._least = lower_bounds(rules, costs, len(history) + 1, len(self._codes))
        if self._weighed:
            self._weights = every_weight(rules, weights)[self._codes]
            self._heaviest_first = np.argsort(-self._weights, kind="stable")
            self._prices = every_price(rules)
            first = rules.size if self._names else 0
            self._cheapest = int(self._prices[first:].min(initial=self._prices.max()))

    def asked(self, guess: str) -> int:
        """What it costs to ask a guess of all candidates."""
        if self._weighed:
            price = int(self._prices[index_of(self._rules, guess)])
            return self._ask * price * int(self._weights.sum())
        return self._ask * len(self._codes)

    def split(self, guess: str) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """The sizes and weights of the parts that a guess leaves, and lower bounds of their values.

        Returns:
            All by the byte of the reply, 0 for the winning one, which leaves nothing.
        """
        rules = self._rules
        replies, win = score_all(rules, guess)[self._codes], pack(rules, rules.win)
        sizes = np.bincount(replies, minlength=win + 1)
        sizes[win] = 0
        if not self._weighed:
            return sizes, sizes, self._least[sizes]
        weights, lows = np.zeros(len(sizes), np.int64), np.zeros(len(sizes), np.int64)
        np.add.at(weights, replies, self._weights)
        weights[win] = 0
        if not self._names:
            np.add.at(lows, replies[self._heaviest_first], self._costs_in_parts(replies))
            lows[win] = 0
        elif isinstance(rules, ListedRules) and rules.weights:
            # Whoever is not alone is asked again.
            np.add.at(lows, replies, self._cheapest * self._weights)
            lows[sizes < 2] = 0
        else:
            lows = self._cheapest * self._least[sizes]
        return sizes, weights, lows

    def _costs_in_parts(self, replies: Table) -> NDArray[np.int64]:
        """What each secret costs at least, the heaviest first, as it is found first in its part."""
        replies = replies[self._heaviest_first]
        order = np.argsort(replies, kind="stable")
        first = np.searchsorted(replies[order], replies[order])
        before = np.empty(len(order), np.int64)
        before[order] = np.arange(len(order)) - first
        guesses = self._cheapest * (self._least[before + 1] - self._least[before])
        own = self._prices[self._codes[self._heaviest_first]] - self._cheapest
        found: NDArray[np.int64] = self._weights[self._heaviest_first] * (guesses + own)
        return found
