"""One step of a decision tree: trees are passed on as rows of them, in preorder."""

from typing import NamedTuple

from moolab.codes.replies import Reply


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
