"""The constants of a board that both searches read, and its lines; ``Shape.line`` is their oracle.

Shifting a set by the step of a direction moves all its cells one step along it, and the spare bit
above each column keeps lines from running into the next (``board.py``, Tromp). So a few shifts find
the lines, or the cells that lack one stone for a line, in all places of the board at once.
"""

from typing import Any, NamedTuple

from moolab.trilobite.board import Shape
from moolab.trilobite.score import score_of_win
from moolab.trilobite.solver.cells import WORD, Cells, bit, part, subroutine

part(score_of_win)  # whose module knows nothing of kernels


_USUAL = 4
"""The length of lines that ``has_line`` and ``completions`` know by heart."""


class Grid(NamedTuple):
    """A board as kernels read it.

    Args:
        words: 64-bit words that a set takes.
        other_win: the same as ``win``, or None for four in a row, whose kernel is compiled
            without what other lines need.
        bottom, full: the lowest cell of each column, and all cells.
        claimeven: the first, third, fifth ... cell of each column from the top, those that
            claimeven gives to the player who waits.
        first_squares: the ``first_player_squares``.
    """

    width: int
    height: int
    win: int
    cells: int
    words: int
    other_win: int | None
    bottom: Cells
    full: Cells
    claimeven: Cells
    first_squares: Cells

    @classmethod
    def of(cls, shape: Shape, words: int | None = None) -> "Grid":
        """The constants of a board."""
        return cls(
            *(shape.width, shape.height, shape.win, shape.cells, words or word_count(shape)),
            other_win=None if shape.win == _USUAL else shape.win,
            bottom=shape.bottom,
            full=shape.full,
            claimeven=sum(shape.bottom << row for row in range(shape.height - 1, -1, -2)),
            first_squares=first_player_squares(shape),
        )


def word_count(shape: Shape) -> int:
    """The number of words that hold the cells of a board, from 1 to 3.

    >>> word_count(Shape(8, 7)), word_count(Shape(9, 7)), word_count(Shape(13, 9))
    (1, 2, 3)
    """
    return -(-shape.width * (shape.height + 1) // WORD)


def first_player_squares(shape: Shape) -> int:
    """The cells the first player gets if their column is the last one to be filled.

    They are those that an even number of stones come before: all those elsewhere and those
    below. On 7 x 6 these are the odd squares, counted from 1 (Allis, A Knowledge-based Approach of
    Connect-Four, 1988). On 8 x 7, with 49 stones elsewhere, they are the even ones.

    >>> shape = Shape(7, 6)
    >>> [row for row in range(1, 7) if first_player_squares(shape) >> row - 1 & 1]
    [1, 3, 5]
    >>> shape = Shape(8, 7)
    >>> [row for row in range(1, 8) if first_player_squares(shape) >> row - 1 & 1]
    [2, 4, 6]
    """
    elsewhere = shape.cells - shape.height
    return sum(shape.bottom << row for row in range(elsewhere % 2, shape.height, 2))


@part
def legal_moves(grid: Grid, filled: Cells) -> Cells:
    """The lowest empty cell of each column that has one."""
    return filled + grid.bottom & grid.full


_END, _ONE, _NINE, _A, _LOWER = map(ord, "\n19a ")
"""Letters of either case differ in the bit that is also a blank, and the lower ones have it."""

_DIGITS = 9
"""The columns that have digits as names; wider boards go on with letters, which name all columns of
others, too."""


@subroutine
def played(grid: Grid, moves: bytes, start: int) -> tuple[int, Cells, Cells]:
    """The position after the moves from ``start`` to the end of a line; ``Board.parse`` is plain.

    Args:
        moves: columns by their names, without blanks between them.

    Returns:
        Where the next line begins, or -1 if moves are not possible or the game is over then; the
        stones of the player to move; all stones.
    """
    at, own = start, grid.full ^ grid.full
    filled = own
    while at < len(moves) and moves[at] != _END:
        sign = moves[at]
        column = sign - _ONE
        if sign > _NINE:
            column = (sign | _LOWER) - _A
            if column >= 0 and grid.width > _DIGITS:
                column += _DIGITS
        if not 0 <= column < grid.width:
            return -1, own, filled
        higher = filled | filled + bit(filled, column * (grid.height + 1))
        if higher & ~grid.full:
            return -1, own, filled
        own, filled = own ^ filled, higher
        at += 1
    over = filled == grid.full
    # Lines stay: a game that was over before its last move shows one, too.
    for stones in (own, own ^ filled):
        over = over or has_line(stones, grid.width, grid.height, grid.other_win)
    return -1 if over else at + 1, own, filled


@part
def win_at(grid: Grid, ply: int) -> int:
    """The score of a player who wins with the stone after ``ply`` stones; 0 on a full board."""
    return max(score_of_win(grid.cells, ply), 0)


def in_words(grid: Grid, split: Any) -> Any:
    """The grid with its sets split into words, as kernels take it from outside."""
    return Grid(*grid[:6], *(split(cells, grid.words) for cells in grid[6:]))


@part
def has_line(stones: Cells, width: int, height: int, other_win: int | None) -> bool:
    """Whether there is a winning line among these stones."""
    if other_win is not None:
        return bool(_any_ends(stones, width, height, other_win))
    pairs = stones & stones >> 1
    found = pairs & pairs >> 2
    for step in range(height, height + 3):
        pairs = stones & stones >> step
        found |= pairs & pairs >> 2 * step
    return bool(found)


@part
def threats(grid: Grid, stones: Cells, empty: Cells) -> Cells:
    """The empty cells that would complete a line of these stones."""
    return completions(stones, grid.width, grid.height, grid.other_win) & empty


@part
def completions(stones: Cells, width: int, height: int, other_win: int | None) -> Cells:
    """The cells that would complete a line of these stones.

    Also cells that hold a stone, and cells beyond the board.
    """
    if other_win is not None:
        return _any_completions(stones, width, height, other_win)
    found = stones << 1 & stones << 2 & stones << 3
    for step in range(height, height + 3):
        left, right = stones << step, stones >> step
        found |= left & stones << 2 * step & (right | stones << 3 * step)
        found |= right & stones >> 2 * step & (left | stones >> 3 * step)
    return found


@subroutine
def _any_ends(stones: Cells, width: int, height: int, win: int) -> Cells:
    """The first cell of each line."""
    found = stones ^ stones
    for direction in range(4):
        step = line_step(direction, width, height, win)
        if step:
            ends = stones
            for n in range(1, win):
                ends &= stones >> n * step
            found |= ends
    return found


@subroutine
def _any_completions(stones: Cells, width: int, height: int, win: int) -> Cells:
    found = stones ^ stones
    for direction in range(4):
        step = line_step(direction, width, height, win)
        if step:
            for behind in range(win):
                line = ~(stones ^ stones)
                for n in range(1, behind + 1):
                    line &= stones << n * step
                for n in range(1, win - behind):
                    line &= stones >> n * step
                found |= line
    return found


@part
def line_step(direction: int, width: int, height: int, win: int) -> int:
    """By how much to shift for a step in a direction.

    0 if no line fits in there: then the shifts might be wider than the set.
    """
    if direction == 0:
        return 1 if win <= height else 0
    if win > width or (direction != 2 and win > height):
        return 0
    return height + direction - 1
