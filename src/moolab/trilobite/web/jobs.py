"""What is computed about trilobite in processes of its own: functions of plain values."""

from moolab.support.language import translate
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.game import solver
from moolab.trilobite.judgement import JudgedStone, judge_stones
from moolab.trilobite.player.levels import Player
from moolab.trilobite.solution import Solution
from moolab.trilobite.views import PositionSolveView
from moolab.web.work.pool import Progress, Report, untold

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
    """What is found out about a position; asked again, the process goes on from what it has found.

    Raises:
        InvalidMove: if the game is over.
    """
    return solver(board.shape).solve(board, seconds, share=_SHARE)


def stones(
    shape: Shape, moves: str, first: bool, seconds: float, report: Report = untold
) -> tuple[JudgedStone, ...]:
    """What each stone of one player gave away, as far as that is found out in time.

    Args:
        moves: the columns of the whole game.
        first: whether the player moved first.
        seconds: for all of them.
    """
    plies = range(0 if first else 1, len(moves), 2)

    def watch(done: int, of: int, ply: int) -> None:
        report(Progress(done, of, translate("Looking at move {number}", number=ply + 1)))

    return judge_stones(Board.parse(moves, shape), plies, solver(shape), seconds, watch)
