"""Branch and bound on a set of candidates, compiled; docs/explanation/search.md tells the idea.

The value of a set is the least cost of a decision tree for it: each guess that is still asked of
a code costs ``delta[depth]``, so that with all deltas 1 it is the total of guesses. A guess splits
the set by reply into parts, and what a guess costs beyond its parts is known. So a lower bound of
each part gives a lower bound of the guess; guesses with low bounds are tried first, and a guess is
left as soon as its bound is not below the best value so far. Every function that returns a value
under a bound ``beta`` keeps the contract

    the exact value if it is below beta, otherwise some lower bound that is at least beta.

The strongest bound is the number of parts that a guess makes; ``scan`` finds it for all guesses
at once. ``solve_set`` has numbered steps, and docs/explanation/search.md the place of each idea.
Node counts below are guesses tried, by ``python -m benchmarks.constants``.
"""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.search.alike import comes_first, find_exchangeable, has_kinds, key_of_kind
from moolab.search.bounds import DEPTHS, FEW, LARGE, STEPS
from moolab.search.counting import scan
from moolab.search.glance import (
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
    next_group,
    rank_guesses,
)
from moolab.search.sieve import SIFTED, sift
from moolab.search.transpositions import probe, store
from moolab.search.workspace import (
    NO_GUESS,
    VALUE,
    Game,
    Indices,
    Numbers,
    Replies,
    Workspace,
    key_in_hard_mode,
    room_of_level,
    set_key,
)
from moolab.support.jit import Value, ones
from moolab.support.room import Room, compiled, cut, has_room, inlined, inner, unsigned


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


_CACHED = 1 << 27
"""Of tables with more replies than that, the columns of a set are copied together, closer to the
processor."""

_PATIENCE = 32
"""Guesses that are tried before, and before those that make most parts of a set are copied: both
take as long as trying some guesses."""

_MANY = 256
"""Of a set of more codes, both are copied as soon as parts of a guess have to be searched."""

_ALIKE = 16
"""Guesses that are tried before the search finds out which symbols can be exchanged, so that of
guesses that are alike one is enough. ab4x11 takes 2,271,716 guesses with 16, 2,632,212 with 64 and
4,817,475 without; with 4 it takes 2,134,704, but no less time, and mm4x8 somewhat more."""

_STEPPED = FEW // 4
"""Parts of up to this many codes are settled in one search. mm4x8 takes 389,605 guesses with
a quarter of ``FEW``, 437,260 with half of it, and 380,940 with a sixth."""

_DOUBLING = 40
"""Assume that each 1/40 of a part's size on its bound costs twice the last. ab4x10 takes
263,959 guesses, 275,390 with 20, 301,773 with 80, and 435,109 without."""

_LONGEST = 30.0
"""Doublings after which nothing takes longer, so that all efforts are finite."""

_moves_after = inner(moves_after)


def solve(
    space: Workspace, codes: Indices, depth: int, beta: int, find: Any, moves: Moves
) -> tuple[int, int]:
    """The least cost of a tree for a set of codes, and the guess that it begins with.

    Args:
        codes: columns of the game, int32, shape (n,).
        depth: the number of guesses before.
        beta: with 0, no guess is tried, and the value is a bound from what each guess leaves.
        find: ``VALUE``, or ``GUESS`` to find a guess though the value, beta - 1, is known: guesses
            are compared until one reaches it.

    Returns:
        The exact value if it is below beta, otherwise some lower bound that is at least beta; and
        the row of the guess that reaches it, or ``NO_GUESS`` if none was compared or is below beta.
    """
    while True:
        room = space.scratch.room
        room.used[:] = 0
        kernel = solve_set if space.game.is_vast is None else solve_unusual
        value, row = kernel(space, codes, depth, beta, find, moves)
        if not room.used[1]:
            return value, row
        # What was found meanwhile is in the transposition table.
        larger = Room.of(_MORE_ROOM * len(room.memory))
        space = replace(space, scratch=replace(space.scratch, room=larger))


_MORE_ROOM = 4
"""How many times as much room the next try has."""


@compiled
def solve_set(  # noqa: PLR0915 - what recurses cannot be cut up: a kernel calls only itself again
    space: Workspace, codes: Indices, depth: int, beta: Value, find: Any, moves: Moves
) -> tuple[Value, Value]:
    """As ``solve``, but gives up where there is too little room."""
    game, room = space.game, space.scratch.room
    work, n = space.budget.work[0], len(codes)
    is_hard, is_weighed, is_vast = game.is_hard, game.is_weighed, game.is_vast
    depth, listed = min(depth, DEPTHS), moves.listed
    # 1. Limits: a search that was told to stop, or that has done enough, ends at once.
    if _gives_up(space) or not has_room(room, room_of_level(game, n)):
        return np.int64(beta), np.int64(NO_GUESS)
    work.sets += 1
    # 2. Known sets: guesses in another order leave the same set, and symmetries turn sets into one
    #    another. The transposition table knows what was found then. With a single allowed
    #    guess the value is not the set's: it is not stored.
    is_told = len(listed) == 1
    key = kind = _key(space, codes, depth, listed)
    # Below beta even if that is 0: then the first bound of a guess is found, and ends the search.
    floor: Value = np.int64(min(beta - 1, 0))
    if beta > 0 and not (find or is_told):
        floor, exact, kind = _look_up(space, codes, depth, beta, key)
        if exact or floor >= beta:
            return floor, np.int64(NO_GUESS)
    # 3. Hard mode: few guesses are left, and tables of these alone are smaller.
    if is_hard and 0 < len(listed) < len(game.replies):
        moves = Moves(listed[:0], moves.next, moves.starts)
        closer = gather(space, codes, listed)
        value, row = solve_set(closer, _count_up(room, n), depth, beta, find, moves)
        return value, row if row == NO_GUESS else np.int64(listed[row])
    # 4. Number of parts: the best guess makes so many, and no more. That often settles a small set.
    if n <= FEW or is_weighed:
        floor, exact = _bound(space, codes, depth, floor)
        if (n == 1 and is_weighed) or (not find and (exact or floor >= beta)):
            if not game.is_priced:
                store(space.table, key, floor, exact)
            return floor, np.int64(NO_GUESS)
    # 5. Order: each guess gets a bound from the sizes of its parts. They are tried by rising
    #    bounds, so that the first one that cannot be better ends the set.
    queue = _enqueue(space, codes, depth, beta, find, listed)
    order, place, next_rank = queue.order, np.int64(0), np.int64(0)
    parts, exchangeable = _cut_parts(space, n), cut(room, game.symbol_count, np.uint8)
    previous = exchangeable[:0]
    bounds, efforts, mark = parts.bounds, parts.efforts, room.used[0]
    near, own, patience = space, codes, np.int64(_PATIENCE)
    next_depth = min(depth + 1, DEPTHS)
    best, bound, chosen, tried = np.int64(beta), floor, np.int64(NO_GUESS), np.int64(0)
    while tried < space.width and best > floor and not (find and best < beta):
        if place == len(order):
            if is_weighed:
                break
            room.used[0] = mark
            order, next_rank = next_group(near, own, queue.rows, queue.ranks, next_rank)
            if len(order) == 0:
                break
            bound = bound_of_rank(space, np.int64(n), depth, next_rank)
            next_rank, place = next_rank + 1, np.int64(0)
        if is_weighed:
            bound = queue.keys[place]
        if bound >= best:
            if tried == 0:
                # All guesses cost so much, which spares the caller some steps.
                best = bound
            break
        guess = order[place]
        place += 1
        # 6. Exchangeable symbols: they make guesses alike, and of these the first will do, which is
        #    the one that lists have, too.
        if tried == _ALIKE and len(previous) == 0 and has_kinds(space):
            previous = exchangeable
            find_exchangeable(near.game, own, room, previous)
        if len(previous) and not comes_first(near.game.symbols[guess], previous):
            continue
        # 7. Closeness: where many guesses are tried for a set, a copy of its part of the tables is
        #    closer to the processor, and guesses sorted by their parts end many looks early.
        if is_vast and tried == patience and n > FEW:
            if _is_far(game, n):
                near, own = gather(space, codes, listed[:0]), _count_up(room, n)
            if not (game.is_numbered or n > SIFTED or room.used[1]):
                near = sift(near, own)
            if room.used[1]:
                break
            mark = room.used[0]
        tried += 1
        work.guesses += 1
        work.lookups += n
        if work.lookups > space.budget.limit:
            break
        # 8. Cheap looks: most guesses are refuted by what is known of their parts, before any of
        #    these is searched.
        count, total = _bound_guess(near, own, guess, depth, best, parts)
        if total >= best:
            continue
        next_moves = _moves_after(moves, guess)
        if n > _MANY and tried < patience:
            patience = tried
        # 9. Cheapest part first: that narrows the window of the rest. Bounds of large parts rise
        #    step by step, as few need be known to the end.
        _expect_efforts(near, parts, n, count, depth)
        while total < best:
            reply = _easiest(efforts, count)
            if efforts[reply] == np.inf:
                break
            part = parts.codes[parts.starts[reply] : parts.starts[reply + 1]]
            known, before, top = bounds[reply], work.lookups, room.used[0]
            window = _step(space, len(part), known, best - (total - known), depth)
            if is_hard:
                left = cut(room, len(listed) or len(game.replies), np.int32)
                answer = near.game.replies[guess, part[0]]
                facts, tiles = near.game.of_guesses, game.tiles[answer]
                found = keep_hints(room, facts, tiles, listed, guess, left)
                next_moves = Moves(left[:found], listed[:0], moves.starts[:0])
            value, _ = solve_set(near, part, next_depth, window, VALUE, next_moves)
            room.used[0] = top
            total += value - known
            bounds[reply] = value
            taken, risen = work.lookups - before, max(1, value - known)
            if value < window:
                efforts[reply] = np.inf
            elif taken == 0 or space.costs.delta[depth] == 0:
                # What the table told does not say what the next step takes.
                efforts[reply] = _expect_effort(space, n, len(part), value, depth)
            else:
                efforts[reply] = len(part) + taken / risen * total
        if total < best:
            best, chosen = total, np.int64(guess)
    # 10. Table: what was found is true of the set, however the search came to it; in a beam, of
    #     the beam.
    if _gives_up(space):
        return np.int64(beta), np.int64(NO_GUESS)
    if not is_told:
        store(space.table, key, best, best < beta)
        store(space.table, kind, best, best < beta)
    return best, chosen


@compiled
def solve_unusual(
    space: Workspace, codes: Indices, depth: int, beta: Value, find: Any, moves: Moves
) -> tuple[Value, Value]:
    """As ``solve_set``, for games that are not usual: it is known by name whether it is kept."""
    value, row = solve_set(space, codes, depth, beta, find, moves)
    return value, row


@inlined
def _is_far(game: Game, n: Value) -> bool:
    """Whether the replies of a set are spread over tables that no cache holds."""
    guesses, codes = game.replies.shape
    return bool(guesses * codes > _CACHED and codes > n + n // 2)


@inlined
def _gives_up(space: Workspace) -> bool:
    """Whether a search was told to stop, has done enough, or has too little room."""
    budget, room = space.budget, space.scratch.room
    return bool(budget.stop[0] != 0 or budget.work[0].lookups > budget.limit or room.used[1] != 0)


@inner
def _key(
    space: Workspace, codes: Indices, depth: int, listed: Indices
) -> tuple[np.uint64, np.uint64]:
    """What the transposition table knows a set by: in hard mode with the guesses that are left."""
    key: tuple[np.uint64, np.uint64] = set_key(space.game.of_codes, codes, depth)
    if space.game.is_hard:
        key = key_in_hard_mode(key, space.game.of_guesses, listed)
    return key


@inner
def _look_up(
    space: Workspace, codes: Indices, depth: int, beta: Value, key: tuple[np.uint64, np.uint64]
) -> tuple[Value, bool, tuple[np.uint64, np.uint64]]:
    """What is known of a set: a bound, if it is exact, and the key of all sets that are alike."""
    kind, work = key, space.budget.work[0]
    floor, exact = probe(space.table, key)
    if not exact and floor < beta and has_kinds(space):
        kind = key_of_kind(space, codes, depth)
        value, exact = probe(space.table, kind)
        floor = max(floor, value)
    work.hits += floor > 0
    if exact or floor >= beta:
        store(space.table, key, floor, exact)
    return floor, exact, kind


@inner
def _bound(space: Workspace, codes: Indices, depth: int, floor: Value) -> tuple[Value, bool]:
    """A lower bound of a set, no less than what is known, and whether it is exact."""
    game, n = space.game, len(codes)
    if game.is_weighed and (game.is_priced or n > FEW):
        return max(floor, least_cost(space, codes, depth)), False
    if not game.is_weighed and floor > 0:
        # The caller has looked.
        return floor, False
    value, exact = bound_set(space, codes, depth)
    return max(floor, value), exact


class Queue(NamedTuple):
    """The guesses of a set, by rising bounds.

    Args:
        order, keys: guesses and their bounds where codes weigh; else groups follow one another.
        rows, ranks: all guesses and their ranks where codes do not weigh, as ``rank_guesses`` has
            them.
    """

    order: Indices
    keys: Numbers
    rows: Indices
    ranks: NDArray[np.uint16]


@inner
def _enqueue(
    space: Workspace, codes: Indices, depth: int, beta: Value, find: Any, listed: Indices
) -> Queue:
    """The guesses that can be tried for a set."""
    game, room = space.game, space.scratch.room
    order, rows = listed[:0], listed
    keys, ranks = cut(room, 0, np.int64), cut(room, 0, np.uint16)
    if not game.is_weighed:
        if space.consistent:
            rows = guesses_of(space, codes, listed)
        ranks = rank_guesses(space, codes, depth, rows)
    elif game.is_priced or len(codes) > FEW:
        order, keys = order_by_cost(space, codes, depth, beta, listed)
    else:
        if find and not space.consistent:
            # The scan for the bound may have stopped early, or never begun.
            scan(game, space.scratch, codes, len(codes) + 1)
        order, keys = order_by_weights(space, codes, depth, beta, listed)
    return Queue(order, keys, rows, ranks)


@inner
def _count_up(room: Room, n: Value) -> Indices:
    """The numbers from 0 on: all columns of a workspace of n codes."""
    numbers: Indices = cut(room, n, np.int32)
    for i in range(n):
        numbers[i] = i
    return numbers


@inner
def _cut_parts(space: Workspace, n: Value) -> Parts:
    """Room for the parts of n codes."""
    game, room = space.game, space.scratch.room
    most = game.reply_count - 1
    if game.is_numbered:
        most = min(n, most)
    return Parts(
        cut(room, n, np.int32),
        cut(room, most + 2, np.int32),
        cut(room, most, np.int64),
        cut(room, most, np.int64),
        cut(room, 2 * most, np.uint64),
        cut(room, most, np.int64),
        cut(room, most, np.int64),
        cut(room, most, np.float64),
    )


@inlined
def _bound_guess(
    space: Workspace, codes: Indices, guess: Value, depth: Value, best: Value, parts: Parts
) -> tuple[Value, Value]:
    """Split a set; how many parts there are, and what the guess costs at least.

    A bound by sizes or weights alone comes first, then a look at the parts.
    """
    game, starts, bounds, settled = space.game, parts.starts, parts.bounds, parts.settled
    next_depth = min(depth + 1, DEPTHS)
    least, slots = space.costs.least[next_depth], space.scratch.slots
    count = split(game, guess, codes, parts.codes, starts, slots)
    asked = np.int64(len(codes))
    if game.is_weighed:
        asked = cost_of_asking(space, codes, guess)
    total = asked * space.costs.delta[depth]
    for reply in range(count):
        size = starts[reply + 1] - starts[reply]
        bounds[reply], settled[reply] = least[size], size == 0
        if game.is_weighed and size > 0:
            part = parts.codes[starts[reply] : starts[reply + 1]]
            bounds[reply] = least_cost(space, part, next_depth)
            settled[reply] = size == 1
        total += bounds[reply]
    if total < best and not game.is_priced:
        total = bound_parts(space, parts, count, next_depth, total, best)
    if total < best and space.costs.delta[depth] == 0 and has_kinds(space):
        total = bound_by_kinds(space, parts, count, next_depth, total, best)
    return count, total


@inlined
def _easiest(efforts: NDArray[np.float64], count: Value) -> Value:
    """The part that takes least effort."""
    least = 0
    for reply in range(1, count):
        if efforts[reply] < efforts[least]:
            least = reply
    return least


@inlined
def _step(space: Workspace, size: Value, known: Value, window: Value, depth: Value) -> Value:
    """How far the bound of a part shall rise at once.

    Not step by step where no tree is known yet, which would take many steps, nor where some guess
    costs so much more than others that a step is too small or the whole window.
    """
    is_even = space.costs.dearest < 2 * space.costs.delta[depth]
    if size > _STEPPED and is_even and window < 2 * known:
        return min(window, known + known // STEPS + 1)
    return window


@inner
def _expect_efforts(space: Workspace, parts: Parts, n: Value, count: Value, depth: Value) -> None:
    """What each part is likely to take that is not settled; infinity for those that are."""
    efforts, starts = parts.efforts, parts.starts
    for reply in range(count):
        efforts[reply] = np.inf
        if not parts.settled[reply]:
            size = starts[reply + 1] - starts[reply]
            efforts[reply] = _expect_effort(space, n, size, parts.bounds[reply], depth)
    if space.costs.delta[depth] == 0 and has_kinds(space):
        _prefer_few_symbols(space.game, parts, count)


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
def _prefer_few_symbols(game: Game, parts: Parts, count: Value) -> None:
    """Of the large parts, let those come first in which the fewest symbols occur.

    What is left if no symbol of a guess is in the secret depends on these symbols alone: many other
    guesses leave a part that is alike. That seven guesses are not enough for mm4x12 after 0123=01
    1456=01 takes 163 s then; with the largest part first, a tenth of the third guesses took 800 s.
    """
    symbols, own, largest = game.symbols, unsigned(game.own), np.int64(0)
    starts, efforts = parts.starts, parts.efforts
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
