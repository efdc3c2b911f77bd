"""Trees as a search writes them: in pieces, which are joined.

The search itself keeps values only. A tree of known value is found by searching once more for a
guess that reaches it, and then for what each reply leaves: that is short, as most values are in the
transposition table. Here it is led from Python, so that nothing more has to be compiled.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moolab.codes.numbering import index_of
from moolab.codes.replies import Reply, pack_reply
from moolab.codes.rules import Rules
from moolab.deduction.history import History
from moolab.search.bounds import INFINITE
from moolab.search.kernel import GUESS, NO_GUESS, VALUE, Workspace, solve
from moolab.search.moves import Moves, moves_after
from moolab.trees.steps import ROOT, FlatTree

Node = tuple[int, int, int, bool]
"""The number of guesses before a guess, the number of the reply that leads to it, its row, and
whether it can win. It is not an object, which would keep Python's garbage collector busy."""


class WrittenTree(NamedTuple):
    """A tree, or a branch of one, and how many secrets it finds with each number of guesses."""

    tree: FlatTree
    distribution: dict[int, int]


def write_tree(
    rules: Rules, space: Workspace, codes: NDArray[np.int32], depth: int, value: int, moves: Moves
) -> WrittenTree:
    """A tree of known value for some candidates; it has holes if the search was stopped.

    Args:
        codes: columns of the game.
        depth: the number of guesses before.
        value: the set's exact value.
    """
    nodes: list[Node] = []
    _add_nodes(nodes, space, codes, depth, 0, value, moves)
    return join_nodes(rules, nodes)


def join_nodes(rules: Rules, nodes: Sequence[Node]) -> WrittenTree:
    """The tree that has these nodes, in preorder."""
    depths, replies, guesses, wins = np.array(nodes, np.int64).reshape(-1, 4).T
    bytes_of = np.array([pack_reply(reply) for reply in rules.replies], np.uint8)
    flat = FlatTree(
        rules, depths.astype(np.uint8), bytes_of[replies], np.ascontiguousarray(guesses, np.int32)
    )
    found = np.bincount(depths[wins.astype(np.bool_)] + 1)
    return WrittenTree(flat, {n: int(count) for n, count in enumerate(found) if count})


def _add_nodes(
    nodes: list[Node],
    space: Workspace,
    codes: NDArray[np.int32],
    depth: int,
    reply: int,
    value: int,
    moves: Moves,
) -> None:
    """Add the nodes of a tree in preorder."""
    game = space.game
    guess = int(game.own[codes[0]])
    if len(codes) > 2:
        _, guess = solve(space, codes, depth, value + 1, GUESS, moves)
        if guess == NO_GUESS:
            # The search was stopped; to go on with any other guess might never end.
            return
    parts: dict[int, list[int]] = {}
    for code, answer in zip(codes.tolist(), game.replies[guess, codes].tolist(), strict=True):
        parts.setdefault(answer, []).append(code)
    nodes.append((depth, reply, guess, parts.pop(game.reply_count - 1, None) is not None))
    inner = moves_after(moves, guess)
    for answer, part in sorted(parts.items()):
        if len(part) == 1:
            # Most nodes are leaves.
            nodes.append((depth + 1, answer, int(game.own[part[0]]), True))
            continue
        left, known = np.array(part, np.int32), 0
        if len(part) > 2:
            known, _ = solve(space, left, depth + 1, INFINITE, VALUE, inner)
        _add_nodes(nodes, space, left, depth + 1, answer, known, inner)


def join_trees(
    rules: Rules, history: History, guess: str, branches: Mapping[Reply, WrittenTree]
) -> WrittenTree:
    """The tree of a guess after a history, given the trees after each reply to it."""
    depth = len(history)
    wins = all(turn.fits(rules, guess) for turn in history)
    distribution = {depth + 1: 1} if wins else {}
    depths: list[ArrayLike] = [[depth]]
    replies: list[ArrayLike] = [[ROOT]]
    guesses: list[ArrayLike] = [[index_of(rules, guess)]]
    for reply, (branch, found) in sorted(branches.items()):
        depths.append(branch.depths)
        replies.append([pack_reply(reply), *branch.replies[1:]])
        guesses.append(branch.guesses)
        for length, secrets in found.items():
            distribution[length] = distribution.get(length, 0) + secrets
    flat = FlatTree(
        rules,
        np.concatenate(depths).astype(np.uint8),
        np.concatenate(replies).astype(np.uint8),
        np.concatenate(guesses).astype(np.int32),
    )
    return WrittenTree(flat, dict(sorted(distribution.items())))
