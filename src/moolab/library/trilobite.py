"""A game of trilobite, and all that can be asked about it."""

from functools import cached_property
from typing import TYPE_CHECKING

from moolab.errors import InvalidPosition
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.score import Bounds
from moolab.trilobite.tree import Node, tree

if TYPE_CHECKING:
    from moolab.trilobite.player.levels import Player
    from moolab.trilobite.solution import Solution
    from moolab.trilobite.solver.exact import Solver

_SIZE = "8x7"

_MEMORY = 1 << 26
"""Bytes of the transposition table (64 MiB): the next larger ones gain little after 18 stones."""


class Trilobite:
    """K in a row with gravity; its methods answer every question about it.

    Wherever a position is meant, the columns played so far will do, such as ``"4453"``.

    Args:
        size: columns x rows, such as ``"7x6"``, or a ``Shape``.
        win: how many in a row win; that of ``size`` if it is a ``Shape``.
        memory: bytes of the solver's table.

    Raises:
        InvalidBoard: if there is no such board.

    >>> game = Trilobite("5x5")
    >>> game
    <Trilobite 5x5, 4 in a row>
    >>> game.score("33"), game.solve("33").best
    (Bounds(lower=0, upper=0), [3])
    >>> game.best_move("112233", "hard")
    4
    """

    def __init__(self, size: Shape | str = _SIZE, win: int = 4, memory: int = _MEMORY) -> None:
        self.shape = size if isinstance(size, Shape) else Shape.parse(size, win)
        self._memory = memory

    def __repr__(self) -> str:
        return f"<Trilobite {self.shape}, {self.shape.win} in a row>"

    def board(self, moves: Board | str = "") -> Board:
        """The position after these moves.

        Raises:
            InvalidMove: if they are not possible.
            InvalidPosition: if it is a board of another size.
        """
        if not isinstance(moves, Board):
            return Board.parse(moves, self.shape)
        if moves.shape != self.shape:
            raise InvalidPosition(f"that is a position on {moves.shape}, not on {self.shape}")
        return moves

    def score(self, moves: Board | str = "", seconds: float | None = None) -> Bounds:
        """The exact score for the player to move, or bounds if the time is too short.

        Args:
            seconds: when to stop; without it, never. Early positions of large boards take hours.

        Raises:
            InvalidMove: if the game is over.
        """
        return self.solver.score(self.board(moves), seconds)

    def solve(self, moves: Board | str = "", seconds: float | None = None) -> "Solution":
        """The score of a position and of each move in it; arguments as for ``score``."""
        return self.solver.solve(self.board(moves), seconds)

    def best_move(self, moves: Board | str = "", level: str = "perfect", seed: int = 0) -> int:
        """The column that a player of some level drops the next stone into.

        Args:
            level: from beginner to perfect.
            seed: decides what is left to chance.

        Raises:
            InvalidMove: if the game is over.
            UnknownLevel: if there is no such level.
        """
        return self.player(level, seed).choose(self.board(moves)).column

    def player(self, level: str = "perfect", seed: int = 0) -> "Player":
        """Who plays on this board; it also says what it knows of the score."""
        from moolab.trilobite.player.levels import Player

        return Player(self.shape, level, seed)

    def tree(self, moves: Board | str = "") -> Node:
        """The game tree from a position, built only where it is looked at."""
        return tree(self.board(moves))

    @cached_property
    def solver(self) -> "Solver":
        """The solver, which remembers what it has met."""
        from moolab.trilobite.solver.exact import Solver

        return Solver(self.shape, self._memory)
