"""Boards as arrays and as bit boards, which other programs have; and back."""

from collections.abc import Iterator
from operator import index
from typing import SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moolab.errors import InvalidPosition
from moolab.trilobite.board import Board, Shape

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
    empty = Board.empty(shape)
    filled, bottom = first | second, empty.shape.bottom
    floating = filled & ~empty.shape.full or filled & (filled + bottom) & ~bottom
    extra = first.bit_count() - second.bit_count()
    if first & second or floating or extra not in (0, 1):
        raise InvalidPosition("no game leads there: stones float, or a player has too many of them")
    if (found := _played(empty, (first, second))) is None:
        raise InvalidPosition("no game leads there: every order of the stones was tried")
    return found


def _played(empty: Board, stones: tuple[int, int]) -> Board | None:
    """A game that leaves these stones, looked for depth first."""
    waiting, met = [_next(empty, stones)], {empty.filled}
    board = empty
    goal = stones[0] | stones[1]
    while board.filled != goal:
        after = next(waiting[-1], None)
        if after is None:
            waiting.pop()
            if not waiting:
                return None
        elif after.filled not in met:
            if len(met) == _TRIES:
                raise InvalidPosition(
                    f"whether a game leads there was not found out: the first {_TRIES:,} positions "
                    "on the way to it led nowhere; give the moves instead"
                )
            board = after
            met.add(board.filled)
            waiting.append(_next(board, stones))
    return board


def _next(board: Board, stones: tuple[int, int]) -> Iterator[Board]:
    """What may have followed a position: the mover's stone fell where it has one.

    Columns with the most stones left come first: a high one that is left for last gives no choice.
    """
    own, left = stones[board.ply % 2], (stones[0] | stones[1]) & ~board.filled

    def stones_left(column: int) -> int:
        return (left & board.shape.column(column)).bit_count()

    return (
        after
        for after in map(board.play, sorted(board.columns, key=stones_left, reverse=True))
        if not after.waiting & ~own
    )
