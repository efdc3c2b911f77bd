"""The kernels of trilobite, compiled before they are needed."""

from moolab.preparation import Job


def _solve() -> None:
    from moolab.trilobite.board import Board, Shape
    from moolab.trilobite.solver.exact import Solver

    Solver(Shape(), 1 << 20).search(Board.empty(Shape()), nodes=1)


def _search_ahead() -> None:
    from moolab.trilobite.board import Board, Shape
    from moolab.trilobite.player.engine import Engine

    Engine(Shape(), 1 << 20).search(Board.empty(Shape()), depth=1)


SOLVING = Job("the trilobite solver", _solve, ("trilobite.solver.kernel._solve",), 5)
SEARCHING = Job("trilobite players", _search_ahead, ("trilobite.player.kernel.search",), 3, 1)

JOBS = SOLVING, SEARCHING
"""What is prepared for a machine on which anything can be tried."""
