"""What a stone gave away, as far as scores are known."""

from typing import Literal, NamedTuple

from moolab.trilobite.board import Board
from moolab.trilobite.score import Bounds
from moolab.trilobite.solution import Solution

StoneLabel = Literal["best", "good", "mistake", "blunder", "unknown"]
"""How good a stone was: as good as any; slower, but with the same end; a win that became a draw, or
a draw that became a loss; a win that became a loss; not known."""

_WORSE: dict[int, StoneLabel] = {0: "good", 1: "mistake", 2: "blunder"}
"""Labels by how much worse the end is that a stone leads to."""


class JudgedStone(NamedTuple):
    """A stone, judged by the scores of its position.

    Attributes:
        board: the position before it.
        column: where it was put.
        best: the score with the best stone, for the player who moves.
        played: the score with this one, for the same player.
        better: the columns that are known to be best; none if this one is, or none is known.
        label: how good it was.
    """

    board: Board
    column: int
    best: Bounds
    played: Bounds
    better: tuple[int, ...]
    label: StoneLabel

    @classmethod
    def of(cls, found: Solution, column: int) -> "JudgedStone":
        """A stone, judged by what was found out about the position before it.

        >>> from moolab.trilobite.board import Shape
        >>> from moolab.trilobite.solver.exact import Solver
        >>> board = Board.parse("1213", Shape(4, 4, 3))
        >>> found = Solver(board.shape, memory=1 << 16).solve(board)
        >>> for column in (1, 2, 4):
        ...     judged = JudgedStone.of(found, column)
        ...     judged.label, judged.played.lower, judged.better
        ('best', 6, ())
        ('blunder', -6, (1,))
        ('good', 4, (1,))
        """
        best, played = found.score, found.scores[column]
        label = _label(best, played)
        better = () if label in ("best", "unknown") else tuple(found.best)
        return cls(found.board, column, best, played, better, label)


def end(score: Bounds) -> int | None:
    """The end that a score promises: 1 for a win, 0 for a draw, -1 for a loss; None if not known.

    >>> end(Bounds(1, 9)), end(Bounds(0, 0)), end(Bounds(0, 9))
    (1, 0, None)
    """
    if score.lower > 0:
        return 1
    if score.upper < 0:
        return -1
    return 0 if score.exact else None


def _label(best: Bounds, played: Bounds) -> StoneLabel:
    # What is at least as good as the best one can be is best, however little is known of both.
    if played.lower >= best.upper:
        return "best"
    ends = end(best), end(played)
    if ends[0] is None or ends[1] is None:
        return "unknown"
    # The same end, and perhaps the same score.
    if ends[0] == ends[1] and played.upper >= best.lower:
        return "unknown"
    return _WORSE[ends[0] - ends[1]]
