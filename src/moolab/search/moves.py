"""The guesses that a search tries: of each class of equivalent ones, the first."""

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from moolab.codes.numbering import code_at
from moolab.codes.representatives import representatives
from moolab.codes.rules import Rules


class Moves(NamedTuple):
    """The guesses worth trying for a set of candidates, and for what they leave.

    Args:
        listed: rows of the game in rising order, int32; if it is empty, all rows.
        next: lists of the rows worth trying after each of these, one list after another, int32.
        starts: where the list after each row of the game begins, and where the last one ends,
            int64, shape (guesses + 1,); if it is empty, all rows are worth trying next.
    """

    listed: NDArray[np.int32]
    next: NDArray[np.int32]
    starts: NDArray[np.int64]

    @classmethod
    def of(cls, listed: NDArray[np.int32]) -> Self:
        """These guesses, and any next."""
        return cls(listed, np.zeros(0, np.int32), np.zeros(0, np.int64))

    def restrict_next(self, rules: Rules, guesses: tuple[str, ...]) -> "Moves":
        """These guesses, and next only representatives.

        Args:
            guesses: those made before.
        """
        lists = [representatives(rules, (*guesses, code_at(rules, int(g)))) for g in self.listed]
        starts = np.zeros(rules.size + 1, np.int64)
        starts[self.listed + 1] = [len(rows) for rows in lists]
        return Moves(self.listed, np.concatenate(lists), np.cumsum(starts))


ANY = Moves.of(np.zeros(0, np.int32))
"""Any guess, and any next."""


def moves_after(moves: Moves, guess: int) -> Moves:
    """The guesses worth trying for what a guess leaves; any for what the next one leaves."""
    listed = moves.next[:0]
    if len(moves.starts):
        listed = moves.next[moves.starts[guess] : moves.starts[guess + 1]]
    return Moves(listed, moves.next[:0], moves.starts[:0])
