"""Code-breakers by name: a strategy, an opponent for people, a tree file, or an extension."""

import os
from pathlib import Path

from moolab.codes.rules import Rules
from moolab.errors import InvalidTree, UnknownStrategy
from moolab.strategies import ENTRY_POINTS, STRATEGIES, Strategy, strategy_of
from moolab.strategies.spec import StrategySpec
from moolab.support.extensions import installed, is_extension
from moolab.support.text import quote, suggest
from moolab.trees.opponents import OPPONENTS, opponent
from moolab.trees.player import TreeStrategy

BREAKERS = tuple(dict.fromkeys([*STRATEGIES, *OPPONENTS]))
"""The names of all who guess without a file."""


def breaker(spec: StrategySpec, rules: Rules) -> Strategy:
    """The strategy, the opponent, the tree file or the extension that a specification names.

    Raises:
        UnknownStrategy: if the name is none of these.
        InvalidExtension: if an extension cannot be loaded.
        InvalidTree: if the tree file cannot be read, or is for something else, or may guess what
            is not consistent.
        InvalidCode: if the first guess is not a code of these rules.

    >>> breaker(StrategySpec("consistent", start="2396"), Rules.parse("mm4x10")).start
    '2396'
    """
    if spec.name in OPPONENTS:
        return opponent(spec, rules)
    if spec.name in STRATEGIES:
        return strategy_of(spec, rules)
    if not is_tree(spec.name):
        if is_extension(ENTRY_POINTS, spec.name):
            return strategy_of(spec, rules)
        known = (*BREAKERS, *installed(ENTRY_POINTS))
        raise UnknownStrategy(
            f"{quote(spec.name)} is not a strategy; there are {', '.join(known)}"
            f"{suggest(spec.name, known)}"
        )
    if spec.consistent or spec.hard:
        raise InvalidTree(f"{spec.name} says itself what to guess, consistent, hard or not")
    start = None if spec.start is None else rules.code(spec.start)
    return TreeStrategy(rules, spec.seed, start, path=Path(spec.name))


def is_tree(name: str) -> bool:
    """Whether the name of a strategy is the path of a tree file.

    >>> is_tree("games/mine.json.gz"), is_tree("entropy"), is_tree("luck")
    (True, False, False)
    """
    if name in BREAKERS:
        return False
    # Unlike a Path, this says no to names that no file can have.
    return name.endswith((".json", ".json.gz")) or os.path.exists(name)  # noqa: PTH110
