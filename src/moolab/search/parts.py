"""Lower bounds of what first guesses leave, by the sizes and weights of parts alone."""

import numpy as np
from numpy.typing import NDArray

from moolab.codes.listed import ListedRules
from moolab.codes.packing import pack
from moolab.codes.rules import Rules
from moolab.search.bounds import lower_bounds
from moolab.search.facts import is_weighed
from moolab.search.tables import score_all


class PartBounds:
    """What is known of the parts of first guesses before anything is searched.

    Args:
        costs: of one more guess, by the number of guesses before.
    """

    def __init__(self, rules: Rules, costs: tuple[int, ...]) -> None:
        self._rules = rules
        self._ask = costs[0]
        self._least = lower_bounds(rules, costs, 1, rules.size)
        if is_weighed(rules):
            assert isinstance(rules, ListedRules), "only lists have weights"
            self._weights = np.array(rules.every_weight)
            self._heaviest_first = np.argsort(-self._weights, kind="stable")
            self._asked = np.array(rules.every_cost)
            first = rules.size if rules.identifies else 0
            self._cheapest = int(self._asked[first:].min(initial=self._asked.max()))

    def asked(self, guess: str) -> int:
        """What it costs to ask a guess of all secrets."""
        if isinstance(self._rules, ListedRules) and is_weighed(self._rules):
            price = self._rules.every_cost[self._rules.numbers[guess]]
            return self._ask * price * int(self._weights.sum())
        return self._ask * self._rules.size

    def split(self, guess: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The sizes of the parts that a guess leaves, and lower bounds of their values.

        Returns:
            Both by the byte of the reply, 0 for the winning one, which leaves nothing.
        """
        rules = self._rules
        replies, win = score_all(rules, guess), pack(rules, rules.win)
        sizes = np.bincount(replies, minlength=win + 1)
        sizes[win] = 0
        if not (isinstance(rules, ListedRules) and is_weighed(rules)):
            return sizes, self._least[sizes]
        lows = np.zeros(len(sizes), np.int64)
        if not rules.identifies:
            np.add.at(lows, replies[self._heaviest_first], self._costs_in_parts(replies))
            lows[win] = 0
        elif rules.weights:
            # Whoever is not alone is asked again.
            np.add.at(lows, replies, self._cheapest * self._weights)
            lows[sizes < 2] = 0
        else:
            lows = self._cheapest * self._least[sizes]
        return sizes, lows

    def _costs_in_parts(self, replies: NDArray[np.uint8]) -> NDArray[np.int64]:
        """What each secret costs at least, the heaviest first, as it is found first in its part."""
        replies = replies[self._heaviest_first]
        order = np.argsort(replies, kind="stable")
        first = np.searchsorted(replies[order], replies[order])
        before = np.empty(len(order), np.int64)
        before[order] = np.arange(len(order)) - first
        guesses = self._cheapest * (self._least[before + 1] - self._least[before])
        own = self._asked[self._heaviest_first] - self._cheapest
        found: NDArray[np.int64] = self._weights[self._heaviest_first] * (guesses + own)
        return found
