"""What a position seems worth while its end is out of sight, compiled.

The value, for the side to move, is the difference between the two sides' sums of

- 1 for each open line, one that the opponent has no stone in, with a stone of one's own;
- 2 more if it has two stones or more;
- for the lowest threat of each column: 10 if it is in a row that serves its owner, else 5;

and 4 for the move. A threat above another one must wait until that is settled, so only the lowest
counts.

Which rows serve whom follows from the end of the game: whoever must play under a threat gives the
cell away, so that this column is filled last, by turns. A threat works if its cell is one that
falls to its owner then (``falling_to_first``).

The weights are those that tell won from lost positions best, rounded: a logistic regression on
positions of random play on both boards whose scores are known.
"""

from typing import Any

from moolab.codes.kernels import compiled
from moolab.trilobite.bits import bits, popcount
from moolab.trilobite.threats import Frame

LARGEST = 1 << 14
"""No value is so large: there are less than 600 lines and 12 columns."""

Value = Any
"""An ``int`` in Python, a 64-bit integer where it is compiled."""

_LINE = 1
_LONGER_LINE = 2
_GOOD_THREAT = 10
_OTHER_THREAT = 5
_TEMPO = 4


@compiled
def _open_lines(frame: Frame, stones: Any, empty: Any) -> Value:
    available = stones | empty
    worth = 0
    for step in frame.steps:
        one = two = stones ^ stones
        possible = ~one
        for cell in range(frame.win):
            here = stones >> cell * step
            possible &= available >> cell * step
            two |= one & here
            one |= here
        worth += _LINE * popcount(one & possible) + _LONGER_LINE * popcount(two & possible)
    return worth


@compiled
def _threats(threats: Any, good: Any) -> Value:
    return _OTHER_THREAT * popcount(threats) + (_GOOD_THREAT - _OTHER_THREAT) * popcount(
        threats & good
    )


@compiled
def evaluate(frame: Frame, mover: Any, filled: Any, mine: Any, theirs: Any, first: bool) -> Value:
    """The value of a position in which nobody can complete a line at once.

    Args:
        mover, filled: as in ``Board``.
        mine, theirs: the threats of the side to move, and those of the other side.
        first: whether the first player is to move.
    """
    full = bits(frame.full)
    empty = full & ~filled
    # One bit more on top of each column, so that no column borrows from the next.
    columns = mine | theirs | bits(frame.bottom) << frame.height
    lowest = columns & ~(columns - bits(frame.bottom))
    good = bits(frame.first) if first else full & ~bits(frame.first)
    return (
        _TEMPO
        + _open_lines(frame, mover, empty)
        - _open_lines(frame, mover ^ filled, empty)
        + _threats(mine & lowest, good)
        - _threats(theirs & lowest, ~good)
    )
