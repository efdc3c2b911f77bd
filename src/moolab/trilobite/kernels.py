"""The kernels of trilobite, compiled before they are needed."""

from moolab.preparation import Job


def solving() -> Job:
    """To solve positions of trilobite on the usual boards."""
    return Job("the trilobite solver", _solve, ("trilobite.solver.kernel._solve",), 10)


def searching_ahead() -> Job:
    """To search some moves ahead in trilobite, on the usual boards."""
    return Job("trilobite players", _search_ahead, ("trilobite.player.kernel.search",), 5, 1)


def _solve() -> None:
    from moolab.trilobite.board import Board, Shape
    from moolab.trilobite.solver.exact import Solver

    Solver(Shape(), 1 << 20).search(Board.empty(Shape()), nodes=1)


def _search_ahead() -> None:
    from moolab.trilobite.board import Board, Shape
    from moolab.trilobite.player.engine import Engine

    Engine(Shape(), 1 << 20).search(Board.empty(Shape()), depth=1)


JOBS = (solving(), searching_ahead())
"""What is prepared for a machine on which anything may be tried."""
