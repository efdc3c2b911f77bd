"""The threats on a board: the empty cells where a stone would complete a line."""

from typing import NamedTuple

from moolab.support.language import marked, translate
from moolab.trilobite.board import COLUMNS, STONES, Board, Shape
from moolab.trilobite.solver import lines
from moolab.trilobite.solver.cells import Cells
from moolab.trilobite.solver.grid import Grid, legal_moves

MARKS = {"X": "x", "O": "o", "XO": "*"}
"""How cells are marked where a stone of X, of O, or of either would complete a line."""


class Threat(NamedTuple):
    """An empty cell where a stone would complete a line.

    Attributes:
        stone: whose line that is.
        column, row: where the cell is, 1 for the leftmost and for the lowest.
        now: whether a stone can fall there now.
        waits: whether a threat lies below it in its column, which is settled first.
        gets: whose stone falls there if all other columns are filled first and then its own, stone
            by stone: zugzwang.
    """

    stone: str
    column: int
    row: int
    now: bool
    waits: bool
    gets: str

    @property
    def even(self) -> bool:
        """Whether its row is even."""
        return self.row % 2 == 0


def threats(board: Board) -> tuple[Threat, ...]:
    """The threats of both sides, column by column from the left, each from below.

    >>> for threat in threats(Board.parse("12233434")):
    ...     print(threat_in_words(threat))
    X: column 4, row 4, even; X gets it if this column is filled last.
    O: column 5, row 1, odd; a stone can fall there now.
    >>> threats(Board.parse("1122334"))
    ()
    """
    shape, empty = board.shape, board.shape.full & ~board.filled
    if board.is_over:
        return ()
    grid = Grid.of(shape)
    stones = (board.mover, board.waiting) if board.ply % 2 == 0 else (board.waiting, board.mover)
    cells = [lines.threats(grid, each, empty) for each in stones]
    legal = legal_moves(grid, board.filled)
    found = []
    for column in range(1, shape.width + 1):
        waits = False
        for row in range(1, shape.height + 1):
            cell = cell_at(shape, column, row)
            gets = STONES[0 if cell & grid.first_squares else 1]
            here = [stone for stone, threat in zip(STONES, cells, strict=True) if threat & cell]
            found += [Threat(stone, column, row, bool(cell & legal), waits, gets) for stone in here]
            waits = waits or bool(here)
    return tuple(found)


def cell_at(shape: Shape, column: int, row: int) -> Cells:
    """The cell in a column, 1 for the leftmost, and a row, 1 for the lowest."""
    return (shape.bottom & shape.column(column)) << row - 1


def completing(grid: Grid, stones: Cells, filled: Cells) -> Cells:
    """Where a stone can fall now that completes a line of these stones."""
    return lines.threats(grid, stones, grid.full & ~filled) & legal_moves(grid, filled)


def completes(board: Board, *, waiting: bool = False) -> Cells:
    """Where a stone of the player to move, or of the one who waits, would complete a line now."""
    stones = board.waiting if waiting else board.mover
    return completing(Grid.of(board.shape), stones, board.filled)


def marks(board: Board) -> dict[tuple[int, int], str]:
    """For the column and the row of each threat, ``MARKS`` of who would complete a line.

    >>> marks(Board.parse("12233434"))
    {(4, 4): 'x', (5, 1): 'o'}
    """
    stones: dict[tuple[int, int], str] = {}
    for threat in threats(board):
        where = threat.column, threat.row
        stones[where] = stones.get(where, "") + threat.stone
    return {where: MARKS[who] for where, who in stones.items()}


def threat_in_words(threat: Threat) -> str:
    """Where a threat is, and what comes of it.

    >>> threat_in_words(Threat("O", 5, 4, now=False, waits=False, gets="X"))
    'O: column 5, row 4, even; X gets it if this column is filled last.'
    """
    now, waiting, later = _SAID[threat.even]
    return translate(
        now if threat.now else waiting if threat.waits else later,
        stone=threat.stone,
        column=COLUMNS[threat.column - 1],
        row=threat.row,
        who=threat.gets,
    )


_SAID = {
    True: (
        marked("{stone}: column {column}, row {row}, even; a stone can fall there now."),
        marked("{stone}: column {column}, row {row}, even; above another threat."),
        marked(
            "{stone}: column {column}, row {row}, even; {who} gets it if this column is filled "
            "last."
        ),
    ),
    False: (
        marked("{stone}: column {column}, row {row}, odd; a stone can fall there now."),
        marked("{stone}: column {column}, row {row}, odd; above another threat."),
        marked(
            "{stone}: column {column}, row {row}, odd; {who} gets it if this column is filled last."
        ),
    ),
}
"""What is said of threats in even and in odd rows."""
