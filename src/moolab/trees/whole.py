"""Whole trees of the strategies that judge a guess by its parts, compiled."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.codes.kernels import (
    Bytes,
    Counts,
    Indices,
    PlaneNumbers,
    Planes,
    fill_pattern_planes,
    partition,
)
from moolab.codes.numbering import index_of
from moolab.codes.replies import Reply, counted_replies, packed
from moolab.codes.space import Codes
from moolab.codes.symmetry import used_symbols
from moolab.codes.symmetry_kernels import fresh_in_order
from moolab.deduction.candidates import candidates
from moolab.strategies.kernels import (
    NONE,
    VISIBLE,
    WORD,
    Best,
    Judge,
    best_of,
    better_of,
)
from moolab.strategies.splitting import Splitting, prepared
from moolab.support.jit import compiled
from moolab.trees.steps import ROOT, FlatTree

Members = NDArray[np.int64]
"""Codes as their indices in numeric order, ascending."""
Nodes = tuple[Bytes, Bytes, NDArray[np.int32]]
"""Depths, packed replies and guesses, as in ``FlatTree``."""

_INTERVAL = 0.1
_SETTLED, _STOP = 0, 1


def whole_tree(
    strategy: Splitting, workers: int = 1, progress: Callable[[int], None] | None = None
) -> FlatTree:
    """All that a strategy does, as one tree.

    Args:
        workers: how many threads share the work; the tree is the same for any number.
        progress: is told now and then for how many secrets the tree is finished.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.strategies.parts import Parts
    >>> for step in whole_tree(Parts(Rules.parse("ab2x3"))):
    ...     print("  " * step.depth, step.reply or "", step.guess)
      01
       01 12
         01 20
       02 10
       10 02
         01 21
    """
    rules = strategy.rules
    root = strategy.guess(candidates(rules))
    game = _Game.of(rules)
    parts = partition(rules, root, game.codes)
    parts.pop(rules.win)
    judge = strategy.judge(max(map(len, parts.values())))
    used = used_symbols(rules, [root])
    # Threads may count at once, and then the number is a little too small: it is only shown.
    control = np.zeros(2, np.int64)

    def subtree(reply: Reply) -> Nodes:
        nodes: Nodes = _subtree(
            tuple(range(rules.places)),
            tuple(range(len(game.replies))),
            game,
            judge,
            strategy.consistent,
            parts[reply],
            packed(reply),
            used,
            control,
        )
        return nodes

    with ThreadPoolExecutor(workers) as pool:
        # The largest first, so that in the end no worker is left alone with it.
        by_size = sorted(parts, key=lambda reply: -len(parts[reply]))
        subtrees = {reply: pool.submit(subtree, reply) for reply in by_size}
        try:
            while wait(subtrees.values(), _INTERVAL).not_done:
                if progress is not None:
                    progress(int(control[_SETTLED]))
        except BaseException:
            control[_STOP] = 1
            raise
    top = (
        np.zeros(1, np.uint8),
        np.full(1, ROOT, np.uint8),
        np.array([index_of(rules, root)], np.int32),
    )
    nodes = [top, *(subtrees[reply].result() for reply in parts)]
    return FlatTree(rules, *(np.concatenate(arrays) for arrays in zip(*nodes, strict=True)))


class _Game(NamedTuple):
    """What the compiled functions know of a game; see ``Probes``."""

    codes: Codes
    bull_planes: PlaneNumbers
    hit_planes: PlaneNumbers
    sought_planes: PlaneNumbers
    needed: Bytes
    symbols: int
    replies: Counts
    """The packed reply that each column of a count table stands for."""
    columns: Counts
    """The column of each packed reply, shape (256,)."""

    @classmethod
    def of(cls, rules: Any) -> "_Game":
        probes, codes = prepared(rules)
        replies = np.array([packed(reply) for reply in counted_replies(rules.places)])
        columns = np.zeros(256, np.int64)
        columns[replies] = np.arange(len(replies))
        return cls(
            codes,
            probes.bull_planes,
            probes.hit_planes,
            probes.sought_planes,
            probes.needed,
            rules.symbols,
            replies,
            columns,
        )


@compiled
def _planes(places: Indices, game: _Game, members: Members) -> Planes:
    """The bit planes of some codes; see ``Probes.planes``."""
    size = len(members)
    words = 1 if size <= WORD else -(-size // 512) * 8
    symbol_planes = len(places) * game.symbols
    planes = np.zeros((symbol_planes + 1 + len(game.needed), words), np.uint64)
    for place in range(len(places)):
        for i in range(size):
            plane = place * game.symbols + game.codes[place, members[i]]
            planes[plane, i >> 6] |= np.uint64(1) << np.uint64(i & 63)
    fill_pattern_planes(places, game.sought_planes, game.needed, planes, symbol_planes + 1)
    return planes


@compiled
def _split(game: _Game, guess: int, planes: Planes, members: Members) -> Counts:
    """Sort codes by their reply to a guess; return where each column's part begins, and the end."""
    columns = np.empty(len(members), np.int64)
    begins = np.zeros(len(game.replies) + 1, np.int64)
    for i in range(len(members)):
        reply = np.uint64(0)
        for place in range(game.bull_planes.shape[0]):
            bull = planes[game.bull_planes[place, guess], i >> 6] >> np.uint64(i & 63)
            hit = planes[game.hit_planes[place, guess], i >> 6] >> np.uint64(i & 63)
            reply += np.uint64(15) * (bull & np.uint64(1)) + (hit & np.uint64(1))
        columns[i] = game.columns[reply]
        begins[columns[i] + 1] += 1
    begins = np.cumsum(begins)
    free = begins.copy()
    unsorted = members.copy()
    for i in range(len(members)):
        members[free[columns[i]]] = unsorted[i]
        free[columns[i]] += 1
    return begins


@compiled
def _pick(rows: PlaneNumbers, columns: Members) -> PlaneNumbers:
    picked = np.empty((rows.shape[0], len(columns)), np.uint16)
    for row in range(rows.shape[0]):
        for i in range(len(columns)):
            picked[row, i] = rows[row, columns[i]]
    return picked


@compiled
def _best_candidate(
    places: Indices,
    columns: Indices,
    game: _Game,
    judge: Judge,
    planes: Planes,
    members: Members,
) -> Best:
    best = NONE
    for guess in members:
        best = better_of(
            places,
            columns,
            planes,
            len(members),
            game.bull_planes,
            game.hit_planes,
            judge,
            int(guess),
            best,
        )
        if best.first == VISIBLE:
            break
    return best


@compiled
def _subtree(
    places: Indices,
    columns: Indices,
    game: _Game,
    judge: Judge,
    consistent: bool,
    members: Members,
    reply: int,
    used: int,
    control: Counts,
) -> Nodes:
    """The tree for the codes that a reply to the first guess leaves."""
    # Every guess is a code's last one, or parts two codes that were together.
    depths = np.empty(2 * len(members), np.uint8)
    replies = np.empty(2 * len(members), np.uint8)
    guesses = np.empty(2 * len(members), np.int32)
    nodes = 0
    all_symbols = (1 << game.symbols) - 1
    # For each depth, the guesses that matter when these symbols have been used: a node and its
    # siblings share them.
    used_at = [-1]
    fresh_at = [members[:0]]
    bulls_at = [game.bull_planes]
    hits_at = [game.hit_planes]
    stack = [(0, len(members), 1, reply, used)]
    while stack and not control[_STOP]:
        start, end, depth, came_by, used = stack.pop()
        part = members[start:end]
        size = len(part)
        best = Best(NONE.first, 0, 0, int(part[0]))
        planes = _planes(places, game, part)
        if size > 2:
            seen = consistent or size <= WORD
            best = _best_candidate(places, columns, game, judge, planes, part) if seen else NONE
            if not (consistent or best.first == VISIBLE):
                while len(used_at) <= depth:
                    used_at.append(-1)
                    fresh_at.append(fresh_at[0])
                    bulls_at.append(game.bull_planes)
                    hits_at.append(game.hit_planes)
                if used_at[depth] != used:
                    used_at[depth] = used
                    fresh_at[depth] = fresh_in_order(game.codes, used)
                    unused = all_symbols & ~used
                    if unused & (unused - 1):
                        bulls_at[depth] = _pick(game.bull_planes, fresh_at[depth])
                        hits_at[depth] = _pick(game.hit_planes, fresh_at[depth])
                    else:
                        bulls_at[depth] = game.bull_planes
                        hits_at[depth] = game.hit_planes
                found = best_of(
                    places,
                    columns,
                    planes,
                    size,
                    bulls_at[depth],
                    hits_at[depth],
                    judge,
                    Best(best.first, best.second, best.barren, -1),
                    seen,
                )
                if found.guess >= 0:
                    guess = int(fresh_at[depth][found.guess])
                    best = Best(found.first, found.second, found.barren, guess)
        depths[nodes] = depth
        replies[nodes] = came_by
        guesses[nodes] = best.guess
        nodes += 1
        control[_SETTLED] += 1 - best.barren
        for place in range(len(places)):
            used |= 1 << int(game.codes[place, best.guess])
        begins = _split(game, best.guess, planes, part)
        # The winning reply, the last column, leads nowhere.
        for column in range(len(columns) - 2, -1, -1):
            if begins[column] < begins[column + 1]:
                stack.append(  # noqa: PERF401 - Numba extends by lists alone
                    (
                        start + int(begins[column]),
                        start + int(begins[column + 1]),
                        depth + 1,
                        int(game.replies[column]),
                        used,
                    )
                )
    return depths[:nodes].copy(), replies[:nodes].copy(), guesses[:nodes].copy()
