"""Opening books: scores of early positions, found once and kept.

A book is a text, a position and its score a line, as ``moo trilobite solve --file`` reads it and
can check it.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources

from moolab.trilobite.board import COLUMNS, Board, Shape

EMPTY = "-"
"""How a book writes the moves of the empty board."""


class Book:
    """Scores by position; a position and its mirror image share one.

    >>> book = Book(Shape(7, 6), ["1 -1"])
    >>> book.get(Board.parse("7", Shape(7, 6))), book.get(Board.parse("4", Shape(7, 6)))
    (-1, None)
    """

    def __init__(self, shape: Shape, lines: Iterable[str] = ()) -> None:
        self._shape = shape
        self._scores: dict[int, int] = {}
        for moves, score in _entries(lines):
            self._scores[self._key(*_stones(moves, shape))] = score

    def __len__(self) -> int:
        return len(self._scores)

    def get(self, board: Board) -> int | None:
        """The score of a position for the player to move; None if it is not in the book."""
        return self._scores.get(self._key(board.mover, board.filled))

    def add(self, board: Board, score: int) -> None:
        """Enter a position."""
        self._scores[self._key(board.mover, board.filled)] = score

    def _key(self, mover: int, filled: int) -> int:
        key = mover + filled + self._shape.bottom
        return min(key, self._shape.mirrored(key))


@cache
def opened(shape: Shape) -> Book:
    """The book that comes with moolab for a shape; an empty one if there is none.

    >>> opened(Shape(7, 6)).get(Board.empty(Shape(7, 6)))
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


def _entries(lines: Iterable[str]) -> Iterator[tuple[str, int]]:
    for line in lines:
        words = line.partition("#")[0].split()
        if words:
            moves, score = words
            yield moves.replace(EMPTY, ""), int(score)


def _stones(moves: str, shape: Shape) -> tuple[int, int]:
    """As ``Board.parse``, for moves that are known to be right: many times as fast."""
    mover = filled = 0
    for name in moves:
        mover ^= filled
        filled |= filled + (1 << (shape.height + 1) * COLUMNS.index(name))
    return mover, filled
