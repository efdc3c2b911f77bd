"""Lower bounds of what trees can cost, by the number of candidates alone."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from moolab.codes.rules import Rules
from moolab.deduction.history import MAX_TURNS

FEW = 48
"""Up to this many candidates, a set is looked at for the number of parts that guesses make of it
before it is searched. ab4x10 takes 263,959 guesses with 48, 271,047 with 32 and 265,774 with 96,
and much the same time. At most 126, so that a number of parts leaves a bit of a byte free
(``glance.py``)."""

STEPS = 40
"""The bound of a part is raised by a 40th at a time: ab4x10 takes 263,959 guesses with 40, 376,451
with 25, and 268,495 with 60."""

LARGE = 2
"""A part is large if it has at least half as many codes as the largest one. Where any tree will do,
the large part in which the fewest symbols occur is searched first."""

DEPTHS = MAX_TURNS
"""The most guesses of a tree, as of a game. From there on all guesses cost the same, so that a
search may look further: the values of long ways out are compared, too."""

MOST_REPLIES = 64
"""Replies are counted as bits of a word. Only games of 10 places have more: 65."""

FORBIDDEN = 1 << 40
"""The cost of a guess that no tree may need; costs from here on say that one did."""

INFINITE = 1 << 60
"""More than any tree costs; half the range of 64 bits, so that sums of it stay positive."""


def lower_bounds(rules: Rules, costs: Sequence[int], depth: int, most: int) -> NDArray[np.int64]:
    """The least that a tree can cost in which every node has all branches.

    Args:
        costs: of one more guess, by the number of guesses before.
        depth: the number of guesses before the tree.
        most: the largest number of candidates.

    Returns:
        Shape (most + 1,).

    >>> lower_bounds(Rules.parse("ab4x10"), [1] * 9, 1, 16)
    array([ 0,  1,  3,  5,  7,  9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 30, 33])
    """
    if rules.identifies:
        # Numba is imported only where it is needed.
        from moolab.codes.listed_table import most_parts

        return _bounds_of_names(most_parts(rules), costs, depth, most)
    branches = len(rules.replies) - 1
    found = np.cumsum(costs[depth:])
    least = np.zeros(most + 1, np.int64)
    placed, level, room = 0, 0, 1
    while placed < most:
        here = min(room, most - placed)
        least[placed + 1 : placed + here + 1] = found[min(level, len(found) - 1)]
        placed, level, room = placed + here, level + 1, room * branches
    bounds: NDArray[np.int64] = np.cumsum(least)
    return bounds


def later_guesses(rules: Rules, most: int) -> NDArray[np.int64]:
    """How many guesses beyond the second are needed at least for a part, by its size.

    >>> later_guesses(Rules.parse("ab4x10"), 16)
    array([ 0,  0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 15, 17])
    """
    # No tree has more levels than one of two branches.
    return lower_bounds(rules, [1] * 64, 1, most) - np.arange(most + 1)


def _bounds_of_names(
    branches: int, costs: Sequence[int], depth: int, most: int
) -> NDArray[np.int64]:
    """The same where secrets are the leaves of a tree, and its inner nodes are asked."""
    found = np.concatenate([[0], np.cumsum(costs[depth:])])
    bounds = np.zeros(most + 1, np.int64)
    level, room = 0, 1
    for leaves in range(1, most + 1):
        while branches > 1 and leaves > room * branches:
            level, room = level + 1, room * branches
        # Each leaf that becomes a node makes room for all its branches but one.
        split = -(-(leaves - room) // max(branches - 1, 1)) if leaves > room else 0
        here, next_level = (int(found[min(each, len(found) - 1)]) for each in (level, level + 1))
        bounds[leaves] = (room - split) * here + (leaves - room + split) * next_level
    return bounds
