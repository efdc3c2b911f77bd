"""Decision trees with methods, and whole trees as arrays."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from moolab.codes.listed import secret_of
from moolab.codes.numbering import code_at, pack, unpack
from moolab.codes.rules import Rules
from moolab.codes.spelling import AnyCode
from moolab.deduction.history import MAX_TURNS, AnyHistory, History, Turn, parse_history
from moolab.support.markup import Records, histogram
from moolab.trees.paths import check_guess, endless, no_branch
from moolab.trees.step import Step
from moolab.trees.verify import verify
from moolab.trees.writing import write

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["ROOT", "FlatTree", "Step", "Tree"]

ROOT = 255
"""Stands for the reply that leads to the root: there is none, as its depth says."""


class Tree(ABC):
    """A decision tree, which says what to guess after any replies; its steps come in preorder."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def rules(self) -> Rules:
            """The game."""

    @property
    def _called(self) -> str:
        return "the tree"

    @abstractmethod
    def __iter__(self) -> Iterator[Step]:
        """The steps in preorder."""

    @abstractmethod
    def next(self, history: "AnyHistory" = ()) -> str:
        """The guess after these turns.

        Raises:
            InvalidTurn, InvalidCode, InvalidReply: if the history is malformed.
            NotInTree: if the tree guesses otherwise, or has no branch for a reply.
        """

    @property
    @abstractmethod
    def distribution(self) -> dict[int, int]:
        """For each number of guesses, how many secrets need it.

        Raises:
            InvalidTree: if some secret is not found.
        """

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return sum(1 for _ in self)

    def find(self, secret: "AnyCode") -> History:
        """The guesses that find a secret, with their replies; the last one wins.

        Raises:
            InvalidCode: if it cannot be the secret.
            InvalidTree: if the tree has not found it with ``MAX_TURNS`` guesses.
            NotInTree: if the tree has no branch for it.

        >>> from moolab.strategies import strategy
        >>> from moolab.trees.node import tree
        >>> turns = tree(strategy("consistent", "ab4x10", start="0123")).find("5678")
        >>> " ".join(map(str, turns))
        '0123=00 4567=03 5478=30 5479=20 5678=40'
        """
        rules, turns = self.rules, History()
        code = secret_of(rules, secret)
        while not turns or turns[-1].guess != code:
            if len(turns) >= MAX_TURNS:
                raise endless(turns, self._called)
            guess = self.next(turns)
            turns = (*turns, Turn(guess, rules.reply_rule(guess, code)))
        return Records(turns)

    def save(self, path: Path | str, name: str = "tree") -> int:
        """Write a tree file, completely or not at all; compressed if its name ends with ``.gz``.

        Args:
            name: of what guesses so, for people.

        Returns:
            How many nodes it has.

        Raises:
            UnusableFile: if the file cannot be written.
        """
        return write(Path(path), self.rules, name, self)


@dataclass(frozen=True, eq=False)
class FlatTree(Tree):
    """A whole tree as three arrays, one entry a step, in preorder: 6 or 7 bytes a node.

    Args:
        depths: shape (nodes,), dtype uint8.
        replies: replies as ``pack`` makes them numbers, shape (nodes,), dtype uint8, or uint16
            where there are more than 256; ``ROOT`` for the root.
        guesses: indices in numeric order, shape (nodes,), dtype int32.
    """

    rules: Rules
    depths: "NDArray[np.uint8]"
    replies: "NDArray[np.unsignedinteger[Any]]"
    guesses: "NDArray[np.int32]"

    def __iter__(self) -> Iterator[Step]:
        """The steps in preorder."""
        for depth, reply, guess in zip(self.depths, self.replies, self.guesses, strict=True):
            came_by = unpack(self.rules, reply) if depth else None
            yield Step(int(depth), came_by, code_at(self.rules, int(guess)))

    def __repr__(self) -> str:
        return f"<tree of {self.rules}: {self.size:,} nodes, first guess {self.next()}>"

    def _repr_html_(self) -> str:
        return histogram(self.distribution, repr(self).strip("<>"))

    # Arrays are equal, or not, in each of their entries.
    def __eq__(self, other: object) -> bool:
        return isinstance(other, FlatTree) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)

    @property
    def _content(self) -> tuple[Rules, bytes, bytes, bytes]:
        arrays = self.depths.tobytes(), self.replies.tobytes(), self.guesses.tobytes()
        return self.rules, *arrays

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return len(self.depths)

    @property
    def distribution(self) -> dict[int, int]:
        """For each number of guesses, how many secrets need it: each is played through the tree."""
        return verify(self.rules, self).distribution

    def next(self, history: "AnyHistory" = ()) -> str:
        """The guess after these turns."""
        row, turns = 0, parse_history(self.rules, history)
        for number, turn in enumerate(turns):
            check_guess(turns[:number], code_at(self.rules, int(self.guesses[row])), turn)
            depths, replies = self.depths[row + 1 :], self.replies[row + 1 :]
            # What is not deeper belongs to another branch, and so does all that follows.
            (ends,) = (depths <= number).nonzero()
            inside = slice(int(ends[0]) if len(ends) else None)
            asked = pack(self.rules, turn.reply)
            (found,) = ((depths[inside] == number + 1) & (replies[inside] == asked)).nonzero()
            if not len(found):
                raise no_branch(self.rules, turns[: number + 1])
            row += 1 + int(found[0])
        return code_at(self.rules, int(self.guesses[row]))
