"""A tree of known value, written with the kernel.

The search itself keeps values only. A tree is found by searching once more for a guess that reaches
the value, and then for what each reply leaves: that is short, as most values are in the
transposition table. Here it is led from Python, so that nothing more has to be compiled.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.codes.rules import Rules
from moolab.search.bounds import INFINITE
from moolab.search.kernel import solve
from moolab.search.moves import Moves, moves_after
from moolab.search.narrowing import moves_in_hard_mode
from moolab.search.workspace import GUESS, NO_GUESS, VALUE, Workspace
from moolab.search.written import Node, WrittenTree, join_nodes


class Names(NamedTuple):
    """The indices of the guesses and codes of a workspace among all of the game.

    Args:
        rows: of the guesses.
        codes: of the candidates, its columns.
    """

    rows: NDArray[np.int32]
    codes: NDArray[np.int32]


def write_tree(
    rules: Rules,
    space: Workspace,
    codes: NDArray[np.int32],
    names: Names,
    depth: int,
    value: int,
    moves: Moves,
) -> WrittenTree:
    """A tree of known value for some candidates; it has holes if the search was stopped.

    Args:
        codes: columns of the game.
        depth: the number of guesses before.
        value: the set's exact value.
    """
    nodes: list[Node] = []
    _add_nodes(nodes, space, codes, names, depth, 0, value, moves)
    return join_nodes(rules, nodes)


def _add_nodes(
    nodes: list[Node],
    space: Workspace,
    codes: NDArray[np.int32],
    names: Names,
    depth: int,
    reply: int,
    value: int,
    moves: Moves,
) -> None:
    """Add the nodes of a tree in preorder."""
    game = space.game
    if len(codes) == 1:
        nodes.append((depth, reply, int(names.codes[codes[0]]), True))
        return
    guess = int(game.own[codes[0]])
    # Of two codes the first is the best guess, unless guesses have a price.
    few = 1 if game.is_priced else 2
    if len(codes) > few:
        _, guess = solve(space, codes, depth, value + 1, GUESS, moves)
        if guess == NO_GUESS:
            # The search was stopped; to go on with any other guess might never end.
            return
    parts: dict[int, list[int]] = {}
    for code, answer in zip(codes.tolist(), game.replies[guess, codes].tolist(), strict=True):
        parts.setdefault(answer, []).append(code)
    wins = parts.pop(game.reply_count - 1, None) is not None
    nodes.append((depth, reply, int(names.rows[guess]), wins))
    inner = moves_after(moves, guess)
    for answer, part in sorted(parts.items()):
        if game.is_hard:
            inner = moves_in_hard_mode(game.of_guesses, game.tiles[answer], moves, guess)
        left, known = np.array(part, np.int32), 0
        if len(part) > few:
            known, _ = solve(space, left, depth + 1, INFINITE, VALUE, inner)
        _add_nodes(nodes, space, left, names, depth + 1, answer, known, inner)
