"""A tree as a strategy."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from moolab.codes.rules import Rules
from moolab.deduction.candidates import Candidates
from moolab.deduction.history import History, Turn
from moolab.deduction.letters import broken_hint
from moolab.errors import InvalidTree, NotInTree
from moolab.strategies import Strategy
from moolab.trees.paths import describe_path, subtree
from moolab.trees.steps import FlatTree, Step

if TYPE_CHECKING:
    from moolab.trees.reading import TreeFile


@dataclass(frozen=True)
class TreeStrategy(Strategy):
    """Guesses what a tree says; of a file, as much is read as each guess needs.

    Args:
        tree: the tree, or the path of its file.

    Raises:
        UnusableFile: if it cannot be read.
        InvalidTree: if it is not a tree file, or is for other rules, or does not open with
            ``start``, or has to keep to hard mode and does not.
    """

    tree: Path | FlatTree = Path()

    def __post_init__(self) -> None:
        tree = self.tree
        own = tree.rules if isinstance(tree, FlatTree) else tree_rules(tree, self.rules)
        if own != self.rules:
            raise InvalidTree(f"{self._name} is a tree for {own}, not for {self.rules}")
        if self.start is not None and (opening := self._after(())) != self.start:
            raise InvalidTree(f"{self._name} opens with {opening}, not with {self.start}")
        if self.hard:
            self._check_hard()

    @property
    def _name(self) -> str:
        return repr(self.tree) if isinstance(self.tree, FlatTree) else str(self.tree)

    def check_playable(self, mistakes: int = 0) -> None:
        """Refuse a game in which replies can be wrong.

        Raises:
            InvalidTree: if it is such a game.
        """
        if mistakes:
            raise InvalidTree(
                f"{self._name} is a tree, which takes every reply to be true; "
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
        if isinstance(self.tree, FlatTree):
            yield from self.tree
        else:
            with self._open(self.tree) as file:
                yield from file.steps

    @contextmanager
    def _open(self, path: Path) -> Iterator["TreeFile"]:
        """The file, with guesses in the symbols of the game."""
        # A parser of JSON is loaded only where a tree is read.
        from moolab.trees.reading import open_tree

        with open_tree(path, self.rules) as file:
            yield file

    def _after(self, history: History) -> str:
        if isinstance(self.tree, FlatTree):
            return self.tree.next(history)
        try:
            with self._open(self.tree) as file:
                return next(subtree(file.rules, file.steps, history)).guess
        except NotInTree as error:
            raise NotInTree(f"{self.tree}: {error}") from error

    def _check_hard(self) -> None:
        path: list[Turn] = []
        guesses: list[str] = []
        for step in self.steps():
            del guesses[step.depth :], path[max(0, step.depth - 1) :]
            if step.reply is not None:
                path.append(Turn(guesses[-1], step.reply))
            guesses.append(step.guess)
            if (broken := broken_hint(tuple(path), step.guess)) is not None:
                where = f"{describe_path(path)} it guesses {step.guess}"
                raise InvalidTree(f"{self._name} does not keep to hard mode: {where}: {broken}")


def tree_rules(path: Path, known: Rules | None = None) -> Rules:
    """The game that a tree file is for.

    Args:
        known: the game, if its lists are not those of moolab.

    Raises:
        InvalidTree: if it is not a tree file.
        UnusableFile: if it cannot be read.
    """
    from moolab.trees.reading import open_tree

    with open_tree(path, known) as file:
        return file.rules
