"""What a position seems worth while its end is out of sight, compiled.

The value, for the side to move, is the difference between the two sides' sums of

- 1 for each open line, one that the opponent has no stone in, with a stone of one's own;
- 2 more if it has two stones or more;
- for the lowest threat of each column: 10 if its owner gets this cell in the end, else 5;

and 4 for the move. A threat above another one must wait until that is settled, so only the lowest
counts.

Who gets a cell in the end? Whoever must play under a threat gives it away; so that column is filled
last, by turns (``falling_to_first``).

The weights of lines and threats are those that tell won from lost positions best, rounded: a
logistic regression on positions of random play whose scores are known, on 7 x 6 and 8 x 7.
Positions are compared in which not the same side is to move, hence the worth of a move.
"""

from typing import Any, NamedTuple

from moolab.support.jit import Value, compiled, inlined
from moolab.trilobite.board import Shape
from moolab.trilobite.solver.bits import Words, bits, popcount, split, word_count
from moolab.trilobite.solver.lines import line_step

LARGEST = 1 << 14
"""No value is so large: there are less than 600 lines and 12 columns."""

_LINE = 1
_LONGER_LINE = 2
_GOOD_THREAT = 10
_OTHER_THREAT = 5
_TEMPO = 4


class Frame(NamedTuple):
    """A shape, as the kernels of play read it.

    Args:
        bottom, full: the lowest cells, and all cells.
        first: the cells ``falling_to_first``.
    """

    width: int
    height: int
    win: int
    bottom: Words
    full: Words
    first: Words

    @classmethod
    def of(cls, shape: Shape, count: int | None = None) -> "Frame":
        """The frame of a board.

        Args:
            count: of how many words sets of cells are, if not as few as will do.
        """
        cells = (shape.bottom, shape.full, falling_to_first(shape))
        count = count or word_count(shape)
        return cls(shape.width, shape.height, shape.win, *(split(some, count) for some in cells))


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


@compiled
def evaluate(frame: Frame, mover: Any, filled: Any, mine: Any, theirs: Any, first: bool) -> Value:
    """The value of a position in which nobody can complete a line at once.

    Args:
        mover, filled: as in ``Board``.
        mine, theirs: the threats of the side to move, and those of the other side.
        first: whether the first player is to move.
    """
    full, bottom = bits(frame.full), bits(frame.bottom)
    empty = full & ~filled
    # One bit more on top of each column, so that no column borrows from the next.
    columns = mine | theirs | bottom << frame.height
    lowest = columns & ~(columns - bottom)
    good = bits(frame.first) if first else full & ~bits(frame.first)
    return (
        _TEMPO
        + _open_lines(frame, mover, empty)
        - _open_lines(frame, mover ^ filled, empty)
        + _worth(mine & lowest, good)
        - _worth(theirs & lowest, ~good)
    )


@inlined
def _open_lines(frame: Frame, stones: Any, empty: Any) -> Value:
    available = stones | empty
    worth = 0
    for direction in range(4):
        step = line_step(direction, frame.width, frame.height, frame.win)
        if step:
            one = two = stones ^ stones
            possible = ~one
            for cell in range(frame.win):
                here = stones >> cell * step
                possible &= available >> cell * step
                two |= one & here
                one |= here
            worth += _LINE * popcount(one & possible) + _LONGER_LINE * popcount(two & possible)
    return worth


@inlined
def _worth(threats: Any, good: Any) -> Value:
    more = _GOOD_THREAT - _OTHER_THREAT
    return _OTHER_THREAT * popcount(threats) + more * popcount(threats & good)
