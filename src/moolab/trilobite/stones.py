"""The game that leads to some stones, or the reason why none does."""

from operator import index
from typing import SupportsIndex

from moolab.errors import InvalidPosition
from moolab.support.language import marked, translate
from moolab.trilobite.board import COLUMNS, STONES, Board, Shape

_TRIES = 20_000
"""Positions that are looked at to find out how the stones may have been played. Chosen, not
measured."""


def from_bits(first: SupportsIndex, second: SupportsIndex, shape: Shape | None = None) -> Board:
    """The position of two bit boards, in the order of cells that ``Board`` has; moves are found.

    Raises:
        InvalidPosition: if no game leads there, or none is found.

    >>> board = Board.parse("4453443")
    >>> from_bits(board.waiting, board.mover) == board
    True
    """
    try:
        first, second = index(first), index(second)  # NumPy's whole numbers have 64 bits at most
    except TypeError as error:
        raise InvalidPosition(
            "the stones of a player are a whole number, a bit for each"
        ) from error
    shape = Board.empty(shape).shape
    if reason := _fault(first, second, shape):
        raise InvalidPosition(reason)
    if (moves := _played((first, second), shape)) is None:
        raise InvalidPosition(translate("no game leads there: every order of the stones was tried"))
    return Board.parse(moves, shape)


def floating(filled: int, shape: Shape) -> int:
    """The stones that have an empty cell below them."""
    return filled & ~(filled << 1) & ~shape.bottom


def _fault(first: int, second: int, shape: Shape) -> str | None:
    """Why no game can have left these stones, as far as that is seen at once."""
    filled, number, others = first | second, first.bit_count(), second.bit_count()
    if first & second or filled & ~shape.full:
        return "no game leads there: these are not stones of two players on a board"
    if floats := floating(filled, shape):
        return translate(
            "the stone in column {column}, row {row}, floats: the cell below it is empty",
            column=COLUMNS[_column(floats & -floats, shape)],
            row=(floats & -floats).bit_length() % (shape.height + 1),
        )
    if number - others not in (0, 1):
        return translate(
            "X has {number} stones, O {others}: X moves first, so X has as many, or one more",
            number=number,
            others=others,
        )
    lines = [bool(shape.line(stones)) for stones in (first, second)]
    if all(lines):
        return translate(
            "both have {win} in a row, but a game ends with the first line", win=shape.win
        )
    # Who has a line has moved last.
    if any(lines) and lines[0] is (number == others):
        told = {"stone": STONES[lines[1]], "win": shape.win}
        return translate("{stone} has {win} in a row, but the game has gone on", **told)
    return None


def _played(stones: tuple[int, int], shape: Shape) -> str | None:
    """The columns of a game that leaves these stones, looked for depth first."""
    every = stones[0] | stones[1]
    winner, tried = stones[(every.bit_count() + 1) % 2], set[tuple[int, int]]()

    def lead(filled: int, goal: int) -> str | None:
        if filled == goal:
            return ""
        own = goal & stones[filled.bit_count() % 2]

        def stones_left(cell: int) -> int:
            return (goal & ~filled & shape.column(_column(cell, shape) + 1)).bit_count()

        # A high column that is left for last gives no choice.
        fallen = sorted(_split(filled + shape.bottom & own, shape), key=stones_left, reverse=True)
        for cell in fallen:
            if (filled | cell, goal) in tried:
                continue
            if len(tried) == _TRIES:
                said = marked("no game leads there as far as {number} tries show; give the moves")
                raise InvalidPosition(translate(said, number=_TRIES))
            tried.add((filled | cell, goal))
            if (rest := lead(filled | cell, goal)) is not None:
                return COLUMNS[_column(cell, shape)] + rest
        return None

    # Of a line that wins, a stone without which there is none has fallen last.
    tops = _split(winner & ~(every >> 1), shape) if shape.line(winner) else [0]
    for last in tops:
        game = None if shape.line(winner ^ last) else lead(0, every ^ last)
        if game is not None:
            return game + (COLUMNS[_column(last, shape)] if last else "")
    return None


def _split(cells: int, shape: Shape) -> list[int]:
    return [cell for n in range(1, shape.width + 1) if (cell := cells & shape.column(n))]


def _column(cell: int, shape: Shape) -> int:
    """The number of the column of a cell, from 0."""
    return (cell.bit_length() - 1) // (shape.height + 1)
