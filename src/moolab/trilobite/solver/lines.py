"""Lines and threats on sets of cells, compiled; ``Shape.line`` in plain Python is their oracle."""

from typing import Any

from moolab.support.jit import compiled, inlined


@inlined
def has_line(stones: Any, width: int, height: int, win: int) -> bool:
    """Whether there is a winning line among these stones."""
    if win != 4:
        return bool(_ends(stones, width, height, win))
    pairs = stones & stones >> 1
    found = pairs & pairs >> 2
    for step in range(height, height + 3):
        pairs = stones & stones >> step
        found |= pairs & pairs >> 2 * step
    return bool(found)


@inlined
def threats(stones: Any, width: int, height: int, win: int) -> Any:
    """The cells that would complete a line of these stones.

    Also cells that hold a stone, and cells beyond the board.
    """
    if win != 4:
        return _threats(stones, width, height, win)
    found = stones << 1 & stones << 2 & stones << 3
    for step in range(height, height + 3):
        left, right = stones << step, stones >> step
        found |= left & stones << 2 * step & (right | stones << 3 * step)
        found |= right & stones >> 2 * step & (left | stones >> 3 * step)
    return found


@compiled
def _ends(stones: Any, width: int, height: int, win: int) -> Any:
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


@compiled
def _threats(stones: Any, width: int, height: int, win: int) -> Any:
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


@inlined
def line_step(direction: int, width: int, height: int, win: int) -> int:
    """By how much to shift for a step in a direction.

    0 if no line fits in there: then the shifts might be wider than the set.
    """
    if direction == 0:
        return 1 if win <= height else 0
    if win > width or (direction != 2 and win > height):
        return 0
    return height + direction - 1
