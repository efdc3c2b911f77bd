"""What is known of a position that can be solved."""

from collections.abc import Callable
from typing import NamedTuple

from moolab.errors import InvalidPosition
from moolab.support.text import quote
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.score import Bounds, final_score, outcome, outlook


class Solution(NamedTuple):
    """What is known of a position.

    Args:
        board: the position.
        score: its score, for the player who moves.
        scores: those of its moves, for the same player.
        nodes: how many positions were searched for that.
        seconds: how long it took.
        book: whether the opening book was believed, of the position or of its moves.
    """

    board: Board
    score: Bounds
    scores: dict[int, Bounds]
    nodes: int
    seconds: float
    book: bool = False

    @property
    def outlook(self) -> str | None:
        """How the game must end, in words, as far as that is known; None if nothing is.

        >>> from moolab.trilobite.score import possible
        >>> gathered(Board.parse("12"), possible)._replace(score=Bounds(0, 27)).outlook
        'draw, or X wins'
        """
        return outlook(self.board, self.score)

    @property
    def best(self) -> list[int]:
        """The columns that are known to reach the score, once that is known."""
        score = self.score
        return [c for c, each in self.scores.items() if score.exact and each.lower == score.lower]


def combined(
    board: Board, score: Bounds, scores: dict[int, Bounds], nodes: int, seconds: float
) -> Solution:
    """A solution of what was found out about a position and about its moves.

    Where time was short, the two know of each other what neither has found alone.

    >>> scores = {1: Bounds(-1, 0), 2: Bounds(-1, 1)}
    >>> combined(Board.parse("12", Shape(2, 2, 2)), Bounds(0, 1), scores, 0, 0.0).score
    Bounds(lower=0, upper=1)
    """
    lower = max(score.lower, *(bounds.lower for bounds in scores.values()))
    upper = min(score.upper, max(bounds.upper for bounds in scores.values()))
    scores = {c: Bounds(each.lower, min(each.upper, upper)) for c, each in scores.items()}
    return Solution(board, Bounds(lower, upper), scores, nodes, seconds)


def gathered(
    board: Board, known: Callable[[Board], Bounds], nodes: int = 0, seconds: float = 0.0
) -> Solution:
    """What is known of a position and of those after it, as a solution.

    Args:
        known: the bounds of a position in which the game goes on.

    >>> from moolab.trilobite.score import possible
    >>> gathered(Board.parse("12"), lambda board: possible(board) & Bounds(-9, 30)).score
    Bounds(lower=-9, upper=9)
    """
    scores = {}
    for column in board.columns:
        after = board.play(column)
        final = final_score(after)
        scores[column] = -(known(after) if final is None else Bounds(final, final))
    return combined(board, known(board), scores, nodes, seconds)


def position(moves: str, shape: Shape) -> Board:
    """The position after some moves, in a game that goes on.

    Raises:
        InvalidMove: if they are not possible.
        InvalidPosition: if the game is over.

    >>> str(position("4453", Shape()))
    '4453'
    """
    board = Board.parse(moves, shape)
    if end := outcome(board):
        raise InvalidPosition(f"the game is over after {quote(moves)}: {end}")
    return board
