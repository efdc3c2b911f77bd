"""A decision tree as a row of steps, in preorder: the one form in which all trees are passed on."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from moolab.codes.numbering import code_at, unpack
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


ROOT = 255
"""Stands for the reply that leads to the root: there is none, as its depth says."""


class Step(NamedTuple):
    """One node of a tree: a guess, and how one comes to it.

    A tree is an iterable of its steps in preorder, replies in numeric order; the depth alone says
    whose child a step is. The winning reply leads to no node.

    Args:
        depth: the number of turns before, 0 for the root.
        reply: the reply to the parent's guess; None for the root.
        guess: the code to guess here.
    """

    depth: int
    reply: Reply | None
    guess: str


@dataclass(frozen=True, eq=False)
class FlatTree:
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

    # Arrays are equal, or not, in each of their entries.
    def __eq__(self, other: object) -> bool:
        return isinstance(other, FlatTree) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)

    @property
    def _content(self) -> tuple[Rules, bytes, bytes, bytes]:
        arrays = self.depths.tobytes(), self.replies.tobytes(), self.guesses.tobytes()
        return self.rules, *arrays
