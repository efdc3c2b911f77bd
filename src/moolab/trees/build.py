"""The whole tree of a strategy, and what it achieves against every secret."""

import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import check_listable
from moolab.strategies import Strategy
from moolab.support.checks import check_count
from moolab.trees.node import steps, tree
from moolab.trees.player import TreeStrategy
from moolab.trees.steps import Step
from moolab.trees.verify import Proof, verify

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


class Evaluation(NamedTuple):
    """The whole tree of a strategy, proved.

    Args:
        proof: what the tree achieves.
        seconds: how long it took to build and to prove the tree.
    """

    proof: Proof
    seconds: float


def evaluate(
    strategy: Strategy, workers: int = 1, progress: Callable[[int], None] | None = None
) -> Evaluation:
    """Build the whole tree of a strategy, and play every secret through it.

    Args:
        workers: how many threads share the work.
        progress: is called with the number of secrets for which the tree is finished, then with
            the number of those for which it is proved.

    Raises:
        InvalidCommand: if ``workers`` is not a number above 0.
        SpaceTooLarge: if the strategy cannot play the game to its end, or its codes are too many.

    >>> from moolab.strategies import strategy
    >>> evaluate(strategy("entropy", "ab2x3")).proof
    Proof(secrets=6, total=13, max=3, distribution={1: 1, 2: 3, 3: 2}, cost=13, weight=6)
    """
    check_count("workers", workers)
    began = time.perf_counter()
    proof = verify(strategy.rules, build(strategy, workers, progress), progress)
    return Evaluation(proof, time.perf_counter() - began)
