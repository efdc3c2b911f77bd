"""Boards as arrays and as bit boards, which other programs have; and back."""

from collections.abc import Iterator
from operator import index
from typing import SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moolab.errors import InvalidPosition
from moolab.support.language import count_in_words, translate
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
    empty = Board.empty(shape)
    if first & second or (first | second) & ~empty.shape.full:
        raise InvalidPosition("no game leads there: these are not stones of two players on a board")
    _check(first, second, empty.shape)
    if (found := _played((first, second), empty.shape)) is None:
        raise InvalidPosition(translate("no game leads there: every order of the stones was tried"))
    return Board.parse(found, empty.shape)


def floating(filled: int, shape: Shape) -> int:
    """The stones that have an empty cell below them."""
    return filled & ~(filled << 1) & ~shape.bottom


def _check(first: int, second: int, shape: Shape) -> None:
    """Refuse stones that no game can have left, with the reason."""
    if floats := floating(first | second, shape):
        column, row = _place(floats & -floats, shape)
        said = translate(
            "the stone in column {column}, row {row}, floats: the cell below it is empty",
            column=COLUMNS[column],
            row=row + 1,
        )
        raise InvalidPosition(said)
    number, others = first.bit_count(), second.bit_count()
    if number - others not in (0, 1):
        said = translate(
            "X has {number} stones, O {others}: X moves first, so X has as many, or one more",
            number=number,
            others=others,
        )
        raise InvalidPosition(said)
    lines = [bool(shape.line(stones)) for stones in (first, second)]
    if all(lines):
        raise InvalidPosition(
            translate(
                "both have {win} in a row, but a game ends with the first line", win=shape.win
            )
        )
    # Who has a line has moved last.
    if any(lines) and lines[0] is (number == others):
        stone = STONES[lines[1]]
        raise InvalidPosition(
            translate(
                "{stone} has {win} in a row, but the game has gone on", stone=stone, win=shape.win
            )
        )


def _played(stones: tuple[int, int], shape: Shape) -> str | None:
    """The columns of a game that leaves these stones, looked for depth first."""
    goal = stones[0] | stones[1]
    last_mover = stones[(goal.bit_count() + 1) % 2]
    lasts = [0]
    if shape.line(last_mover):
        # A stone that fell last, and completed all lines.
        tops = _split(last_mover & ~(goal >> 1), shape)
        lasts = [cell for cell in tops if not shape.line(last_mover ^ cell)]
    met, moves = set[tuple[int, int]](), list[int]()
    for last in lasts:
        waiting, filled = [_next(0, stones, goal ^ last, shape)], 0
        while filled != goal ^ last and waiting:
            cell = next(waiting[-1], None)
            if cell is None:
                waiting.pop()
                filled ^= moves.pop() if moves else 0
            elif (filled | cell, last) not in met:
                if len(met) == _TRIES:
                    raise InvalidPosition(
                        translate(
                            "no game was found that leads there, after {number} tries; "
                            "give the moves",
                            number=count_in_words(_TRIES),
                        )
                    )
                met.add((filled | cell, last))
                moves.append(cell)
                filled |= cell
                waiting.append(_next(filled, stones, goal ^ last, shape))
        if filled == goal ^ last:
            fallen = [*moves, last] if last else moves
            return "".join(COLUMNS[_place(cell, shape)[0]] for cell in fallen)
    return None


def _next(filled: int, stones: tuple[int, int], goal: int, shape: Shape) -> Iterator[int]:
    """Where a stone may have fallen next: where its player has one.

    Columns with the most stones left come first: a high one that is left for last gives no choice.
    """
    own, left = stones[filled.bit_count() % 2] & goal, goal & ~filled

    def stones_left(cell: int) -> int:
        return (left & shape.column(_place(cell, shape)[0] + 1)).bit_count()

    return iter(sorted(_split(filled + shape.bottom & own, shape), key=stones_left, reverse=True))


def _split(cells: int, shape: Shape) -> Iterator[int]:
    return (cell for n in range(1, shape.width + 1) if (cell := cells & shape.column(n)))


def _place(cell: int, shape: Shape) -> tuple[int, int]:
    """The column and the row of a cell, counted from 0."""
    return divmod(cell.bit_length() - 1, shape.height + 1)
