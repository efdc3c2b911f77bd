"""Irving's strategy: the guess that leaves the fewest candidates on average."""

from moolab.codes.scorer import Counts
from moolab.strategies.heuristic import Costs, of_each
from moolab.strategies.information import open_information
from moolab.strategies.partition import PartitionStrategy


class Expected(PartitionStrategy):
    """The guess with the least sum of c**2 over its parts c; in ties, what ``entropy`` counts.

    Source: R. W. Irving, Towards an optimum Mastermind strategy, Journal of Recreational
    Mathematics 11 (1978-79).

    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.candidates import candidates
    >>> rules = Rules.parse("mm4x6")
    >>> Expected(rules).guess(candidates(rules))
    '0012'
    """

    @property
    def win(self) -> tuple[int, int]:
        return 0, self.credit

    def costs(self, sizes: Counts) -> Costs:
        return Costs(sizes**2, open_information(self.rules, sizes))

    def weighed_costs(self, counts: Counts, weights: Counts) -> Costs:
        return Costs(counts * weights, of_each(self.costs, weights).second)
