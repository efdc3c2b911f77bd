"""The whole tree of a strategy."""

from collections.abc import Callable, Iterable

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import check_listable
from moolab.strategies import Strategy
from moolab.trees.node import steps, tree
from moolab.trees.player import TreeStrategy
from moolab.trees.steps import Step

_MOST_CODES = 10_000
"""NumPy takes up to two seconds for so many codes, and kernels take longer to be compiled. Its
table of all replies takes a byte for each pair of codes."""


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

        return uncompiled.whole_tree(strategy, progress)
    return steps(tree(strategy))


def needs_kernels(strategy: Strategy) -> bool:
    """Whether the whole tree of a strategy is built by kernels: NumPy alone would take too long."""
    return (
        strategy.partitions
        and not isinstance(strategy.rules, ListedRules)
        and strategy.rules.size > _MOST_CODES
    )
