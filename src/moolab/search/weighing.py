"""Bounds and orders where secrets weigh and guesses cost, or secrets are only named, compiled.

Every guess costs what it costs for each candidate, as often as that weighs. In each set, the codes
that weigh most come first.
"""

import numpy as np
from numpy.typing import NDArray

from moolab.search.bounds import INFINITE
from moolab.search.counting import scan, scan_all
from moolab.search.ordering import guesses_of, rank
from moolab.search.workspace import NAMED, PRICE, WEIGHT, Workspace
from moolab.support.jit import Value, inner

_IS_CANDIDATE = np.uint8(128)
"""Bit 7 of a number of parts marks a guess that is a candidate, while guesses are ordered."""

_PARTS = np.uint8(127)
"""The other bits: the number itself."""


@inner
def weight_of(space: Workspace, codes: NDArray[np.int32]) -> Value:
    """What some codes weigh together."""
    total = np.int64(0)
    for code in codes:
        total += np.int64(space.game.of_codes[WEIGHT, code])
    return total


@inner
def cost_of_asking(space: Workspace, codes: NDArray[np.int32], guess: Value) -> Value:
    """What a guess costs for some codes together."""
    return np.int64(space.game.of_guesses[guess, PRICE]) * weight_of(space, codes)


@inner
def least_cost(space: Workspace, codes: NDArray[np.int32], depth: int) -> Value:
    """A lower bound of what a tree costs, from the weights alone; the value of a single code.

    If every guess made all parts, and cost what the cheapest does, those that weigh most would be
    found first; names are the leaves of a tree, and Huffman's is the best.
    """
    game, least = space.game, space.costs.least[depth]
    weights = game.of_codes[WEIGHT]
    n = len(codes)
    if game.names:
        if weights[codes[0]] == weights[codes[n - 1]]:
            return game.cheapest * np.int64(weights[codes[0]]) * least[n]
        return game.cheapest * _huffman(weights, codes, game.most_parts)
    total = np.int64(0)
    for i in range(n):
        guesses = game.cheapest * (least[i + 1] - least[i])
        own = np.int64(game.of_codes[NAMED, codes[i]]) - game.cheapest
        total += np.int64(weights[codes[i]]) * (guesses + own)
    return total


@inner
def _huffman(weights: NDArray[np.uint64], codes: NDArray[np.int32], branches: int) -> Value:
    """The least sum of the weights of all inner nodes, in trees with these leaves.

    The lightest are joined, again and again. What was joined comes by rising weights, too, so that
    two queues will do.
    """
    joined = np.empty(len(codes), np.int64)
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
    return total


@inner
def _cost_after_own(
    space: Workspace, codes: NDArray[np.int32], guess: Value, depth: int, weight: Value
) -> tuple[Value, bool]:
    """A lower bound of what trees cost that begin with one of the codes, and whether it is exact.

    Whoever is not the heaviest of a part is asked a third time.

    Args:
        guess: the row of the code.
        weight: that of all codes together.
    """
    game, delta = space.game, space.costs.delta
    row, win = game.replies[guess], game.reply_count - 1
    met = np.zeros(game.reply_count, np.uint8)
    own, third, exact = np.int64(0), np.int64(0), True
    for code in codes:
        reply, here = row[code], np.int64(game.of_codes[WEIGHT, code])
        if reply == win:
            own = here
        elif met[reply] > 0:
            third += here
            exact &= met[reply] == 1
        met[reply] = min(met[reply] + 1, 2)
    bound = weight * delta[depth] + (weight - own) * delta[depth + 1] + third * delta[depth + 2]
    return bound, exact


@inner
def bound_by_weights(space: Workspace, codes: NDArray[np.int32], depth: int) -> tuple[Value, bool]:
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
    # A guess that cannot win asks everybody twice at least.
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
    space: Workspace,
    codes: NDArray[np.int32],
    depth: int,
    beta: Value,
    listed: NDArray[np.int32],
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The guesses that can stay below beta, where codes weigh, and their bounds, which rise.

    Works on the numbers of parts that the scan of these codes left.
    """
    game, parts, consistent = space.game, space.scratch.parts, space.consistent
    delta, n = space.costs.delta, len(codes)
    weight = weight_of(space, codes)
    # What a guess that cannot win costs at least, by the number of its parts.
    by_parts = np.empty(n + 1, np.int64)
    by_parts[n] = weight * (delta[depth] + delta[depth + 1])
    for place in range(n - 1, -1, -1):
        heavy = np.int64(game.of_codes[WEIGHT, codes[place]])
        by_parts[place] = by_parts[place + 1] + heavy * delta[depth + 2]
    for code in codes:
        parts[game.own[code]] |= _IS_CANDIDATE
    guesses = guesses_of(space, codes, listed)
    space.budget.work[0].lookups += len(guesses) + n * n
    own, own_keys, candidates = np.empty(n, np.int32), np.empty(n, np.int64), 0
    uncertain = np.zeros(n, np.int64)
    some, found, counts = np.empty(len(guesses), np.int32), 0, np.zeros(n + 1, np.int64)
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
    rank(own_keys, uncertain, own, np.int64(candidates))
    order = np.empty(candidates + found, np.int32)
    keys = np.empty(candidates + found, np.int64)
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
    space: Workspace,
    codes: NDArray[np.int32],
    depth: int,
    beta: Value,
    listed: NDArray[np.int32],
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The guesses that split the codes and can stay below beta, and their bounds, which rise."""
    game = space.game
    n, win = len(codes), game.reply_count - 1
    least, delta = space.costs.least[depth + 1], space.costs.delta
    weight = weight_of(space, codes)
    guesses = guesses_of(space, codes, listed)
    total = len(guesses)
    space.budget.work[0].lookups += n * total
    sizes, alone = np.zeros(win + 1, np.int64), np.empty(win + 1, np.int64)
    order, keys = np.empty(total, np.int32), np.empty(total, np.int64)
    squares = np.empty(total, np.int64)
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
                # Whoever is not alone is asked again.
                again = here + (alone[reply] if before == 1 else np.int64(0))
                bound += again * game.cheapest * delta[depth + 1]
        wins = sizes[win] > 0
        for code in codes:
            sizes[row[code]] = 0
        if bound < beta and largest < n and (wins or not space.consistent):
            order[found], keys[found], squares[found] = guess, bound, square
            found += 1
    rank(keys, squares, order, np.int64(found))
    return order[:found], keys[:found]
