"""Puzzles of trilobite, in processes of their own, which keep those that were made."""

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from moolab.trilobite.board import Shape
from moolab.trilobite.puzzle import MEMORY, Puzzle, make_puzzle
from moolab.trilobite.solving import Attempt, attempt, hints, line_in_words, way_to_win

if TYPE_CHECKING:
    from moolab.trilobite.solver.exact import Solver

_MOST_PUZZLES = 256
"""Puzzles that a process keeps: each a few hundred bytes."""

_MOST_SOLVERS = 2


class Wished(NamedTuple):
    """Which puzzle on a board somebody wants.

    Attributes:
        shape: of the board.
        stones: with which of its stones the player to move wins.
        difficulty: how hard it is; None for any.
        seed: what it is made of.
    """

    shape: Shape
    stones: int
    difficulty: int | None
    seed: int


class Tried(NamedTuple):
    """How far somebody has come with a puzzle on a board.

    Attributes:
        attempt: the puzzle and the position.
        help: what was asked for: a hint, or how it goes on to the end; empty if nothing was.
        advised: the column that this names; None if it names none.
    """

    attempt: Attempt
    help: str
    advised: int | None


def look(wished: Wished, tried: str, helps: int) -> Tried:
    """What comes of the columns that somebody has tried.

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
