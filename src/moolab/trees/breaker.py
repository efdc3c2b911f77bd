"""Whoever guesses, by name: a strategy, or a tree file."""

import os
from pathlib import Path

from moolab.codes.rules import Rules
from moolab.errors import InvalidTree
from moolab.strategies import STRATEGIES, Strategy, strategy_of
from moolab.strategies.spec import StrategySpec
from moolab.trees.player import TreeStrategy


def breaker(spec: StrategySpec, rules: Rules) -> Strategy:
    """The strategy that a specification names, or the one that plays from a tree file.

    Raises:
        UnknownStrategy: if the name is neither.
        InvalidTree: if the tree file cannot be read, or is for something else, or may guess what
            is not consistent.
        InvalidCode: if the first guess is not a code of these rules.

    >>> breaker(StrategySpec("consistent", start="2396"), Rules.parse("mm4x10")).start
    '2396'
    """
    if not is_tree(spec.name):
        return strategy_of(spec, rules)
    if spec.consistent:
        raise InvalidTree(f"{spec.name} says itself what to guess, consistent or not")
    start = None if spec.start is None else rules.code(spec.start)
    return TreeStrategy(rules, spec.seed, start, path=Path(spec.name))


def is_tree(name: str) -> bool:
    """Whether the name of a strategy is the path of a tree file.

    >>> is_tree("games/mine.json.gz"), is_tree("entropy"), is_tree("luck")
    (True, False, False)
    """
    if name in STRATEGIES:
        return False
    # Unlike a Path, this says no to names that no file can have.
    return name.endswith((".json", ".json.gz")) or os.path.exists(name)  # noqa: PTH110
