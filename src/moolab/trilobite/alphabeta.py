"""Alpha-beta to a limited depth, compiled.

A value is for the side to move. That of a forced win is ``WON`` plus its score (``score.py``), so
that sooner wins count more; that of a loss is its negative; all between comes from ``evaluate``,
or is the 0 of a full board. Every function that returns a value under the bounds ``alpha < beta``
keeps the contract

    the exact value if it is between them, otherwise a bound of it that is not between them.
"""

from typing import Any, NamedTuple

import numpy as np

from moolab.codes.kernels import compiled
from moolab.trilobite.bits import Words, bit, bits, popcount, trailing_zeros, words
from moolab.trilobite.evaluation import LARGEST, Value, evaluate
from moolab.trilobite.score import score_of_win
from moolab.trilobite.threats import Frame, completing

WON = LARGEST
"""Less than the value of any forced win, and more than what any other position seems worth."""

_MIX = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)

_AT_LEAST, _AT_MOST, _EXACT = range(3)
_OFFSET = 1 << 16
_NOTHING = 255 << 2
"""What is remembered of an unknown position: nothing to any depth, and no cell."""


class Memory(NamedTuple):
    """What a search writes to.

    Args:
        keys, found: what is known of positions: which they are, in full, shape (slots, words);
            value, depth, kind of bound and best column in one number, shape (slots,).
        moves: the columns to try at each ply, with what they promise, shape (plies, 2, width).
        nodes: how many positions were looked at, shape (1,).
        stop: shape (1,); once it is not 0 the search returns at once, with a wrong result.
    """

    keys: Any
    found: Any
    moves: Any
    nodes: Any
    stop: Any


_winning = compiled(score_of_win)


@compiled
def _slot(memory: Memory, key: Any) -> Value:
    mixed = _MIX
    for word in key:
        mixed = (mixed ^ word ^ mixed >> _HALF) * _MIX
    # Two slots belong together: one keeps the deepest search, the other the latest.
    return np.int64(mixed >> _HALF) & len(memory.found) - 2


@compiled
def _holds(memory: Memory, slot: int, key: Any) -> bool:
    same = True
    for n in range(len(key)):
        same &= memory.keys[slot, n] == key[n]
    return same


@compiled
def _recall(memory: Memory, key: Any) -> Value:
    slot = _slot(memory, key)
    for n in range(slot, slot + 2):
        if _holds(memory, n, key):
            return memory.found[n]
    return _NOTHING


@compiled
def _remember(memory: Memory, key: Any, value: int, depth: int, kind: int, cell: int) -> None:
    slot = _slot(memory, key)
    if not _holds(memory, slot, key) and memory.found[slot] >> 10 & 255 > depth:
        slot += 1
    for n in range(len(key)):
        memory.keys[slot, n] = key[n]
    memory.found[slot] = value + _OFFSET << 18 | depth << 10 | cell << 2 | kind


@compiled
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
        threats = popcount(completing(frame, mover | stone) & empty)
        promise = 1000 if cell == hint else 32 * threats - from_centre
        place = count
        while place and promises[place - 1] < promise:
            cells[place], promises[place] = cells[place - 1], promises[place - 1]
            place -= 1
        cells[place], promises[place] = cell, promise
        count += 1
    return count


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
    mine = completing(frame, mover) & empty
    if mine & possible:
        return WON + _winning(cells, ply)
    theirs = completing(frame, mover ^ filled) & empty
    lost = -(WON + _winning(cells, ply + 1))
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
    beta = min(beta, WON + _winning(cells, ply + 2))
    if alpha >= beta:
        return beta

    key = words(mover | filled + bottom)
    found = _recall(memory, key)
    hint = found >> 2 & 255
    if found >> 10 & 255 >= depth:
        value, kind = (found >> 18) - _OFFSET, found & 3
        least, most = kind == _AT_LEAST, kind == _AT_MOST
        if not ((least and value < beta) or (most and value > alpha)):
            return value

    count = _sorted_moves(frame, memory, mover, possible, empty, ply, hint)
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
        _remember(memory, key, best, depth, kind, best_cell)
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
