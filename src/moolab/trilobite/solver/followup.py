"""What can be said of a score without searching, from the lines that are left, compiled.

A player for whom no line is left, among its stones and the empty cells, cannot win. More follows
from *following up*, which Allis calls claimeven (A Knowledge-based Approach of Connect-Four, 1988)
and which is carried here to boards of any height.

Say an even number of cells is empty; then so is the number of *odd columns*, those with an odd
number of empty cells. The player who waits can answer every stone: above it, where the column was
even; at the foot of another odd column, where it was odd. After either answer all is as before, so
it goes on until the board is full. Counted from the top, the waiting player gets the first, third,
fifth ... empty cell of each column, except for the lowest empty cell of an odd column, which either
may get. If the player to move has no line in what is left to it, it cannot win. If, besides, the
waiting player has one in what it gets, it has won; a threat on such a cell decides as soon as the
other has to play below it, at the latest when all other columns are full.

Say an odd number is empty; then one odd column is left over when the others are paired. If the
waiting player has a threat there on the second, fourth, sixth ... empty cell from below, it follows
up in all columns, in this one too, and gets there: again at the latest when all others are full.
"""

from typing import Any, NamedTuple

from moolab.support.jit import Value, inlined
from moolab.trilobite.solver.bits import bit
from moolab.trilobite.solver.lines import has_line


class Grid(NamedTuple):
    """A board as kernels read it.

    Args:
        bottom, full: the lowest cell of each column, and all cells.
        followed: the first, third, fifth ... cell of each column from the top.
    """

    width: int
    height: int
    win: int
    cells: int
    bottom: Any
    full: Any
    followed: Any


@inlined
def win_at(grid: Any, ply: int) -> Value:
    """The score of a player who wins with the stone after ``ply`` stones; 0 if there is no room."""
    return max(grid.cells + 1 - ply, 0) >> 1


@inlined
def line_bounds(grid: Any, stones: Any, filled: Any, danger: Any, ply: int) -> tuple[Value, Value]:
    """Bounds of the score of a position in which nobody wins at once.

    Args:
        stones: those of the player to move; ``filled`` are those of both.
        danger: the threats of the player who waits.
        ply: how many stones there are.
    """
    lower, upper = -win_at(grid, ply), win_at(grid, ply)
    width, height, win = grid.width, grid.height, grid.win
    free, playable = grid.full & ~filled, filled + grid.bottom & grid.full
    if not has_line(stones | free, width, height, win):
        upper = 0
    if not has_line(stones ^ filled | free, width, height, win):
        lower = 0
    followed = grid.followed & free & ~playable
    # Whoever plays below a threat that the other side is sure to answer on has lost.
    certain = danger & followed
    own = free & ~followed & _up_to_lowest(grid, certain)
    if (grid.cells - ply) % 2 == 0:
        if not has_line(stones | own, width, height, win):
            if certain:
                upper = -_followed_win(grid, certain)
            elif has_line(stones ^ filled | followed, width, height, win):
                upper = -1
            else:
                upper = min(upper, 0)
        return lower, upper
    # One column is left over when the others with an odd number of free cells are paired.
    others = danger & free & ~grid.followed
    column = bit(free, height) - bit(free, 0)
    while others:
        while not others & column:
            column = column << (height + 1)
        if playable & grid.followed & column:
            reached = _up_to_lowest(grid, others & column) & column
            if not has_line(
                stones | own & ~column | reached & free & grid.followed, width, height, win
            ):
                upper = min(upper, -_followed_win(grid, others & column))
        others = others & ~column
    return lower, upper


@inlined
def _followed_win(grid: Any, threats: Any) -> Value:
    """The score of a player who is sure to get the lowest of the threats when all else is filled.

    If there are threats in several columns, the best one.
    """
    row = grid.bottom
    above = grid.height - 1
    while not threats & row:
        row = row << 1
        above -= 1
    return above // 2 + 1


@inlined
def _up_to_lowest(grid: Any, marked: Any) -> Any:
    """The cells up to the lowest marked one in each column, all where none is marked."""
    # The spare cells above the columns keep a column from borrowing from the next.
    ends = marked | grid.bottom << grid.height
    return ends ^ ends - grid.bottom
