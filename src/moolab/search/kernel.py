"""Branch and bound on a set of candidates, compiled; docs/explanation/search.md tells the idea.

The value of a set is the least cost of a decision tree for it: each guess that is still asked of
a code costs ``delta[depth]``, so that with all deltas 1 it is the total of guesses. A guess splits
the set by reply into parts, and what a guess costs beyond its parts is known. So a lower bound of
each part gives a lower bound of the guess; guesses with low bounds are tried first, and a guess is
left as soon as its bound is not below the best value so far. Every function that returns a value
under a bound ``beta`` keeps the contract

    the exact value if it is below beta, otherwise some lower bound that is at least beta.

The strongest bound is the number of parts that a guess makes; ``scan`` finds it for all guesses
at once. Node counts below are guesses tried, by ``python -m benchmarks.constants``.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from moolab.search.alike import comes_first, find_exchangeable, has_kinds, key_of_kind
from moolab.search.bounds import DEPTHS, FEW, LARGE, STEPS
from moolab.search.counting import scan
from moolab.search.glance import (
    NUMBERS,
    Parts,
    bound_by_kinds,
    bound_parts,
    bound_set,
    cost_of_asking,
    least_cost,
    order_by_cost,
    order_by_weights,
)
from moolab.search.narrowing import Moves, gather, keep_hints, moves_after
from moolab.search.ordering import (
    bound_of_rank,
    guesses_of,
    least_by_sizes,
    next_group,
    rank_guesses,
)
from moolab.search.workspace import (
    NO_GUESS,
    VALUE,
    Game,
    Indices,
    Replies,
    Workspace,
    key_in_hard_mode,
    probe,
    set_key,
    store,
)
from moolab.support.jit import Value, borrow, compiled, inlined, inner, ones, unsigned


@inner
def split(
    game: Game, guess: Value, codes: Indices, out: Indices, starts: Indices, slots: Indices
) -> Value:
    """Sort codes by reply into ``out``; part p is ``out[starts[p]:starts[p + 1]]``.

    Returns how many parts there are without that of the winning reply, which comes last. Few
    replies have a part each, empty or not; of many, only those that occur.

    Args:
        slots: which part each of many replies has; -1 for each, before and after. Empty where
            there are few.
    """
    row = game.replies[guess]
    if game.is_numbered:
        return _split_sparsely(row, codes, out, starts, slots)
    for part in range(len(starts)):
        starts[part] = 0
    ends = starts[1:]
    for code in unsigned(codes):
        ends[row[code]] += 1
    _add_up(starts)
    for code in unsigned(codes):
        part = row[code]
        out[np.uint32(starts[part])] = code
        starts[part] += 1
    _step_back(starts)
    return len(starts) - 2


@inner
def _split_sparsely(
    row: Replies, codes: Indices, out: Indices, starts: Indices, slots: Indices
) -> Value:
    """As ``split``, with parts in the order in which they occur."""
    win = len(slots) - 1
    parts = 0
    for code in codes:
        reply = row[code]
        if reply != win:
            if slots[reply] < 0:
                slots[reply] = parts
                parts += 1
                starts[parts] = 0
            starts[slots[reply] + 1] += 1
    starts[0] = 0
    _add_up(starts[: parts + 1])
    for code in codes:
        if row[code] != win:
            part = slots[row[code]]
            out[starts[part]] = code
            starts[part] += 1
    _step_back(starts[: parts + 1])
    for code in codes:
        slots[row[code]] = -1
    return parts


@inner
def _add_up(starts: Indices) -> None:
    for part in range(1, len(starts)):
        starts[part] += starts[part - 1]


@inner
def _step_back(starts: Indices) -> None:
    """Each part has moved its start to its end, which is the start of the next."""
    for part in range(len(starts) - 1, 0, -1):
        starts[part] = starts[part - 1]
    starts[0] = 0


_CACHED = 1 << 23
"""Of tables with more replies than that, the columns of a large set are copied together, closer to
the processor, with the most telling guesses first. Doing so for all sets of more than 60 codes took
13% of the time of ab4x10, whose tables are smaller."""

_PATIENCE = 128
"""Guesses that are tried before: a copy takes as long as trying some of them. To refute 02567 after
01234=03 in ab5x9 takes 46 s of processor time with 128, 64 s with 32, and 137 s with none."""

_ALIKE = 16
"""Guesses that are tried before the search finds out which symbols can be exchanged, so that of
guesses that are alike one is enough. ab4x11 takes 2,271,716 guesses with 16, 2,632,212 with 64 and
4,817,475 without; with 4 it takes 2,134,704, but no less time, and mm4x8 somewhat more."""

_STEPPED = FEW // 4
"""Parts of up to this many codes are settled in one search. mm4x8 takes 389,605 guesses with
a quarter of ``FEW``, 437,260 with half of it, and 380,940 with a sixth."""

_DOUBLING = 40
"""To raise the bound of a part is thought to take twice as long whenever it has risen by a 40th of
its size. ab4x10 takes 263,959 guesses, 275,390 with 20, 301,773 with 80, and 435,109 without."""

_LONGEST = 30.0
"""Doublings after which nothing takes longer, so that all efforts are finite."""

_moves_after = inner(moves_after)


@compiled
def look_ahead(space: Workspace, codes: Indices, depth: int, moves: Moves) -> Value:
    """A lower bound of what ``solve`` finds, from what each single guess leaves."""
    if space.game.is_weighed:
        return least_cost(space, codes, depth)
    if len(codes) <= FEW:
        return bound_set(space, codes, depth)[0]
    return least_by_sizes(space, codes, depth, moves.listed)


@compiled
def solve(
    space: Workspace, codes: Indices, depth: int, beta: Value, find: Any, moves: Moves
) -> tuple[Value, Value]:
    """The least cost of a tree for a set of codes, and the guess that it begins with.

    Args:
        codes: columns of the game, int32, shape (n,).
        depth: the number of guesses before.
        beta: where to give up.
        find: ``VALUE``, or ``GUESS`` to find a guess though the value, beta - 1, is known: guesses
            are compared until one reaches it.
        moves: the guesses worth trying.

    Returns:
        The exact value if it is below beta, otherwise some lower bound that is at least beta; and
        the row of the guess that reaches it, or ``NO_GUESS`` if none was compared or is below beta.
    """
    depth = min(depth, DEPTHS)
    value, row = _solve(space, borrow(codes), depth, beta, find, moves)
    return value, row


@inner
def _solve(  # noqa: PLR0915 - Numba recurses into itself only, so the loop cannot be cut up
    space: Workspace, codes: Indices, depth: int, beta: Value, find: Any, moves: Moves
) -> tuple[Value, Value]:
    """As ``solve``, in a workspace that is borrowed."""
    game, entries, listed = space.game, space.entries, moves.listed
    stop, limit, work = space.budget.stop, space.budget.limit, space.budget.work[0]
    n, is_hard, is_weighed = len(codes), game.is_hard, game.is_weighed
    is_priced, is_vast, knows_symbols = game.is_priced, game.is_vast, has_kinds(space)
    if stop[0] or work.lookups > limit:
        return np.int64(beta), np.int64(NO_GUESS)
    work.sets += 1
    key = set_key(game.of_codes, codes, depth)
    if is_hard:
        key = key_in_hard_mode(key, game.of_guesses, listed)
    floor: Value = np.int64(0)
    # What a single guess is worth that has to be made is not what the set is.
    is_told = len(listed) == 1
    kind = key
    if not find and not is_told:
        floor, exact = probe(entries, key)
        if not exact and floor < beta and knows_symbols:
            kind = key_of_kind(space, codes, depth)
            value, exact = probe(entries, kind)
            floor = max(floor, value)
        work.hits += floor > 0
        if exact or floor >= beta:
            store(entries, key, floor, exact)
            return floor, np.int64(NO_GUESS)
    if is_hard and 0 < len(listed) < len(game.replies):  # noqa: SIM102
        closer, kept = gather(space, codes, listed)
        everything = np.arange(n).astype(np.int32)
        moves = Moves(listed[:0], moves.next, moves.starts)
        value, row = _solve(closer, everything, depth, beta, find, moves)
        row = row if row == NO_GUESS else np.int64(listed[row])
        return value + 0 * len(kept[0]), row
    is_far = n > FEW and game.replies.size > _CACHED and game.replies.shape[1] > n + n // 2
    order, keys, rows, ranks = listed[:0], np.empty(0, np.int64), listed, np.empty(0, np.uint16)
    if is_priced or (is_weighed and n > FEW):
        floor = max(floor, least_cost(space, codes, depth))
        if n == 1 or (not find and floor >= beta):
            return floor, np.int64(NO_GUESS)
        order, keys = order_by_cost(space, codes, depth, beta, listed)
    elif n <= FEW and (is_weighed or floor == 0):
        value, exact = bound_set(space, codes, depth)
        floor = max(floor, value)
        if not find and (exact or floor >= beta):
            store(entries, key, floor, exact)
            return floor, np.int64(NO_GUESS)
        if is_weighed:
            if exact and not space.consistent:
                # The scan may have stopped early, or never begun.
                scan(game, space.scratch, codes, n + 1)
            order, keys = order_by_weights(space, codes, depth, beta, listed)
    if not is_weighed:
        if space.consistent:
            rows = guesses_of(space, codes, listed)
        ranks = rank_guesses(space, codes, depth, rows)
    win = game.reply_count - 1
    slots = space.scratch.slots
    most = min(n, win) if len(slots) else win
    # Slices of borrowed arrays are cut and forgotten without being counted.
    held, held_too = np.empty(2 * n + most + 2, np.int32), np.empty((NUMBERS + 1) * most, np.int64)
    everything, codes_and_starts, numbers = borrow(held)[:n], borrow(held)[n:], borrow(held_too)
    parts = Parts(
        codes_and_starts[:n],
        codes_and_starts[n:],
        numbers[:most],
        numbers[most : 2 * most],
        numbers[2 * most : 4 * most].view(np.uint64),
        numbers[4 * most : 5 * most],
        numbers[5 * most : 6 * most],
    )
    out, starts, bounds, settled = parts.codes, parts.starts, parts.bounds, parts.settled
    efforts = numbers[6 * most :].view(np.float64)
    next_depth = min(depth + 1, DEPTHS)
    least = space.costs.least[next_depth]
    is_free = space.costs.delta[depth] == 0
    looks_for_kinds = is_free and knows_symbols
    previous = np.empty(0, np.uint8)
    is_even = space.costs.dearest < 2 * space.costs.delta[depth]
    best: Value = np.int64(beta)
    bound: Value = floor
    chosen = np.int64(NO_GUESS)
    tried = place = next_rank = np.int64(0)
    near, own = space, codes
    # Nothing can be better than the lower bound of the set.
    while tried < near.width and best > floor and not (find and best < beta):
        if place == len(order):
            if is_weighed:
                break
            order, next_rank = next_group(near, own, rows, ranks, next_rank)
            if len(order) == 0:
                break
            bound = bound_of_rank(near, np.int64(n), depth, next_rank)
            next_rank += 1
            place = np.int64(0)
        # Guesses come by rising bounds: if this one cannot be better, none after it can.
        if is_weighed:
            bound = keys[place]
        if bound >= best:
            if tried == 0:
                # All guesses cost so much, which spares the caller some steps.
                best = bound
            break
        guess = order[place]
        place += 1
        if tried == _ALIKE and len(previous) == 0 and knows_symbols:
            previous = find_exchangeable(near.game, own)
        # Of those that are alike the first is tried, which is the one that lists have, too.
        if len(previous) and not comes_first(near.game.symbols[guess], previous):
            continue
        if is_vast and is_far and tried == _PATIENCE:
            closer, kept = gather(space, codes, listed[:0])
            for i in range(n):
                everything[i] = i
            near, own = closer, everything
        tried += 1
        work.guesses += 1
        work.lookups += n
        if work.lookups > limit:
            break
        count = split(near.game, guess, own, out, starts, slots)
        # First the bound by sizes or weights alone, then a look at the parts: most guesses are left
        # before they are searched.
        asked = cost_of_asking(near, own, guess) if is_weighed else np.int64(n)
        total = asked * near.costs.delta[depth]
        for reply in range(count):
            size = starts[reply + 1] - starts[reply]
            bounds[reply], settled[reply] = least[size], size == 0
            if is_weighed and size > 0:
                part = out[starts[reply] : starts[reply + 1]]
                bounds[reply] = least_cost(near, part, next_depth)
                settled[reply] = size == 1
            total += bounds[reply]
        if total < best and not is_priced:
            total = bound_parts(near, parts, count, next_depth, total, best)
        if total >= best:
            continue
        if looks_for_kinds:
            total = bound_by_kinds(near, parts, count, next_depth, total, best)
            if total >= best:
                continue
        next_moves = _moves_after(moves, guess)
        for reply in range(count):
            size = starts[reply + 1] - starts[reply]
            efforts[reply] = np.inf
            if not settled[reply]:
                efforts[reply] = _expect_effort(near, n, size, bounds[reply], depth)
        if looks_for_kinds:
            _prefer_few_symbols(near.game, parts, count, efforts)
        while total < best:
            # What costs little to search comes first: it narrows the window of the rest.
            next_reply = 0
            for reply in range(1, count):
                if efforts[reply] < efforts[next_reply]:
                    next_reply = reply
            if efforts[next_reply] == np.inf:
                break
            part = out[starts[next_reply] : starts[next_reply + 1]]
            known = bounds[next_reply]
            others = total - known
            window = best - others
            # Not where no tree is known yet, which would take many steps, nor where some guess
            # costs so much more than others that a step is too small or the whole window.
            if len(part) > _STEPPED and is_even and window < 2 * known:
                window = min(window, known + known // STEPS + 1)
            if is_hard:
                answer = near.game.replies[guess, part[0]]
                next_moves = keep_hints(near.game.of_guesses, near.game.tiles[answer], moves, guess)
            before = work.lookups
            value, _ = _solve(near, part, next_depth, window, VALUE, next_moves)
            total = others + value
            taken = work.lookups - before
            if value < window:
                efforts[next_reply] = np.inf
            elif taken == 0 or is_free:
                # What the table told does not say what the next step takes.
                efforts[next_reply] = _expect_effort(near, n, len(part), value, depth)
            else:
                efforts[next_reply] = len(part) + taken / max(1, value - known) * total
            bounds[next_reply] = value
        if total < best:
            best = total
            chosen = np.int64(guess)
    # Numba frees arrays after their last use, and does not see those of what was borrowed.
    held[0] = held_too[0] = 0
    if is_vast:
        held[0] = len(kept[0])
    if stop[0] or work.lookups > limit:
        return np.int64(beta), np.int64(NO_GUESS)
    # In a beam a bound that is stored here holds for the beam only.
    if not is_told:
        store(entries, key, best, best < beta)
        store(entries, kind, best, best < beta)
    return best, chosen


@inlined
def _expect_effort(space: Workspace, n: Value, size: Value, bound: Value, depth: Value) -> Value:
    """What raising the bound of a part is likely to take; ``n`` codes are in all parts."""
    cost = space.costs.delta[depth]
    if cost == 0:
        # Where a guess costs nothing, a part that takes too many decides: likely a large one.
        return float(n - size)
    if size <= _STEPPED:
        return float(size)
    doublings = _DOUBLING * (bound - space.costs.least[depth + 1, size]) / (size * cost)
    return size * 2.0 ** min(_LONGEST, doublings)


@inner
def _prefer_few_symbols(
    game: Game, parts: Parts, count: Value, efforts: NDArray[np.float64]
) -> None:
    """Of the large parts, let those come first in which the fewest symbols occur.

    What is left if no symbol of a guess is in the secret depends on these symbols alone: many other
    guesses leave a part that is alike. That seven guesses are not enough for mm4x12 after 0123=01
    1456=01 takes 163 s then; with the largest part first, a tenth of the third guesses took 800 s.
    """
    symbols, own, starts, largest = game.symbols, unsigned(game.own), parts.starts, np.int64(0)
    for reply in range(count):
        if efforts[reply] < np.inf:
            largest = max(largest, np.int64(starts[reply + 1] - starts[reply]))
    for reply in range(count):
        size = np.int64(starts[reply + 1] - starts[reply])
        if efforts[reply] < np.inf and size * LARGE >= largest:
            met = np.uint64(0)
            for code in unsigned(parts.codes[starts[reply] : starts[reply + 1]]):
                for place in range(symbols.shape[1]):
                    met |= np.uint64(1) << np.uint64(symbols[own[code], place])
            efforts[reply] -= float(largest * (64 - ones(met)))
