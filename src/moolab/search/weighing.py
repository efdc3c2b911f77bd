"""Bounds and orders where secrets weigh and guesses cost, or secrets are only named, compiled.

Every guess costs what it costs for each candidate, as often as that weighs. In each set, the codes
that weigh most come first.
"""

import numpy as np
from numpy.typing import NDArray

from moolab.search.ordering import guesses_of, rank
from moolab.search.workspace import NAMED, PRICE, WEIGHT, Workspace
from moolab.support.jit import Value, inner


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
    sizes, alone = np.empty(win + 1, np.int64), np.empty(win + 1, np.int64)
    order, keys = np.empty(total, np.int32), np.empty(total, np.int64)
    squares = np.empty(total, np.int64)
    found = 0
    for guess in guesses:
        bound = delta[depth] * np.int64(game.of_guesses[guess, PRICE]) * weight
        if bound >= beta:
            continue
        row = game.replies[guess]
        sizes[:] = 0
        for code in codes:
            reply = row[code]
            before, here = sizes[reply], np.int64(game.of_codes[WEIGHT, code])
            sizes[reply] += 1
            if reply == win:
                continue
            if not game.names:
                guesses = game.cheapest * (least[before + 1] - least[before])
                bound += here * (guesses + np.int64(game.of_codes[NAMED, code]) - game.cheapest)
            elif before == 0:
                alone[reply] = here
            else:
                # Whoever is not alone is asked again.
                again = here + (alone[reply] if before == 1 else np.int64(0))
                bound += again * game.cheapest * delta[depth + 1]
        square, largest = np.int64(0), np.int64(0)
        for reply in range(win):
            square += sizes[reply] * sizes[reply]
            largest = max(largest, sizes[reply])
        if bound < beta and largest < n and (sizes[win] > 0 or not space.consistent):
            order[found], keys[found], squares[found] = guess, bound, square
            found += 1
    rank(keys, squares, order, np.int64(found))
    return order[:found], keys[:found]
