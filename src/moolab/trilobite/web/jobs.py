"""What is computed about trilobite in processes of its own: functions of plain values."""

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from moolab.support.language import translate
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.game import solver
from moolab.trilobite.judgement import JudgedStone, judge_stones
from moolab.trilobite.player.levels import Player
from moolab.trilobite.puzzle import (
    MEMORY,
    Attempt,
    Puzzle,
    attempt,
    hints,
    line_in_words,
    make_puzzle,
    way_to_win,
)
from moolab.trilobite.score import Solution
from moolab.trilobite.views import PositionSolveView
from moolab.web.work.pool import Progress, Report, untold

if TYPE_CHECKING:
    from moolab.trilobite.solver.exact import Solver


_MEMORY = 64 << 20
"""Bytes of the tables of a search."""

_LITTLE = 1 << 20

_SHARE = 0.3
"""What part of its time an analysis gives to the position itself, before its columns."""


def compile_kernels() -> None:
    """Have compiled, unless that was done before, what thinks about the usual boards."""
    # Boards of up to 64 cells have kernels of their own.
    for shape in (Shape(8, 7), Shape(10, 8)):
        Player(shape, "perfect", memory=_LITTLE).prepare()


def scores(board: Board, seconds: float, report: Report = untold) -> PositionSolveView:
    """The exact scores of a position and of its moves, or their bounds when the time is over."""
    from moolab.trilobite.solver.exact import Solver

    columns = len(board.columns)

    def progress(done: int) -> None:
        text = translate("{done} of {count} columns", done=done, count=columns)
        report(Progress(done, columns, text))

    fresh = Solver(board.shape, _MEMORY)
    return PositionSolveView.of(fresh.solve(board, seconds, progress, _SHARE))


def solution(board: Board, seconds: float) -> Solution:
    """What is found out about a position; asked again, the process goes on from there."""
    return solver(board.shape).solve(board, seconds, share=_SHARE)


def stones(
    shape: Shape, moves: str, first: bool, seconds: float, report: Report = untold
) -> tuple[JudgedStone, ...]:
    """What each stone of one player gave away, as far as that is found out in time."""
    plies = range(0 if first else 1, len(moves), 2)

    def watch(done: int, of: int, ply: int) -> None:
        report(Progress(done, of, translate("Looking at move {number}", number=ply + 1)))

    return judge_stones(Board.parse(moves, shape), plies, solver(shape), seconds, watch)


_MOST_PUZZLES = 256
"""Puzzles that a process keeps: each a few hundred bytes."""

_MOST_SOLVERS = 2


class Wished(NamedTuple):
    """Which puzzle on a board is wanted.

    Attributes:
        stones: with which of its stones the player to move wins.
        difficulty: how hard it is; None for any.
        seed: what it is made of.
    """

    shape: Shape
    stones: int
    difficulty: int | None
    seed: int


class Tried(NamedTuple):
    """How far a player has come with a puzzle on a board.

    Attributes:
        attempt: the puzzle and the position.
        help: what was asked for: a hint, or how it goes on to the end; empty if nothing was.
        advised: the column that this names; None if it names none.
    """

    attempt: Attempt
    help: str
    advised: int | None


def look(wished: Wished, tried: str, helps: int) -> Tried:
    """What comes of the columns that were tried.

    Args:
        tried: the names of the columns.
        helps: 0 for no help, 1 and 2 for a hint and a better one, from 3 on the solution.

    Raises:
        PuzzleNotFound: if there seems to be no such puzzle.
        InvalidMove: if a column cannot be tried.
    """
    known = _solver(wished.shape)
    found = attempt(known, _made(wished), tried)
    if not helps or found.over:
        return Tried(found, "", None)
    given = hints(known, found)
    if helps <= len(given):
        return Tried(found, given[helps - 1], None)
    line = way_to_win(known, found)
    return Tried(found, line_in_words(found.board, line), found.board.column(line[0]))


@lru_cache(_MOST_PUZZLES)
def _made(wished: Wished) -> Puzzle:
    shape, stones, difficulty, seed = wished
    return make_puzzle(_solver(shape), stones, seed, difficulty=difficulty)


@lru_cache(_MOST_SOLVERS)
def _solver(shape: Shape) -> "Solver":
    from moolab.trilobite.solver.exact import Solver

    return Solver(shape, MEMORY, book=False)
