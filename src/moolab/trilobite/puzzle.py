"""Win in n: positions in which one column alone wins with the n-th stone from now.

Positions come from random play in which nobody completes a line, nor could at once. The solver is
asked no more than whether a win comes in time, which takes it a moment even early in a game. Wins
in five or six stones on large boards need many such questions, and half a minute at times.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from moolab.errors import PuzzleNotFound
from moolab.support.language import translate
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.score import score_of_win
from moolab.trilobite.threats import completes

if TYPE_CHECKING:
    from moolab.trilobite.solver.exact import Solver

MOST_STONES = 6
"""The longest wins that are looked for: longer ones take the solver more than a moment."""

MEMORY = 16 << 20
"""Bytes of the solver's table of scores: wins that are so near need no more."""

MOST_POSITIONS = (1, 2, 5, 15)
"""The most positions of a puzzle of level 1, 2, 3 and 4; chosen, not measured.

The levels are called as those of ``puzzles.reasoning``."""

MOST_SEEDS = 100
"""How many seeds are tried for a puzzle that is new, before there seem to be no more of them.
Chosen, not measured."""

_GAMES = 200
"""How many games are played in search of a puzzle; chosen, not measured."""


class Puzzle(NamedTuple):
    """A position, and how the player to move wins.

    Attributes:
        board: the position; no player can complete a line with the next stone.
        stones: with which of its stones from now on the player to move wins, 2 or more.
        seed: what ``make_puzzle`` has made it of.
        column: the one that wins so soon; with any other the win comes later, or not at all.
        line: the columns played up to the end, by their names: the loser holds out longest.
        positions: in how many positions the winner has to find a stone, whatever the loser plays:
            all but those in which it completes a line, or has to stop one.
        quiet: whether the first stone threatens nothing at once, so that it need not be answered.
    """

    board: Board
    stones: int
    seed: int
    column: int
    line: str
    positions: int
    quiet: bool

    @property
    def difficulty(self) -> int:
        """How hard it is: a key of ``puzzles.reasoning.LEVELS``."""
        return 1 + bisect_left(MOST_POSITIONS, self.positions)


def make_puzzle(
    solver: "Solver",
    stones: int = 3,
    seed: int = 0,
    watch: Callable[[int], None] = lambda _: None,
    *,
    difficulty: int | None = None,
) -> Puzzle:
    """Make a puzzle; the same arguments make the same one on every machine.

    Args:
        solver: for the board that is wanted.
        stones: with which of its stones the player to move wins, 2 to ``MOST_STONES``.
        watch: called with the number of each game that is played in search of one.
        difficulty: a key of ``puzzles.reasoning.LEVELS``; without it, any.

    Raises:
        PuzzleNotFound: if there is none, or seems to be.

    >>> from moolab.trilobite.solver.exact import Solver
    >>> puzzle = make_puzzle(Solver(Shape(5, 4, 3), memory=1 << 16), stones=2, seed=1)
    >>> str(puzzle.board), puzzle.column, puzzle.line
    ('31', 4, '432')
    """
    shape, chance = solver.shape, Random(f"win in {stones} {seed}")
    met = set[int]()
    if not (2 <= stones <= MOST_STONES and 2 * stones - 1 <= shape.cells and shape.width > 1):
        raise PuzzleNotFound(
            translate(
                "a board of {board} has no room for a win in {stones} stones",
                board=shape,
                stones=stones,
            )
        )
    for game in range(_GAMES):
        watch(game)
        for board in _random_play(shape, chance):
            proof = Proof(solver, board, stones)
            if (column := proof.only_column()) is not None:
                line, positions = proof.line(), proof.positions()
                quiet = not completes(board.play(column), waiting=True)
                puzzle = Puzzle(board, stones, seed, column, line, positions, quiet)
                if difficulty in (None, puzzle.difficulty):
                    return puzzle
                met.add(puzzle.difficulty)
    told = {"stones": stones, "board": shape, "win": shape.win, "difficulty": difficulty}
    if met:
        raise PuzzleNotFound(
            translate(
                "no win in {stones} stones of difficulty {difficulty} was found on {board} with "
                "{win} in a row; those found are of difficulty {others}",
                **told,
                others=", ".join(map(str, sorted(met))),
            )
        )
    raise PuzzleNotFound(
        translate(
            "no win in {stones} stones was found on {board} with {win} in a row: try another "
            "number of stones, or another seed",
            **told,
        )
    )


def another_puzzle(
    make: Callable[[int], Puzzle], seeds: Iterator[int], met: set[Board]
) -> Puzzle | None:
    """Make a puzzle that is neither one of those made before nor the mirror image of one.

    Args:
        make: makes the puzzle of a seed.
        seeds: those that come next; are used up.
        met: the boards of those made before, or their mirror images; is added to.

    Returns:
        None if there seems to be none.

    Raises:
        PuzzleNotFound: if there is none of a seed, or seems to be.
    """
    for seed in islice(seeds, MOST_SEEDS):
        puzzle = make(seed)
        if puzzle.board.canonical not in met:
            met.add(puzzle.board.canonical)
            return puzzle
    return None


def _random_play(shape: Shape, chance: Random) -> Iterator[Board]:
    """The positions of a random game in which no player can complete a line with the next stone."""
    board = Board.empty(shape)
    while not board.is_full:
        mine, theirs = completes(board), completes(board, waiting=True)
        if not mine and not theirs:
            yield board
        # A player stops a line, and completes none.
        columns = [
            column
            for column in board.columns
            if not mine & shape.column(column) and (not theirs or theirs & shape.column(column))
        ]
        if not columns:
            return
        board = board.play(chance.choice(columns))


class Proof:
    """That the player to move wins with a certain stone.

    Args:
        board: the player to move wins so soon, or it is to be found out.
        stones: how many stones the player to move has until then, the last one included.
    """

    def __init__(self, solver: "Solver", board: Board, stones: int) -> None:
        self._solver = solver
        self._board = board
        last = board.ply + 2 * (stones - 1)
        self._in_time = last < board.shape.cells
        self._score = score_of_win(board.shape.cells, last)

    def reaches(self, board: Board) -> bool:
        """Whether the winner, to move, wins in time."""
        return not board.is_over and bool(self._solver.reaches(board, self._score))

    def wins(self, board: Board) -> bool:
        """Whether the winner, who has just moved, wins in time."""
        return bool(self._solver.has_reached(board, self._score))

    def refutation(self, column: int) -> int | None:
        """How the other side answers a stone so that it does not win in time; None if it does.

        Args:
            column: where the stone falls, one that can be played.
        """
        after = self._board.play(column)
        if self.wins(after):
            return None
        replies = after.shape.from_centre(after.columns)
        # A line says more than any other answer.
        for reply in replies:
            if after.play(reply).winner:
                return reply
        return next(reply for reply in replies if not self.reaches(after.play(reply)))

    def only_column(self) -> int | None:
        """The only column that wins in time, if there is one and no column wins sooner."""
        board = self._board
        if not self._in_time or not self.reaches(board):
            return None
        if self._solver.reaches(board, self._score + 1):
            return None
        columns = [column for column in board.columns if self.wins(board.play(column))]
        return columns[0] if len(columns) == 1 else None

    def line(self) -> str:
        """The columns up to the end, by their names."""
        board = self._board
        while not board.is_over:
            board = board.play(self._column(board))
            if not board.is_over:
                board = board.play(self.longest(board))
        return board.moves[self._board.ply :]

    def positions(self) -> int:
        """In how many positions the winner has to find a stone, whatever the loser plays."""
        seen: set[Board] = set()
        left = [self._board]
        found = 0
        while left:
            board = left.pop()
            if board in seen or completes(board):
                continue
            seen.add(board)
            found += not completes(board, waiting=True)
            after = board.play(self._column(board))
            left += map(after.play, after.columns)
        return found

    def _column(self, board: Board) -> int:
        """Where the winner plays: where a line is completed, or the most central column in time."""
        columns = board.shape.from_centre(board.columns)
        if cells := completes(board):
            return next(c for c in columns if cells & board.shape.column(c))
        return next(column for column in columns if self.wins(board.play(column)))

    def longest(self, board: Board) -> int:
        """Where the loser holds out longest, the most central of several columns."""
        columns = board.shape.from_centre(board.columns)
        reached = self._score + 1
        for column in columns:
            if not self._solver.reaches(board.play(column), reached):
                return column
        return columns[0]
