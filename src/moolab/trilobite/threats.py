"""Threats, the empty cells where a stone would complete a line, and how the player to move wins.

A win is shown as people see it: by what the stones show, or by best play. What the stones show
holds whatever the other side does. A line that can be completed, two at once, one right above
another: these are looked for after stones that have to be answered, one after another. Zugzwang is
what ``solver/claimeven.py`` proves, asked of one threat at a time. Where there is nothing of that
yet, both sides play best by the exact scores until there is.
"""

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from moolab.support.language import marked, translate
from moolab.trilobite.board import COLUMNS, STONES, Board, Shape
from moolab.trilobite.solver.cells import Cells, popcount
from moolab.trilobite.solver.claimeven import claimeven_bounds
from moolab.trilobite.solver.grid import Grid, legal_moves
from moolab.trilobite.solver.grid import threats as cells_of_threats

if TYPE_CHECKING:
    from moolab.trilobite.solver.exact import Solver


MARKS = {"X": "x", "O": "o", "XO": "*"}
"""How cells are marked where a stone of X, of O, or of either would complete a line."""


class Threat(NamedTuple):
    """An empty cell where a stone would complete a line.

    Attributes:
        column, row: where the cell is, 1 for the leftmost and for the lowest.
        now: whether a stone can fall there now.
        waits: whether a threat lies below it in its column, which is settled first.
        gets: whose stone falls there if all other columns are filled first and then its own, stone
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
    cells = [cells_of_threats(grid, each, empty) for each in stones]
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
    return cells_of_threats(grid, stones, grid.full & ~filled) & legal_moves(grid, filled)


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


_STONES = 10
"""How many stones that have to be answered are looked for, one after another. Chosen, not
measured."""

_TRIED = 500
"""How many positions are looked at for that; chosen, not measured."""

Way = Literal["line", "fork", "above", "anywhere", "threat", "claimeven"]
"""What wins: a line can be completed; two can, and only one be stopped; one can be stopped, and
another one is right above; wherever the loser plays, a line can be completed; by zugzwang, a threat
that the loser has to play below at the end; by zugzwang, a line that comes of answering every
stone."""


class Win(NamedTuple):
    """How a player wins.

    Attributes:
        moves: the columns that lead there, by their names, the winner's first; with any other
            stone the loser loses at once.
        columns: where lines can be completed then, or the one that has to be stopped.
        threat: the one that zugzwang gives to the winner.
        before: what comes before that, best moves of both, as the stones do not show it yet.
    """

    winner: str
    loser: str
    moves: str
    way: Way
    columns: tuple[int, ...] = ()
    threat: Threat | None = None
    before: str = ""

    @property
    def at_once(self) -> bool:
        """Whether the winner can complete a line with its next stone."""
        return not self.before + self.moves


def seen(board: Board) -> Win | None:
    """How the player to move wins whatever the other does, if the stones show it.

    >>> seen(Board.parse("112233"))
    Win(winner='X', loser='O', moves='', way='line', columns=(4,), threat=None, before='')
    >>> seen(Board.parse("4151")).moves, seen(Board.parse("4151")).columns
    ('3', (2, 6))
    >>> seen(Board.parse("44")) is None
    True
    """
    if board.is_over:
        return None
    look = _Look(board)
    if found := completes(board):
        return look.win("", "line", found)
    return look.force() or look.zugzwang()


def how_won(board: Board, solver: "Solver", seconds: float | None = None) -> Win | None:
    """How the player to move wins, if it does: at once, or after best moves of both.

    Args:
        seconds: when to stop, and know nothing; without it, never.

    >>> from moolab.trilobite.board import Shape
    >>> from moolab.trilobite.solver.exact import Solver
    >>> shape = Shape(5, 4, 3)
    >>> win = how_won(Board.empty(shape), Solver(shape, memory=1 << 16))
    >>> win.before, win.moves, win.way, win.columns
    ('32', '33454', 'fork', (2, 4, 5))
    """
    end = None if seconds is None else time.monotonic() + seconds
    before = ""
    while True:
        if found := seen(board):
            return found._replace(before=before)
        for lost in (False, True):
            score = solver.score(board, _left(end))
            if not score.exact or score.lower == 0 or (score.lower < 0) is not lost:
                return None
            column = _best_column(board, solver, score.lower, end)
            if column is None:
                return None
            board = board.play(column)
            before += COLUMNS[column - 1]


def _best_column(board: Board, solver: "Solver", score: int, end: float | None) -> int | None:
    """The most central column that reaches the score; None if it is not found until ``end``."""
    for column in board.shape.from_centre(board.columns):
        reached = solver.has_reached(board.play(column), score, _left(end))
        if reached is not False:
            return column if reached else None
    return None


def _left(end: float | None) -> float | None:
    return None if end is None else max(0.0, end - time.monotonic())


class _Look:
    """Looks at the stones of a position with the eyes of the player to move."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._grid = Grid.of(board.shape)
        self._tried = 0

    def win(self, moves: str, way: Way, cells: Cells = 0, threat: Threat | None = None) -> Win:
        winner = self._board.turn
        loser = STONES[1 - self._board.ply % 2]
        return Win(winner, loser, moves, way, tuple(self._columns(cells)), threat)

    def force(self) -> Win | None:
        """A win by stones that the other has to answer, in as few as can be."""
        for stones in range(1, _STONES + 1):
            self._cut = False
            if line := self._force(self._board.mover, self._board.filled, stones):
                return self._after(line)
            if not self._cut or self._tried > _TRIED:
                break
        return None

    def zugzwang(self) -> Win | None:
        """A win that answering every stone makes, after one stone."""
        proved = None
        for column in self._board.shape.from_centre(self._board.columns):
            after = self._board.play(column)
            if after.is_over:
                continue
            if completes(after) or completes(after, waiting=True):
                continue
            name = COLUMNS[column - 1]
            alone = self._proves(after, 0)
            # Where the line needs no threat, one that is got on the way says it better.
            got = self._grid.claimeven if alone else self._grid.full
            for threat in threats(after):
                cell = cell_at(self._board.shape, threat.column, threat.row) & got
                if cell and threat.stone == self._board.turn and self._proves(after, cell):
                    return self.win(name, "threat", threat=threat)
            if alone and proved is None:
                proved = self.win(name, "claimeven")
        return proved

    def _proves(self, board: Board, threats: Cells) -> bool:
        """Whether claimeven proves that the waiting player wins, with these threats alone."""
        _, upper = claimeven_bounds(self._grid, board.mover, board.filled, threats, board.ply)
        return upper < 0

    def _after(self, line: list[Cells]) -> Win:
        """What the last stone of a line that forces the win does."""
        own, filled = self._board.mover, self._board.filled
        for turn, cell in enumerate(line):
            own |= 0 if turn % 2 else cell
            filled |= cell
        moves = "".join(COLUMNS[column - 1] for cell in line for column in self._columns(cell))
        completes = completing(self._grid, own, filled)
        if not completes:
            return self.win(moves, "anywhere")
        return self.win(moves, "fork" if popcount(completes) > 1 else "above", completes)

    def _force(self, own: Cells, filled: Cells, stones: int) -> list[Cells]:
        """The shortest line, of so many stones at most, that leaves the other lost at once."""
        self._tried += 1
        if self._tried > _TRIED:
            return []
        other = own ^ filled
        must = completing(self._grid, other, filled)
        if popcount(must) > 1:
            return []
        answers = []
        for cell in self._split(must or legal_moves(self._grid, filled)):
            mine, stones_there = own | cell, filled | cell
            if completing(self._grid, other, stones_there):
                continue
            threat = completing(self._grid, mine, stones_there)
            if self._is_lost(mine, stones_there, threat):
                return [cell]
            if threat:
                answers.append((cell, threat))
        if stones == 1:
            self._cut = self._cut or bool(answers)
            return []
        for cell, threat in answers:
            if rest := self._force(own | cell, filled | cell | threat, stones - 1):
                return [cell, threat, *rest]
        return []

    def _is_lost(self, own: Cells, filled: Cells, completes: Cells) -> bool:
        """Whether the other, to move, is left without a stone that does not lose at once."""
        answers = completes or legal_moves(self._grid, filled)
        if popcount(completes) > 1 or not answers:
            return bool(answers)
        threats = cells_of_threats(self._grid, own, self._grid.full & ~filled)
        return answers << 1 & threats == answers << 1

    def _split(self, cells: Cells) -> Iterator[Cells]:
        """The cells one by one, the most central column first."""
        shape = self._board.shape
        for column in shape.from_centre(range(1, shape.width + 1)):
            if cell := cells & shape.column(column):
                yield cell

    def _columns(self, cells: Cells) -> Iterator[int]:
        shape = self._board.shape
        return (c for c in range(1, shape.width + 1) if cells & shape.column(c))
