"""What guesses cost at least, compiled: the one loop in which checking takes its time."""

import numpy as np
from numpy.typing import NDArray

from moolab.support.jit import compiled

USELESS = 1 << 60
"""The cost of a guess whose reply is known beforehand: leaving it out costs no more."""


@compiled
def least_costs(
    replies: NDArray[np.uint8],
    guesses: NDArray[np.int32],
    codes: NDArray[np.int32],
    asking: int,
    least: NDArray[np.int64],
    win: int,
    enough: int,
    costs: NDArray[np.int64],
) -> int:
    """What each guess costs at least: so much for each candidate, and then what its parts do.

    Args:
        replies: the number of the reply to each guess from each code, shape (codes, codes).
        guesses: the rows that count.
        codes: the candidates, as columns.
        asking: what asking a guess costs.
        least: what a part costs at least, by its size.
        win: the number of the winning reply, after which nothing is left; the largest one.
        enough: a guess that costs no more ends the work: then nothing is gained by looking further.
        costs: is filled in, shape (guesses,).

    Returns:
        The least of them.
    """
    sizes = np.zeros(win + 1, np.int64)
    cheapest = USELESS
    for index in range(len(guesses)):
        row = replies[guesses[index]]
        sizes[:] = 0
        for code in codes:
            sizes[row[code]] += 1
        cost = asking * len(codes)
        for number in range(win):
            if sizes[number] == len(codes):
                cost = USELESS
                break
            cost += least[sizes[number]]
        costs[index] = cost
        cheapest = min(cheapest, cost)
        if cheapest <= enough:
            break
    return cheapest
