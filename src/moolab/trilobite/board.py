"""The board: rules, positions, their notations and pictures.

A set of cells is one integer, a bit a cell: column after column, each from the bottom up, with one
bit more than the board is high, which stays empty so that no line runs from one column into the
next. Shifting by 1, height, height + 1 and height + 2 moves all cells one step along the four
directions a line can take (Tromp's bitboards).
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from numbers import Integral
from types import MappingProxyType
from typing import NamedTuple

from moolab.errors import InvalidBoard, InvalidMove, InvalidPosition
from moolab.support.language import marked, translate
from moolab.support.text import join_words, quote
from moolab.support.typed import folded

_CELL = 40

_FILL = {None: "#fff", "X": "#d33", "O": "#fc3"}


def drawing(rows: Sequence[Sequence[tuple[str | None, bool, bool]]], names: str, title: str) -> str:
    """The text of an SVG picture: the last stone has a dot, those of a winning line a ring.

    >>> text = drawing([[("X", True, False), (None, False, False)]], "12", "1")
    >>> text.startswith("<svg "), text.count("<circle"), text.count("<text")
    (True, 3, 2)
    """
    width, height = len(names) * _CELL, (len(rows) + 1) * _CELL
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} text-anchor="middle">',
        f"<title>{title}</title>",
        f'<rect width="{width}" height="{height - _CELL}" rx="6" fill="#26c"/>',
    ]
    for row, cells in enumerate(rows):
        for column, (stone, last, winning) in enumerate(cells):
            at = f'cx="{column * _CELL + _CELL // 2}" cy="{row * _CELL + _CELL // 2}"'
            ring = ' stroke="#000" stroke-width="4"' if winning else ""
            parts.append(f'<circle {at} r="16" fill="{_FILL[stone]}"{ring}/>')
            if last:
                parts.append(f'<circle {at} r="4"/>')
            if stone == "O":
                # Told apart without colours, too.
                parts.append(f'<circle {at} r="9" fill="none" stroke="#a70"/>')
    for column, name in enumerate(names):
        x = column * _CELL + _CELL // 2
        parts.append(
            f'<text x="{x}" y="{height - _CELL // 3}" font-family="sans-serif" '
            f'fill="currentColor">{name}</text>'
        )
    return "\n".join([*parts, "</svg>"])


COLUMNS = "123456789abcd"
"""The names of the columns, from left to right."""

MAX_SIDE = len(COLUMNS)
"""The widest and the highest board."""

LETTERS = "abcdefghi"
"""Other names of the columns, where no column is called so."""

_CELLS = re.compile(r"(?:[a-z]\d\d?[,;\s]+)+[a-z]\d\d?")
"""Cells as moves, such as "d1 d2 c1"."""

_DIGITS = str.maketrans(LETTERS, COLUMNS[: len(LETTERS)])

STONES = "XO"
"""The stones of the first and of the second player."""


@dataclass(frozen=True)
class Shape:
    """What is agreed before the game: the size of the board, and how long a line wins.

    Args:
        width: number of columns, 1 to 13.
        height: number of rows, 1 to 13.
        win: how many stones in a row win, 2 to the longer side of the board.

    Raises:
        InvalidBoard: if there is no such board.

    >>> Shape.parse("7x6")
    Shape(width=7, height=6, win=4)
    >>> str(Shape())
    '8x7'
    """

    width: int = 8
    height: int = 7
    win: int = 4

    def __post_init__(self) -> None:
        if not all(isinstance(each, Integral) for each in (self.width, self.height, self.win)):
            raise InvalidBoard(
                "both sides of a board, and how many in a row win, are whole numbers"
            )
        for name in ("width", "height", "win"):
            # Those of NumPy have 64 bits at most.
            object.__setattr__(self, name, int(getattr(self, name)))
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise InvalidBoard(
                translate(
                    "a board {width} wide and {height} high cannot be: both sides are 1 to {most}",
                    width=self.width,
                    height=self.height,
                    most=MAX_SIDE,
                )
            )
        if self.win < 2:
            raise InvalidBoard(
                translate(
                    "{win} in a row cannot be the aim: it takes at least 2 stones", win=self.win
                )
            )
        if self.win > max(self.width, self.height):
            raise InvalidBoard(
                translate(
                    "{win} in a row do not fit on a board of {board}", win=self.win, board=self
                )
            )

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"

    @classmethod
    def parse(cls, size: str, win: int = 4) -> "Shape":
        """The shape of a board written as WIDTHxHEIGHT; ``str`` gives the size back.

        Raises:
            InvalidBoard: if the text is malformed, or there is no such board.
        """
        match = re.fullmatch(r"(\d{1,4})x(\d{1,4})", "".join(folded(size).split()), re.ASCII)
        if match is None:
            raise InvalidBoard(
                translate(
                    "{text} is not the size of a board; it is written as WIDTHxHEIGHT: 8x7",
                    text=quote(size),
                )
            )
        return cls(int(match[1]), int(match[2]), win)

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        return self.width * self.height

    @property
    def directions(self) -> tuple[int, int, int, int]:
        """By how much to shift for a step up, down to the right, to the right, up to the right."""
        return 1, self.height, self.height + 1, self.height + 2

    @property
    def bottom(self) -> int:
        """The lowest cell of each column."""
        return _bottom(self.width, self.height)

    @property
    def full(self) -> int:
        """All cells."""
        return self.bottom * ((1 << self.height) - 1)

    def column(self, number: int) -> int:
        """The cells of a column, 1 for the leftmost."""
        return ((1 << self.height) - 1) << (self.height + 1) * (number - 1)

    def from_centre(self, columns: Iterable[int]) -> list[int]:
        """The columns by their distance from the centre, the left one of two first.

        >>> Shape(8, 7).from_centre([1, 2, 3, 4, 5, 6])
        [4, 5, 3, 6, 2, 1]
        """
        return sorted(columns, key=lambda column: (abs(2 * column - self.width - 1), column))

    def mirror(self, cells: int) -> int:
        """The cells seen in a mirror; the spare bits above the columns move with them.

        >>> shape = Shape(3, 2, 2)
        >>> bin(shape.mirror(0b_000_011_001))
        '0b1011000'
        """
        stride = self.height + 1
        mask = (1 << stride) - 1
        turned = 0
        for _ in range(self.width):
            turned = turned << stride | cells & mask
            cells >>= stride
        return turned

    def line(self, stones: int) -> int:
        """The cells of all winning lines among these stones; 0 if there is none."""
        found = 0
        for step in self.directions:
            ends = stones
            for n in range(1, self.win):
                ends &= stones >> n * step
            if ends:  # hardly ever
                for n in range(self.win):
                    found |= ends << n * step
        return found


class Cell(NamedTuple):
    """A cell as it is shown.

    Attributes:
        stone: one of ``STONES``, or None.
        last: whether that fell last.
        winning: whether it is part of a winning line.
    """

    stone: str | None
    last: bool
    winning: bool


@dataclass(frozen=True, repr=False)
class Board:
    """A position, immutable; made by ``Board.empty``, ``Board.parse`` and ``play``.

    Two boards are equal if they show the same stones: how the game came there does not matter.

    Args:
        mover: the stones of the player whose turn it is.
        moves: the columns played so far, in their order, by their names.

    >>> board = Board.parse("4453")
    >>> str(board), board.turn, len(board.moves)
    ('4453', 'X', 4)
    >>> print(board.play(4).picture())
     .  .  .  .  .  .  .  .
     .  .  .  .  .  .  .  .
     .  .  .  .  .  .  .  .
     .  .  .  .  .  .  .  .
     .  .  . [X] .  .  .  .
     .  .  .  O  .  .  .  .
     .  .  O  X  X  .  .  .
     1  2  3  4  5  6  7  8
    """

    shape: Shape
    mover: int
    filled: int
    moves: str = field(compare=False)

    @classmethod
    def empty(cls, shape: Shape | None = None) -> "Board":
        """The board before the first move.

        Raises:
            InvalidBoard: if ``shape`` is something else.
        """
        if not isinstance(shape, Shape | None):
            raise InvalidBoard(f"{quote(shape)} is not a Shape: write Shape.parse('5x5')")
        return cls(shape or Shape(), 0, 0, "")

    @classmethod
    def parse(cls, moves: str, shape: Shape | None = None) -> "Board":
        """The position after moves like "4453"; ``str`` gives the text back.

        Args:
            moves: the columns in playing order, by the names that ``column`` knows; blanks, commas
                and brackets do not count. Or the cells, such as "d1 d2", of which the columns are
                taken, on boards of up to nine columns.

        Raises:
            InvalidMove: if a column does not exist or is full, or the game was over before.
        """
        board, text = cls.empty(shape), folded(moves)
        if _CELLS.fullmatch(text):
            if board.shape.width > len(LETTERS):
                raise InvalidMove(
                    translate(
                        "{moves} can mean cells or columns: on a board of more than nine columns "
                        "write columns, without blanks",
                        moves=quote(moves.strip()),
                    )
                )
            text = _columns_of(re.findall(r"[a-z]\d+", text))
        names = re.sub(r"[][(),; ]", "", text)
        if len(names) <= board.shape.cells and (after := board._after(names)):
            return after
        for number, name in enumerate(names, start=1):
            try:
                board = board.play(board.column(name))
            except InvalidMove as error:
                raise InvalidMove(
                    translate(
                        "move {number} of {moves} is not possible: {error}",
                        number=number,
                        moves=quote(moves.strip()),
                        error=error,
                    )
                ) from None
        return board

    def _after(self, names: str) -> "Board | None":
        """What becomes of the empty board if the game goes on, by a shorter way; else None.

        All is looked at in the end: lines, and stones above the board, stay where they are.
        """
        shape, mover, filled = self.shape, 0, 0
        feet = _feet(shape.width, shape.height)
        for name in names:
            mover, filled = mover ^ filled, filled | filled + feet.get(name, 0)
        wrong = filled & ~shape.full or shape.line(mover) or shape.line(mover ^ filled)
        if wrong or filled.bit_count() < len(names):
            return None
        moves = names.translate(_DIGITS) if shape.width <= len(LETTERS) else names
        return Board(shape, mover, filled, moves)

    def __str__(self) -> str:
        return self.moves

    def __repr__(self) -> str:
        shape = self.shape
        return f"Board.parse({self.moves!r}, Shape({shape.width}, {shape.height}, {shape.win}))"

    def column(self, name: str) -> int:
        """The number of the column with this name, 1 for the leftmost.

        Boards of up to nine columns can be told letters, too: a is the leftmost.

        Raises:
            InvalidMove: if the board has no such column.

        >>> Board.empty().column("3"), Board.empty().column("c"), str(Board.parse("ddec"))
        (3, 3, '4453')
        """
        sign, names = folded(name), COLUMNS
        if self.shape.width <= len(LETTERS) and sign.isalpha():
            names = LETTERS
        number = names.find(sign) + 1 if len(sign) == 1 else 0
        if not 1 <= number <= self.shape.width:
            raise self._no_column(name, COLUMNS[9 : self.shape.width])
        return number

    def _no_column(self, name: object, letters: str = "") -> InvalidMove:
        said = marked("there is no column {name}: they are 1 to {last}")
        if letters:
            said = marked("there is no column {name}: they are 1 to 9, then {letters}")
        told = {"last": self.shape.width, "letters": letters and join_words(letters)}
        return InvalidMove(translate(said, name=quote(name), **told))

    def play(self, column: int) -> "Board":
        """The position after a stone was dropped into a column.

        Raises:
            InvalidMove: if the column does not exist or is full, or the game is over.
        """
        if isinstance(column, str):
            raise InvalidMove(
                translate(
                    "a column is a number here, 1 to {last}, not the text {name}",
                    last=self.shape.width,
                    name=quote(column),
                )
            )
        # To Python, True is a number.
        whole = isinstance(column, Integral) and not isinstance(column, bool)
        if not (whole and 1 <= column <= self.shape.width):
            raise self._no_column(column)
        if self.winner:
            raise InvalidMove(translate("the game is over: {winner} has won", winner=self.winner))
        column = int(column)  # those of NumPy have 64 bits at most
        filled = self.filled | self.filled + (1 << (self.shape.height + 1) * (column - 1))
        if filled & ~self.shape.full:
            raise InvalidMove(
                translate("the game is over: the board is full")
                if self.is_full
                else translate("column {column} is full", column=COLUMNS[column - 1])
            )
        moves = self.moves + COLUMNS[column - 1]
        return Board(self.shape, self.mover ^ self.filled, filled, moves)

    def undo(self) -> "Board":
        """The position before the last stone.

        Raises:
            InvalidMove: if it is not known which one was the last, or there is none.

        >>> str(Board.parse("4453").undo())
        '445'
        """
        if not self.moves:
            raise InvalidMove(translate("there is nothing to undo"))
        return Board.parse(self.moves[:-1], self.shape)

    @property
    def waiting(self) -> int:
        """The stones of the player who moved last."""
        return self.mover ^ self.filled

    @property
    def ply(self) -> int:
        """How many stones have been played."""
        return self.filled.bit_count()

    @property
    def turn(self) -> str:
        """The stone of the player whose turn it is, or would be: X moves first."""
        return STONES[self.ply % 2]

    @property
    def winner(self) -> str | None:
        """The stone of the player who has a line, or None."""
        return STONES[(self.ply + 1) % 2] if self.shape.line(self.waiting) else None

    @property
    def is_full(self) -> bool:
        """Whether there is no empty cell."""
        return self.filled == self.shape.full

    @property
    def is_over(self) -> bool:
        """Whether a player has won, or the board is full."""
        return self.is_full or bool(self.shape.line(self.waiting))

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns that can be played, from left to right; none once the game is over."""
        if self.is_over:
            return ()
        shape = self.shape
        tops = shape.bottom << (shape.height - 1)
        return tuple(c for c in range(1, shape.width + 1) if tops & ~self.filled & shape.column(c))

    @property
    def mirror(self) -> "Board":
        """The position seen in a mirror."""
        stones, filled = map(self.shape.mirror, (self.mover, self.filled))
        moves = self.moves.translate(_in_a_mirror(self.shape.width))
        return Board(self.shape, stones, filled, moves)

    @property
    def canonical(self) -> "Board":
        """The position or its mirror image, the same one for both.

        >>> Board.parse("81").canonical == Board.parse("18").canonical
        True
        """
        return min(self, self.mirror, key=lambda seen: (seen.mover, seen.filled))

    @property
    def rows(self) -> list[list[Cell]]:
        """The cells row by row, the highest row first.

        >>> [cell.stone for cell in Board.parse("1", Shape(2, 2, 2)).rows[1]]
        ['X', None]
        """
        shape = self.shape
        line, last = shape.line(self.waiting), 0
        if self.moves:
            fallen = self.filled & shape.column(COLUMNS.index(self.moves[-1]) + 1)
            last = fallen & ~(fallen >> 1)
        first = self.mover if self.ply % 2 == 0 else self.waiting
        rows = []
        for row in reversed(range(shape.height)):
            cells = [1 << column * (shape.height + 1) + row for column in range(shape.width)]
            stones = [STONES[0 if at & first else 1] if at & self.filled else None for at in cells]
            rows.append(
                [
                    Cell(stone, bool(at & last), bool(at & line))
                    for stone, at in zip(stones, cells, strict=True)
                ]
            )
        return rows

    def picture(self, marks: Mapping[tuple[int, int], str] = MappingProxyType({})) -> str:
        """The board as text: the last stone in brackets, those of a winning line in parentheses.

        Args:
            marks: what is in empty cells, by their column and row, 1 for the lowest.

        >>> print(Board.parse("2", Shape(3, 2, 2)).picture({(2, 2): "x"}))
         .  x  .
         . [X] .
         1  2  3
        """
        rows = []
        for height, row in zip(range(self.shape.height, 0, -1), self.rows, strict=True):
            text = ""
            for column, cell in enumerate(row, start=1):
                around = "()" if cell.winning else "[]" if cell.last else "  "
                stone = cell.stone or marks.get((column, height), ".")
                text += around[0] + stone + around[1]
            rows.append(text.rstrip())
        rows.append("".join(f" {name} " for name in COLUMNS[: self.shape.width]).rstrip())
        return "\n".join(rows)

    def _repr_svg_(self) -> str:
        """The board as notebooks show it."""
        return drawing(self.rows, COLUMNS[: self.shape.width], self.moves or "empty board")


@cache
def _in_a_mirror(width: int) -> dict[int, int]:
    """The name of each column's mirror image, for ``str.translate``."""
    names = COLUMNS[:width]
    return str.maketrans(names, names[::-1])


@cache
def _feet(width: int, height: int) -> dict[str, int]:
    """The lowest cell of each column, by its names."""
    names = (
        zip(COLUMNS[:width], LETTERS, strict=False) if width <= len(LETTERS) else COLUMNS[:width]
    )
    return {name: 1 << (height + 1) * n for n, both in enumerate(names) for name in both}


@cache
def _bottom(width: int, height: int) -> int:
    return sum(1 << (height + 1) * column for column in range(width))


def check_shape(what: str, given: Shape, who: str, shape: Shape) -> None:
    """Refuse something that is for another board than the one who is to use it.

    Raises:
        InvalidPosition: if it is.
    """
    if given != shape:
        raise InvalidPosition(
            f"this {what} is for {given}, {given.win} in a row; the {who} is for {shape}, "
            f"{shape.win} in a row"
        )


def check_going_on(board: Board, who: str, shape: Shape) -> None:
    """Raise if the board does not match, or the game is over.

    Raises:
        InvalidPosition: if it is on another board.
        InvalidMove: if the game is over.

    >>> check_going_on(Board.parse("1212121"), "player", Shape())
    Traceback (most recent call last):
    ...
    moolab.errors.InvalidMove: the game is over: there is nothing left to look for
    """
    check_shape("position", board.shape, who, shape)
    if board.is_over:
        raise InvalidMove("the game is over: there is nothing left to look for")


def _columns_of(cells: list[str]) -> str:
    """The columns of cells in which stones are put."""
    stones = Counter[str]()
    for cell in cells:
        stones[cell[0]] += 1
        if int(cell[1:]) != stones[cell[0]]:
            raise InvalidMove(
                translate("{cell} is not the lowest empty cell of its column", cell=quote(cell))
            )
    return "".join(cell[0] for cell in cells)
