"""Positions in which one column wins in time, for print."""

from collections.abc import Iterator
from typing import ClassVar

from moolab.puzzles.sheet import Sheet, rect, text
from moolab.support.text import count_noun
from moolab.trilobite.board import COLUMNS, Board, Shape
from moolab.trilobite.puzzle import Puzzle

_SAID = 5.0
"""How high the sentence above a board is."""
_CELL, _NAMES, _ANSWER = 6.5, 5.0, 9.0

_ASKED = (
    "Find the only column with which the player to move wins in as many stones as the puzzle says, "
    "whatever the other side plays. With any other column the win comes later, or not at all."
)

_READ = (
    "The first column is the solution. Then the columns of both sides follow in turn, to the end; "
    "the loser holds out as long as possible."
)


class StoneSheet(Sheet[Puzzle]):
    """Puzzles on boards of one shape."""

    solution_width: ClassVar[float] = 90.0

    @property
    def shape(self) -> Shape:
        """The shape of all boards."""
        return self.puzzles[0].board.shape

    @property
    def title(self) -> str:
        return f"Trilobite: {count_noun(len(self.puzzles), 'puzzle')}"

    @property
    def introduction(self) -> tuple[str, ...]:
        win = self.shape.win
        return (
            f"X and O drop stones into columns in turn; {win} in a row win, in any direction.",
            _ASKED,
        )

    def solution(self, puzzle: Puzzle) -> str:
        """The columns to the end."""
        return " ".join(puzzle.line)

    @property
    def explanation(self) -> tuple[str, ...]:
        return (_READ, *super().explanation)

    def marked_up(self, puzzle: Puzzle) -> Iterator[str]:
        width, height = self._board_size
        box = f'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}"'
        yield f"<p>{asked(puzzle)}</p>"
        yield f'<svg class="board" {box} role="img" aria-label="{_after(puzzle.board)}">'
        yield from _drawn(puzzle.board)
        yield "</svg>"

    @property
    def size(self) -> tuple[float, float]:
        width, height = self._board_size
        return width, _SAID + height

    def drawn(self, puzzle: Puzzle) -> Iterator[str]:
        yield text(0, _SAID - 2, asked(puzzle), "small")
        yield f'<g transform="translate(0 {_SAID:g})">'
        yield from _drawn(puzzle.board)
        yield "</g>"

    @property
    def _board_size(self) -> tuple[float, float]:
        """How wide and high a board is with the names of its columns, and room for the answer."""
        shape = self.shape
        return shape.width * _CELL, shape.height * _CELL + _NAMES + _ANSWER


def asked(puzzle: Puzzle) -> str:
    """What is to be found.

    >>> asked(Puzzle(Board.parse("12"), 2, 0, 3, "343", 1, quiet=True))
    'X to move wins in 2 stones.'
    """
    return f"{puzzle.board.turn} to move wins in {puzzle.stones} stones."


def _after(board: Board) -> str:
    return f"The board after the columns {board}" if board.moves else "The empty board"


def _drawn(board: Board) -> Iterator[str]:
    """The board, the names of its columns, and an empty field for the answer."""
    shape = board.shape
    for row, cells in enumerate(board.rows):
        for column, cell in enumerate(cells):
            x, y = column * _CELL, row * _CELL
            yield rect(x, y, _CELL, _CELL)
            yield from _stone(cell.stone, x + _CELL / 2, y + _CELL / 2)
    y = shape.height * _CELL + _NAMES
    for column, name in enumerate(COLUMNS[: shape.width]):
        yield text((column + 0.5) * _CELL, y - 1.2, name, "small middle")
    # In the middle, whatever the width: the word, and a field beside it.
    middle = shape.width * _CELL / 2
    yield text(middle - 6, y + 6, "Column", "small middle")
    yield rect(middle + 2, y + 0.5, _CELL, _ANSWER - 1, "code")


def _stone(stone: str | None, x: float, y: float) -> Iterator[str]:
    """A stone around a point: X is a disc with a cross, O a ring, as in the browser."""
    if stone == "O":
        yield f'<circle class="ring" cx="{x:g}" cy="{y:g}" r="1.9"/>'
    elif stone:
        yield f'<circle cx="{x:g}" cy="{y:g}" r="2.5"/>'
        yield f'<path class="cross" d="m{x - 1:g} {y - 1:g} 2 2m0 -2 -2 2"/>'
