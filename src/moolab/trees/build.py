"""What the whole tree of a strategy achieves against every secret."""

import time
from collections.abc import Callable
from typing import NamedTuple

from moolab.strategies import Strategy
from moolab.support.checks import check_count
from moolab.trees.node import build, needs_kernels
from moolab.trees.verify import Proof, verify

__all__ = ["Evaluation", "build", "evaluate", "needs_kernels"]


class Evaluation(NamedTuple):
    """The whole tree of a strategy, proved.

    Args:
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
