"""Positions of trilobite, and their exact scores."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

from moolab.trilobite.board import Board
from moolab.trilobite.puzzle import Puzzle
from moolab.trilobite.score import Bounds, Solution, outcome, possible_ends
from moolab.views.base import Answer, View

if TYPE_CHECKING:
    from moolab.trilobite.solver.exact import Question


class Scored(View):
    """A score, as far as it is known, for the player whose turn it is.

    With +n that player wins with its n-th stone from the end, with -n the other one does, 0 is a
    draw.
    """

    score: int | None
    """The score; null if it is not known."""
    lower: int
    """The score is not lower than this."""
    upper: int
    """The score is not higher than this."""


def _score_fields(bounds: Bounds) -> dict[str, Any]:
    return {"score": bounds.lower if bounds.exact else None, **bounds._asdict()}


class MoveScoreView(Scored):
    """The score of a move, for the player who makes it."""

    @classmethod
    def of(cls, bounds: Bounds) -> "MoveScoreView":
        """A score that can be known in part.

        >>> MoveScoreView.of(Bounds(-1, 2))
        MoveScoreView(score=None, lower=-1, upper=2)
        """
        return cls(**_score_fields(bounds))


class OfPosition(View):
    """A view of a position."""

    size: str
    """Width and height of the board, as in 8x7."""
    win: int
    """How many stones in a row win."""
    moves: str
    """The columns played so far."""


def _of(board: Board) -> dict[str, Any]:
    return {"size": str(board.shape), "win": board.shape.win, "moves": str(board)}


class ScoredPosition(Scored, OfPosition):
    """A position with its score, as far as it is known."""

    ends: tuple[str, ...]
    """How the game can end with best play: of X wins, draw and O wins, what is not ruled out."""


def _scored(board: Board, score: Bounds) -> dict[str, Any]:
    return {"ends": possible_ends(board, score), **_score_fields(score), **_of(board)}


class PositionSolveView(ScoredPosition, Answer):
    """The score of a position, and those of all its moves."""

    schema: Literal["moolab/trilobite-solve/1"] = "moolab/trilobite-solve/1"
    best: tuple[int, ...]
    """The columns that are known to reach the score, counted from 1."""
    scores: dict[int, MoveScoreView]
    """For each column that can be played, counted from 1, the score of that move."""
    tried: int
    """How many positions were searched."""
    seconds: float
    """How long that took."""
    book: bool
    """Whether scores are from the opening book that comes with moolab, and not searched for."""

    @classmethod
    def of(cls, found: Solution) -> "PositionSolveView":
        """A position that was solved, or looked at for some time."""
        return cls(
            best=tuple(found.best),
            scores={column: MoveScoreView.of(each) for column, each in found.scores.items()},
            tried=found.nodes,
            seconds=round(found.seconds, 3),
            book=found.book,
            **_scored(found.board, found.score),
        )


class PositionScoreView(ScoredPosition, Answer):
    """The score of one of many positions."""

    schema: Literal["moolab/trilobite-score/1"] = "moolab/trilobite-score/1"
    expected: int | None
    """The score that was expected; null if none was said, or bounds of it."""
    tried: int
    """How many positions were searched."""
    seconds: float
    """How long that took."""

    @classmethod
    def of(
        cls, board: Board, score: Bounds, expected: Bounds | None, tried: int, seconds: float
    ) -> "PositionScoreView":
        """A position with its score."""
        return cls(
            expected=expected.lower if expected and expected.exact else None,
            tried=tried,
            seconds=round(seconds, 6),
            **_scored(board, score),
        )


class SearchView(ScoredPosition, Answer):
    """What is known of a score while it is searched for."""

    schema: Literal["moolab/trilobite-search/1"] = "moolab/trilobite-search/1"
    asked: int | None
    """The search asks now whether the score is this or more; null between two questions."""
    seen: float | None
    """What part of the moves it has seen for that, from 0 to 1; null between two questions."""
    depth: int | None
    """How many stones ahead it looks at this moment; null between two questions."""
    tried: int
    """How many positions have been searched."""
    seconds: float
    """How long that has taken."""

    @classmethod
    def of(
        cls, board: Board, score: Bounds, question: "Question | None", tried: int, seconds: float
    ) -> "SearchView":
        """A position with what is known of its score, and what is asked next."""
        return cls(
            asked=question and question.score,
            seen=question and round(question.seen, 6),
            depth=question and question.depth,
            tried=tried,
            seconds=round(seconds, 3),
            **_scored(board, score),
        )


class PositionView(View):
    """A position in a list of them."""

    depth: int
    """How many moves below the first one it lies."""
    moves: str
    """The columns played so far."""
    turn: str | None
    """Whose turn it is, X or O; null if the game is over."""
    outcome: str | None
    """How the game has ended; null if it goes on."""

    @classmethod
    def of(cls, depth: int, board: Board) -> "PositionView":
        """A position as it is shown."""
        turn = None if board.is_over else board.turn
        return cls(depth=depth, moves=str(board), turn=turn, outcome=outcome(board))


class PositionTreeView(OfPosition, Answer):
    """The games that can follow a position, some moves deep."""

    schema: Literal["moolab/trilobite-tree/1"] = "moolab/trilobite-tree/1"
    tree: tuple[PositionView, ...] | Iterable[PositionView]
    """The positions in preorder: each one before those that follow from it, these by column."""

    @classmethod
    def of(cls, board: Board, nodes: Iterable[tuple[int, Board]]) -> "PositionTreeView":
        """A position and what can follow, each with its depth, taken while it is written."""
        return cls(tree=(PositionView.of(*node) for node in nodes), **_of(board))


class PositionPuzzleView(OfPosition, Answer):
    """A position that the player to move wins with a certain stone, and how."""

    schema: Literal["moolab/trilobite-puzzle/1"] = "moolab/trilobite-puzzle/1"
    turn: str
    """Whose turn it is, X or O."""
    stones: int
    """That player wins with this stone, counted from now on."""
    solution: int
    """The only column that wins so soon, counted from 1."""
    line: str
    """The columns up to the end, if the loser holds out longest."""
    positions: int
    """In how many positions the winner has to find a stone, whatever the loser plays."""
    quiet: bool
    """Whether the first stone threatens nothing at once."""
    difficulty: int
    """How hard it is, from 1, very easy, to 5, very hard."""
    seed: int
    """The seed that makes the same puzzle again."""

    @classmethod
    def of(cls, puzzle: Puzzle) -> "PositionPuzzleView":
        """A puzzle as it is shown."""
        board = puzzle.board
        return cls.showing(puzzle, turn=board.turn, solution=puzzle.column, **_of(board))
