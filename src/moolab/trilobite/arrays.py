"""Boards as arrays and as bit boards, which other programs have; and back."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moolab.errors import InvalidPosition
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.stones import from_bits

__all__ = ["from_array", "from_bits", "to_array"]

_NOT_AN_ARRAY = "an array of a board has rows of the numbers 0, 1 and 2, all of one length"


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
