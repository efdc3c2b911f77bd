"""What a position seems worth while its end is out of sight.

The value, for the side to move, is the difference between the two sides' sums of

- 1 for each open line, one that the opponent has no stone in, with a stone of one's own;
- 2 more if it has two stones or more;
- for the lowest threat of each column: 10 if its owner gets this cell in the end, else 5;

and 4 for the move. A threat above another one must wait until that is settled, so only the lowest
counts.

Who gets a cell in the end? A player who must play below an own threat loses it: zugzwang. So that
column is filled last, by turns, and parity decides (``grid.first_player_squares``). The explanation
is in docs/explanation/trilobite-play.md.
"""

from typing import NamedTuple

from moolab.trilobite.solver.cells import Cells, part, popcount
from moolab.trilobite.solver.grid import Grid, line_step

LARGEST = 1 << 14
"""No value is so large: there are at most 600 lines and 13 columns."""


class Weights(NamedTuple):
    """What each part of the evaluation counts.

    Those of lines and threats tell won from lost positions best, rounded. They come from a logistic
    regression on positions of random play with known scores, on 7 x 6 and 8 x 7. The worth of
    the move was chosen by games at equal depth. ``python -m benchmarks.tuning player.NAME=VALUE``
    tries another.

    Args:
        line: an open line with a stone.
        longer_line: more for one with two stones or more.
        good_threat: a threat on a square of the right parity.
        other_threat: one on a square of the wrong parity, which other columns may yet turn.
        tempo: the move: stones that parry are not counted, so that positions are compared in
            which not the same side is to move.
    """

    line: int
    longer_line: int
    good_threat: int
    other_threat: int
    tempo: int


WEIGHTS = Weights(line=1, longer_line=2, good_threat=10, other_threat=5, tempo=4)

# The kernel takes them as constants.
_LINE, _LONGER_LINE, _GOOD_THREAT, _OTHER_THREAT, _TEMPO = WEIGHTS


@part
def evaluate(
    grid: Grid, own: Cells, filled: Cells, own_threats: Cells, opponent_threats: Cells, first: bool
) -> int:
    """The value of a position in which neither player can complete a line at once.

    Args:
        own: the stones of the player to move; ``filled`` are those of both.
        first: whether the first player is to move.
    """
    empty = grid.full & ~filled
    # One bit more on top of each column, so that no column borrows from the next.
    columns = own_threats | opponent_threats | grid.bottom << grid.height
    lowest = columns & ~(columns - grid.bottom)
    good = grid.first_squares if first else grid.full & ~grid.first_squares
    value = _TEMPO + _threat_worth(own_threats & lowest, good)
    value -= _threat_worth(opponent_threats & lowest, ~good)
    # A loop has the lines compiled once.
    sign = 1
    for stones in (own, own ^ filled):
        value += sign * _line_worth(grid, stones, empty)
        sign = -1
    return value


@part
def _line_worth(grid: Grid, stones: Cells, empty: Cells) -> int:
    """The worth of the lines that the stones may still complete."""
    available = stones | empty
    worth = 0
    for direction in range(4):
        step = line_step(direction, grid.width, grid.height, grid.win)
        if step:
            one = two = stones ^ stones
            open_lines = ~one
            for cell in range(grid.win):
                here = stones >> cell * step
                open_lines &= available >> cell * step
                two |= one & here
                one |= here
            worth += _LINE * popcount(one & open_lines)
            worth += _LONGER_LINE * popcount(two & open_lines)
    return worth


@part
def _threat_worth(threats: Cells, good: Cells) -> int:
    more = _GOOD_THREAT - _OTHER_THREAT
    return _OTHER_THREAT * popcount(threats) + more * popcount(threats & good)
