"""Alpha-beta to a limited depth, compiled.

A value is for the side to move. That of a forced win is ``WON`` plus its score (``score.py``), so
that sooner wins count more; that of a loss is its negative; all between comes from ``evaluate``,
or is the 0 of a full board. Every function that returns a value under the bounds ``alpha < beta``
keeps the contract

    the exact value if it is between them, otherwise a bound of it that is not between them.
"""

from typing import Any, NamedTuple

import numpy as np

from moolab.support.jit import Value, compiled, inlined
from moolab.trilobite.player.evaluation import LARGEST, Frame, evaluate
from moolab.trilobite.score import score_of_win
from moolab.trilobite.solver.bits import Words, bit, bits, keep, popcount, trailing_zeros, words
from moolab.trilobite.solver.lines import threats
from moolab.trilobite.solver.table import BUCKET, Entries, holds, place

WON = LARGEST
"""Less than the value of any forced win, and more than what any other position seems worth."""

_AT_LEAST, _AT_MOST, _EXACT = range(3)

# What an entry of the table knows: kind of bound, best cell, depth, and above them the value.
_CELL = 2
_DEPTH = 10
_VALUE = 18
_BYTE = 255
_OFFSET = 1 << 16
_NOTHING = _BYTE << _CELL


_score_of_win = compiled(score_of_win)


class Memory(NamedTuple):
    """What a search writes to.

    Args:
        entries: the transposition table, with ``shift`` for ``place``.
        moves: the cells to try at each ply, with what they promise, shape (plies, 2, width).
        nodes: how many positions were looked at, shape (1,).
        stop: shape (1,); once it is not 0 the search returns at once, with a wrong result.
    """

    entries: Entries
    shift: int
    moves: Any
    nodes: Any
    stop: Any


@compiled
def search(
    frame: Frame,
    memory: Memory,
    mover: Any,
    filled: Any,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
) -> Value:
    """The value of a position that is not won yet.

    Args:
        mover, filled: as in ``Board``.
        ply: how many stones there are.
        depth: how many stones are looked ahead; those that parry a threat are not counted. Depths
            that reach the end of the game give exact values.

    Returns:
        As the module promises.
    """
    if memory.stop[0]:
        return 0
    memory.nodes[0] += 1
    cells = frame.width * frame.height
    if ply == cells:
        return 0
    full, bottom = bits(frame.full), bits(frame.bottom)
    empty = full & ~filled
    possible = filled + bottom & full
    mine = _threats(frame, mover, empty)
    if mine & possible:
        return WON + _score_of_win(cells, ply)
    theirs = _threats(frame, mover ^ filled, empty)
    lost = -(WON + _score_of_win(cells, ply + 1))
    forced = theirs & possible
    if forced:
        if forced != forced & -forced:
            return lost
        possible = forced
        depth += 1
    # A stone below a threat of theirs lets them complete it.
    possible &= ~(theirs >> 1)
    if not possible:
        return lost
    if depth <= 0:
        return evaluate(frame, mover, filled, mine, theirs, ply % 2 == 0)
    depth = min(depth, cells - ply)
    beta = min(beta, WON + _score_of_win(cells, ply + 2))
    if alpha >= beta:
        return beta

    position = mover | filled + bottom
    known = _recall(memory, position)
    if known >> _DEPTH & _BYTE >= depth:
        value, kind = (known >> _VALUE) - _OFFSET, known & 3
        least, most = kind == _AT_LEAST, kind == _AT_MOST
        if not ((least and value < beta) or (most and value > alpha)):
            return value

    count = _sorted_moves(frame, memory, mover, possible, empty, ply, known >> _CELL & _BYTE)
    best, best_cell, floor = -2 * WON, -1, alpha
    for n in range(count):
        cell = memory.moves[ply, 0, n]
        then = filled | bit(filled, cell)
        value = 0
        # After the first move the others need only be shown to be no better.
        narrow = n > 0 and floor + 1 < beta
        if narrow:
            value = -search(
                frame, memory, mover ^ filled, then, ply + 1, depth - 1, -floor - 1, -floor
            )
        if not narrow or floor < value < beta:
            value = -search(frame, memory, mover ^ filled, then, ply + 1, depth - 1, -beta, -floor)
        if value > best:
            best, best_cell = value, cell
        floor = max(floor, best)
        if floor >= beta:
            break
    if not memory.stop[0]:
        kind = _AT_LEAST if best >= beta else _EXACT if best > alpha else _AT_MOST
        _remember(memory, position, best, depth, kind, best_cell)
    return best


@compiled
def search_words(
    frame: Frame,
    memory: Memory,
    mover: Words,
    filled: Words,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
) -> Value:
    """As ``search``, for sets of cells as they come from outside."""
    return search(frame, memory, bits(mover), bits(filled), ply, depth, alpha, beta)


@inlined
def _threats(frame: Frame, stones: Any, empty: Any) -> Any:
    return threats(stones, frame.width, frame.height, frame.win) & empty


@inlined
def _recall(memory: Memory, position: Any) -> Value:
    size = len(words(position)) + 1
    bucket = place(memory.shift, position)
    for entry in range(bucket, bucket + BUCKET, size):
        if holds(memory.entries, entry, position):
            return np.int64(memory.entries[entry])
    return _NOTHING


@inlined
def _remember(memory: Memory, position: Any, value: int, depth: int, kind: int, cell: int) -> None:
    size = len(words(position)) + 1
    bucket = place(memory.shift, position)
    shallowest: Value = _BYTE + 1
    chosen = bucket
    for entry in range(bucket, bucket + BUCKET, size):
        if holds(memory.entries, entry, position):
            chosen = entry
            break
        known = np.int64(memory.entries[entry])
        if known >> _DEPTH & _BYTE < shallowest:
            shallowest, chosen = known >> _DEPTH & _BYTE, entry
    memory.entries[chosen] = np.uint64(
        value + _OFFSET << _VALUE | depth << _DEPTH | cell << _CELL | kind
    )
    keep(memory.entries, chosen + 1, position)


@inlined
def _sorted_moves(
    frame: Frame, memory: Memory, mover: Any, possible: Any, empty: Any, ply: int, hint: int
) -> Value:
    """List the cells to try, the most promising first; how many there are."""
    cells, promises = memory.moves[ply]
    count = 0
    while possible:
        stone = possible & -possible
        possible ^= stone
        cell = trailing_zeros(stone)
        from_centre = abs(2 * (cell // (frame.height + 1)) - (frame.width - 1))
        chances = popcount(_threats(frame, mover | stone, empty))
        promise = 1000 if cell == hint else 32 * chances - from_centre
        place = count
        while place and promises[place - 1] < promise:
            cells[place], promises[place] = cells[place - 1], promises[place - 1]
            place -= 1
        cells[place], promises[place] = cell, promise
        count += 1
    return count
