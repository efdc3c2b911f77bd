"""Trees as a search writes them: in pieces, which are joined."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moolab.codes.numbering import index_of
from moolab.codes.replies import Reply, packed
from moolab.codes.rules import Rules
from moolab.deduction.history import History
from moolab.search.choices import Choices
from moolab.search.kernel import Table, write_tree
from moolab.search.tables import DEPTHS
from moolab.trees.steps import ROOT, FlatTree


class WrittenTree(NamedTuple):
    """A tree, or a branch of one, and how many secrets it finds with each number of guesses."""

    tree: FlatTree
    histogram: dict[int, int]


def written(
    rules: Rules, table: Table, codes: NDArray[np.int32], depth: int, value: int, choices: Choices
) -> WrittenTree:
    """A tree of known value for some candidates, as columns of a table."""
    room = DEPTHS * len(codes)
    depths, replies = np.zeros(room, np.uint8), np.zeros(room, np.uint8)
    guesses, wins = np.zeros(room, np.int32), np.zeros(room, np.bool_)
    nodes = write_tree(table, codes, depth, value, *choices, depths, replies, guesses, wins)
    bytes_of = np.array([packed(reply) for reply in rules.replies], np.uint8)
    flat = FlatTree(rules, depths[:nodes], bytes_of[replies[:nodes]], guesses[:nodes])
    found = np.bincount(flat.depths[wins[:nodes]].astype(np.int64) + 1)
    return WrittenTree(flat, {n: int(count) for n, count in enumerate(found) if count})


def joined(
    rules: Rules, history: History, guess: str, branches: Mapping[Reply, WrittenTree]
) -> WrittenTree:
    """The tree of a guess after a history, given the trees after each reply to it."""
    depth = len(history)
    wins = all(turn.fits(rules, guess) for turn in history)
    histogram = {depth + 1: 1} if wins else {}
    depths: list[ArrayLike] = [[depth]]
    replies: list[ArrayLike] = [[ROOT]]
    guesses: list[ArrayLike] = [[index_of(rules, guess)]]
    for reply, (branch, found) in sorted(branches.items()):
        depths.append(branch.depths)
        replies.append([packed(reply), *branch.replies[1:]])
        guesses.append(branch.guesses)
        for length, secrets in found.items():
            histogram[length] = histogram.get(length, 0) + secrets
    flat = FlatTree(
        rules,
        np.concatenate(depths).astype(np.uint8),
        np.concatenate(replies).astype(np.uint8),
        np.concatenate(guesses).astype(np.int32),
    )
    return WrittenTree(flat, dict(sorted(histogram.items())))
