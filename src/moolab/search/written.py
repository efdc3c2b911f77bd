"""Trees as a search writes them: in pieces, which are joined."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from moolab.codes.numbering import can_be_secret, index_of, pack
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.codes.scorer import number_type
from moolab.deduction.history import History
from moolab.trees.steps import ROOT, FlatTree, Step

Node = tuple[int, int, int, bool]
"""The number of guesses before a guess, the number of the reply that leads to it, its row, and
whether it can win. It is not an object, which would keep Python's garbage collector busy."""


class WrittenTree(NamedTuple):
    """A tree, or a branch of one, and how many secrets it finds with each number of guesses."""

    tree: FlatTree
    distribution: dict[int, int]


def join_nodes(rules: Rules, nodes: Sequence[Node]) -> WrittenTree:
    """The tree that has these nodes, in preorder."""
    depths, replies, guesses, wins = np.array(nodes, np.int64).reshape(-1, 4).T
    packed = np.array([pack(rules, reply) for reply in rules.replies], number_type(rules))
    flat = FlatTree(
        rules, depths.astype(np.uint8), packed[replies], np.ascontiguousarray(guesses, np.int32)
    )
    found = np.bincount(depths[wins.astype(np.bool_)] + _saying(rules))
    return WrittenTree(flat, {n: int(count) for n, count in enumerate(found) if count})


def flatten(rules: Rules, steps: Iterable[Step]) -> FlatTree:
    """A tree as arrays, from its steps.

    >>> rules = Rules.parse("ab1x2")
    >>> list(flatten(rules, [Step(0, None, "0"), Step(1, Reply(0, 0), "1")]))
    [Step(depth=0, reply=None, guess='0'), Step(depth=1, reply=Reply(bulls=0, cows=0), guess='1')]
    """
    if isinstance(steps, FlatTree):
        return steps
    depths, replies, guesses = zip(*steps, strict=True)
    packed = [ROOT if reply is None else pack(rules, reply) for reply in replies]
    rows = [index_of(rules, guess) for guess in guesses]
    return FlatTree(
        rules,
        np.array(depths, np.uint8),
        np.array(packed, number_type(rules)),
        np.array(rows, np.int32),
    )


def join_trees(
    rules: Rules, history: History, guess: str, branches: Mapping[Reply, WrittenTree]
) -> WrittenTree:
    """The tree of a guess after a history, given the trees after each reply to it."""
    depth, order = len(history), sorted(branches.items())
    wins = can_be_secret(rules, guess) and all(turn.fits(rules, guess) for turn in history)
    found = Counter({depth + _saying(rules): 1} if wins else {})
    for _, branch in order:
        found.update(branch.distribution)
    trees = [(pack(rules, reply), branch.tree) for reply, branch in order]
    replies = [[ROOT], *([reply, *tree.replies[1:]] for reply, tree in trees)]
    flat = FlatTree(
        rules,
        np.concatenate([[depth], *(tree.depths for _, tree in trees)]).astype(np.uint8),
        np.concatenate(replies).astype(number_type(rules)),
        np.concatenate([[index_of(rules, guess)], *(tree.guesses for _, tree in trees)]).astype(
            np.int32
        ),
    )
    return WrittenTree(flat, dict(sorted(found.items())))


def _saying(rules: Rules) -> int:
    """How many guesses it takes to say what is known: none where secrets are only named."""
    return 0 if rules.identifies else 1
