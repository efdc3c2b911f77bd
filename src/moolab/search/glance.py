"""What sets of codes cost at least, compiled: by the number of parts that guesses make of them.

A tree on n codes asks a first guess of each, a second of all but a candidate that was guessed, and
a third at least of those that are not alone, or first, in their part.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.search.alike import has_kinds, key_of_kind
from moolab.search.bounds import FEW
from moolab.search.counting import count_parts, most_parts
from moolab.search.entries import probe, set_key, store
from moolab.search.weighing import bound_by_weights
from moolab.search.workspace import Workspace
from moolab.support.jit import Value, inlined, inner

_QUICK = 4
"""Up to this size, recomputing the bound is cheaper than a table probe. With 2 or 6 it takes as
long."""


class Parts(NamedTuple):
    """What a guess leaves, reply by reply, and what is known of it.

    Args:
        codes: the codes, those of a part side by side, int32.
        starts: where each part begins, and where the last one ends, int32.
        bounds: lower bounds of what the parts cost, int64.
        settled: 1 for those that are exact, or else 0, int64.
        keys: Zobrist keys and checks of the parts, in turn, uint64.
        unknown: which parts are still to be looked at, int64.
        by_candidate: how many parts a candidate makes of each of these, int64.
    """

    codes: NDArray[np.int32]
    starts: NDArray[np.int32]
    bounds: NDArray[np.int64]
    settled: NDArray[np.int64]
    keys: NDArray[np.uint64]
    unknown: NDArray[np.int64]
    by_candidate: NDArray[np.int64]


NUMBERS = 6
"""Words that ``Parts`` needs for each part."""


@inner
def bound_set(space: Workspace, codes: NDArray[np.int32], depth: int) -> tuple[Value, bool]:
    """A lower bound of what a set of codes costs, and whether it is exact."""
    if space.game.is_weighed:
        weighed: tuple[Value, bool] = bound_by_weights(space, codes, depth)
        return weighed
    value, exact, by_candidate = _bound_by_candidates(space, codes, depth)
    if exact or space.consistent:
        return value, exact
    closer: tuple[Value, bool] = _bound_by_others(space, codes, depth, by_candidate)
    return closer


@inlined
def _bound_by_candidates(
    space: Workspace, codes: NDArray[np.int32], depth: int
) -> tuple[Value, bool, Value]:
    """The same by a look at candidates alone, and into how many parts one of them splits all."""
    game, delta, n = space.game, space.costs.delta, len(codes)
    first, second, third = delta[depth], delta[depth + 1], delta[depth + 2]
    if n <= 2:
        return n * first + (n - 1) * second, True, np.int64(n)
    parts, slots = np.int64(0), space.scratch.slots
    for code in codes:
        parts = max(parts, count_parts(game, slots, game.own[code], codes))
        if parts == n:
            break
    value = n * first + (n - 1) * second + (n - parts) * third
    # A candidate that leaves every other code alone ends the set with 2n - 1 guesses, which nothing
    # can beat. With one part less, one code needs a third guess; a guess that is not a candidate
    # cannot do better, if a third guess costs no more than a second.
    if parts == n or (parts == n - 1 and (second == third or space.consistent)):
        return value, True, parts
    if not space.consistent:
        value = min(value, n * (first + second))
    return max(value, space.costs.least[depth, n]), False, parts


@inner
def _bound_by_others(
    space: Workspace, codes: NDArray[np.int32], depth: int, by_candidate: Value
) -> tuple[Value, bool]:
    """The same by a look at all guesses, or by what is known of a set that is alike."""
    is_shared, kind = len(codes) > _QUICK and has_kinds(space), (np.uint64(0), np.uint64(0))
    if is_shared:
        kind = key_of_kind(space, codes, depth)
        value, exact = probe(space.entries, kind)
        if value > 0:
            return value, exact
    value, exact = _scan_others(space, codes, depth, by_candidate)
    if is_shared:
        store(space.entries, kind, value, exact)
    return value, exact


@inner
def _scan_others(
    space: Workspace, codes: NDArray[np.int32], depth: int, by_candidate: Value
) -> tuple[Value, bool]:
    """The same by a look at all guesses."""
    game, delta, n = space.game, space.costs.delta, len(codes)
    first, second, third = delta[depth], delta[depth + 1], delta[depth + 2]
    value = n * first + (n - 1) * second + (n - by_candidate) * third
    # Where a third guess costs no more than a second, one part more gains nothing.
    most = most_parts(space, codes, by_candidate + (second == third))
    by_other = n * (first + second) + (n - most) * third
    # In hard mode a guess that is not a candidate may be ruled out by then.
    if (most < n and by_candidate == n - 1) or (most == n and not game.is_hard):
        return min(value, by_other), True
    return max(min(value, by_other), space.costs.least[depth, n]), False


@inlined
def bound_parts(
    space: Workspace, parts: Parts, count: Value, depth: int, total: Value, beta: Value
) -> Value:
    """A lower bound of what a guess costs, by a look at each part, until it is not below ``beta``.

    What the table knows comes first, then candidates, and all guesses last, as each of these takes
    much longer than the one before. Changes what ``parts`` knows.

    Args:
        count: how many parts there are.
        depth: the number of guesses before the parts.
        total: a lower bound, by the bounds of all parts.
    """
    # No small functions here: to pass tuples of arrays on takes Numba longer than most of this.
    game, entries, work = space.game, space.entries, space.budget.work[0]
    is_hard, is_weighed = game.is_hard, game.is_weighed
    codes, starts, bounds, settled, keys, unknown, by_candidate = parts
    # All keys first, so that the processor waits for several entries of the table at a time.
    for reply in range(count):
        size = starts[reply + 1] - starts[reply]
        if size > _QUICK and not is_hard:
            part = codes[starts[reply] : starts[reply + 1]]
            keys[2 * reply], keys[2 * reply + 1] = set_key(game.of_codes, part, depth)
    left = 0
    for reply in range(count):
        size = starts[reply + 1] - starts[reply]
        if size > _QUICK and not is_hard:
            value, exact = probe(entries, (keys[2 * reply], keys[2 * reply + 1]))
            if value > 0 or exact:
                work.hits += 1
                total += value - bounds[reply]
                bounds[reply], settled[reply] = value, exact
                if total >= beta:
                    return total
                continue
        if 0 < size <= FEW:
            unknown[left] = reply
            left += 1
    again = 0
    for i in range(left):
        reply = unknown[i]
        part = codes[starts[reply] : starts[reply + 1]]
        if is_weighed:
            value, exact = bound_set(space, part, depth)
        else:
            value, exact, by_candidate[again] = _bound_by_candidates(space, part, depth)
        if not (exact or is_weighed or space.consistent):
            unknown[again] = reply
            again += 1
        elif len(part) > _QUICK and not is_hard:
            store(entries, (keys[2 * reply], keys[2 * reply + 1]), value, exact)
        total += value - bounds[reply]
        bounds[reply], settled[reply] = value, exact
        if total >= beta:
            return total
    for i in range(again):
        reply = unknown[i]
        part = codes[starts[reply] : starts[reply + 1]]
        value, exact = _bound_by_others(space, part, depth, by_candidate[i])
        if len(part) > _QUICK and not is_hard:
            store(entries, (keys[2 * reply], keys[2 * reply + 1]), value, exact)
        total += value - bounds[reply]
        bounds[reply], settled[reply] = value, exact
        if total >= beta:
            return total
    return total


@inner
def bound_by_kinds(
    space: Workspace, parts: Parts, count: Value, depth: int, total: Value, beta: Value
) -> Value:
    """As ``bound_parts``, by what is known of sets that are alike."""
    starts, bounds, settled = parts.starts, parts.bounds, parts.settled
    for reply in range(count):
        size = starts[reply + 1] - starts[reply]
        if size > FEW and settled[reply] == 0:
            part = parts.codes[starts[reply] : starts[reply + 1]]
            value, exact = probe(space.entries, key_of_kind(space, part, depth))
            if value > bounds[reply] or exact:
                total += value - bounds[reply]
                bounds[reply], settled[reply] = value, exact
                if total >= beta:
                    return total
    return total
