"""Exact scores, of positions and of their moves."""

import time

from moolab.errors import InvalidMove
from moolab.trilobite import kernel
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.score import Bounds, score_of_win

MEMORY = 256 << 20
"""Bytes of the table of positions, unless told otherwise."""

_SLICE = 1 << 16


class Solver:
    """Finds scores on boards of one shape, and remembers what it has met on the way.

    Args:
        memory: bytes of the table of positions; a power of 2 is used, as large as fits.

    Attributes:
        nodes: positions searched so far.

    >>> solver = Solver(Shape(5, 4), memory=1 << 20)
    >>> solver.score(Board.parse("4432", Shape(5, 4)))
    Bounds(lower=0, upper=0)
    """

    def __init__(self, shape: Shape, memory: int = MEMORY) -> None:
        self._shape = shape
        self._work = kernel.workspace(shape, memory)

    @property
    def nodes(self) -> int:
        """How many positions have been searched so far."""
        return int(self._work.numbers[kernel.NODES])

    def forget(self) -> None:
        """Empty the table of positions."""
        self._work.entries.fill(0)

    def score(
        self, board: Board, seconds: float | None = None, guess: int = kernel.NO_GUESS
    ) -> Bounds:
        """The score of a game that goes on, for the player to move.

        Args:
            seconds: when to stop and say what is known so far; without it, never.
            guess: a score that is likely, which makes the search shorter if it is right.

        Raises:
            InvalidMove: if the game is over.
        """
        if board.is_over:
            raise InvalidMove("the game is over: there is no score to look for")
        most = score_of_win(self._shape.cells, board.ply)
        numbers = self._work.numbers
        kernel.begin(self._work, board.mover, board.filled, -most, most, guess)
        end = None if seconds is None else time.perf_counter() + seconds
        while True:
            # Between slices Python handles Ctrl-C, and the table keeps what was found.
            numbers[kernel.LIMIT] = numbers[kernel.NODES] + _SLICE
            kernel.solve(*self._work)
            bounds = Bounds(int(numbers[kernel.LOWER]), int(numbers[kernel.UPPER]))
            if bounds.exact or (end is not None and time.perf_counter() >= end):
                return bounds
