"""A game of trilobite, and all that can be asked about it."""

from collections.abc import Callable, Iterable
from functools import cached_property, reduce
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from moolab.codes.spelling import Array, plain
from moolab.errors import InvalidPosition, UnknownLevel
from moolab.support.checks import check_count, check_list, check_seconds, naming
from moolab.support.lazy import Lazy, LazySequence
from moolab.support.text import quote
from moolab.trilobite.board import Board, Shape, check_shape
from moolab.trilobite.drawn import read_board
from moolab.trilobite.score import Bounds, final_score, last_move
from moolab.trilobite.tree import Node, tree

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from moolab.trilobite.player.levels import LevelName, Player
    from moolab.trilobite.score import Solution
    from moolab.trilobite.solver.exact import Solver

Position: TypeAlias = (
    "str | Board | Node | ScoredNode | Iterable[int] | Iterable[Iterable[int]] | Array"
)
"""What says a position: the columns played, as a text or as numbers, a ``Board``, a ``Node``, a
drawing, or an array of stones."""

Mover: TypeAlias = "LevelName | Callable[[Board], int]"
"""Who plays: a level, or a function."""

_SIZE = "8x7"

_SECONDS = 5
"""How long a player may think about a stone, as it may in ``moo trilobite play``."""

_MEMORY = 1 << 26
"""Bytes of the transposition table (64 MiB): the next larger ones gain little after 18 stones."""


_LEAST_MEMORY = 1 << 10
"""The same as in ``solver.table``: importing that would take NumPy and a moment."""


class ScoredNode:
    """A position in a game tree, with its exact score."""

    def __init__(self, node: Node, solver: "Solver") -> None:
        self.node = node
        self._solver = solver

    def __repr__(self) -> str:
        score = self._known_score
        told = "" if score is None else f", score {score}"
        return f"<node {str(self.board) or 'of the empty board'}{told}>"

    @property
    def board(self) -> Board:
        """The position itself."""
        return self.node.board

    @cached_property
    def score(self) -> int:
        """The score for the player whose turn it is, or would be if the game were not over."""
        known = self._known_score
        return self._solver.score(self.board).lower if known is None else known

    @property
    def _known_score(self) -> int | None:
        """The score, if it takes no search."""
        if "score" in vars(self):  # asked before
            return self.score
        board = self.board
        if board.is_over:
            return final_score(board)
        recalled = self._solver.recalled_bounds(board)
        return recalled.lower if recalled.exact else None

    @cached_property
    def moves(self) -> LazySequence[tuple[int, "ScoredNode"]]:
        """The moves that are possible here, as pairs of a column and the node it leads to."""
        return self.node.moves.map(lambda move: (move[0], ScoredNode(move[1], self._solver)))


class Trilobite:
    """K in a row with gravity; its methods answer every question about it.

    Wherever a position is meant, the columns played so far will do, such as ``"4453"``.

    One thread at a time may use it and its players: others need one of their own. ``score_moves``
    has threads itself.

    Args:
        size: columns x rows, such as ``"7x6"``, or a ``Shape``.
        win: how many in a row win; that of ``size`` if it is a ``Shape``.
        memory: bytes of the solver's table.

    Raises:
        InvalidBoard: if there is no such board.
        InvalidCommand: if ``memory`` is too small; later, if there is not so much of it.

    >>> game = Trilobite("5x5")
    >>> game
    <Trilobite 5x5, 4 in a row>
    >>> game.score("33"), game.solve("33").best
    (Bounds(lower=0, upper=0), [3])
    >>> game.best_move("112233", "hard")
    4
    >>> game.line_of_play("33"), game.stones_left("33")
    ('3333244442222341111155555', 23)
    """

    def __init__(self, size: "Shape | str" = _SIZE, win: int = 4, memory: int = _MEMORY) -> None:
        self.shape = size if isinstance(size, Shape) else Shape.parse(str(size), win)
        self._memory = check_count("memory, in bytes,", memory, _LEAST_MEMORY)

    def __repr__(self) -> str:
        return f"<Trilobite {self.shape}, {self.shape.win} in a row>"

    def _repr_svg_(self) -> str:
        return self.board()._repr_svg_()

    def board(self, moves: "Position" = "") -> Board:
        """The position after these moves, or the one that a drawing or an array of stones shows.

        Args:
            moves: the columns played so far, as a text or as numbers from 1, a drawing as
                ``drawn.read_board`` reads it, a ``Board``, a node of a tree, or an array as
                ``moolab.trilobite.arrays.to_array`` makes it: rows from above, 0, 1 and 2.

        Raises:
            InvalidMove: if they are not possible.
            InvalidPosition: if it is a board of another size, or no game leads there.

        >>> Trilobite("3x2", win=3).board([[2, 0, 0], [1, 1, 0]])
        Board.parse('112', Shape(3, 2, 3))
        """
        if isinstance(moves, str):
            return read_board(moves, self.shape)
        board = moves.board if isinstance(moves, Node | ScoredNode) else moves
        if not isinstance(board, Board):
            given = plain(board)
            if not isinstance(given, list | tuple | range):
                raise InvalidPosition(
                    f"{quote(given)} is not a position: write the columns played, for example '44'"
                )
            columns = [*map(plain, given)]
            if not any(isinstance(column, list | tuple) for column in columns):
                return reduce(Board.play, columns, Board.empty(self.shape))
            from moolab.trilobite.arrays import from_array

            board = from_array(given, self.shape.win)
        check_shape("position", board.shape, "game", self.shape)
        return board

    def score(self, moves: "Position" = "", seconds: float | None = None) -> Bounds:
        """The exact score for the player to move, or bounds if the time is too short.

        Args:
            seconds: when to stop; without it, never. Early positions of large boards take hours.

        Raises:
            InvalidMove: if the game is over.
        """
        if seconds is None and isinstance(moves, str):
            found = self.solver.score_at_once(moves)
            if found is not None:
                return found
        check_seconds(seconds, zero=True)
        return self.solver.score(self.board(moves), seconds)

    def solve(self, moves: "Position" = "", seconds: float | None = None) -> "Solution":
        """The score of a position and of each move in it; arguments as for ``score``.

        Its ``outlook`` says in words how the game must end, as far as that is known.

        >>> Trilobite("5x5").solve("33").outlook
        'draw'
        """
        check_seconds(seconds, zero=True)
        return self.solver.solve(self.board(moves), seconds)

    def score_moves(self, positions: "Iterable[Position]", workers: int = 1) -> "NDArray[np.int8]":
        """The exact score of each move of many positions, for the player who makes it.

        Args:
            workers: how many threads search.

        Returns:
            An array of shape (positions, width); -128 where a column is full.

        Raises:
            InvalidMove: if one of the games is over, or not possible; the error says which.
            InvalidPosition: if that is not a list of positions on this board.

        >>> Trilobite("5x5").score_moves(["33", "33333"]).tolist()
        [[-1, -1, 0, -1, -1], [0, 1, -128, 1, 0]]
        """
        given, boards = check_list("positions", positions, InvalidPosition), list[Board | str]()
        for n, each in enumerate(given, start=1):
            if isinstance(each, str) and each.isalnum():
                boards.append(each)
                continue
            with naming(f"position {n:,} of {len(given):,}"):
                boards.append(self.board(each))
        return self.solver.score_moves(boards, workers)

    def line_of_play(self, moves: "Position" = "") -> str:
        """A game from a position to its end in which both sides play a best move each time.

        Of the best moves, the most central one. Early positions of large boards take hours.
        """
        board = self.board(moves)
        while not board.is_over:
            best = self.solver.solve(board).best
            board = board.play(self.shape.from_centre(best)[0])
        return str(board)

    def stones_left(self, moves: "Position" = "") -> int:
        """How many stones both sides will play until the game ends, if they play perfectly.

        Who wins does so as soon as possible, who loses as late as possible.

        Raises:
            InvalidMove: if the game is over.
        """
        board = self.board(moves)
        return last_move(board, self.score(board).lower) - board.ply

    def match(self, first: "Mover", second: "Mover", seconds: float = _SECONDS) -> Board:
        """A game between two players, and how it ended.

        Args:
            first, second: a level's name each, or a function that is given a ``Board`` and returns
                the number of a column.
            seconds: how long a level may think about each stone.

        Raises:
            InvalidMove: if a function returns a column that cannot be played.
            UnknownLevel: if one of them is neither a level nor a function.

        >>> def leftmost(board):
        ...     return board.columns[0]
        >>> end = Trilobite("5x4").match(leftmost, "medium")
        >>> end.winner, len(end.moves)
        ('O', 14)
        """
        players = [self._chooser(each, seconds) for each in (first, second)]
        board = self.board()
        while not board.is_over:
            board = board.play(players[board.ply % 2](board))
        return board

    def best_move(
        self, moves: "Position" = "", level: "LevelName" = "perfect", seed: int = 0,
        seconds: float = _SECONDS,
    ) -> int:  # fmt: skip
        """The column that a player of some level drops the next stone into.

        The level ``perfect`` knows what this game's solver has found.

        Args:
            level: from beginner to perfect.
            seed: decides what is left to chance.
            seconds: how long it may think; up to the level ``hard``, that makes no difference.

        Raises:
            InvalidMove: if the game is over.
            UnknownLevel: if there is no such level.
        """
        return self.player(level, seed, seconds).choose(self.board(moves)).column

    def player(
        self, level: "LevelName" = "perfect", seed: int = 0, seconds: float = _SECONDS
    ) -> "Player":
        """Who plays on this board; it also says what it knows of the score."""
        from moolab.trilobite.player.levels import Player

        player = Player(self.shape, level, seed, seconds)
        player.solver = Lazy(self._apart)
        return player

    def _apart(self) -> "Solver":
        """The solver for a player: it has the same table, and can be stopped alone."""
        [solver] = self.solver.apart()
        # Compiling, if it has to be, takes nothing from the time to think.
        solver.search(self.board(), nodes=1)
        return solver

    def _chooser(self, mover: "Mover", seconds: float) -> Callable[[Board], int]:
        if callable(mover):
            return mover
        if not isinstance(mover, str):
            raise UnknownLevel(f"{quote(mover)} is neither a level nor a function")
        player = self.player(mover, seconds=seconds)
        return lambda board: player.choose(board).column

    def tree(self, moves: "Position" = "") -> Node:
        """The game tree from a position, built only where it is looked at."""
        return tree(self.board(moves))

    def scored_tree(self, moves: "Position" = "") -> "ScoredNode":
        """The same with exact scores, found only where they are asked for.

        >>> root = Trilobite("5x5").scored_tree("33")
        >>> root.score, root.moves.find(lambda move: move[1].score == 0)
        (0, (3, <node 333, score 0>))
        """
        return ScoredNode(self.tree(moves), self.solver)

    def certificate(self, path: Path | str, player: str | None = None) -> int:
        """Write a proof of who wins the empty board, which ``moolab.verify`` checks.

        Args:
            player: X or O, whose win or draw to prove; by default who wins, or O if none does.

        Returns:
            How many positions it has.

        Raises:
            InvalidCommand: if the player loses.
            UnusableFile: if the file cannot be written.

        >>> import tempfile, moolab
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     positions = Trilobite("4x4", win=3).certificate(f"{folder}/proof.gz")
        ...     print(moolab.verify(f"{folder}/proof.gz").claim)
        the first player wins on 4x4, 3 in a row (1 position, 1 list of rules).
        """
        from moolab.trilobite.proof.certificate import write
        from moolab.trilobite.proof.find import certified

        header, lists = certified(self.solver, player)
        write(Path(path), header, lists)
        return len(lists)

    @cached_property
    def solver(self) -> "Solver":
        """The solver, which remembers what it has met."""
        from moolab.trilobite.solver.exact import Solver

        return Solver(self.shape, self._memory)
