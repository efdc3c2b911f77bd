"""A tree file as a strategy."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from moolab.codes.rules import Rules
from moolab.deduction.candidates import Candidates
from moolab.deduction.history import History
from moolab.errors import InvalidTree, NotInTree
from moolab.strategies import STRATEGIES, Strategy, strategy
from moolab.trees.paths import below
from moolab.trees.steps import Step


@dataclass(frozen=True)
class TreeStrategy(Strategy):
    """Guesses what a tree file says, which is read as far as each guess needs.

    Args:
        path: the tree file.

    Raises:
        InvalidTree: if it cannot be read, or is for other rules, or does not open with ``start``.
    """

    path: Path = Path()

    def __post_init__(self) -> None:
        own = tree_rules(self.path)
        if own != self.rules:
            raise InvalidTree(f"{self.path} is a tree for {own}, not for {self.rules}")
        if self.start is not None and (opening := self._after(())) != self.start:
            raise InvalidTree(f"{self.path} opens with {opening}, not with {self.start}")

    def check_playable(self, mistakes: int = 0) -> None:
        """Refuse a game in which replies may be wrong.

        Raises:
            InvalidTree: if it is such a game.
        """
        if mistakes:
            raise InvalidTree(
                f"{self.path} is a tree, which takes every reply to be true; "
                "name a strategy where some may be wrong"
            )

    def choose(self, candidates: Candidates) -> str:
        self.check_playable(candidates.mistakes)
        return self._after(candidates.history)

    def steps(self) -> Iterator[Step]:
        """The whole tree, read once.

        Raises:
            InvalidTree: where the file is broken.
        """
        from moolab.trees.reading import opened

        with opened(self.path) as file:
            yield from file.steps

    def _after(self, history: History) -> str:
        # A parser of JSON is loaded only where a tree is read.
        from moolab.trees.reading import opened

        try:
            with opened(self.path) as file:
                return next(below(file.rules, file.steps, history)).guess
        except NotInTree as error:
            raise NotInTree(f"{self.path}: {error}") from error
        except OSError as error:
            raise _unreadable(self.path, error) from error


def breaker(
    name: str,
    rules: Rules,
    *,
    seed: int = 0,
    start: str | None = None,
    consistent: bool = False,
) -> Strategy:
    """The strategy with this name, or the one that plays from a tree file.

    Args:
        name: a key of ``STRATEGIES``, or the path of a tree file.
        seed: decides what is left to chance; the same seed, the same guesses.
        start: the first guess, instead of the strategy's own.
        consistent: whether to guess only what may be the secret.

    Raises:
        UnknownStrategy: if the name is neither.
        InvalidTree: if the tree file cannot be read, or is for something else, or may guess what
            is not consistent.
        InvalidCode: if ``start`` is not a code of these rules.
    """
    if not is_tree(name):
        return strategy(name, rules, seed=seed, start=start, consistent=consistent)
    if consistent:
        raise InvalidTree(f"{name} says itself what to guess, consistent or not")
    start = None if start is None else rules.code(start)
    return TreeStrategy(rules, seed, start, path=Path(name))


def is_tree(name: str) -> bool:
    """Whether the name of a strategy is the path of a tree file.

    >>> is_tree("games/mine.json.gz"), is_tree("entropy"), is_tree("luck")
    (True, False, False)
    """
    if name in STRATEGIES:
        return False
    # Unlike a Path, this says no to names that no file can have.
    return name.endswith((".json", ".json.gz")) or os.path.exists(name)  # noqa: PTH110


def tree_rules(path: Path) -> Rules:
    """The game that a tree file is for.

    Raises:
        InvalidTree: if it cannot be read.
    """
    from moolab.trees.reading import opened

    try:
        with opened(path) as file:
            return file.rules
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> InvalidTree:
    # To a duel that goes on this is a sentence like any other, not the end of its own file.
    return InvalidTree(f"the tree file {path} cannot be read: {error.strerror or error}")
