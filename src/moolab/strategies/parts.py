"""Kooi's strategy: the guess with most different replies."""

import numpy as np

from moolab.codes.scorer import Counts
from moolab.strategies.heuristic import Costs
from moolab.strategies.partition import PartitionStrategy

_FIRST_OF_ALL = 1 << 60
"""More than any sum of squares."""


class Parts(PartitionStrategy):
    """The guess with most parts; in ties what may be the secret, then the least expected size.

    Source: B. Kooi, Yet another Mastermind strategy, ICGA Journal 28 (2005).

    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.candidates import candidates
    >>> rules = Rules.parse("mm4x6")
    >>> Parts(rules).guess(candidates(rules))
    '0012'
    """

    wins_weigh = False

    @property
    def win(self) -> tuple[int, int]:
        return 0, _FIRST_OF_ALL

    def costs(self, sizes: Counts) -> Costs:
        return Costs(-(sizes > 0).astype(np.int64), sizes**2)

    def weighed_costs(self, counts: Counts, weights: Counts) -> Costs:
        return Costs(self.costs(counts).first, counts * weights)
