"""Lines and threats on bitboards; ``Shape.line`` is their oracle.

Shifting a set by the step of a direction moves all its cells one step along it, and the spare bit
above each column keeps lines from running into the next (``board.py``, Tromp). So a few shifts find
the lines, or the cells that lack one stone for a line, in all places of the board at once.
"""

from moolab.trilobite.solver.cells import Cells, part, subroutine
from moolab.trilobite.solver.grid import Grid


@part
def has_line(stones: Cells, width: int, height: int, win: int) -> bool:
    """Whether there is a winning line among these stones."""
    if win != 4:
        return bool(_any_ends(stones, width, height, win))
    pairs = stones & stones >> 1
    found = pairs & pairs >> 2
    for step in range(height, height + 3):
        pairs = stones & stones >> step
        found |= pairs & pairs >> 2 * step
    return bool(found)


@part
def threats(grid: Grid, stones: Cells, empty: Cells) -> Cells:
    """The empty cells that would complete a line of these stones."""
    return completions(stones, grid.width, grid.height, grid.win) & empty


@part
def completions(stones: Cells, width: int, height: int, win: int) -> Cells:
    """The cells that would complete a line of these stones.

    Also cells that hold a stone, and cells beyond the board.
    """
    if win != 4:
        return _any_completions(stones, width, height, win)
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
