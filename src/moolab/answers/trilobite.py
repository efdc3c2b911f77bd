"""Games of trilobite, and exact scores."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from moolab.errors import InvalidPosition
from moolab.support.text import quoted
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.game import Match
from moolab.trilobite.saves import setup_fields
from moolab.trilobite.score import Bounds, outcome

if TYPE_CHECKING:
    from moolab.trilobite.solver.exact import Solver


def match_fields(match: Match) -> dict[str, Any]:
    """A game: what was settled, the columns played, whose move is due, and how it has ended."""
    return {
        **setup_fields(match.setup),
        "moves": str(match.board),
        "phase": match.phase,
        "outcome": match.outcome,
    }


class Solution(NamedTuple):
    """What is known of a position; ``scores`` are those of its moves, for the player who moves."""

    board: Board
    score: Bounds
    scores: dict[int, Bounds]
    nodes: int
    seconds: float

    @classmethod
    def of(
        cls,
        board: Board,
        solver: "Solver",
        limit: float | None,
        progress: Callable[[int], None] | None = None,
        share: float = 1,
    ) -> "Solution":
        """Ask a solver; the score comes first, the rest of the time goes to the moves.

        Args:
            limit: seconds after which bounds are good enough.
            progress: is told after each move how many have been looked at.
            share: what part of that time the score may take.
        """
        began = time.perf_counter()
        found = solver.score(board, limit and limit * share)
        left = None if limit is None else max(0.0, began + limit - time.perf_counter())
        scores = solver.scores(board, left, progress)
        # Where time was short, the two know of each other what neither has found alone.
        lower = max(found.lower, *(bounds.lower for bounds in scores.values()))
        upper = min(found.upper, max(bounds.upper for bounds in scores.values()))
        scores = {c: Bounds(each.lower, min(each.upper, upper)) for c, each in scores.items()}
        seconds = time.perf_counter() - began
        return cls(board, Bounds(lower, upper), scores, solver.nodes, seconds)

    @property
    def best(self) -> list[int]:
        """The columns that are known to reach the score, once that is known."""
        score = self.score
        return [c for c, each in self.scores.items() if score.exact and each.lower == score.lower]

    def fields(self) -> dict[str, Any]:
        """The solution as JSON has it."""
        shape = self.board.shape
        return {
            "size": str(shape),
            "win": shape.win,
            **score_fields(self.board, self.score),
            "best": self.best,
            "scores": {
                str(column): each.lower if each.exact else each
                for column, each in self.scores.items()
            },
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
        }


def score_fields(board: Board, score: Bounds) -> dict[str, Any]:
    """A score as JSON has it: null, and its bounds beside it, where it is not known.

    >>> score_fields(Board.parse("44"), Bounds(-1, 2))
    {'moves': '44', 'score': None, 'bounds': Bounds(lower=-1, upper=2)}
    """
    fields = {"moves": str(board), "score": score.lower if score.exact else None}
    return fields if score.exact else {**fields, "bounds": score}


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
        raise InvalidPosition(f"the game is over after {quoted(moves)}: {end}")
    return board
