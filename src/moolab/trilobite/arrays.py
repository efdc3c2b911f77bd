"""Boards as arrays and as bit boards, which other programs have; and back."""

from operator import index
from typing import SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moolab.errors import InvalidPosition
from moolab.support.language import marked, translate
from moolab.trilobite.board import COLUMNS, STONES, Board, Shape

_NOT_AN_ARRAY = "an array of a board has rows of the numbers 0, 1 and 2, all of one length"

_TRIES = 100_000
"""Positions that are looked at to find out how the stones may have been played. Chosen, not
measured."""


def to_array(board: Board) -> NDArray[np.int8]:
    """The stones as they are seen: the highest row first, 0 empty, 1 the first player's, 2 others.

    >>> to_array(Board.parse("112", Shape(3, 2, 3)))
    array([[2, 0, 0],
           [1, 1, 0]], dtype=int8)
    """
    numbers = {None: 0, "X": 1, "O": 2}
    return np.array([[numbers[cell.stone] for cell in row] for row in board.rows], np.int8)


def from_array(array: ArrayLike, win: int = 4) -> Board:
    """The position that an array shows as ``to_array`` does; its moves are found.

    Raises:
        InvalidBoard: if there is no board of this shape.
        InvalidPosition: if no game leads there, or none is found.

    >>> from_array([[2, 0, 0], [1, 1, 0]], win=3)
    Board.parse('112', Shape(3, 2, 3))
    """
    try:
        stones = np.asarray(array)
    except ValueError as error:  # rows of different lengths
        raise InvalidPosition(_NOT_AN_ARRAY) from error
    if stones.ndim != 2 or not np.isin(stones, (0, 1, 2)).all():
        raise InvalidPosition(_NOT_AN_ARRAY)
    shape = Shape(stones.shape[1], stones.shape[0], win)
    first, second = (
        sum(
            1 << int(column) * (shape.height + 1) + shape.height - 1 - int(row)
            for row, column in np.argwhere(stones == player)
        )
        for player in (1, 2)
    )
    return from_bits(first, second, shape)


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
