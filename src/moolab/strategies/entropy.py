"""Neuwirth's strategy: the guess whose reply carries most information."""

import numpy as np

from moolab.codes.scorer import Counts
from moolab.strategies.heuristic import Costs, of_each
from moolab.strategies.information import open_information
from moolab.strategies.partition import PartitionStrategy


class Entropy(PartitionStrategy):
    """The guess that leaves least information open: the least sum of c log2 c over its parts c.

    A guess that may be the secret is credited with two bits.

    Source: E. Neuwirth, Some strategies for Mastermind, Zeitschrift fuer Operations Research 26
    (1982).

    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.candidates import candidates
    >>> from moolab.deduction.history import parse_history
    >>> rules = Rules.parse("ab4x10")
    >>> Entropy(rules).guess(candidates(rules, parse_history(rules, "0123=02")))
    '1435'
    """

    @property
    def win(self) -> tuple[int, int]:
        return self.credit, 0

    def costs(self, sizes: Counts) -> Costs:
        return Costs(open_information(self.rules, sizes), np.zeros_like(sizes))

    def weighed_costs(self, counts: Counts, weights: Counts) -> Costs:  # noqa: ARG002 - sizes are in them
        return of_each(self.costs, weights)
