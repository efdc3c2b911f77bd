"""The same as ``plain.py``, compiled, and with what makes it fast: for large games.

Most guesses make too few parts, which a bit for each reply tells of many guesses at once.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.certificates.plain import BITS, BLOCK, SMALL, USELESS, Costs, Replies
from moolab.support.jit import Value, borrow, compiled, inlined, inner, ones

_APART = 128
"""Without masks, each pair of up to this many codes is compared, which takes half a millisecond for
all guesses of the word game. For more codes each guess is worked out."""

_REMEMBERED = 12
"""Parts have two to this power places: 96 KiB, which the second cache holds."""


class Rows(NamedTuple):
    """The replies of ``Replies``, and room for what is worked out of them.

    Args:
        columns, masks, own, weights, kinds, win, consistent: as those of ``Replies``; of the
            codes that are left, the place in ``own`` is what is called a code here.
        mine: the number of the reply to each code from each code, shape (codes, codes).
        row: room for the replies to one guess.
        sizes: room for counting each reply; zeros, which they are again after use, int64.
    """

    columns: NDArray[np.unsignedinteger[Any]]
    masks: NDArray[np.unsignedinteger[Any]]
    own: NDArray[np.uint32]
    mine: NDArray[np.unsignedinteger[Any]]
    row: NDArray[np.unsignedinteger[Any]]
    weights: NDArray[np.int64]
    kinds: int
    win: int
    consistent: bool
    sizes: NDArray[np.int64]


class Sieve(NamedTuple):
    """What may be guessed, in blocks: those first in which a guess makes most parts of all codes.

    No guess makes more parts of some codes than of all.

    Args:
        others: the guesses; used only without masks.
        blocks: their numbers, uint32.
        most: how many parts a guess in each block makes at most.
        seen: the replies that all codes together give to each guess; these three are empty without
            masks.
        allowed: all bits of a guess that is one of the others.
        replies: without masks, the number of each code's reply to each of the others, shape (codes,
            others); empty with masks, or if codes do not all weigh the same.
    """

    others: NDArray[np.uint32]
    blocks: NDArray[np.uint32]
    most: NDArray[np.uint8]
    seen: NDArray[np.unsignedinteger[Any]]
    allowed: NDArray[np.unsignedinteger[Any]]
    replies: NDArray[np.unsignedinteger[Any]]


class Memo(NamedTuple):
    """What parts cost that other guesses have made, by the last bits of a number made of them.

    Where two would be in one place, the later one is kept.

    Args:
        parts: a bit for each code of the part.
        lows: what it costs at least.
        highs: the same where that is certain; else what the best guess among its codes costs.
    """

    parts: NDArray[np.uint64]
    lows: NDArray[np.int64]
    highs: NDArray[np.int64]


def look_ahead(
    replies: Replies,
    guesses: NDArray[np.int32],
    others: NDArray[np.int32],
    costs: Costs,
    later: Costs,
    enough: int,
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """As that of ``plain.py``."""
    columns, masks, own, weights, kinds, win, consistent = replies
    row, sizes = np.empty(len(own), columns.dtype), np.zeros(kinds, np.int64)
    mine, codes = np.empty((len(own), len(own)), columns.dtype), own.view(np.uint32)
    rows = Rows(columns, masks, codes, mine, row, weights, kinds, win, consistent, sizes)
    asked = guesses.view(np.uint32), others.view(np.uint32)
    weak, needs = weak_guesses(rows, *asked, costs, later, enough)
    return weak.view(np.int32), needs


@compiled
def weak_guesses(  # noqa: PLR0915 - arrays stay in one function
    replies: Rows,
    guesses: NDArray[np.uint32],
    others: NDArray[np.uint32],
    costs: Costs,
    later: Costs,
    enough: int,
) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """As ``look_ahead``; guesses are uint32, as Numba asks of others whether they are negative.

    Loops stand here where NumPy sorts, adds up, joins or copies arrays, because what Numba has for
    that takes as long to compile as all the rest.
    """
    replies, costs, later = _borrow(replies), _borrow_costs(costs), _borrow_costs(later)
    kinds, n, alike = replies.kinds, len(replies.weights), len(replies.masks) > 0
    held, held_too = np.empty(3 * kinds + 2, np.int64), np.empty((2, n), np.uint32)
    numbers, codes, made = borrow(held), borrow(held_too)[0], borrow(held_too)[1]
    starts, highs, order = numbers[: kinds + 2], numbers[kinds + 2 :], numbers[2 * kinds + 2 :]
    for code in range(n):
        codes[code] = code
    asked = costs.asking * _weigh(replies, codes)
    weak, lows, count = np.empty_like(guesses), np.empty((1, kinds), np.int64), 0
    sieve = _sift(replies, codes, others)
    places = 1 << _REMEMBERED if n <= BITS else 1
    memo = Memo(np.zeros(places, np.uint64), np.empty(places, np.int64), np.empty(places, np.int64))
    for guess in guesses:
        # Most guesses make too few parts, which is known for all of them at once.
        if alike and _by_mask(replies, n, sieve.seen[guess], costs) >= enough:
            continue
        for code in range(n):
            replies.row[code] = replies.columns[replies.own[code], guess]
        if _by_size(replies, codes, replies.row, costs) >= enough:
            continue
        if count == len(lows):
            fewer, lows = lows, np.empty((2 * count, kinds), np.int64)
            for at in range(count * kinds):
                lows.flat[at] = fewer.flat[at]
        low, total = lows[count], asked
        _sort(codes, replies.row, starts, made)
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
            name = _name(part, n)
            at = _place(memo, name)
            if name == 0 or memo.parts[at] != name:
                high = _by_codes(replies, part, later, least)
                memo.parts[at], memo.lows[at], memo.highs[at] = name, high, high
                if not replies.consistent:
                    # After any other guess, the next one might find each of them.
                    memo.lows[at] = min(high, max(least, _if_found_next(replies, part, later)))
            low[number], highs[number] = memo.lows[at], memo.highs[at]
            total += low[number] - least
            if low[number] < highs[number]:
                _put(order, undecided, number, starts)
                undecided += 1
        if total >= enough:
            continue
        # A look at all other guesses takes much longer.
        for at in range(undecided):
            if total < enough:
                number = order[at]
                part, least = made[starts[number] : starts[number + 1]], low[number]
                high = min(highs[number], least + enough - total)
                low[number] = _by_others(replies, part, sieve, later, high)
                total += low[number] - least
                name = _name(part, n)
                place = _place(memo, name)
                memo.parts[place], memo.lows[place] = name, low[number]
                memo.highs[place] = low[number] if low[number] < high else highs[number]
        if total < enough:
            weak[count] = guess
            count += 1
    # Numba frees arrays after their last use, and does not see those of what was borrowed.
    held[0] = held_too[0, 0] = 0
    return weak[:count], lows[:count]


@inlined
def _name(part: NDArray[np.uint32], n: Value) -> Value:
    """A bit for each code of a part, or 0 if there are too many codes."""
    name = np.uint64(0)
    if n <= BITS:
        for code in part:
            name |= np.uint64(1) << np.uint64(code)
    return name


@inlined
def _place(memo: Memo, name: Value) -> Value:
    """Where a part may be in the memo: by the golden ratio, as Knuth spreads numbers."""
    spread = np.uint64(name * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(64 - _REMEMBERED)
    return spread & np.uint64(len(memo.parts) - 1)


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
    columns, masks, own, mine, row, weights, kinds, win, consistent, sizes = replies
    arrays = borrow(columns), borrow(masks), borrow(own), borrow(mine), borrow(row)
    return Rows(*arrays, borrow(weights), kinds, win, consistent, borrow(sizes))


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
def _if_found_next(replies: Rows, codes: NDArray[np.uint32], costs: Costs) -> Value:
    """What codes cost if a guess that is not one of them tells them all apart."""
    return (costs.asking + costs.steps[0]) * _weigh(replies, codes)


@inlined
def _by_size(
    replies: Rows, codes: NDArray[np.uint32], row: NDArray[np.unsignedinteger[Any]], costs: Costs
) -> Value:
    """What a guess costs at least, by the sizes of its parts; its replies are in a row."""
    sizes, cost, n = replies.sizes, 0, len(codes)
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


@inlined
def _by_guess(replies: Rows, codes: NDArray[np.uint32], guess: Value, costs: Costs) -> Value:
    """What one guess costs at least, by the sizes of its parts."""
    for code in codes:
        replies.row[code] = replies.columns[replies.own[code], guess]
    return _by_size(replies, codes, replies.row, costs)


@inner
def _by_codes(replies: Rows, codes: NDArray[np.uint32], costs: Costs, least: Value) -> Value:
    """What the best guess among the codes costs at least."""
    best = USELESS
    for code in codes:
        best = min(best, _by_size(replies, codes, replies.mine[code], costs))
        if best <= least:
            break
    return best


@inner
def _by_others(
    replies: Rows, codes: NDArray[np.uint32], sieve: Sieve, costs: Costs, best: Value
) -> Value:
    """What the best guess of all costs at least, if that among the codes costs ``best``."""
    if len(sieve.replies) and len(codes) <= min(_APART, replies.kinds):
        most = _most_parts(sieve.replies, codes)
        weight = replies.weights[codes[0]]
        return min(best, _by_parts(weight, len(codes), most, costs)) if most > 1 else best
    if len(replies.masks) == 0:
        for guess in sieve.others:
            best = min(best, _by_guess(replies, codes, guess, costs))
        return best
    n, weight, kinds = len(codes), replies.weights[codes[0]], replies.kinds
    least = _if_found_next(replies, codes, costs) if n <= kinds else 0
    counts = np.empty((3, BLOCK), np.uint16)
    parts, sizes, excess = counts[0], counts[1], counts[2]
    seen = np.empty(BLOCK, replies.masks.dtype)
    for at in range(len(sieve.blocks)):
        # The others make fewer parts of all codes than are needed of these.
        if best <= least or _by_parts(weight, n, np.int64(sieve.most[at]), costs) >= best:
            break
        first = np.int64(sieve.blocks[at]) * BLOCK
        most = _count_parts(replies, codes, first, seen, sieve.allowed, parts)
        if most <= 1 or _by_parts(weight, n, most, costs) >= best:
            continue
        if n <= kinds:
            best = _by_parts(weight, n, most, costs)
        elif _may_be_better(replies, codes, first, costs, best, parts, sizes, excess):
            for i in range(BLOCK):
                if parts[i]:
                    best = min(best, _by_guess(replies, codes, first + i, costs))
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
def _count_parts(
    replies: Rows,
    codes: NDArray[np.uint32],
    first: Value,
    seen: NDArray[np.unsignedinteger[Any]],
    allowed: NDArray[np.unsignedinteger[Any]],
    parts: NDArray[np.uint16],
) -> Value:
    """How many parts each guess of a block makes, and the most that one makes that is allowed."""
    masks, own, last, end = replies.masks, replies.own, len(codes) - 1, first + BLOCK
    seen[:] = 0
    # Four at a time, to read and write less; it does no harm that the last one comes again.
    for at in range(0, len(codes), 4):
        one, two = masks[own[codes[at]], first:end], masks[own[codes[min(at + 1, last)]], first:end]
        three = masks[own[codes[min(at + 2, last)]], first:end]
        four = masks[own[codes[min(at + 3, last)]], first:end]
        for i in range(len(one)):
            seen[i] |= one[i] | two[i] | three[i] | four[i]
    most, here = np.uint16(0), allowed[first:end]
    for i in range(len(here)):
        parts[i] = ones(seen[i] & here[i])
        most = max(most, parts[i])
    return np.int64(most)


@inner
def _may_be_better(
    replies: Rows,
    codes: NDArray[np.uint32],
    first: Value,
    costs: Costs,
    best: Value,
    parts: NDArray[np.uint16],
    sizes: NDArray[np.uint16],
    excess: NDArray[np.uint16],
) -> bool:
    """Whether guesses of a block may cost less than the best; of all others ``parts`` become 0.

    A part that has more codes than there are replies has some that are found by the fourth guess,
    not by the third: one for each code too many.
    """
    n, weight, left = len(codes), replies.weights[0], False
    more = weight * (costs.steps[replies.kinds] - costs.steps[1])
    rooms = np.zeros(BITS + 1, np.uint16)
    for count in range(2, BITS + 1):
        missing = best - _by_parts(weight, n, count, costs)
        if missing > 0:
            # A better guess has fewer codes too many than this.
            rooms[count] = min(n + 1, -(-missing // more) if more > 0 else n + 1)
    for i in range(BLOCK):
        parts[i], excess[i] = rooms[parts[i]], 0
    for number in range(replies.kinds):
        sizes[:] = 0
        # Of the same type as the replies, so that they are compared as bytes.
        replies.row[0] = number
        reply = replies.row[0]
        for code in codes:
            row = replies.columns[replies.own[code], first : first + BLOCK]
            for i in range(len(row)):
                sizes[i] += row[i] == reply
        left = False
        for i in range(len(sizes)):
            excess[i] += max(sizes[i], replies.kinds) - replies.kinds
            left |= excess[i] < parts[i]
        if not left:
            break
    for i in range(BLOCK):
        if excess[i] >= parts[i]:
            parts[i] = 0
    return left


@inner
def _most_parts(rows: NDArray[np.unsignedinteger[Any]], codes: NDArray[np.uint32]) -> Value:
    """The most parts that any guess makes of some codes, each compared with those before it."""
    most, guesses = np.int64(0), rows.shape[1]
    twice, parts = np.empty(BLOCK, np.uint8), np.empty(BLOCK, np.uint8)
    for first in range(0, guesses, BLOCK):
        count = min(BLOCK, guesses - first)
        parts[:] = 1
        for at in range(1, len(codes)):
            row = rows[codes[at], first : first + count]
            twice[:] = 0
            for before in range(at):
                other = rows[codes[before], first : first + count]
                for i in range(count):
                    twice[i] |= row[i] == other[i]
            for i in range(count):
                parts[i] += 1 - twice[i]
        for i in range(count):
            most = max(most, np.int64(parts[i]))
    return most


@inner
def _sift(replies: Rows, codes: NDArray[np.uint32], others: NDArray[np.uint32]) -> Sieve:
    """What all codes reply to each guess, and the blocks in their order."""
    for code in codes:
        for guess in codes:
            replies.mine[guess, code] = replies.columns[replies.own[code], replies.own[guess]]
    width = replies.masks.shape[1] if len(replies.masks) else 0
    seen, parts = np.empty(width, replies.masks.dtype), np.empty(BLOCK, np.uint16)
    allowed, count = np.zeros_like(seen), width // BLOCK
    if width:
        for guess in others:
            allowed[guess] = ~allowed[guess]
    every, blocks = np.empty(count, np.uint32), np.empty(count, np.uint32)
    fewer, most = np.empty(count, np.uint8), np.empty(count, np.uint8)
    for at in range(count):
        here = seen[at * BLOCK : (at + 1) * BLOCK]
        every[at] = at
        fewer[at] = BITS - _count_parts(replies, codes, at * BLOCK, here, allowed, parts)
    _sort(every, fewer, np.empty(BITS + 3, np.int64), blocks)
    for at in range(count):
        most[at] = BITS - fewer[blocks[at]]
    weights = replies.weights
    apart = not width and not replies.consistent and weights[0] == weights[-1]
    told = np.empty((len(codes) if apart else 0, len(others)), replies.columns.dtype)
    for code in range(len(told)):
        for i in range(len(others)):
            told[code, i] = replies.columns[replies.own[code], others[i]]
    return Sieve(others, blocks, most, seen, allowed, told)


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
