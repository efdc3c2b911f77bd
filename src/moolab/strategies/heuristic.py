"""What a guess costs by a strategy's rule, and which one costs least: with NumPy alone."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import ClassVar, NamedTuple

import numpy as np

from moolab.codes.rules import Rules
from moolab.codes.scorer import Counts, distinct
from moolab.strategies.information import bit

PERFECT = -(1 << 62)
"""The cost of a guess that leaves no two candidates together, before all that do."""


class Costs(NamedTuple):
    """What parts of some sizes cost, two numbers each: the less, the better, the first one first.

    The sum over its parts is what a guess costs.
    """

    first: Counts
    second: Counts


class Best(NamedTuple):
    """The best guess so far: its costs, whether it cannot be the secret, and its number."""

    first: int
    second: int
    inconsistent: int
    guess: int


NONE = Best((1 << 63) - 1, 0, 0, -1)
"""No guess yet."""


def of_each(costs: Callable[[Counts], Costs], sizes: Counts) -> Costs:
    """The costs of each of many sizes, of which most occur often."""
    different, which = distinct(sizes)
    first, second = costs(different)
    return Costs(first[which], second[which])


class Heuristic(ABC):
    """The rule of a strategy that looks at the sizes of parts, and at nothing else."""

    rules: Rules

    by_largest: ClassVar = False
    """Whether the first cost of a guess is that of its most expensive part, instead of the sum."""

    wins_weigh: ClassVar = True
    """Whether what is taken off for a guess that can be the secret counts as often as it weighs."""

    @property
    def win(self) -> tuple[int, int]:
        """What is taken off the costs of a guess that can be the secret."""
        return 0, 0

    @property
    def credit(self) -> int:
        """Two bits: what it is worth that a guess can be the secret, where information counts."""
        return 2 * bit(self.rules)

    @abstractmethod
    def costs(self, sizes: Counts) -> Costs:
        """What a part of each of these sizes costs, exact integers; a part of none costs 0."""

    def weighed_costs(self, counts: Counts, weights: Counts) -> Costs:  # noqa: ARG002 - most weigh nothing
        """As ``costs``, where some secrets are likelier than others.

        Args:
            counts: the sizes of parts, shape (guesses, replies).
            weights: what the candidates in each part weigh together, likewise.
        """
        return of_each(self.costs, counts)

    def cheapest(self, counts: Counts) -> Best:
        """The guess that costs least; in ties what can be the secret, then the first.

        Args:
            counts: how many candidates give each reply to each guess, shape (guesses, replies),
                guesses in numeric order.
        """
        return self.cheapest_by(self._costs_in(counts), counts)

    def _costs_in(self, counts: Counts) -> Costs:
        """The costs of parts of every size that occurs."""
        sizes = np.flatnonzero(np.bincount(counts.ravel()))
        tables = np.zeros((2, int(sizes[-1]) + 1), np.int64)
        tables[:, sizes] = self.costs(sizes)
        return Costs(*tables)

    def cheapest_by(self, costs: Costs, counts: Counts) -> Best:
        """As ``cheapest``, where costs are known for parts of every size."""
        won = counts[:, -1]
        of_parts = costs.first[counts]
        first: Counts = of_parts.max(axis=1) if self.by_largest else of_parts.sum(axis=1)
        first -= won * self.win[0]
        first[counts.max(axis=1) == 1] = PERFECT
        least = int(first.min())
        guesses = np.flatnonzero(first == least)
        second = np.zeros(len(guesses), np.int64)
        if least != PERFECT:
            second = costs.second[counts[guesses]].sum(axis=1) - won[guesses] * self.win[1]
        # Of equals, the sort keeps the order.
        best = np.lexsort((1 - won[guesses], second))[0]
        guess = int(guesses[best])
        return Best(least, int(second[best]), 1 - int(won[guess]), guess)


def best_of(heuristic: Heuristic, blocks: Iterable[Counts], best: Best = NONE) -> Best:
    """The first of the best guesses, or ``best`` if none is better.

    Args:
        blocks: the counts of guesses in numeric order, each as for ``Heuristic.cheapest``.
        best: the best of guesses that come before these.
    """
    first = 0
    for counts in blocks:
        found = heuristic.cheapest(counts)
        if found[:3] < best[:3]:
            best = found._replace(guess=first + found.guess)
        first += len(counts)
    return best
