"""The whole tree of a strategy."""

from collections.abc import Iterable

from moolab.codes.numbering import check_listable
from moolab.strategies import Strategy
from moolab.trees.node import steps, tree
from moolab.trees.player import TreeStrategy
from moolab.trees.steps import Step


def build(strategy: Strategy) -> Iterable[Step]:
    """The decision tree of a strategy, to its end.

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
    return steps(tree(strategy))
