"""Which guesses a search tries first, compiled: those with the lowest bounds."""

import numpy as np
from numpy.typing import NDArray

from moolab.search.bounds import FEW, INFINITE
from moolab.search.counting import count_parts, scan
from moolab.search.workspace import Workspace
from moolab.support.jit import Value, inlined, inner

_COUNTED = 4
"""Tables of counts that are filled in turn, as a processor waits some cycles for a word that it has
just written."""

_SPARSE = 2
"""With so many times as many replies as codes, or more, those that occur are summed up alone. With
1, a beam on lists of words took 6% longer."""

_RANKED = 8
"""A beam of width w chooses among the w * _RANKED guesses with the lowest bounds. It hardly
matters: with 1, ab4x9 takes 132,512 guesses instead of 132,544."""

IS_CANDIDATE = np.uint8(128)
"""Bit 7 of a number of parts marks a guess that is a candidate, while guesses are ordered."""

PARTS = np.uint8(127)
"""The other bits: the number itself."""


@inner
def rank(
    keys: NDArray[np.int64], squares: NDArray[np.int64], order: NDArray[np.int32], most: int
) -> None:
    """Sort the first guesses by their keys, then by their squares, then as they are.

    A merge sort: NumPy's takes ten times as long to compile.
    """
    source, other = np.empty(most, np.int32), np.empty(most, np.int32)
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
    sorted_keys = np.empty(most, np.int64)
    for i in range(most):
        sorted_keys[i] = keys[source[i]]
        other[i] = order[source[i]]
    for i in range(most):
        keys[i], order[i] = sorted_keys[i], other[i]


@inner
def guesses_of(
    space: Workspace, codes: NDArray[np.int32], listed: NDArray[np.int32]
) -> NDArray[np.int32]:
    """The guesses there are: those that are listed, or else the candidates, or all."""
    if len(listed):
        return listed
    if space.consistent:
        return space.game.own[codes]
    return np.arange(space.game.replies.shape[0]).astype(np.int32)


_BYTES = np.uint64(0x0101010101010101)
"""A word whose eight bytes are 1."""


@inner
def _guesses_with(
    space: Workspace, codes: NDArray[np.int32], enough: int, listed: NDArray[np.int32]
) -> NDArray[np.int32]:
    """The guesses there are, without most of those that make fewer parts than enough.

    Eight at a time are compared: to 127, the most that seven bits hold, their numbers of parts are
    brought up so that bit 7 tells.
    """
    if len(listed) or space.consistent:
        there: NDArray[np.int32] = guesses_of(space, codes, listed)
        return there
    words, total = space.scratch.parts.view(np.uint64), space.game.replies.shape[0]
    some, found = np.empty(total, np.int32), 0
    to_bit_7 = np.uint64(128 - enough) * _BYTES
    for first in range(0, total, 8):
        word = words[first // 8] & (np.uint64(PARTS) * _BYTES)
        if (word + to_bit_7) & (np.uint64(128) * _BYTES):
            for guess in range(first, min(first + 8, total)):
                some[found] = guess
                found += 1
    left: NDArray[np.int32] = some[:found]
    return left


@inner
def order_by_parts(
    space: Workspace,
    codes: NDArray[np.int32],
    depth: int,
    beta: Value,
    listed: NDArray[np.int32],
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The guesses that can stay below beta, those with most parts first, and their bounds.

    Works on the number of parts that the scan of these codes left.
    """
    game, parts, consistent = space.game, space.scratch.parts, space.consistent
    n = len(codes)
    delta = space.costs.delta
    first, second, third = delta[depth], delta[depth + 1], delta[depth + 2]
    for code in codes:
        own = game.own[code]
        if consistent:
            parts[own] = count_parts(game, space.scratch.slots, own, codes)
        parts[own] |= IS_CANDIDATE
    # With fewer parts than this, more codes need a third guess than beta allows.
    enough = n + 1
    while enough > 1 and n * first + (n - 1) * second + (n - enough + 1) * third < beta:
        enough -= 1
    space.budget.work[0].lookups += len(listed) or game.replies.shape[0]
    guesses = _guesses_with(space, codes, enough, listed)
    found = 0
    some = np.empty(len(guesses), np.int32)
    for guess in guesses:
        if (parts[guess] & PARTS) >= enough and (parts[guess] >= IS_CANDIDATE or not consistent):
            some[found] = guess
            found += 1
    # A candidate with one part less is as good as another guess, where its third guess costs
    # no more than the second. A counting sort on that: the number of ranks is small.
    behind = 3 if second == third else 1
    counts = np.zeros(2 * FEW + 6, np.int32)
    ranks = np.empty(found, np.int32)
    order, keys = np.empty(found, np.int32), np.empty(found, np.int64)
    for i in range(found):
        known = np.int64(parts[some[i]] & PARTS)
        ranks[i] = 2 * (n - known) + (behind if parts[some[i]] < IS_CANDIDATE else 0)
        counts[ranks[i] + 1] += 1
    for place in range(1, len(counts)):
        counts[place] += counts[place - 1]
    for i in range(found):
        guess = some[i]
        slot = counts[ranks[i]]
        counts[ranks[i]] += 1
        known = np.int64(parts[guess] & PARTS)
        asked = n if parts[guess] < IS_CANDIDATE else n - 1
        order[slot] = guess
        keys[slot] = n * first + asked * second + (n - known) * third
    for code in codes:
        parts[game.own[code]] &= PARTS
    if found > space.width:
        # A beam does not try them all: of those with the same bound it prefers even parts.
        most = min(found, _RANKED * space.width)
        squares = np.zeros(most, np.int64)
        sizes = np.zeros(game.reply_count, np.int64)
        for i in range(most):
            row = game.replies[order[i]]
            for code in codes:
                # One square more than the last is an odd number.
                squares[i] += 2 * sizes[row[code]] + 1
                sizes[row[code]] += 1
            for code in codes:
                sizes[row[code]] = 0
        rank(keys, squares, order, most)
    return order, keys


@inlined
def _take(counts: NDArray[np.int32], reply: Value) -> Value:
    """How often a reply was counted, which is forgotten then."""
    size = np.int64(0)
    for which in range(_COUNTED):
        size += counts[which, reply]
        counts[which, reply] = 0
    return size


_WEAK = 2
"""Nearly all guesses make as many parts as that, so to count them would tell nothing."""


@inner
def _parts_below(least: NDArray[np.int64], n: int, most: int, beta: Value) -> Value:
    """The least number of parts with which a guess can stay below beta.

    Costs rise ever faster with the size of a part, so even ones cost least. A candidate that is
    guessed has a part to itself, which costs nothing more.
    """
    for parts in range(1, most + 1):
        bound = _even(least, n, parts)
        if parts > 1:
            bound = min(bound, _even(least, n - 1, parts - 1))
        if bound < beta:
            return np.int64(parts)
    return np.int64(most + 1)


@inlined
def _even(least: NDArray[np.int64], n: int, parts: int) -> Value:
    """What that many codes cost at least in so many parts."""
    size, larger = n // parts, n % parts
    return (parts - larger) * least[size] + larger * least[size + 1]


@inner
def _bounds_by_sizes(
    space: Workspace,
    codes: NDArray[np.int32],
    depth: int,
    beta: Value,
    listed: NDArray[np.int32],
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
    """The guesses that can stay below beta, their bounds by the sizes of all parts, and squares."""
    game, consistent = space.game, space.consistent
    n = len(codes)
    least = space.costs.least[depth + 1]
    win = game.reply_count - 1
    enough = np.int64(0)
    if not consistent and len(space.scratch.slots) == 0:
        enough = _parts_below(least, n, win + 1, beta - n * space.costs.delta[depth])
        if enough > _WEAK:
            scan(game, space.scratch, codes, n + 1)
    counts = np.zeros((_COUNTED, win + 1), np.int32)
    sparse = _SPARSE * n < win
    guesses = guesses_of(space, codes, listed)
    total = len(guesses)
    space.budget.work[0].lookups += n * total
    order, keys = np.empty(total, np.int32), np.empty(total, np.int64)
    squares = np.empty(total, np.int64)
    found = 0
    for guess in guesses:
        if enough > _WEAK and space.scratch.parts[guess] < enough:
            continue
        row = game.replies[guess]
        for code in range(n):
            counts[code % _COUNTED, row[codes[code]]] += 1
        wins = _take(counts, win)
        bound = n * space.costs.delta[depth]
        square = 0
        if sparse:
            for code in codes:
                size = _take(counts, row[code])
                bound += least[size]
                square += size * size
        else:
            for reply in range(win):
                size = np.int64(0)
                for which in range(_COUNTED):
                    size += counts[which, reply]
                bound += least[size]
                square += size * size
            counts[:] = 0
        if consistent and wins == 0:
            continue
        if bound < beta:
            order[found] = guess
            keys[found] = bound
            squares[found] = square
            found += 1
    return order[:found], keys[:found], squares[:found]


@inner
def order_by_sizes(
    space: Workspace,
    codes: NDArray[np.int32],
    depth: int,
    beta: Value,
    listed: NDArray[np.int32],
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """As ``order_by_parts``, for many codes: by the sizes of all parts."""
    order, keys, squares = _bounds_by_sizes(space, codes, depth, beta, listed)
    rank(keys, squares, order, np.int64(len(order)))
    return order, keys


@inner
def least_by_sizes(
    space: Workspace, codes: NDArray[np.int32], depth: int, listed: NDArray[np.int32]
) -> Value:
    """The least of these bounds: no tree costs less."""
    _, keys, _ = _bounds_by_sizes(space, codes, depth, INFINITE, listed)
    least = np.int64(INFINITE)
    for key in keys:
        least = min(least, key)
    return least
