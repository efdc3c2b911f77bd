"""Kooi's strategy: the guess with most different replies."""

import numpy as np

from moolab.codes.kernels import Counts
from moolab.strategies.splitting import Splitting, Weighing

_FIRST_OF_ALL = 1 << 60
"""More than any sum of squares."""


class Parts(Splitting):
    """The guess with most parts; in ties what may be the secret, then the least expected size.

    Source: B. Kooi, Yet another Mastermind strategy, ICGA Journal 28 (2005).

    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.candidates import candidates
    >>> rules = Rules.parse("mm4x6")
    >>> Parts(rules).guess(candidates(rules))
    '0012'
    """

    @property
    def win(self) -> tuple[int, int]:
        return 0, _FIRST_OF_ALL

    def weigh(self, sizes: Counts) -> Weighing:
        return Weighing(-(sizes > 0).astype(np.int64), sizes**2)
