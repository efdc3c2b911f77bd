"""What sets of codes cost at least, in plain NumPy.

This defines what is checked, and is fast enough for small games. For large ones ``kernel.py`` finds
the same.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

USELESS = 1 << 60
"""The cost of a guess whose reply is known beforehand: leaving it out costs no more."""

SMALL = 2
"""Of so few codes, their number and weights alone say what they cost."""

BITS = 64
"""The most replies that masks have bits for, and codes of which ``kernel.py`` remembers parts."""

BLOCK = 1024
"""Guesses that ``kernel.py`` looks at together; tables are filled up to a multiple of it. With half
as many mm4x10 takes a fiftieth longer, with a quarter an eighth."""


class Replies(NamedTuple):
    """The replies that codes give which can be the secret.

    Args:
        columns: the number of the reply to each guess from all codes, shape (codes, guesses).
        masks: a bit for that reply, for ``kernel.py``; empty if there are too many replies, or if
            codes do not all weigh the same.
        own: those of the codes that can be the secret, int32.
        weights: of these, the heaviest first, int64.
        kinds: how many replies there are.
        win: the number of the winning one, after which nothing is left.
        consistent: whether only codes are guessed that may still be the secret.
    """

    columns: NDArray[np.unsignedinteger[Any]]
    masks: NDArray[np.unsignedinteger[Any]]
    own: NDArray[np.int32]
    weights: NDArray[np.int64]
    kinds: int
    win: int
    consistent: bool

    def part(self, codes: NDArray[np.intp]) -> "Replies":
        """Those of some of the codes, by their places in this order."""
        return self._replace(own=self.own[codes], weights=self.weights[codes])


class Costs(NamedTuple):
    """What the next guess costs, and what is left behind it.

    Args:
        asking: the next guess, for a code that weighs 1.
        steps: what finding one more code of a part costs at least, by how many were found before.
        least: the sums of these, for parts of codes that weigh 1, by their sizes.
    """

    asking: int
    steps: NDArray[np.int64]
    least: NDArray[np.int64]


def costs_by_size(
    replies: Replies, guesses: NDArray[np.int32], costs: Costs
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What guesses cost at least, by the sizes and weights of the parts that they make.

    Returns:
        The cost of each guess, and what of it is left behind each reply, shape (kinds, guesses).
    """
    columns, count = replies.columns[replies.own[:, None], guesses], np.int64(len(guesses))
    pairs = columns * count  # a number for each reply to each guess
    pairs += np.arange(count)
    shape = replies.kinds, len(guesses)
    if replies.weights[0] == replies.weights[-1]:
        sizes = np.bincount(pairs.ravel(), minlength=shape[0] * shape[1])
        needs = replies.weights[0] * costs.least.take(sizes)
    else:
        sizes, needs = np.zeros((2, shape[0] * shape[1]), np.int64)
        for pair, weight in zip(pairs, replies.weights, strict=True):
            needs[pair] += weight * costs.steps[sizes[pair]]
            sizes[pair] += 1
    sizes, needs = sizes.reshape(shape), needs.reshape(shape)
    needs[replies.win] = 0
    total = costs.asking * replies.weights.sum() + needs.sum(axis=0)
    total[(sizes.max(axis=0) == len(replies.own)) & (sizes[replies.win] == 0)] = USELESS
    return total, needs


def look_ahead(
    replies: Replies,
    guesses: NDArray[np.int32],
    others: NDArray[np.int32],
    costs: Costs,
    later: Costs,
    enough: int,
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The guesses that cost less than enough, as far as looking one guess ahead in parts tells.

    Args:
        others: what can be guessed in parts, beside their own codes.
        later: what the next guess but one costs, and so on.

    Returns:
        These guesses, and what the codes cost that give each reply to them, shape (guesses, kinds).
    """
    total, needs = costs_by_size(replies, guesses, costs)
    for at in np.flatnonzero(total < enough):
        row, need = replies.columns[replies.own, guesses[at]], needs[:, at]
        sizes = np.bincount(row, minlength=replies.kinds)
        for number in np.argsort(sizes):  # a look at small parts takes least
            if sizes[number] <= SMALL or number == replies.win or total[at] >= enough:
                continue
            part = replies.part(np.flatnonzero(row == number))
            best = best_by_size(part, others, later, need[number])
            total[at] += best - need[number]
            need[number] = best
    weak = total < enough
    return guesses[weak], needs.T[weak]


def best_by_size(replies: Replies, others: NDArray[np.int32], costs: Costs, least: int) -> int:
    """What the best guess costs at least, by the sizes of its parts.

    Args:
        others: what can be guessed beside these codes.
    """
    best = costs_by_size(replies, replies.own, costs)[0].min()
    if best > least and not replies.consistent:
        best = min(best, costs_by_size(replies, others, costs)[0].min())
    return int(best)
