"""Published strategies, which look at the sizes of parts alone; each class names its source."""

import numpy as np

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
    >>> Minimax(Rules.parse("mm4x6")).guess(candidates("mm4x6"))
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


class Expected(PartitionStrategy):
    """The guess with the least sum of c**2 over its parts c; in ties, what ``entropy`` counts.

    Source: R. W. Irving, Towards an optimum Mastermind strategy, Journal of Recreational
    Mathematics 11 (1978-79).

    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.candidates import candidates
    >>> Expected(Rules.parse("mm4x6")).guess(candidates("mm4x6"))
    '0012'
    """

    @property
    def win(self) -> tuple[int, int]:
        return 0, self.credit

    def costs(self, sizes: Counts) -> Costs:
        return Costs(sizes**2, open_information(self.rules, sizes))

    def weighed_costs(self, counts: Counts, weights: Counts) -> Costs:
        return Costs(counts * weights, of_each(self.costs, weights).second)


class Entropy(PartitionStrategy):
    """The guess that leaves least information open: the least sum of c log2 c over its parts c.

    A guess that can be the secret is credited with two bits.

    Source: E. Neuwirth, Some strategies for Mastermind, Zeitschrift fuer Operations Research 26
    (1982).

    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.candidates import candidates
    >>> Entropy(Rules.parse("ab4x10")).guess(candidates("ab4x10", "0123=02"))
    '1435'
    """

    @property
    def win(self) -> tuple[int, int]:
        return self.credit, 0

    def costs(self, sizes: Counts) -> Costs:
        return Costs(open_information(self.rules, sizes), np.zeros_like(sizes))

    def weighed_costs(self, counts: Counts, weights: Counts) -> Costs:  # noqa: ARG002 - sizes are in them
        return of_each(self.costs, weights)


_FIRST_OF_ALL = 1 << 60
"""More than any sum of squares."""


class Parts(PartitionStrategy):
    """The guess with most parts; in ties what can be the secret, then the least expected size.

    Source: B. Kooi, Yet another Mastermind strategy, ICGA Journal 28 (2005).

    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.candidates import candidates
    >>> Parts(Rules.parse("mm4x6")).guess(candidates("mm4x6"))
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


class Emms(PartitionStrategy):
    """The guess with most parts; in ties, that with most parts of one.

    The article divides the square of the number of different replies by the number of repeats.
    Whether the repeats are the replies that occur more than once, or the codes that give these, the
    quotient is largest where most replies occur just once.

    Source: T. Emms, Cows and Bulls: A Solution, Vector 10.2 (1993).

    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.candidates import candidates
    >>> Emms(Rules.parse("emms4x4")).guess(candidates("emms4x4"))
    'AABC'
    """

    def costs(self, sizes: Counts) -> Costs:
        return Costs(-(sizes > 0).astype(np.int64), -(sizes == 1).astype(np.int64))
