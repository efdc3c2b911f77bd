"""Who guesses: whatever names a code-breaker or is one.

There are six opponents, from one that forgets to one that plays perfectly.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from moolab.codes.rules import Rules
from moolab.codes.spelling import AnyCode
from moolab.deduction.candidates import Candidates
from moolab.deduction.history import History
from moolab.errors import InvalidRules, InvalidTree, NotInTree, UnknownStrategy
from moolab.strategies import ENTRY_POINTS, STRATEGIES, Strategy, StrategyName, strategy_of
from moolab.strategies.base import ByFunction, StrategySpec, name_of
from moolab.support.extensions import installed, is_extension
from moolab.support.language import marked
from moolab.support.shipped import near, shipped
from moolab.support.text import quote, suggest
from moolab.trees.node import Node
from moolab.trees.player import TreeStrategy
from moolab.trees.steps import FlatTree

if TYPE_CHECKING:
    from moolab.trees.reading import TreeFile


class HasTree(Protocol):
    """Whatever has a tree, such as the ``Optimum`` of a search."""

    @property
    def tree(self) -> FlatTree:
        """The tree."""


OpponentName = Literal["calf", "heifer", "steer", "ox", "bull", "minotaur"]
"""The names of the opponents, for type checkers."""

AnyStrategy = (
    StrategyName
    | OpponentName
    | Path
    | Strategy
    | type[Strategy]
    | Callable[[History], AnyCode]
    | FlatTree
    | Node
    | HasTree
)
"""Who guesses: the name of a strategy or of an opponent, the path of a tree file, a strategy, a
tree, a node of one, whatever has a ``tree``, or a class or a function of one's own, which gets the
turns so far.

Other texts will do as well: the path of a tree file, ``"module:name"``, the name of a strategy from
an installed package. Type checkers take them in ``Game.strategy`` alone, as they could be misspelt.
"""

_USUAL = StrategySpec("")

_PERFECT = marked("minotaur")


@dataclass(frozen=True)
class Opponent:
    """One of them.

    Args:
        name: what it is called; ``-s`` takes it like the name of a strategy.
        character: how it plays, in a sentence for players.
        means: for each game in which it was measured (``python -m benchmarks.opponents``), how
            many guesses it needs on average.
    """

    name: str
    strategy: str
    character: str
    means: dict[str, float]


OPPONENTS = {
    each.name: each
    for each in (
        Opponent(
            marked("calf"),
            "calf",
            marked("Forgets half of what you say."),
            {"ab4x10": 8.0, "mm4x6": 6.7},
        ),
        Opponent(
            marked("heifer"), "heifer", marked("Miscounts the cows."), {"ab4x10": 7.0, "mm4x6": 5.7}
        ),
        Opponent(
            marked("steer"),
            "steer",
            marked("Mixes up bulls and cows."),
            {"ab4x10": 6.1, "mm4x6": 5.1},
        ),
        Opponent(marked("ox"), "random", marked("Forgets nothing."), {"ab4x10": 5.5, "mm4x6": 4.6}),
        Opponent(
            marked("bull"),
            "entropy",
            marked("Asks what tells it most."),
            {"ab4x10": 5.24, "mm4x6": 4.41},
        ),
        Opponent(_PERFECT, "entropy", marked("Plays perfectly."), {"ab4x10": 5.213, "mm4x6": 4.34}),
    )
}
"""The opponents by name, weaker ones first."""


def _tree_of(rules: Rules) -> Path | None:
    """Where the proved tree of a game is, the same in any alphabet; None if there is none."""
    # A list can be called like such a game.
    if rules.listed:
        return None
    game = str(Rules(rules.family, rules.places, rules.symbols))
    path = shipped("results") / f"{game}.json.gz"
    return path if game in OPPONENTS[_PERFECT].means and path.is_file() else None


class Perfect(TreeStrategy):
    """Plays a proved tree as long as the game is in it, and by ``entropy`` elsewhere."""

    def __post_init__(self) -> None:
        """Check nothing: the tree was chosen by the game, and may have other symbols."""

    def check_playable(self, mistakes: int = 0) -> None:
        """Refuse no game."""

    @contextmanager
    def _open(self, path: Path) -> Iterator["TreeFile"]:
        with super()._open(path) as file:
            names = str.maketrans(file.rules.alphabet, self.rules.alphabet)
            steps = (step._replace(guess=step.guess.translate(names)) for step in file.steps)
            yield file._replace(rules=self.rules, steps=steps)

    def choose(self, candidates: Candidates) -> str:
        if not candidates.mistakes:
            with suppress(NotInTree):
                return super().choose(candidates)
        return strategy_of(StrategySpec(OPPONENTS[_PERFECT].strategy), self.rules).choose(
            candidates
        )


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
    free = spec.start is None and not (spec.consistent or spec.hard)
    if spec.name == _PERFECT and free and (tree := _tree_of(rules)):
        return Perfect(rules, spec.seed, tree=tree)
    if spec.name in OPPONENTS:
        spec = replace(spec, name=OPPONENTS[spec.name].strategy)
    if spec.name in STRATEGIES:
        return strategy_of(spec, rules)
    if not is_tree(spec.name):
        if is_extension(ENTRY_POINTS, spec.name):
            return strategy_of(spec, rules)
        known = (*BREAKERS, *installed(ENTRY_POINTS))
        raise UnknownStrategy(
            f"{quote(spec.name)} is not a strategy; there are {', '.join(known)}"
            f"{suggest(spec.name, known) or near(Path(spec.name), '.json')}"
        )
    return _of_tree(Path(spec.name), spec, rules)


def resolve(by: "AnyStrategy | str", rules: Rules, spec: StrategySpec = _USUAL) -> Strategy:
    """Who guesses, whatever names it or is it.

    Args:
        spec: how it guesses; its name does not count.

    Raises:
        UnknownStrategy: if this is nothing that guesses.
        InvalidRules: if the strategy plays another game, or not in hard mode.
        InvalidTree: if the tree is for another game, or breaks hard mode, or may guess what is not
            consistent.
        MoolabError: as ``breaker`` does, of a name.

    >>> rules = Rules.parse("ab4x10")
    >>> resolve("ox", rules) == resolve("random", rules)
    True
    """
    if isinstance(by, str | Path):
        return breaker(replace(spec, name=str(by)), rules)
    if isinstance(by, Node):
        by = by.strategy
    if not isinstance(by, Strategy):
        start = None if spec.start is None else rules.code(spec.start)
        found = getattr(by, "tree", by)
        if isinstance(found, FlatTree):
            return _of_tree(found, spec, rules)
        if isinstance(by, type) and issubclass(by, Strategy):
            return by(rules, spec.seed, start, spec.consistent, spec.hard)
        if not callable(by) or isinstance(by, type):
            raise UnknownStrategy(
                f"{quote(by)} is not a strategy: give a name, a tree, a moolab.Strategy, a class "
                "derived from it, or a function of the turns so far"
            )
        return ByFunction(rules, spec.seed, start, spec.consistent, spec.hard, function=by)
    if by.rules != rules:
        raise InvalidRules(f"the strategy plays {by.rules}, not {rules}")
    if spec.consistent or spec.start is not None:
        raise InvalidRules(
            "this strategy is made: say how it starts, and guesses, where it is made"
        )
    if spec.hard and not by.hard:
        raise InvalidRules(
            "the game is played in hard mode, the strategy is not: make it with hard=True"
        )
    return by


def called(by: "AnyStrategy | str") -> str:
    """What people call who guesses.

    >>> called("minotaur"), called(ByFunction), called(print)
    ('minotaur', 'ByFunction', 'print')
    """
    if isinstance(by, str | Path):
        return str(by)
    said = by.strategy if isinstance(by, Node) else by
    if isinstance(said, Strategy):
        return name_of(said)
    return str(getattr(said, "__name__", type(said).__name__))


def _of_tree(tree: Path | FlatTree, spec: StrategySpec, rules: Rules) -> Strategy:
    if spec.consistent:
        raise InvalidTree(f"{tree} says itself what to guess, consistent or not")
    start = None if spec.start is None else rules.code(spec.start)
    return TreeStrategy(rules, spec.seed, start, hard=spec.hard, tree=tree)


def is_tree(name: str) -> bool:
    """Whether the name of a strategy is the path of a tree file.

    >>> is_tree("games/mine.json.gz"), is_tree("entropy"), is_tree("luck")
    (True, False, False)
    """
    if name in BREAKERS:
        return False
    # Unlike a Path, this says no to names that no file can have.
    return name.endswith((".json", ".json.gz")) or os.path.exists(name)  # noqa: PTH110
