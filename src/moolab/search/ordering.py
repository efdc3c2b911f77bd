"""Which guesses a search tries first, compiled: those with the lowest bounds."""

import numpy as np
from numpy.typing import NDArray

from moolab.search.bounds import FEW
from moolab.search.counting import BYTES_PER_LOOKUP, SUMMED, count_later_guesses, scan
from moolab.search.workspace import Indices, Numbers, Workspace
from moolab.support.jit import Value
from moolab.support.room import Room, cut, cut_zeros, inlined, inner

_COUNTED = 4
"""Tables of counts that are filled in turn, as a processor waits some cycles for a word that it has
just written."""

_SPARSE = 2
"""With so many times as many replies as codes, or more, those that occur are summed up alone. With
1, a beam on lists of words took 6% longer."""

_RANKED = 8
"""For a few candidates, a beam of width w chooses among the first w * _RANKED guesses of the lowest
bound. It hardly matters: with 1, ab4x9 takes as many guesses."""


@inner
def rank(room: Room, keys: Numbers, squares: Numbers, order: Indices, most: int) -> None:
    """Sort the first guesses by their keys, then by their squares, then as they are.

    A merge sort: NumPy's takes ten times as long to compile.
    """
    mark = room.used[0]
    source, other = cut(room, most, np.int32), cut(room, most, np.int32)
    for i in range(most):
        source[i] = i
    width = 1
    while width < most:
        for start in range(0, most, 2 * width):
            left, right = start, min(start + width, most)
            middle, end = right, min(start + 2 * width, most)
            for slot in range(start, end):
                from_right = left == middle
                if left < middle and right < end:
                    some, later = source[left], source[right]
                    from_right = keys[later] < keys[some] or (
                        keys[later] == keys[some] and squares[later] < squares[some]
                    )
                if from_right:
                    other[slot] = source[right]
                    right += 1
                else:
                    other[slot] = source[left]
                    left += 1
        source, other = other, source
        width *= 2
    sorted_keys = cut(room, most, np.int64)
    for i in range(most):
        sorted_keys[i] = keys[source[i]]
        other[i] = order[source[i]]
    for i in range(most):
        keys[i], order[i] = sorted_keys[i], other[i]
    room.used[0] = mark


@inner
def guesses_of(space: Workspace, codes: Indices, listed: Indices) -> Indices:
    """The guesses there are: those that are listed, or else the candidates, or all."""
    if len(listed):
        return listed
    count = len(codes) if space.consistent else space.game.replies.shape[0]
    rows: Indices = cut(space.scratch.room, count, np.int32)
    for i in range(count):
        rows[i] = space.game.own[codes[i]] if space.consistent else i
    return rows


UNRANKED = np.uint16(65535)
"""The rank of what is not a guess; more than any other."""

_LISTED = 16
"""If a list has less than a sixteenth of all guesses, it is faster to look their replies up."""

_BLOCK = 64
"""Ranks that are compared at a time: two registers of AVX-512."""


@inner
def rank_guesses(space: Workspace, codes: Indices, depth: int, rows: Indices) -> NDArray[np.uint16]:
    """Ranks of guesses: the lower, the less they cost at least, as ``bound_of_rank`` tells.

    A rank is twice the least number of guesses beyond the second. A guess that is not a candidate
    asks one code more a second time: that makes 2 more, or 1 where a third guess costs more.

    Args:
        rows: the guesses; all if it is empty.

    Returns:
        uint16, shape (rows,), or (guesses,) for all.
    """
    game, n, room = space.game, len(codes), space.scratch.room
    total, masked = game.replies.shape[0], not game.is_numbered
    few = 0 < len(rows) < total // _LISTED
    # Most are needed where a guess tells nothing.
    summed = n < SUMMED and 2 * space.costs.later[n] + 2 < np.int64(UNRANKED)
    if space.consistent or few or not summed or (n > FEW and not masked):
        ranks: NDArray[np.uint16] = _rank_by_lookup(space, codes, depth, rows)
        return ranks
    if masked and n > game.reply_count:
        every: NDArray[np.uint16] = count_later_guesses(space, codes)
        # Four times what a scan takes, by the clock.
        space.budget.work[0].lookups += 4 * n * total * game.mask_bytes // BYTES_PER_LOOKUP
    else:
        # No part is so large that a code of it would need a fourth guess.
        scan(game, space.scratch, codes, n + 1)
        space.budget.work[0].lookups += n * total * game.mask_bytes // BYTES_PER_LOOKUP
        every = cut(room, total, np.uint16)
        for guess in range(total):
            every[guess] = n - np.uint16(space.scratch.parts[guess])
    behind = np.uint16(_behind(space, depth))
    for guess in range(total):
        every[guess] = every[guess] * np.uint16(2) + behind
    for code in codes:
        every[game.own[code]] -= behind
    if len(rows) == 0:
        return every[:total]
    ranks = cut(room, len(rows), np.uint16)
    for i in range(len(rows)):
        ranks[i] = every[rows[i]]
    return ranks


@inner
def bound_of_rank(space: Workspace, n: Value, depth: int, rank: Value) -> Value:
    """What a guess of some rank costs at least, where guesses never cost less than those before."""
    delta = space.costs.delta
    first, second, third = delta[depth], delta[depth + 1], delta[depth + 2]
    return n * first + (n - 1 + (rank & 1)) * second + rank // 2 * third


@inlined
def _behind(space: Workspace, depth: int) -> Value:
    """What a guess that is not a candidate has in its rank.

    A candidate with a part less is as good, where a third guess costs as much as a second.
    """
    return 2 if space.costs.delta[depth + 1] == space.costs.delta[depth + 2] else 1


@inner
def _rank_by_lookup(
    space: Workspace, codes: Indices, depth: int, rows: Indices
) -> NDArray[np.uint16]:
    """As ``rank_guesses``: by the sizes of all parts."""
    game, n = space.game, len(codes)
    win, behind = game.reply_count - 1, _behind(space, depth)
    total = len(rows) or game.replies.shape[0]
    space.budget.work[0].lookups += n * total
    room, of_size = space.scratch.room, space.costs.later
    counts = cut_zeros(room, (_COUNTED, win + 1), np.int32)
    sparse = _SPARSE * n < win
    ranks: NDArray[np.uint16] = cut(room, total, np.uint16)
    for i in range(total):
        row = game.replies[rows[i] if len(rows) else i]
        for code in range(n):
            counts[code % _COUNTED, row[codes[code]]] += 1
        wins = _take(counts, win)
        later = np.int64(0)
        if sparse:
            for code in codes:
                later += of_size[_take(counts, row[code])]
        else:
            for reply in range(win):
                later += of_size[_take(counts, reply)]
        ranks[i] = min(2 * later + (0 if wins else behind), np.int64(UNRANKED) - 1)
        if space.consistent and not wins:
            ranks[i] = UNRANKED
    return ranks


@inlined
def _take(counts: Indices, reply: Value) -> Value:
    """How often a reply was counted, which is forgotten then."""
    size = np.int64(0)
    for which in range(_COUNTED):
        size += counts[which, reply]
        counts[which, reply] = 0
    return size


@inner
def next_group(
    space: Workspace, codes: Indices, rows: Indices, ranks: NDArray[np.uint16], least: Value
) -> tuple[Indices, Value]:
    """The guesses of the lowest rank that is not below ``least``, and that rank; perhaps none.

    Of the first group, those with even parts come first. Most often one of them is the best, and
    for the other groups ordering would take longer than it saves.
    """
    at_least, lowest, room = np.uint16(least), UNRANKED, space.scratch.room
    # The lowest of each block first: few blocks have the lowest of all.
    lows = cut(room, (len(ranks) + _BLOCK - 1) // _BLOCK, np.uint16)
    for block in range(len(lows)):
        low = UNRANKED
        for i in range(block * _BLOCK, min((block + 1) * _BLOCK, len(ranks))):
            low = min(low, ranks[i] if ranks[i] >= at_least else UNRANKED)
        lows[block] = low
        lowest = min(lowest, low)
    group, size = cut(room, len(ranks), np.int32), 0
    for block in range(len(lows)):
        if lows[block] == lowest and lowest < UNRANKED:
            for i in range(block * _BLOCK, min((block + 1) * _BLOCK, len(ranks))):
                if ranks[i] == lowest:
                    group[size] = rows[i] if len(rows) else np.int32(i)
                    size += 1
    group = group[:size]
    # A beam does not try them all.
    narrow = size > space.width
    if narrow and len(codes) <= FEW:
        group = group[: min(size, _RANKED * space.width)]
    if narrow or (least == 0 and len(codes) > min(FEW, space.game.reply_count)):
        _order_by_squares(space, codes, group)
    return group, np.int64(lowest)


@inner
def _order_by_squares(space: Workspace, codes: Indices, group: Indices) -> None:
    """Order guesses by the squares of the sizes of their parts: even parts first."""
    room, mark = space.scratch.room, space.scratch.room.used[0]
    squares = cut_zeros(room, len(group), np.int64)
    sizes = cut_zeros(room, space.game.reply_count, np.int64)
    for i in range(len(group)):
        row = space.game.replies[group[i]]
        for code in codes:
            # One square more than the last is an odd number.
            squares[i] += 2 * sizes[row[code]] + 1
            sizes[row[code]] += 1
        for code in codes:
            sizes[row[code]] = 0
    nothing = cut_zeros(room, len(group), np.int64)
    rank(room, squares, nothing, group, np.int64(len(group)))
    room.used[0] = mark
