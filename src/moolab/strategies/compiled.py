"""The best guess for a set of codes, by kernels."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from moolab.codes.space import Codes
from moolab.strategies import kernels
from moolab.strategies.guesses import Guesses
from moolab.strategies.heuristic import NONE, PERFECT, Best, Heuristic
from moolab.strategies.kernels import WORD, Judge, Weights


def best_of(heuristic: Heuristic, guesses: Guesses, codes: Codes, best: Best) -> Best:
    """The first of the best guesses, or ``best`` if none is better.

    Args:
        codes: the candidates, shape (places, codes).
        best: the best of guesses that come before these in numeric order.
    """
    places, size = codes.shape
    prepared = guesses.prepared
    found = kernels.best_of(
        kernels.Shape.of(places),
        kernels.PlaneSet(prepared.planes(codes), size),
        kernels.Guesses(prepared.bull_planes, prepared.hit_planes),
        judge(heuristic, size),
        best._replace(guess=-1),
        False,
    )
    return Best(*found) if found.guess >= 0 else best


def judge(heuristic: Heuristic, most: int) -> Judge:
    """A heuristic for the kernels, for parts of up to ``most`` candidates."""
    return _judge(heuristic, max(most, WORD).bit_length())


@lru_cache(maxsize=16)
def _judge(heuristic: Heuristic, bits: int) -> Judge:
    sizes = np.arange(1 << bits, dtype=np.int64)
    weights = np.ascontiguousarray(np.stack(heuristic.costs(sizes), axis=1))
    first = weights[:, 0]
    return Judge(
        weights,
        heuristic.by_largest,
        *heuristic.win,
        _bounds(first, sizes[: WORD + 1] ** 2, heuristic.by_largest),
        _bounds(first, np.minimum(sizes[: WORD + 1], 1), heuristic.by_largest),
    )


def _bounds(first: Weights, summand: NDArray[np.int64], largest: bool) -> Weights:
    """The least first cost of n <= 64 candidates whose parts have a sum of summands s."""
    # A part more: n grows by its size, s by its summand.
    sums = int(max(summand[WORD], WORD * summand[1]))
    bounds = np.full((WORD + 1, sums + 1), NONE.first >> 1)
    bounds[0, 0] = first[0]
    for n in range(1, WORD + 1):
        for size in range(1, n + 1):
            step = int(summand[size])
            before = bounds[n - size, : sums + 1 - step]
            cost = np.maximum(before, first[size]) if largest else before + first[size]
            np.minimum(bounds[n, step:], cost, out=bounds[n, step:])
    # Parts of one each.
    for n in range(1, WORD + 1):
        bounds[n, n * int(summand[1])] = PERFECT
    return bounds
