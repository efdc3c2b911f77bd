"""What guesses cost at least, compiled: the loops in which checking takes its time."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from moolab.support.jit import compiled

USELESS = 1 << 60
"""The cost of a guess whose reply is known beforehand: leaving it out costs no more."""


@compiled
def least_costs(
    replies: NDArray[np.unsignedinteger[Any]],
    guesses: NDArray[np.int32],
    codes: NDArray[np.int32],
    weights: NDArray[np.int64],
    asking: int,
    least: NDArray[np.int64],
    kinds: int,
    win: int,
    enough: int,
    costs: NDArray[np.int64],
) -> int:
    """What each guess costs at least: so much for each candidate, and then what its parts do.

    Args:
        replies: the number of the reply to each guess from each code, shape (guesses, codes).
        guesses: the rows that count.
        codes: the candidates, as columns.
        weights: of all codes, which are the same.
        asking: what asking a guess costs a candidate that weighs 1.
        least: what a part costs at least, by its size, if its candidates weigh 1.
        kinds: how many replies there are.
        win: the number of the winning reply, after which nothing is left.
        enough: a guess that costs no more ends the work: then nothing is gained by looking further.
        costs: is filled in, shape (guesses,).

    Returns:
        The least of them.
    """
    sizes = np.zeros(kinds, np.int64)
    cheapest = USELESS
    heaviest = weights[codes[0]]
    asked = asking * heaviest * len(codes)
    for index in range(len(guesses)):
        row = replies[guesses[index]]
        sizes[:] = 0
        for code in codes:
            sizes[row[code]] += 1
        sizes[win] = 0
        parts = 0
        for number in range(kinds):
            parts += least[sizes[number]]
        cost = asked + heaviest * parts
        if sizes[row[codes[0]]] == len(codes):
            cost = USELESS
        costs[index] = cost
        cheapest = min(cheapest, cost)
        if cheapest <= enough:
            break
    return cheapest


@compiled
def least_weighed_costs(
    replies: NDArray[np.unsignedinteger[Any]],
    guesses: NDArray[np.int32],
    codes: NDArray[np.int32],
    weights: NDArray[np.int64],
    asking: int,
    least: NDArray[np.int64],
    kinds: int,
    win: int,
    enough: int,
    costs: NDArray[np.int64],
) -> int:
    """As ``least_costs``, where codes do not all weigh the same; the heaviest come first.

    In one kernel with a branch for both, mm4x6 takes a quarter longer to check.
    """
    sizes = np.zeros(kinds, np.int64)
    cheapest = USELESS
    asked = asking * weights[codes].sum()
    for index in range(len(guesses)):
        row = replies[guesses[index]]
        sizes[:] = 0
        cost = asked
        for code in codes:
            number = row[code]
            size = sizes[number]
            if number != win:
                cost += weights[code] * (least[size + 1] - least[size])
            sizes[number] = size + 1
        first = row[codes[0]]
        if first != win and sizes[first] == len(codes):
            cost = USELESS
        costs[index] = cost
        cheapest = min(cheapest, cost)
        if cheapest <= enough:
            break
    return cheapest
