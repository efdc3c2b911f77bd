"""Who plays against you: levels from random play to perfect play.

From the level ``easy`` up, nobody overlooks a line that can be completed at once, on either side.
"""

import secrets
import time
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from moolab.errors import UnknownLevel
from moolab.lazy import Lazy
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.score import Bounds, score_of_win
from moolab.words import quoted

if TYPE_CHECKING:
    from moolab.trilobite.solver import Solver
    from moolab.trilobite.think import Thinker, Thought

MEMORY = 256 << 20
"""How many bytes a player uses unless told otherwise."""

_SOLVING = 0.75
"""So much of the time is for the solver, as long as the end is out of its reach."""


class Advice(NamedTuple):
    """What a player would do.

    Args:
        column: the column to play.
        bounds: what it knows of the position's score, for the side to move, if anything.
    """

    column: int
    bounds: Bounds | None = None


class Level(NamedTuple):
    """How well somebody plays.

    Args:
        description: what it looks at, in one sentence.
        choose: how a player of this level chooses.
    """

    description: str
    choose: Callable[["Player", Board, Sequence[int]], Advice]


class Player:
    """Plays one side, or advises it.

    Up to the level ``hard``, the same board and seed give the same column, however long it takes.

    Args:
        shape: of the boards it plays on.
        level: a key of ``LEVELS``.
        seed: decides between equal columns, for play at random too; without one, they are taken
            from the centre outward, and what is random by the system's random source.
        seconds: how long it may think about a move.
        memory: how many bytes its tables may take.
        solver: for the level ``perfect``, instead of its own.

    Raises:
        UnknownLevel: if there is no such level.

    >>> Player(Shape(), "easy", seed=1).choose(Board.parse("121212")).column
    1
    """

    def __init__(
        self,
        shape: Shape,
        level: str,
        seed: int | None = None,
        seconds: float = 2,
        memory: int = MEMORY,
        solver: "Solver | None" = None,
    ) -> None:
        if level not in LEVELS:
            raise UnknownLevel(f"{quoted(level)} is not a level; there are {', '.join(LEVELS)}")
        self.level = LEVELS[level]
        self.seconds = seconds
        self._seed = seed
        thinking = memory // 4 if level == "perfect" else memory
        self.thinker = Lazy(lambda: _thinker(shape, thinking))
        self.solver = Lazy(lambda: solver or _solver(shape, memory - thinking))

    def choose(self, board: Board) -> Advice:
        """What to play on a board that is not over.

        Raises:
            KeyboardInterrupt: on Ctrl-C.
        """
        return self.level.choose(self, board, self._preferred(board))

    def chance(self, board: Board) -> Random:
        """What is random on this board."""
        if self._seed is None:
            return secrets.SystemRandom()
        return Random(f"{self._seed} {board.mover} {board.filled}")

    def _preferred(self, board: Board) -> list[int]:
        """The columns that can be played, those to take among equals first."""
        if self._seed is None:
            return board.shape.from_centre(board.columns)
        return self.chance(board).sample(board.columns, len(board.columns))


def _at_random(player: Player, board: Board, columns: Sequence[int]) -> Advice:
    return Advice(player.chance(board).choice(columns))


def _by_sight(player: Player, board: Board, columns: Sequence[int]) -> Advice:
    children = {column: board.play(column) for column in columns}
    wins = [column for column, child in children.items() if child.winner]
    safe = [column for column, child in children.items() if not _can_win(child)]
    return _at_random(player, board, wins or safe or columns)


def _can_win(board: Board) -> bool:
    return any(board.play(column).winner for column in board.columns)


def _ahead(player: Player, board: Board, columns: Sequence[int], depth: int) -> Advice:
    thinker = player.thinker()
    # What is left from other boards would let a line of play decide about the next move.
    thinker.forget()
    return _advice(board, thinker.think(board, columns, depth=depth))


def _in_time(player: Player, board: Board, columns: Sequence[int]) -> Advice:
    return _advice(board, player.thinker().think(board, columns, seconds=player.seconds))


def _to_the_end(player: Player, board: Board, columns: Sequence[int]) -> Advice:
    began = time.monotonic()
    scores = player.solver().scores(board, seconds=_SOLVING * player.seconds)
    known = Bounds(
        max(bounds.lower for bounds in scores.values()),
        max(bounds.upper for bounds in scores.values()),
    )
    promising = _promising({column: scores[column] for column in columns})
    if known.exact or len(promising) == 1:
        return Advice(promising[0], known)
    left = max(0, player.seconds - (time.monotonic() - began))
    thought = player.thinker().think(board, promising, seconds=left)
    return Advice(thought.column, known)


def _promising(scores: dict[int, Bounds]) -> list[int]:
    """The columns to choose from when the exact scores of some may be unknown.

    Whoever can be sure not to lose takes no risk: the columns that promise most are left. Else
    all are that may be as good as any other.
    """
    sure = max(bounds.lower for bounds in scores.values())
    if sure >= 0:
        return [column for column, bounds in scores.items() if bounds.lower == sure]
    hope = max(bounds.upper for bounds in scores.values())
    if hope >= 0:
        return [column for column, bounds in scores.items() if bounds.upper >= 0]
    return [column for column, bounds in scores.items() if bounds.upper >= sure]


def _advice(board: Board, thought: "Thought") -> Advice:
    """The advice, with what is proved by a thought about all columns."""
    score = thought.score
    if thought.exact:
        return Advice(thought.column, Bounds(score, score))
    if not score:
        return Advice(thought.column)
    # It may happen sooner than was seen, but not otherwise.
    soonest = score_of_win(board.shape.cells, board.ply + (score < 0))
    bounds = Bounds(score, soonest) if score > 0 else Bounds(-soonest, score)
    return Advice(thought.column, bounds)


def _thinker(shape: Shape, memory: int) -> "Thinker":
    from moolab.trilobite.think import Thinker

    return Thinker(shape, memory)


def _solver(shape: Shape, memory: int) -> "Solver":
    from moolab.trilobite.solver import Solver

    return Solver(shape, memory)


LEVELS = {
    "beginner": Level("Plays at random, and overlooks everything.", _at_random),
    "easy": Level(
        "Completes a line, stops yours and opens none to you; all else is left to chance.",
        _by_sight,
    ),
    "medium": Level(
        "Looks 4 stones ahead, and weighs open lines and threats.", partial(_ahead, depth=4)
    ),
    "hard": Level(
        "Looks 8 stones ahead, and weighs open lines and threats.", partial(_ahead, depth=8)
    ),
    "expert": Level(
        "Looks ahead as far as its time allows, and sees the end when that is near.", _in_time
    ),
    "perfect": Level(
        "Knows the score of every move where its opening book or its time suffice, and plays "
        "like an expert where they do not.",
        _to_the_end,
    ),
}
"""All levels, by name; each is stronger than the one before."""
