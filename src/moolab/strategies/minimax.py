"""Knuth's strategy: the guess whose worst reply leaves the fewest candidates."""

from moolab.codes.scorer import Counts
from moolab.strategies.heuristic import Costs, of_each
from moolab.strategies.information import open_information
from moolab.strategies.partition import PartitionStrategy


class Minimax(PartitionStrategy):
    """The guess whose largest part is smallest; in ties, what ``entropy`` counts.

    Source: D. E. Knuth, The computer as Master Mind, Journal of Recreational Mathematics 9
    (1976-77).

    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.candidates import candidates
    >>> rules = Rules.parse("mm4x6")
    >>> Minimax(rules).guess(candidates(rules))
    '0011'
    """

    by_largest = True

    @property
    def win(self) -> tuple[int, int]:
        return 0, self.credit

    def costs(self, sizes: Counts) -> Costs:
        return Costs(sizes, open_information(self.rules, sizes))

    def weighed_costs(self, counts: Counts, weights: Counts) -> Costs:
        return Costs(counts, of_each(self.costs, weights).second)
