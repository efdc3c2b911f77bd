"""Opening books: scores of early positions, found once and kept.

A book is a text, a position and its score a line, as ``moo trilobite solve --file`` reads it and
can check it.
"""

import re
from collections.abc import Iterable
from functools import cache
from importlib import resources

from moolab.errors import InvalidPosition
from moolab.support.text import quote
from moolab.trilobite.board import Board, Shape

EMPTY = "-"
"""How a book writes the moves of the empty board."""


class Book:
    """Scores by position; a position and its mirror image share one.

    Args:
        lines: such as "4453 0"; what follows a # is left out.

    Raises:
        InvalidPosition: if a line is not a position and its score.
        InvalidMove: if its moves are not possible.

    >>> book = Book(Shape(7, 6), ["1 -1"])
    >>> book.get(Board.parse("7", Shape(7, 6))), book.get(Board.parse("4", Shape(7, 6)))
    (-1, None)
    """

    def __init__(self, shape: Shape, lines: Iterable[str] = ()) -> None:
        self._shape = shape
        self._scores: dict[int, int] = {}
        self._last_ply = 0
        for line in lines:
            text = line.partition("#")[0].strip()
            if text:
                self.add(*_entry(text, shape))

    def __len__(self) -> int:
        return len(self._scores)

    def get(self, board: Board) -> int | None:
        """The score of a position for the player to move; None if it is not in the book."""
        return self._scores.get(self._key(board))

    def add(self, board: Board, score: int) -> None:
        """Enter a position."""
        self._scores[self._key(board)] = score
        self._last_ply = max(self._last_ply, board.ply)

    def lower_bound(self, board: Board) -> int | None:
        """What the player to move can reach by a move into the book; None if there is none.

        >>> Book(Shape(7, 6), ["4 -1", "2 1"]).lower_bound(Board.empty(Shape(7, 6)))
        1
        """
        if board.ply >= self._last_ply:
            return None
        known = (self.get(board.play(column)) for column in board.columns)
        return max((-score for score in known if score is not None), default=None)

    def _key(self, board: Board) -> int:
        key = board.mover + board.filled + self._shape.bottom
        return min(key, self._shape.mirror(key))


@cache
def open_book(shape: Shape) -> Book:
    """The book that comes with moolab for a shape; an empty one if there is none.

    >>> open_book(Shape(7, 6)).get(Board.empty(Shape(7, 6)))
    1
    """
    file = resources.files("moolab.trilobite") / "books" / f"{shape}x{shape.win}.txt"
    if not file.is_file():
        return Book(shape)
    return Book(shape, file.read_text(encoding="ascii").splitlines())


def entry(board: Board, score: int) -> str:
    """A line of a book; the empty board is written as a dash.

    >>> entry(Board.parse("44"), -2), entry(Board.empty(), 2)
    ('44 -2', '- 2')
    """
    return f"{board.moves or EMPTY} {score}"


def _entry(text: str, shape: Shape) -> tuple[Board, int]:
    match = re.fullmatch(r"(\S+)\s+([+-]?\d{1,3})", text, re.ASCII)
    if match is None:
        raise InvalidPosition(f"{quote(text)} is not a position and its score: 4453 0")
    return Board.parse(match[1].replace(EMPTY, ""), shape), int(match[2])
