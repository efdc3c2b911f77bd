"""The APL article's strategy: the guess with most different replies and fewest repeats."""

import numpy as np

from moolab.codes.scorer import Counts
from moolab.strategies.heuristic import Costs
from moolab.strategies.partition import PartitionStrategy


class Emms(PartitionStrategy):
    """The guess with most parts; in ties, that with most parts of one.

    The article divides the square of the number of different replies by the number of repeats.
    Whether the repeats are the replies that occur more than once, or the codes that give these, the
    quotient is largest where most replies occur just once.

    Source: T. Emms, Cows and Bulls: A Solution, Vector 10.2 (1993).

    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.candidates import candidates
    >>> rules = Rules.parse("emms4x4")
    >>> Emms(rules).guess(candidates(rules))
    'AABC'
    """

    def costs(self, sizes: Counts) -> Costs:
        return Costs(-(sizes > 0).astype(np.int64), -(sizes == 1).astype(np.int64))
