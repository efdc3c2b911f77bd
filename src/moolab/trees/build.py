"""The whole tree of a strategy."""

from collections.abc import Callable, Iterable

from moolab.codes.numbering import check_listable
from moolab.strategies import Strategy
from moolab.trees.node import steps, tree
from moolab.trees.player import TreeStrategy
from moolab.trees.steps import Step


def build(
    strategy: Strategy, workers: int = 1, progress: Callable[[int], None] | None = None
) -> Iterable[Step]:
    """The decision tree of a strategy, to its end.

    Those of strategies that judge a guess by its parts are complete at once, compiled; others come
    a step at a time.

    Args:
        workers: how many threads share the work on what is compiled; the tree is the same.
        progress: is told meanwhile for how many secrets the tree is finished.

    Raises:
        SpaceTooLarge: if the strategy cannot play the game to its end, or its codes are too many.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.strategies import strategy
    >>> len(list(build(strategy("entropy", Rules.parse("ab2x3")))))
    6
    """
    strategy.check_playable()
    check_listable(strategy.rules)
    if isinstance(strategy, TreeStrategy):
        # Asked for each guess anew, it would read its file from the beginning each time.
        return strategy.steps()
    if strategy.compiled:
        # NumPy and Numba are imported only where they are needed.
        from moolab.strategies.splitting import Splitting
        from moolab.trees.whole import whole_tree

        assert isinstance(strategy, Splitting), "there are no others"
        return whole_tree(strategy, workers, progress)
    return steps(tree(strategy))
