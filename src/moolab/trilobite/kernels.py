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


def _play_rules() -> None:
    import numpy as np

    from moolab.trilobite.board import Board, Shape
    from moolab.trilobite.proof.play import Field

    field = Field(Shape(), wins=True)
    field.play(Board.empty(), field.written(()), np.zeros(1, np.int64))


def _learn_rules() -> None:
    from moolab.trilobite.board import Board, Shape
    from moolab.trilobite.proof.learn import decision_list, example

    decision_list(Shape(), [example(Board.empty(), 1)], 1)


SOLVING = Job("the trilobite solver", _solve, ("trilobite.solver.kernel._solve",), 5)
SEARCHING = Job("trilobite players", _search_ahead, ("trilobite.player.kernel.search",), 3, 1)

PLAYING_RULES = Job("proofs of boards", _play_rules, ("trilobite.proof.play._play",), 3)
LEARNING_RULES = Job("rules for boards", _learn_rules, ("trilobite.proof.learn._learn",), 2)

JOBS = SOLVING, SEARCHING, PLAYING_RULES, LEARNING_RULES
"""What is prepared for a machine on which anything can be tried."""
