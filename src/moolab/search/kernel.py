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

from moolab.search.bounds import FEW
from moolab.search.counting import count_parts, scan, scan_all
from moolab.search.entries import key_in_hard_mode, probe, set_key, store
from moolab.search.moves import Moves, moves_after
from moolab.search.narrowing import gather, keep_hints
from moolab.search.ordering import least_by_sizes, order_by_parts, order_by_sizes
from moolab.search.splitting import split
from moolab.search.weighing import (
    bound_by_weights,
    cost_of_asking,
    least_cost,
    order_by_cost,
    order_by_weights,
)
from moolab.search.workspace import NO_GUESS, VALUE, Workspace, borrow_workspace
from moolab.support.jit import Value, borrow, compiled, inlined, inner

_CACHED = 1 << 23
"""Of tables with more replies than that, the columns of a large set are copied together before it
is searched, closer to the processor. Doing so for all sets of more than 60 codes took 13% of the
time of ab4x10, whose tables are smaller."""

_QUICK = 4
"""Up to this size, recomputing the bound is cheaper than a table probe. With 2 or 8 the guesses
are nearly the same, and ab4x9 took 1.38 s or 1.41 s instead of 1.31 s."""

_moves_after = inner(moves_after)


@inner
def _bound(space: Workspace, codes: NDArray[np.int32], depth: int) -> tuple[Value, bool]:
    """A lower bound from the number of parts that a guess can make, and whether it is exact.

    A tree on n codes asks a first guess of each, a second of all but a candidate that was guessed,
    and a third at least of those that are not alone, or first, in their part.
    """
    game = space.game
    if game.is_weighed:
        weighed: tuple[Value, bool] = bound_by_weights(space, codes, depth)
        return weighed
    n = len(codes)
    delta = space.costs.delta
    first, second, third = delta[depth], delta[depth + 1], delta[depth + 2]
    if n == 1:
        return first, True
    if n == 2:
        return 2 * first + second, True
    by_candidate, slots = np.int64(0), space.scratch.slots
    for code in codes:
        by_candidate = max(by_candidate, count_parts(game, slots, game.own[code], codes))
        if by_candidate == n:
            break
    value = n * first + (n - 1) * second + (n - by_candidate) * third
    # A candidate that leaves every other code alone ends the set with 2n - 1 guesses, which nothing
    # can beat. With one part less, one code needs a third guess; a guess that is not a candidate
    # cannot do better, if a third guess costs no more than a second.
    if by_candidate == n or (by_candidate == n - 1 and (second == third or space.consistent)):
        return value, True
    if not space.consistent:
        most = scan_all(space, codes)
        by_other = n * (first + second) + (n - most) * third
        # In hard mode a guess that is not a candidate may be ruled out by then.
        if (most < n and by_candidate == n - 1) or (most == n and not game.is_hard):
            return min(value, by_other), True
        value = min(value, by_other)
    return max(value, space.costs.least[depth, n]), False


@compiled
def look_ahead(space: Workspace, codes: NDArray[np.int32], depth: int, moves: Moves) -> Value:
    """A lower bound of the least cost of a tree, from what each single guess leaves.

    Args:
        codes, depth, moves: as for ``solve``.
    """
    if space.game.is_weighed:
        return least_cost(space, codes, depth)
    if len(codes) <= FEW:
        return _bound(space, codes, depth)[0]
    return least_by_sizes(space, codes, depth, moves.listed)


@inlined
def _size(starts: NDArray[np.int32], part: Value) -> Value:
    return starts[part + 1] - starts[part]


@compiled
def solve(
    space: Workspace,
    codes: NDArray[np.int32],
    depth: int,
    beta: Value,
    find: Any,
    moves: Moves,
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
    value, row = _solve(borrow_workspace(space), borrow(codes), depth, beta, find, moves)
    return value, row


@inner
def _solve(  # noqa: PLR0915 - Numba recurses into itself only, so the loop cannot be cut up
    space: Workspace,
    codes: NDArray[np.int32],
    depth: int,
    beta: Value,
    find: Any,
    moves: Moves,
) -> tuple[Value, Value]:
    """As ``solve``, in a workspace that is borrowed."""
    game, entries, listed = space.game, space.entries, moves.listed
    stop, work = space.budget.stop, space.budget.work[0]
    n, is_hard, is_weighed = len(codes), game.is_hard, game.is_weighed
    is_priced = game.is_priced
    if stop[0]:
        return np.int64(beta), np.int64(NO_GUESS)
    work.sets += 1
    key = set_key(game.of_codes, codes, depth)
    if is_hard:
        key = key_in_hard_mode(key, game.of_guesses, listed)
    floor: Value = np.int64(0)
    # What a single guess is worth that has to be made is not what the set is.
    is_told = len(listed) == 1
    if not find and not is_told:
        floor, exact = probe(entries, key)
        work.hits += floor > 0
        if exact or floor >= beta:
            return floor, np.int64(NO_GUESS)
    narrower = is_hard and 0 < len(listed) < len(game.replies)
    large = n > FEW and game.replies.size > _CACHED
    if narrower or (large and game.replies.shape[1] > n + n // 2):
        closer = Workspace(
            gather(game, codes, listed if narrower else listed[:0]),
            space.costs,
            entries,
            space.budget,
            space.scratch,
            space.consistent,
            space.width,
        )
        everything = np.empty(n, np.int32)
        for i in range(n):
            everything[i] = i
        if narrower:
            moves = Moves(listed[:0], moves.next, moves.starts)
        value, row = _solve(closer, everything, depth, beta, find, moves)
        if narrower and row != NO_GUESS:
            row = np.int64(listed[row])
        return value, row
    if is_priced or (is_weighed and n > FEW):
        floor = max(floor, least_cost(space, codes, depth))
        if n == 1 or (not find and floor >= beta):
            return floor, np.int64(NO_GUESS)
        order, keys = order_by_cost(space, codes, depth, beta, listed)
    elif n <= FEW:
        value, exact = _bound(space, codes, depth)
        floor = max(floor, value)
        if not find and (exact or floor >= beta):
            store(entries, key, floor, exact)
            return floor, np.int64(NO_GUESS)
        if exact and not space.consistent and (n > 2 or is_weighed):
            # The scan may have stopped early, or never begun.
            scan(game, space.scratch, codes, n + 1)
        if is_weighed:
            order, keys = order_by_weights(space, codes, depth, beta, listed)
        else:
            order, keys = order_by_parts(space, codes, depth, beta, listed)
    else:
        order, keys = order_by_sizes(space, codes, depth, beta, listed)
    win = game.reply_count - 1
    slots = space.scratch.slots
    most = min(n, win) if len(slots) else win
    out, starts = np.empty(n, np.int32), np.empty(most + 2, np.int32)
    bounds, settled = np.empty(most, np.int64), np.empty(most, np.bool_)
    by_size = np.empty(most, np.int64)
    least = space.costs.least[depth + 1]
    best: Value = np.int64(beta)
    chosen = np.int64(NO_GUESS)
    for place in range(min(len(order), space.width)):
        # Guesses come by rising bounds: if this one cannot be better, none after it can. Nor can
        # any be better than the lower bound of the set.
        if keys[place] >= best or best <= floor or (find and best < beta):
            break
        guess = order[place]
        work.guesses += 1
        work.lookups += n
        if work.lookups > space.budget.limit:
            stop[0] = 1
            break
        parts = split(game.replies[guess], codes, out, starts, slots)
        # First the bound by sizes or weights alone, then what the table knows of the parts, then
        # their own numbers of parts, small ones first: most guesses are left before the last.
        asked = cost_of_asking(space, codes, guess) if is_weighed else np.int64(n)
        total = asked * space.costs.delta[depth]
        for reply in range(parts):
            size = _size(starts, reply)
            bounds[reply] = least[size]
            settled[reply] = size == 0
            if is_weighed and size > 0:
                part = out[starts[reply] : starts[reply + 1]]
                bounds[reply] = least_cost(space, part, depth + 1)
                settled[reply] = size == 1
            total += bounds[reply]
        unknown = 0
        for reply in range(parts):
            size = _size(starts, reply)
            if total >= best:
                break
            if size == 0 or size > FEW or is_priced:
                continue
            if size > _QUICK and not is_hard:
                part = out[starts[reply] : starts[reply + 1]]
                value, exact = probe(entries, set_key(game.of_codes, part, depth + 1))
                if value > 0:
                    work.hits += 1
                    total += value - bounds[reply]
                    bounds[reply] = value
                    settled[reply] = exact
                    continue
            place_of = unknown
            while place_of > 0 and size < _size(starts, by_size[place_of - 1]):
                by_size[place_of] = by_size[place_of - 1]
                place_of -= 1
            by_size[place_of] = reply
            unknown += 1
        for reply in by_size[:unknown]:
            if total >= best:
                break
            part = out[starts[reply] : starts[reply + 1]]
            value, exact = _bound(space, part, depth + 1)
            if len(part) > _QUICK and not is_hard:
                store(entries, set_key(game.of_codes, part, depth + 1), value, exact)
            total += value - bounds[reply]
            bounds[reply] = value
            settled[reply] = exact
        if total >= best:
            continue
        next_moves = _moves_after(moves, guess)
        while total < best:
            # Small parts first: they cost little, and narrow the window of the large ones.
            smallest, next_reply = n + 1, -1
            for reply in range(parts):
                size = _size(starts, reply)
                if size < smallest and not settled[reply]:
                    smallest, next_reply = size, reply
            if next_reply < 0:
                break
            part = out[starts[next_reply] : starts[next_reply + 1]]
            others = total - bounds[next_reply]
            if is_hard:
                answer = game.replies[guess, part[0]]
                next_moves = keep_hints(game.of_guesses, game.tiles[answer], moves, guess)
            value, _ = _solve(space, part, depth + 1, best - others, VALUE, next_moves)
            total = others + value
            bounds[next_reply] = value
            settled[next_reply] = True
        if total < best:
            best = total
            chosen = np.int64(guess)
    if stop[0]:
        return np.int64(beta), np.int64(NO_GUESS)
    # In a beam a bound that is stored here holds for the beam only.
    if not is_told:
        store(entries, key, best, best < beta)
    return best, chosen
