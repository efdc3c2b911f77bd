"""What kernels know of a board, and the threats on it.

A threat is an empty cell that would complete a line.
"""

from typing import Any, NamedTuple

import numpy as np

from moolab.codes.kernels import compiled
from moolab.trilobite.bits import Words, split, word_count
from moolab.trilobite.board import Shape


def falling_to_first(shape: Shape) -> int:
    """The cells the first player gets if their column is the last one to be filled.

    They are those that an even number of stones come before: all that stand elsewhere and those
    below. On 7 x 6 these are the odd rows, counted from 1 (Allis, A Knowledge-based Approach of
    Connect-Four, 1988); on 8 x 7, with 49 stones elsewhere, they are the even ones.

    >>> shape = Shape(7, 6)
    >>> [row for row in range(1, 7) if falling_to_first(shape) >> row - 1 & 1]
    [1, 3, 5]
    >>> shape = Shape(8, 7)
    >>> [row for row in range(1, 8) if falling_to_first(shape) >> row - 1 & 1]
    [2, 4, 6]
    """
    elsewhere = shape.cells - shape.height
    return sum(shape.bottom << row for row in range(elsewhere % 2, shape.height, 2))


class Frame(NamedTuple):
    """A shape, as kernels read it; ``Frame.of`` makes it.

    Args:
        bottom, full: the lowest cells, and all cells.
        first: the cells ``falling_to_first``.
        steps: by how much to shift for a step along a line, shape (directions,).
    """

    bottom: Words
    full: Words
    first: Words
    steps: Any
    width: int
    height: int
    win: int

    @classmethod
    def of(cls, shape: Shape, count: int | None = None) -> "Frame":
        """The frame of a board.

        Args:
            count: of how many words sets of cells are, if not as few as will do.

        >>> Frame.of(Shape(9, 6, 9)).steps
        array([7])
        """
        count = count or word_count(shape)
        up, down, right, slant = shape.directions
        slanted = min(shape.width, shape.height)
        rooms = {up: shape.height, down: slanted, right: shape.width, slant: slanted}
        # Where no line fits, shifting by its length might pass the width of the words.
        steps = [step for step, room in rooms.items() if room >= shape.win]
        return cls(
            split(shape.bottom, count),
            split(shape.full, count),
            split(falling_to_first(shape), count),
            np.array(steps, np.int64),
            shape.width,
            shape.height,
            shape.win,
        )


@compiled
def completing(frame: Frame, stones: Any) -> Any:
    """The cells, taken or not, that complete a line of these stones; some are off the board."""
    found = stones ^ stones
    for step in frame.steps:
        below = ~(stones ^ stones)
        for gap in range(frame.win):
            if gap:
                below &= stones << gap * step
            line = below
            for cell in range(1, frame.win - gap):
                line &= stones >> cell * step
            found |= line
    return found
