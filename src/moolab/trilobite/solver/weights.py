"""How much what speaks for a move counts when moves are put in order."""

from typing import NamedTuple


class Weights(NamedTuple):
    """What a move is rated by; those rated highest are tried first.

    ``python -m benchmarks.tuning NAME=VALUE`` shows what another weight does, and without
    arguments what each of them saves.

    Args:
        threat: for each cell that would complete a line.
        new_square: more for each that does not stand right above an opponent's threat, where
            the opponent would never have to play below it.
        safe_reply: for each move of the opponent that does not lose at once: few are good.
        centre: for each column between this one and the nearer edge.
        below_own_threat: for filling the cell below a threat of one's own, which gives it away.
        history: for a move that has lately been the right one with as many stones on the board;
            for one that was tried in vain, as much less.
        answer: the same for a move that has lately been the right one after the same other move.
        evaluation: for each point of the engine's evaluation, while many cells are empty.
    """

    threat: int
    new_square: int
    safe_reply: int
    centre: int
    below_own_threat: int
    history: int
    answer: int
    evaluation: int


WEIGHTS = Weights(
    threat=4,
    new_square=14,
    safe_reply=-5,
    centre=4,
    below_own_threat=-36,
    history=6,
    answer=4,
    evaluation=1,
)
