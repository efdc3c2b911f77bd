"""The whole tree of a strategy."""

import math
from collections.abc import Callable, Iterable

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import check_listable
from moolab.strategies import Strategy
from moolab.support.price import pays, spend
from moolab.trees.node import steps, tree
from moolab.trees.player import TreeStrategy
from moolab.trees.steps import Step

_MOST_CODES = 10_000
"""A table of all replies takes a byte for each pair of codes."""

_PAIR, _CODE = 1.2e-8, 5e-5
"""Seconds of NumPy for a pair of codes, and for a code beside those."""

_COMPILING = 8.0
"""Seconds for the kernels that build trees."""


def build(
    strategy: Strategy, workers: int = 1, progress: Callable[[int], None] | None = None
) -> Iterable[Step]:
    """The decision tree of a strategy, to its end.

    Those of partition strategies are complete at once; others come a step at a time.

    Args:
        workers: how many threads share the work of kernels, in large games; the tree is the same.
        progress: called periodically with the number of secrets finished.

    Raises:
        SpaceTooLarge: if the strategy cannot play the game to its end, or its codes are too many.

    >>> from moolab.strategies import strategy
    >>> len(list(build(strategy("entropy", "ab2x3"))))
    6
    """
    strategy.check_playable()
    check_listable(strategy.rules)
    if isinstance(strategy, TreeStrategy):
        # Asked for each guess anew, it would read its file from the beginning each time.
        return strategy.steps()
    if strategy.partitions and not isinstance(strategy.rules, ListedRules):
        # NumPy and Numba are imported only where they are needed.
        from moolab.strategies.partition import PartitionStrategy

        assert isinstance(strategy, PartitionStrategy), "there are no others"
        if needs_kernels(strategy):
            from moolab.trees import whole

            return whole.whole_tree(strategy, workers, progress)
        from moolab.trees import uncompiled

        spend(_seconds(strategy))
        return uncompiled.whole_tree(strategy, progress)
    return steps(tree(strategy))


def needs_kernels(strategy: Strategy) -> bool:
    """Whether the whole tree of a strategy is built by kernels: NumPy alone would take too long."""
    if not strategy.partitions or isinstance(strategy.rules, ListedRules):
        return False
    kernel, places = "trees.whole._subtree", strategy.rules.places
    return pays(kernel, places, _seconds(strategy), _COMPILING)


def _seconds(strategy: Strategy) -> float:
    """About what NumPy takes."""
    size = strategy.rules.size
    return size * (size * _PAIR + _CODE) if size <= _MOST_CODES else math.inf
