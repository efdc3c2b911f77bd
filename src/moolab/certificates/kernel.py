"""The same as ``plain.py``, compiled, and with what makes it fast: for large games.

Most guesses make too few parts, which a bit for each reply tells of many guesses at once.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.certificates.plain import SMALL, USELESS, Costs, Replies
from moolab.support.jit import Value, borrow, compiled, inlined, inner, ones

_BLOCK = 1024
"""Guesses whose parts are counted at a time: 2 to 8 KiB of masks, which the first cache holds."""

_APART = 128
"""The most codes of which each pair is compared, where there are no masks: half a millisecond for
all guesses of the word game. With more of them each guess is worked out."""

_BITS = 64
"""The most replies that masks have bits for."""


class Rows(NamedTuple):
    """The replies of ``Replies``, so close together that reading is fast.

    Args:
        rows: the number of the reply to each guess from each code, shape (guesses, codes).
        columns: the same for what can be guessed in parts, shape (codes, guesses); empty if there
            are masks, or if codes do not all weigh the same.
        masks: a bit for that reply, shape (codes, guesses); empty if there are too many replies,
            or if codes do not all weigh the same.
        own, weights, kinds, win, consistent: as those of ``Replies``; guesses are uint32, as Numba
            looks at each signed index whether it counts from the end.
        sizes: room for counting each reply; zeros, which they are again after use, int64.
    """

    rows: NDArray[np.unsignedinteger[Any]]
    columns: NDArray[np.unsignedinteger[Any]]
    masks: NDArray[np.unsignedinteger[Any]]
    own: NDArray[np.uint32]
    weights: NDArray[np.int64]
    kinds: int
    win: int
    consistent: bool
    sizes: NDArray[np.int64]


class Sieve(NamedTuple):
    """What may be guessed: those first that make most parts of all codes.

    No guess makes more parts of some codes than of all.

    Args:
        order: the guesses, uint32. Without masks they stay in the order in which they were given.
        parts: how many parts they make, uint8; empty until they are sorted.
        masks: as those of ``Rows``, in this order.
    """

    order: NDArray[np.uint32]
    parts: NDArray[np.uint8]
    masks: NDArray[np.unsignedinteger[Any]]


def look_ahead(
    replies: Replies,
    guesses: NDArray[np.int32],
    others: NDArray[np.int32],
    costs: Costs,
    later: Costs,
    enough: int,
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """As that of ``plain.py``."""
    columns, own, weights, kinds, win, consistent = replies
    masks = np.zeros((0, 0), np.uint16)
    apart = np.zeros((0, 0), columns.dtype)
    if weights[0] != weights[-1] or consistent:
        pass
    elif kinds > _BITS:
        apart = columns.take(others, axis=1)
    else:
        word = np.min_scalar_type(1 << max(kinds - 1, 15))
        masks = np.left_shift(word.type(1), columns, dtype=word)
    sizes = np.zeros(kinds, np.int64)
    rows = np.ascontiguousarray(columns.T)
    packed = Rows(rows, apart, masks, own.view(np.uint32), weights, kinds, win, consistent, sizes)
    seen = np.bitwise_or.reduce(masks, axis=0)
    asked = guesses.view(np.uint32), others.view(np.uint32)
    weak, needs = weak_guesses(packed, seen, *asked, costs, later, enough)
    return weak.view(np.int32), needs


@compiled
def weak_guesses(
    replies: Rows,
    seen: NDArray[np.unsignedinteger[Any]],
    guesses: NDArray[np.uint32],
    others: NDArray[np.uint32],
    costs: Costs,
    later: Costs,
    enough: int,
) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """As ``look_ahead``.

    Loops stand here where NumPy sorts, adds up, joins or copies arrays, because what Numba has for
    that takes as long to compile as all the rest.

    Args:
        seen: the masks of all codes together.
    """
    replies, costs, later = _borrow(replies), _borrow_costs(costs), _borrow_costs(later)
    kinds, alike = replies.kinds, len(replies.masks) > 0
    held, held_too = np.empty(3 * kinds + 2, np.int64), np.empty((2, len(replies.own)), np.uint32)
    numbers, codes, made = borrow(held), borrow(held_too)[0], borrow(held_too)[1]
    starts, highs, order = numbers[: kinds + 2], numbers[kinds + 2 :], numbers[2 * kinds + 2 :]
    for code in range(len(codes)):
        codes[code] = code
    asked = costs.asking * _weigh(replies, codes)
    weak, lows, count = np.empty_like(guesses), np.empty((1, kinds), np.int64), 0
    sieve = Sieve(others, np.empty(0, np.uint8), replies.masks[:0])
    for guess in guesses:
        # Most guesses make too few parts, which is known for all of them at once.
        if alike and _by_mask(replies, len(codes), seen[guess], costs) >= enough:
            continue
        if _by_size(replies, codes, guess, costs) >= enough:
            continue
        if count == len(lows):
            fewer, lows = lows, np.empty((2 * count, kinds), np.int64)
            for at in range(count * kinds):
                lows.flat[at] = fewer.flat[at]
        low, total = lows[count], asked
        _sort(codes, replies.rows[guess], starts, made)
        for number in range(kinds):
            low[number] = 0
            if number != replies.win:
                low[number] = _least(replies, made[starts[number] : starts[number + 1]], costs)
            highs[number] = low[number]
            total += low[number]
        undecided = 0
        for number in range(kinds):
            part, least = made[starts[number] : starts[number + 1]], low[number]
            if len(part) <= SMALL or total >= enough:
                continue
            low[number] = highs[number] = _by_codes(replies, part, later, least)
            if not replies.consistent:
                # After any other guess, the next one might find each of them.
                found_next = (later.asking + later.steps[0]) * _weigh(replies, part)
                low[number] = min(highs[number], max(least, found_next))
            total += low[number] - least
            if low[number] < highs[number]:
                _put(order, undecided, number, starts)
                undecided += 1
        if total >= enough:
            continue
        if alike and len(sieve.parts) == 0:
            sieve = _sort_guesses(replies, seen, sieve.order)
        # A look at all other guesses takes much longer.
        for at in range(undecided):
            if total < enough:
                number = order[at]
                part, least = made[starts[number] : starts[number + 1]], low[number]
                high = min(highs[number], least + enough - total)
                low[number] = _by_others(replies, part, sieve, later, high)
                total += low[number] - least
        if total < enough:
            weak[count] = guess
            count += 1
    # Numba frees arrays after their last use, and does not see those of what was borrowed.
    held[0] = held_too[0, 0] = 0
    return weak[:count], lows[:count]


@inlined
def _put(order: NDArray[np.int64], count: Value, number: Value, starts: NDArray[np.int64]) -> None:
    """Put a part behind the smaller ones, for which a look at all guesses takes less."""
    at = count
    while at > 0 and _size(starts, order[at - 1]) > _size(starts, number):
        order[at] = order[at - 1]
        at -= 1
    order[at] = number


@inlined
def _size(starts: NDArray[np.int64], number: Value) -> Value:
    return starts[number + 1] - starts[number]


@inlined
def _borrow(replies: Rows) -> Rows:
    """The same, whose references are not counted; that took a fifth of the time."""
    rows, columns, masks, own, weights, kinds, win, consistent, sizes = replies
    arrays = borrow(rows), borrow(columns), borrow(masks), borrow(own), borrow(weights)
    return Rows(*arrays, kinds, win, consistent, borrow(sizes))


@inlined
def _borrow_costs(costs: Costs) -> Costs:
    return Costs(costs.asking, borrow(costs.steps), borrow(costs.least))


@inlined
def _least(replies: Rows, codes: NDArray[np.uint32], costs: Costs) -> Value:
    """What any strategy costs, by the number and the weights of codes."""
    if len(replies.masks):
        return replies.weights[0] * costs.least[len(codes)]
    cost = 0
    for at in range(len(codes)):
        cost += replies.weights[codes[at]] * costs.steps[at]
    return cost


@inlined
def _weigh(replies: Rows, codes: NDArray[np.uint32]) -> Value:
    weight = 0
    for code in codes:
        weight += replies.weights[code]
    return weight


@inlined
def _by_size(replies: Rows, codes: NDArray[np.uint32], guess: Value, costs: Costs) -> Value:
    """What one guess costs at least, by the sizes of its parts."""
    row, sizes, cost, n = replies.rows[guess], replies.sizes, 0, len(codes)
    first, weight = row[codes[0]], replies.weights[codes[0]]
    if len(replies.masks) and 1 < n <= replies.kinds:
        # Codes weigh the same, and the number of parts says it.
        seen = np.uint64(0)
        for code in codes:
            seen |= np.uint64(1) << np.uint64(row[code])
        return _by_mask(replies, n, seen, costs)
    if len(replies.masks):
        # To count first takes a seventh off checking ab4x10.
        for code in codes:
            sizes[row[code]] += 1
        if sizes[first] == n and first != replies.win:
            sizes[first] = 0
            return USELESS
        sizes[replies.win] = 0
        for number in range(replies.kinds):
            cost += costs.least[sizes[number]]
            sizes[number] = 0
        return weight * (cost + costs.asking * n)
    for code in codes:
        number = row[code]
        after = costs.steps[sizes[number]] if number != replies.win else 0
        cost += replies.weights[code] * (costs.asking + after)
        sizes[number] += 1
    if sizes[first] == n and first != replies.win:
        cost = USELESS
    for code in codes:
        sizes[row[code]] = 0
    return cost


@inner
def _by_codes(replies: Rows, codes: NDArray[np.uint32], costs: Costs, least: Value) -> Value:
    """What the best guess among the codes costs at least."""
    best = USELESS
    for code in codes:
        best = min(best, _by_size(replies, codes, replies.own[code], costs))
        if best <= least:
            break
    return best


@inner
def _by_others(
    replies: Rows, codes: NDArray[np.uint32], sieve: Sieve, costs: Costs, best: Value
) -> Value:
    """What the best guess of all costs at least, if that among the codes costs ``best``.

    Of sets that are larger than there are replies, only the guesses that make many parts are worked
    out.
    """
    if len(replies.columns) > 0 and len(codes) <= _APART:
        most = _most_parts(borrow(replies.columns), codes)
        weight = replies.weights[codes[0]]
        return min(best, _by_parts(weight, len(codes), most, costs)) if most > 1 else best
    if len(replies.masks) == 0:
        for guess in sieve.order:
            best = min(best, _by_size(replies, codes, guess, costs))
        return best
    n, weight, all_parts = len(codes), replies.weights[codes[0]], borrow(sieve.parts)
    counts = np.empty(len(all_parts), np.uint8)
    most, looked_at = np.int64(0), 0
    # The others make fewer parts of all codes than are needed of these.
    while looked_at < len(counts) and (
        _by_parts(weight, n, np.int64(all_parts[looked_at]), costs) < best
    ):
        here = counts[looked_at : looked_at + _BLOCK]
        seen = _merge(borrow(sieve.masks), codes, looked_at, looked_at + len(here))
        for i in range(len(here)):
            here[i] = ones(seen[i])
            most = max(most, np.int64(here[i]))
        looked_at += len(here)
    if most <= 1:
        return best
    least = _by_parts(weight, n, most, costs)
    if n <= replies.kinds or least >= best:
        return min(best, least)
    # Those that make the most parts come first: one of them is often the best.
    for likely in (True, False):
        for i in range(looked_at):
            parts = np.int64(counts[i])
            if (
                parts > 1
                and (parts == most) == likely
                and _by_parts(weight, n, parts, costs) < best
            ):
                best = min(best, _by_size(replies, codes, sieve.order[i], costs))
    return best


@inlined
def _by_parts(weight: Value, n: Value, parts: Value, costs: Costs) -> Value:
    """A lower bound of the cost of a guess that is not a candidate, by how many parts it makes.

    At best the next guess finds one code of each part, and the one after that all others. With no
    more codes than there are replies, that is the exact cost.
    """
    second, third = costs.steps[0], costs.steps[1]
    return weight * (n * (costs.asking + third) - parts * (third - second))


@inlined
def _by_mask(replies: Rows, n: Value, seen: Value, costs: Costs) -> Value:
    """A lower bound of the cost of a guess, by the replies that codes give to it."""
    found = np.int64(np.uint64(seen) >> np.uint64(replies.win)) & 1
    parts = np.int64(ones(seen)) - found
    if parts == 1 and found == 0:
        return USELESS
    weight = replies.weights[0]
    return _by_parts(weight, n, parts, costs) - weight * found * costs.steps[1]


@inner
def _merge(
    masks: NDArray[np.unsignedinteger[Any]], codes: NDArray[np.uint32], first: Value, last: Value
) -> NDArray[np.unsignedinteger[Any]]:
    """The replies that some codes give to guesses from the first to the last."""
    seen: NDArray[np.unsignedinteger[Any]] = masks[codes[0], first:last].copy()
    for code in codes[1:]:
        row = masks[code, first:last]
        for i in range(len(seen)):
            seen[i] |= row[i]
    return seen


@inner
def _most_parts(columns: NDArray[np.unsignedinteger[Any]], codes: NDArray[np.uint32]) -> Value:
    """The most parts that any guess makes of some codes, each compared with those before it."""
    most, guesses = np.int64(0), columns.shape[1]
    twice, parts = np.empty(_BLOCK, np.uint8), np.empty(_BLOCK, np.uint8)
    for first in range(0, guesses, _BLOCK):
        count = min(_BLOCK, guesses - first)
        parts[:] = 1
        for at in range(1, len(codes)):
            row = columns[codes[at], first : first + count]
            twice[:] = 0
            for before in range(at):
                other = columns[codes[before], first : first + count]
                for i in range(count):
                    twice[i] |= row[i] == other[i]
            for i in range(count):
                parts[i] += 1 - twice[i]
        for i in range(count):
            most = max(most, np.int64(parts[i]))
    return most


@inner
def _sort_guesses(
    replies: Rows, seen: NDArray[np.unsignedinteger[Any]], guesses: NDArray[np.uint32]
) -> Sieve:
    """Guesses, those first that make most parts."""
    fewer, parts = np.empty(len(seen), np.uint8), np.empty(len(guesses), np.uint8)
    for guess in range(len(seen)):
        fewer[guess] = _BITS - ones(seen[guess])
    starts, order = np.empty(_BITS + 3, np.int64), np.empty_like(guesses)
    _sort(guesses, fewer, starts, order)
    masks = np.empty((len(replies.own), len(order)), replies.masks.dtype)
    for i in range(len(order)):
        parts[i] = _BITS - fewer[order[i]]
    for code in range(len(masks)):
        row, sorted_row = replies.masks[code], masks[code]
        for i in range(len(order)):
            sorted_row[i] = row[order[i]]
    return Sieve(order, parts, masks)


@inlined
def _sort(
    codes: NDArray[np.uint32],
    row: NDArray[np.unsignedinteger[Any]],
    starts: NDArray[np.int64],
    made: NDArray[np.uint32],
) -> None:
    """Put the codes of each part side by side, in the order in which they were."""
    starts[:] = 0
    for code in codes:
        starts[row[code] + 2] += 1
    for number in range(2, len(starts)):
        starts[number] += starts[number - 1]
    for code in codes:
        made[starts[row[code] + 1]] = code
        starts[row[code] + 1] += 1
