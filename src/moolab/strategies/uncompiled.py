"""The best guess for a set of codes, with NumPy alone."""

from moolab.codes.space import Codes
from moolab.strategies.guesses import Guesses
from moolab.strategies.heuristic import Best, Heuristic

_BLOCK = 1 << 15
"""Guesses at a time, so that their counts take some megabytes."""


def best_of(heuristic: Heuristic, guesses: Guesses, codes: Codes, best: Best) -> Best:
    """The first of the best guesses, or ``best`` if none is better.

    Args:
        codes: the candidates, shape (places, codes).
        best: the best of guesses that come before these in numeric order.
    """
    for start in range(0, guesses.size, _BLOCK):
        counts = guesses.scorer.count(codes, start, start + _BLOCK)
        found = heuristic.cheapest(counts)
        if found[:3] < best[:3]:
            best = found._replace(guess=start + found.guess)
    return best
