"""Alpha-beta to a limited depth: principal variation search with a transposition table.

A value is for the side to move. That of a forced win is ``WON`` plus its score (``score.py``), so
that sooner wins count more; that of a loss is its negative; all between comes from ``evaluate``,
or is the 0 of a full board. Every function that returns a value under the bounds ``alpha < beta``
keeps the contract

    the exact value if it is between them, otherwise a bound of it that is not between them.

``search`` runs as it is, in plain Python, and compiled (``kernel.py``): node for node the same.
docs/explanation/trilobite-play.md says how the levels use it.
"""

from typing import Any, NamedTuple

from moolab.trilobite.solver.cells import Cells, bit, part, popcount, trailing_zeros
from moolab.trilobite.solver.evaluation import LARGEST, evaluate
from moolab.trilobite.solver.grid import Grid, legal_moves, threats, win_at
from moolab.trilobite.solver.table import WORTH, Entries, bucket_of, probe, store

WON = LARGEST
"""Less than the value of any forced win, and more than what any other position seems worth."""

_LOWER_BOUND, _UPPER_BOUND, _EXACT = range(3)

# A payload of the table: kind of bound, best cell, value, and as worth the depth.
_KIND = 3
_CELL = 2  # above two bits for the kind
_NO_CELL = 255  # a board has at most 156 bits
_VALUE = 10  # above eight bits for the cell
_VALUES = (1 << 17) - 1  # values lie within 2**16 on either side of 0
_OFFSET = 1 << 16  # makes them positive

_HINTED = 1000
"""The rating of the best move of an earlier search: more than all threats that a move can make."""

_THREAT = 32
"""The rating of a threat: more than any distance from the centre, at most 22."""


class Memory(NamedTuple):
    """What a search writes to: arrays where it is compiled, lists in Python.

    Args:
        entries: the transposition table, with ``shift`` for ``bucket_of``.
        moves: for each ply, the cells to try and their ratings, ``width`` of each.
        nodes: one number: how many positions were looked at.
        stop: one number; once it is not 0 the search returns at once, with a wrong result.
    """

    entries: Entries
    shift: int
    moves: Any
    nodes: Any
    stop: Any


def search(
    grid: Grid,
    memory: Memory,
    own: Cells,
    filled: Cells,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """The value of a position that is not won yet.

    Args:
        own: the stones of the player to move; ``filled`` are those of both.
        depth: how many stones are looked ahead; those that parry a threat are not counted. Depths
            that reach the end of the game give exact values.

    Returns:
        As the module promises.
    """
    if memory.stop[0]:
        return 0
    memory.nodes[0] += 1
    if ply == grid.cells:
        return 0
    empty, moves = grid.full & ~filled, legal_moves(grid, filled)
    own_threats = threats(grid, own, empty)
    if own_threats & moves:
        return WON + win_at(grid, ply)
    opponent_threats = threats(grid, own ^ filled, empty)
    lost = -(WON + win_at(grid, ply + 1))
    forced = opponent_threats & moves
    if forced:
        if forced != forced & -forced:
            return lost
        moves = forced
        depth += 1
    # A stone below a threat of the opponent lets them complete it.
    moves &= ~(opponent_threats >> 1)
    if not moves:
        return lost
    if depth <= 0:
        return evaluate(grid, own, filled, own_threats, opponent_threats, ply % 2 == 0)
    depth = min(depth, grid.cells - ply)
    beta = min(beta, WON + win_at(grid, ply + 2))
    if alpha >= beta:
        return beta

    # With the cell above the highest stone of each column, also where that is above the board.
    position = own | filled + grid.bottom
    bucket = bucket_of(position, grid.words, memory.shift)
    known = probe(memory.entries, bucket, position, grid.words)
    if known >> WORTH >= depth:
        value, kind = (known >> _VALUE & _VALUES) - _OFFSET, known & _KIND
        least, most = kind == _LOWER_BOUND, kind == _UPPER_BOUND
        if not ((least and value < beta) or (most and value > alpha)):
            return value

    hint = known >> _CELL & 255 if known else _NO_CELL
    count = _sort_moves(grid, memory, own, moves, empty, ply, hint)
    best, best_cell, floor = -2 * WON, -1, alpha
    for n in range(count):
        cell = memory.moves[ply][0][n]
        after = filled | bit(filled, cell)
        value = 0
        # After the first move a null window shows that the others are not better.
        narrow = n > 0 and floor + 1 < beta
        if narrow:
            value = -search(
                grid, memory, own ^ filled, after, ply + 1, depth - 1, -floor - 1, -floor
            )
        if not narrow or floor < value < beta:
            value = -search(grid, memory, own ^ filled, after, ply + 1, depth - 1, -beta, -floor)
        if value > best:
            best, best_cell = value, cell
        floor = max(floor, best)
        if floor >= beta:
            break
    if not memory.stop[0]:
        kind = _LOWER_BOUND if best >= beta else _EXACT if best > alpha else _UPPER_BOUND
        payload = kind | best_cell << _CELL | best + _OFFSET << _VALUE | depth << WORTH
        store(memory.entries, bucket, position, grid.words, payload, False)
    return best


@part
def _sort_moves(
    grid: Grid, memory: Memory, own: Cells, moves: Cells, empty: Cells, ply: int, hint: int
) -> int:
    """List the cells to try, the most promising first."""
    cells, ratings = memory.moves[ply][0], memory.moves[ply][1]
    count = 0
    while moves:
        stone = moves & -moves
        moves ^= stone
        cell = trailing_zeros(stone)
        from_centre = abs(2 * (cell // (grid.height + 1)) - (grid.width - 1))
        made = popcount(threats(grid, own | stone, empty))
        rating = _HINTED if cell == hint else _THREAT * made - from_centre
        place = count
        while place and ratings[place - 1] < rating:
            cells[place], ratings[place] = cells[place - 1], ratings[place - 1]
            place -= 1
        cells[place], ratings[place] = cell, rating
        count += 1
    return count
