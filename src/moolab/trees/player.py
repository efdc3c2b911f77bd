"""A tree file as a strategy."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from moolab.codes.rules import Rules
from moolab.deduction.candidates import Candidates
from moolab.deduction.history import History
from moolab.errors import InvalidTree, NotInTree
from moolab.strategies import Strategy
from moolab.trees.paths import subtree
from moolab.trees.steps import Step

if TYPE_CHECKING:
    from moolab.trees.reading import TreeFile


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
        own = tree_rules(self.path, self.rules)
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
        with self._open() as file:
            yield from file.steps

    @contextmanager
    def _open(self) -> Iterator["TreeFile"]:
        """The file, with guesses in the symbols of the game."""
        # A parser of JSON is loaded only where a tree is read.
        from moolab.trees.reading import open_tree

        with open_tree(self.path, self.rules) as file:
            yield file

    def _after(self, history: History) -> str:
        try:
            with self._open() as file:
                return next(subtree(file.rules, file.steps, history)).guess
        except NotInTree as error:
            raise NotInTree(f"{self.path}: {error}") from error
        except OSError as error:
            raise _unreadable(self.path, error) from error


def tree_rules(path: Path, known: Rules | None = None) -> Rules:
    """The game that a tree file is for.

    Args:
        known: the game, if its lists are not those of moolab.

    Raises:
        InvalidTree: if it cannot be read.
    """
    from moolab.trees.reading import open_tree

    try:
        with open_tree(path, known) as file:
            return file.rules
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> InvalidTree:
    # To a duel that goes on this is a sentence like any other, not the end of its own file.
    return InvalidTree(f"the tree file {path} cannot be read: {error.strerror or error}")
