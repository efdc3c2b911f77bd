"""The guesses that a search tries: of each kind that is alike, the first."""

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from moolab.codes.numbering import code_at
from moolab.codes.representatives import representatives
from moolab.codes.rules import Rules


class Choices(NamedTuple):
    """The guesses worth trying for a set of candidates, as ``kernel.solve`` takes them.

    Args:
        listed: indices of guesses in numeric order; if it is empty, all are.
        below: for each of these in turn, the guesses worth trying next.
        ends: where these lists end; empty if all are.
    """

    listed: NDArray[np.int32]
    below: NDArray[np.int32]
    ends: NDArray[np.int64]

    @classmethod
    def of(cls, listed: NDArray[np.int32]) -> Self:
        """These guesses, and any next."""
        return cls(listed, np.zeros(0, np.int32), np.zeros(0, np.int64))

    def followed(self, rules: Rules, guesses: tuple[str, ...]) -> "Choices":
        """These guesses, of which there are some, after others, and next the first of each kind."""
        lists = [representatives(rules, (*guesses, code_at(rules, int(g)))) for g in self.listed]
        ends = np.cumsum([len(inner) for inner in lists], dtype=np.int64)
        return Choices(self.listed, np.concatenate(lists), ends)


ANY = Choices.of(np.zeros(0, np.int32))
"""Any guess, and any next."""
