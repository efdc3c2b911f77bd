"""What sets of codes cost at least, compiled: by the number of parts that guesses make of them.

A tree on n codes asks a first guess of each, a second of all but a candidate that was guessed, and
a third at least of those that are not alone, or first, in their part.

Where secrets weigh and guesses cost, or secrets are only named, every guess costs what it costs for
each candidate, as often as that weighs; in each set, the codes that weigh most come first.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.search.alike import has_kinds, key_of_kind
from moolab.search.bounds import FEW, INFINITE
from moolab.search.counting import count_parts, scan, scan_all
from moolab.search.ordering import guesses_of, rank
from moolab.search.sieve import most_parts
from moolab.search.transpositions import probe, store
from moolab.search.workspace import (
    NAMED,
    PRICE,
    WEIGHT,
    Indices,
    Numbers,
    Words,
    Workspace,
    set_key,
)
from moolab.support.jit import Value
from moolab.support.room import Room, cut, cut_zeros, inlined, inner

_IS_CANDIDATE = np.uint8(128)
"""Bit 7 of a number of parts marks a guess that is a candidate, while guesses are ordered."""

_PARTS = np.uint8(127)
"""The other bits: the number itself."""


@inner
def weight_of(space: Workspace, codes: Indices) -> Value:
    """What some codes weigh together."""
    total = np.int64(0)
    for code in codes:
        total += np.int64(space.game.of_codes[WEIGHT, code])
    return total


@inner
def cost_of_asking(space: Workspace, codes: Indices, guess: Value) -> Value:
    """What a guess costs for some codes together."""
    return np.int64(space.game.of_guesses[guess, PRICE]) * weight_of(space, codes)


@inner
def least_cost(space: Workspace, codes: Indices, depth: int) -> Value:
    """A lower bound of what a tree costs, from the weights alone; the value of a single code.

    If every guess made all parts, and cost what the cheapest does, the heaviest would be first.
    Names are the leaves of a tree, and Huffman's is the best.
    """
    game, least = space.game, space.costs.least[depth]
    weights = game.of_codes[WEIGHT]
    n = len(codes)
    if game.names:
        if weights[codes[0]] == weights[codes[n - 1]]:
            return game.cheapest * np.int64(weights[codes[0]]) * least[n]
        return game.cheapest * _huffman(space.scratch.room, weights, codes, game.most_parts)
    total = np.int64(0)
    for i in range(n):
        guesses = game.cheapest * (least[i + 1] - least[i])
        own = np.int64(game.of_codes[NAMED, codes[i]]) - game.cheapest
        total += np.int64(weights[codes[i]]) * (guesses + own)
    return total


@inner
def _huffman(room: Room, weights: Words, codes: Indices, branches: int) -> Value:
    """The least sum of the weights of all inner nodes, in trees with these leaves.

    The lightest are joined, again and again. What was joined comes by rising weights, too, so that
    two queues will do.
    """
    mark = room.used[0]
    joined = cut(room, len(codes), np.int64)
    left, first, last = len(codes), 0, 0
    following = len(codes) - 1
    total = np.int64(0)
    # The first node takes what is over, so that all others are full.
    taken = (left - 2) % max(branches - 1, 1) + 2
    while left > 1:
        node = np.int64(0)
        for _ in range(taken):
            leaf = following >= 0
            if leaf and first < last:
                leaf = np.int64(weights[codes[following]]) <= joined[first]
            if leaf:
                node += np.int64(weights[codes[following]])
                following -= 1
            else:
                node += joined[first]
                first += 1
        joined[last] = node
        last += 1
        total += node
        left -= taken - 1
        taken = branches
    room.used[0] = mark
    return total


@inner
def _cost_after_own(
    space: Workspace, codes: Indices, guess: Value, depth: int, weight: Value
) -> tuple[Value, bool]:
    """A lower bound of what trees cost that begin with one of the codes, and whether it is exact.

    All codes but the heaviest of a part need a third guess.
    """
    game, delta = space.game, space.costs.delta
    row, win = game.replies[guess], game.reply_count - 1
    room, mark = space.scratch.room, space.scratch.room.used[0]
    met = cut_zeros(room, game.reply_count, np.uint8)
    own, third, exact = np.int64(0), np.int64(0), True
    for code in codes:
        reply, here = row[code], np.int64(game.of_codes[WEIGHT, code])
        if reply == win:
            own = here
        elif met[reply] > 0:
            third += here
            exact &= met[reply] == 1
        met[reply] = min(met[reply] + 1, 2)
    room.used[0] = mark
    bound = weight * delta[depth] + (weight - own) * delta[depth + 1] + third * delta[depth + 2]
    return bound, exact


@inner
def bound_by_weights(space: Workspace, codes: Indices, depth: int) -> tuple[Value, bool]:
    """A lower bound from the numbers of parts, and whether it is exact, where codes only weigh."""
    game, delta = space.game, space.costs.delta
    n, weight = len(codes), weight_of(space, codes)
    asked_twice = weight * (delta[depth] + delta[depth + 1])
    if n <= 2:
        return asked_twice - np.int64(game.of_codes[WEIGHT, codes[0]]) * delta[depth + 1], True
    value, exact = np.int64(INFINITE), False
    for code in codes:
        bound, known = _cost_after_own(space, codes, game.own[code], depth, weight)
        if bound < value or (bound == value and known):
            value, exact = bound, known
    # After a guess that cannot win, all codes need two guesses at least.
    if not space.consistent and not (exact and value <= asked_twice):
        most = scan_all(space, codes)
        other = asked_twice
        for place in range(most, n):
            other += np.int64(game.of_codes[WEIGHT, codes[place]]) * delta[depth + 2]
        if other < value:
            value, exact = other, most == n and not game.is_hard
        if most == n and not exact:
            # A scan that stopped early does not tell of all guesses.
            scan(game, space.scratch, codes, n + 1)
    return max(value, least_cost(space, codes, depth)), exact


@inner
def order_by_weights(
    space: Workspace, codes: Indices, depth: int, beta: Value, listed: Indices
) -> tuple[Indices, Numbers]:
    """The guesses that can stay below beta, where codes weigh, and their bounds, which rise.

    Works on the numbers of parts that the scan of these codes left.
    """
    game, parts, consistent = space.game, space.scratch.parts, space.consistent
    delta, n, room = space.costs.delta, len(codes), space.scratch.room
    weight = weight_of(space, codes)
    # What a guess that cannot win costs at least, by the number of its parts.
    by_parts = cut(room, n + 1, np.int64)
    by_parts[n] = weight * (delta[depth] + delta[depth + 1])
    for place in range(n - 1, -1, -1):
        heavy = np.int64(game.of_codes[WEIGHT, codes[place]])
        by_parts[place] = by_parts[place + 1] + heavy * delta[depth + 2]
    for code in codes:
        parts[game.own[code]] |= _IS_CANDIDATE
    guesses = guesses_of(space, codes, listed)
    space.budget.work[0].lookups += len(guesses) + n * n
    own, own_keys, candidates = cut(room, n, np.int32), cut(room, n, np.int64), 0
    uncertain = cut_zeros(room, n, np.int64)
    some, found, counts = cut(room, len(guesses), np.int32), 0, cut_zeros(room, n + 1, np.int64)
    for guess in guesses:
        many = parts[guess]
        if many >= _IS_CANDIDATE:
            bound, exact = _cost_after_own(space, codes, guess, depth, weight)
            if bound < beta:
                own[candidates], own_keys[candidates] = guess, bound
                uncertain[candidates] = not exact
                candidates += 1
        elif many > 1 and by_parts[many] < beta and not consistent:
            some[found] = guess
            found += 1
            counts[many] += 1
    # A beam tries few: those that reach their bounds go first.
    rank(room, own_keys, uncertain, own, np.int64(candidates))
    order = cut(room, candidates + found, np.int32)
    keys = cut(room, candidates + found, np.int64)
    # Candidates come by their own bounds among the others, which come by numbers of parts.
    place = taken = 0
    for many in range(n, -1, -1):
        while taken < candidates and (many == 0 or own_keys[taken] <= by_parts[many]):
            order[place], keys[place] = own[taken], own_keys[taken]
            place, taken = place + 1, taken + 1
        for i in range(place, place + counts[many]):
            keys[i] = by_parts[many]
        place, counts[many] = place + counts[many], place
    for i in range(found):
        many = parts[some[i]]
        order[counts[many]] = some[i]
        counts[many] += 1
    for code in codes:
        parts[game.own[code]] &= _PARTS
    return order, keys


@inner
def order_by_cost(
    space: Workspace, codes: Indices, depth: int, beta: Value, listed: Indices
) -> tuple[Indices, Numbers]:
    """The guesses that split the codes and can stay below beta, and their bounds, which rise."""
    game, room = space.game, space.scratch.room
    n, win = len(codes), game.reply_count - 1
    least, delta = space.costs.least[depth + 1], space.costs.delta
    weight = weight_of(space, codes)
    guesses = guesses_of(space, codes, listed)
    total = len(guesses)
    space.budget.work[0].lookups += n * total
    sizes, alone = cut_zeros(room, win + 1, np.int64), cut(room, win + 1, np.int64)
    order, keys = cut(room, total, np.int32), cut(room, total, np.int64)
    squares = cut(room, total, np.int64)
    found = 0
    for guess in guesses:
        bound = delta[depth] * np.int64(game.of_guesses[guess, PRICE]) * weight
        if bound >= beta:
            continue
        row = game.replies[guess]
        square, largest = np.int64(0), np.int64(0)
        for code in codes:
            reply = row[code]
            before, here = sizes[reply], np.int64(game.of_codes[WEIGHT, code])
            sizes[reply] += 1
            if reply == win:
                continue
            # One square more than the last is an odd number.
            square += 2 * before + 1
            largest = max(largest, before + 1)
            if not game.names:
                guesses = game.cheapest * (least[before + 1] - least[before])
                bound += here * (guesses + np.int64(game.of_codes[NAMED, code]) - game.cheapest)
            elif before == 0:
                alone[reply] = here
            else:
                # Codes that are not alone need another guess.
                again = here + (alone[reply] if before == 1 else np.int64(0))
                bound += again * game.cheapest * delta[depth + 1]
        wins = sizes[win] > 0
        for code in codes:
            sizes[row[code]] = 0
        if bound < beta and largest < n and (wins or not space.consistent):
            order[found], keys[found], squares[found] = guess, bound, square
            found += 1
    rank(room, keys, squares, order, np.int64(found))
    return order[:found], keys[:found]


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
        efforts: what each part is likely to take; infinity where it is settled, float64.
    """

    codes: Indices
    starts: Indices
    bounds: Numbers
    settled: Numbers
    keys: Words
    unknown: Numbers
    by_candidate: Numbers
    efforts: NDArray[np.float64]


@inner
def bound_set(space: Workspace, codes: Indices, depth: int) -> tuple[Value, bool]:
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
def _bound_by_candidates(space: Workspace, codes: Indices, depth: int) -> tuple[Value, bool, Value]:
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
    space: Workspace, codes: Indices, depth: int, by_candidate: Value
) -> tuple[Value, bool]:
    """The same by a look at all guesses, or by what is known of a set that is alike."""
    is_shared, kind = len(codes) > _QUICK and has_kinds(space), (np.uint64(0), np.uint64(0))
    if is_shared:
        kind = key_of_kind(space, codes, depth)
        value, exact = probe(space.table, kind)
        if value > 0:
            return value, exact
    value, exact = _scan_others(space, codes, depth, by_candidate)
    if is_shared:
        store(space.table, kind, value, exact)
    return value, exact


@inner
def _scan_others(
    space: Workspace, codes: Indices, depth: int, by_candidate: Value
) -> tuple[Value, bool]:
    """The same by a look at all guesses."""
    game, delta, n = space.game, space.costs.delta, len(codes)
    first, second, third = delta[depth], delta[depth + 1], delta[depth + 2]
    value = n * first + (n - 1) * second + (n - by_candidate) * third
    # Where a third guess costs no more than a second, one part more gains nothing.
    most = most_parts(space, codes, by_candidate + (second == third))
    by_other = n * (first + second) + (n - most) * third
    # In hard mode a guess that is not a candidate can be ruled out by then.
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
    """
    # No small functions here: to pass tuples of arrays on takes Numba longer than most of this.
    game, table, work = space.game, space.table, space.budget.work[0]
    is_hard, is_weighed = game.is_hard, game.is_weighed
    codes, starts, bounds, settled, keys, unknown, by_candidate, _ = parts
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
            value, exact = probe(table, (keys[2 * reply], keys[2 * reply + 1]))
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
            store(table, (keys[2 * reply], keys[2 * reply + 1]), value, exact)
        total += value - bounds[reply]
        bounds[reply], settled[reply] = value, exact
        if total >= beta:
            return total
    for i in range(again):
        reply = unknown[i]
        part = codes[starts[reply] : starts[reply + 1]]
        value, exact = _bound_by_others(space, part, depth, by_candidate[i])
        if len(part) > _QUICK and not is_hard:
            store(table, (keys[2 * reply], keys[2 * reply + 1]), value, exact)
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
            value, exact = probe(space.table, key_of_kind(space, part, depth))
            if value > bounds[reply] or exact:
                total += value - bounds[reply]
                bounds[reply], settled[reply] = value, exact
                if total >= beta:
                    return total
    return total
