"""Bounds of a score without searching, from claimeven and the lines that are left.

A player for whom no line is left, among its stones and the empty cells, cannot win. More follows
from *claimeven* (Allis, A Knowledge-based Approach of Connect-Four, 1988), carried here to boards
of any height; docs/explanation/claimeven.svg draws it, docs/explanation/trilobite-solver.md tells
what it is for. The *waiting* player is the one who is not to move; an *odd column* has an odd
number of empty cells.

Say an even number of cells is empty. Then so is the number of odd columns, and they can be paired.
The waiting player can answer every stone: right above it, where the column was even; at the foot of
another odd column, where it was odd. After either answer all is as before, so this goes on until
the board is full. Counted from the top, the waiting player gets the first, third, fifth ... empty
cell of each column (``Grid.claimeven``), except for the lowest empty cell of an odd column, its
foot. Of two feet that are paired each player gets one: which one is up to the player to move, which
are paired is up to the waiting one. If the player to move has no line in what it may get, it cannot
win. If, besides, the waiting player has a line in what it gets for sure, it wins: zugzwang. A
threat on such a cell decides as
soon as the other has to play below it, at the latest when all other columns are full.

Say an odd number is empty. Then one odd column is left over when the others are paired. If the
waiting player has a threat there on the second, fourth, sixth ... empty cell from below, it answers
above in all columns, in this one too, and gets there: again at the latest when all others are full.
"""

from moolab.trilobite.solver.cells import Cells, bit, part, popcount, subroutine
from moolab.trilobite.solver.grid import Grid, has_line, legal_moves, win_at


@part
def claimeven_bounds(
    grid: Grid, own: Cells, filled: Cells, opponent_threats: Cells, ply: int
) -> tuple[int, int]:
    """Bounds of the score of a position in which neither player wins at once.

    Args:
        own: the stones of the player to move; ``filled`` are those of both.
        opponent_threats: the threats of the player who waits.
    """
    lower, upper = -win_at(grid, ply), win_at(grid, ply)
    width, height, win = grid.width, grid.height, grid.other_win
    empty, moves = grid.full & ~filled, legal_moves(grid, filled)
    if not has_line(own | empty, width, height, win):
        upper = 0
    if not has_line(own ^ filled | empty, width, height, win):
        lower = 0
    claimed = grid.claimeven & empty & ~moves
    # A player who moves below an opponent's threat has lost: the opponent completes it.
    certain = opponent_threats & claimed
    left = empty & ~claimed & _up_to_lowest(grid, certain)
    if (grid.cells - ply) % 2 == 0:
        stopped, feet = not has_line(own | left, width, height, win), moves & grid.claimeven
        # More than four would take too long to pair.
        if not stopped and 2 <= popcount(feet) <= 4:
            stopped = _pairs_stop(own | left, feet, width, height, win)
        if stopped:
            if certain:
                upper = -_zugzwang_score(grid, certain, claimed)
            elif has_line(own ^ filled | claimed, width, height, win):
                upper = -1
            else:
                upper = min(upper, 0)
        return lower, upper
    # One odd column is left over when the others are paired.
    others = opponent_threats & empty & ~grid.claimeven
    column = bit(empty, height) - bit(empty, 0)
    while others:
        while not others & column:
            column = column << (height + 1)
        if moves & grid.claimeven & column:
            reached = _up_to_lowest(grid, others & column) & column
            if not has_line(
                own | left & ~column | reached & empty & grid.claimeven, width, height, win
            ):
                decisive = certain & ~column | others & column
                gets = claimed & ~column | empty & ~grid.claimeven & column
                upper = min(upper, -_zugzwang_score(grid, decisive, gets))
        others = others & ~column
    return lower, upper


@subroutine
def _pairs_stop(stones: Cells, feet: Cells, width: int, height: int, win: int | None) -> bool:
    """Whether two or four feet can be paired so that no line is left without one of each pair."""
    first = feet & -feet
    others = feet ^ first
    while others:
        second = others & -others
        others = others ^ second
        rest = feet ^ first ^ second
        third = rest & -rest
        gets_line = False
        for one in (first, second):
            for other in (third, rest ^ third):
                gets_line = gets_line or has_line(stones ^ one ^ other, width, height, win)
        if not gets_line:
            return True
    return False


@part
def _zugzwang_score(grid: Grid, threats: Cells, gets: Cells) -> int:
    """The score of a player who is sure to get the lowest threat of a column when all else is full.

    The other puts off playing below a threat as long as it can, so all columns with threats are
    filled up to them by then. What is left above is shared.
    """
    reached = _up_to_lowest(grid, threats)
    return popcount(gets & ~reached) + popcount(threats & reached)


@part
def _up_to_lowest(grid: Grid, marked: Cells) -> Cells:
    """The cells up to the lowest marked one in each column, all where none is marked."""
    # The spare cells above the columns keep a column from borrowing from the next.
    ends = marked | grid.bottom << grid.height
    return ends ^ ends - grid.bottom
