"""Whole trees of partition strategies, compiled.

The candidates after each reply to the first guess are a task for a thread. There the best guess is
found as in ``strategies/kernels.py``, the candidates are sorted by their replies, and each part is
put on a stack: docs/explanation/trees.md.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.codes.kernels import Guesses, PatternPlanes, bit_planes, prepare
from moolab.codes.numbering import index_of
from moolab.codes.replies import Reply, counted_replies, pack_reply
from moolab.codes.rules import Rules
from moolab.codes.scorer import Bytes, Counts, partition
from moolab.codes.space import Codes, every_code
from moolab.codes.symmetry import used_symbols
from moolab.deduction.candidates import candidates
from moolab.strategies.heuristic import NONE, PERFECT, Best
from moolab.strategies.kernels import WORD, Judge, PlaneSet, Shape, best_of, better_of, judge_of
from moolab.strategies.partition import PartitionStrategy
from moolab.support.jit import compiled, inner
from moolab.trees.steps import ROOT, FlatTree

Members = NDArray[np.int64]
"""Codes as their indices in numeric order, ascending."""
Nodes = tuple[Bytes, Bytes, NDArray[np.int32]]
"""Depths, packed replies and guesses, as in ``FlatTree``."""

_INTERVAL = 0.1
"""Seconds between two calls of ``progress``."""

_CONTROL = np.dtype([("settled", "i8"), ("stop", "i8")], align=True)
"""What the threads of a tree share: for how many secrets it is finished, and whether to stop."""


def whole_tree(
    strategy: PartitionStrategy, workers: int = 1, progress: Callable[[int], None] | None = None
) -> FlatTree:
    """All that a strategy does, as one tree.

    Args:
        workers: how many threads share the work; the tree is the same for any number.
        progress: called periodically with the number of secrets finished.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.strategies.published import Parts
    >>> for step in whole_tree(Parts(Rules.parse("ab3x3"))):
    ...     print("  " * step.depth, step.reply or "", step.guess)
      012
       03 120
         03 201
       12 021
         03 102
           03 210
    """
    rules = strategy.rules
    root = strategy.guess(candidates(rules))
    shape, game = Shape.of(rules.places), _Game.of(rules)
    parts = partition(rules, root, game.codes)
    parts.pop(rules.win)
    breaker = _Breaker(judge_of(strategy, max(map(len, parts.values()))), strategy.consistent)
    used = used_symbols(rules, [root])
    # Threads may count at once, and then the number is a little too small: it is only shown.
    control = np.zeros(1, _CONTROL)

    def subtree(reply: Reply) -> Nodes:
        nodes: Nodes = _subtree(
            shape, game, breaker, parts[reply], pack_reply(reply), used, control
        )
        return nodes

    with ThreadPoolExecutor(workers) as pool:
        # The largest first, so that in the end no worker is left alone with it.
        by_size = sorted(parts, key=lambda reply: -len(parts[reply]))
        subtrees = {reply: pool.submit(subtree, reply) for reply in by_size}
        try:
            while wait(subtrees.values(), _INTERVAL).not_done:
                if progress is not None:
                    progress(int(control[0]["settled"]))
        except BaseException:
            control[0]["stop"] = 1
            raise
    top = (
        np.zeros(1, np.uint8),
        np.full(1, ROOT, np.uint8),
        np.array([index_of(rules, root)], np.int32),
    )
    nodes = [top, *(subtrees[reply].result() for reply in parts)]
    return FlatTree(rules, *(np.concatenate(arrays) for arrays in zip(*nodes, strict=True)))


class _Game(NamedTuple):
    """What the compiled functions know of a game; the guesses are all its codes.

    ``codes`` have the shape (places, codes). ``replies`` has the packed reply of each column of a
    count table, ``columns`` the column of each packed reply.
    """

    codes: Codes
    guesses: Guesses
    patterns: PatternPlanes
    replies: Counts
    columns: Counts

    @classmethod
    def of(cls, rules: Rules) -> "_Game":
        codes = every_code(rules)
        replies = np.array([pack_reply(reply) for reply in counted_replies(rules.places)])
        columns = np.zeros(256, np.int64)
        columns[replies] = np.arange(len(replies))
        return cls(codes, *prepare(rules, codes), replies, columns)


class _Breaker(NamedTuple):
    """How a strategy chooses its guess."""

    judge: Judge
    consistent: bool


@inner
def _plane_set(shape: Shape, game: _Game, members: Members) -> PlaneSet:
    planes = bit_planes(shape.places, _pick(game.codes, members), game.patterns)
    return PlaneSet(planes, len(members))


@inner
def _split(game: _Game, guess: int, known: PlaneSet, members: Members) -> Counts:
    """Sort codes by their reply to a guess; return where each column's part begins, and the end."""
    bull_planes, hit_planes = game.guesses
    columns = np.empty(len(members), np.int64)
    begins = np.zeros(len(game.replies) + 1, np.int64)
    for i in range(len(members)):
        reply = np.uint64(0)
        for place in range(bull_planes.shape[0]):
            bull = known.planes[bull_planes[place, guess], i >> 6] >> np.uint64(i & 63)
            hit = known.planes[hit_planes[place, guess], i >> 6] >> np.uint64(i & 63)
            # Of hits, which are bulls and cows, bulls count for sixteen.
            reply += np.uint64(15) * (bull & np.uint64(1)) + (hit & np.uint64(1))
        columns[i] = game.columns[reply]
        begins[columns[i] + 1] += 1
    for column in range(len(game.replies)):
        begins[column + 1] += begins[column]
    free = begins.copy()
    unsorted = members.copy()
    for i in range(len(members)):
        members[free[columns[i]]] = unsorted[i]
        free[columns[i]] += 1
    return begins


@inner
def _pick(rows: NDArray[Any], columns: Members) -> NDArray[Any]:
    picked = np.empty((rows.shape[0], len(columns)), rows.dtype)
    for row in range(rows.shape[0]):
        for i in range(len(columns)):
            picked[row, i] = rows[row, columns[i]]
    return picked


class _Fresh(NamedTuple):
    """The guesses that matter when these symbols have been used, and their columns in the game."""

    used: int
    columns: Members
    guesses: Guesses


@compiled
def fresh_in_order(codes: Codes, used: int) -> Members:
    """As ``fresh`` of ``codes/representatives.py``, compiled.

    Args:
        used: a bit for each symbol that some guess has held.
    """
    kept = np.empty(codes.shape[1], np.int64)
    count = 0
    for column in range(codes.shape[1]):
        seen = used
        ordered = True
        for place in range(codes.shape[0]):
            symbol = 1 << int(codes[place, column])
            if not seen & symbol:
                ordered = symbol == ~seen & (seen + 1)
                if not ordered:
                    break
                seen |= symbol
        kept[count] = column
        count += ordered
    return kept[:count].copy()


@inner
def _fresh(game: _Game, used: int) -> _Fresh:
    unused = ((1 << game.patterns.symbols) - 1) & ~used
    columns = fresh_in_order(game.codes, used)
    if unused & (unused - 1) == 0:
        # At most one symbol is left, so nothing can be renamed, and all guesses matter.
        return _Fresh(used, columns, game.guesses)
    bull_planes, hit_planes = game.guesses
    return _Fresh(used, columns, Guesses(_pick(bull_planes, columns), _pick(hit_planes, columns)))


@inner
def _best_candidate(
    shape: Shape, game: _Game, judge: Judge, known: PlaneSet, members: Members
) -> Best:
    best = NONE
    for guess in members:
        best = better_of(shape, known, game.guesses, judge, int(guess), best)
        if best.first == PERFECT:
            break
    return best


@compiled
def _subtree(
    shape: Shape,
    game: _Game,
    breaker: _Breaker,
    members: Members,
    reply: int,
    used: int,
    control: NDArray[Any],
) -> Nodes:
    """The tree for the codes that a reply to the first guess leaves; these are sorted meanwhile.

    ``used`` has a bit for each symbol of the first guess.
    """
    judge, consistent = breaker
    # Every guess is a code's last one, or parts two codes that were together.
    depths = np.empty(2 * len(members), np.uint8)
    replies = np.empty(2 * len(members), np.uint8)
    guesses = np.empty(2 * len(members), np.int32)
    nodes = 0
    # By depth, as a node and its siblings share them.
    fresh_at = [_Fresh(-1, members[:0], game.guesses)]
    stack = [(0, len(members), 1, reply, used)]
    while stack and not control[0].stop:
        start, end, depth, came_by, used = stack.pop()
        part = members[start:end]
        size = len(part)
        # One or two codes: the first of them is as good as any guess.
        best = Best(NONE.first, 0, 0, int(part[0]))
        known = _plane_set(shape, game, part)
        if size > 2:
            # A small part often has a candidate that splits it perfectly; then no other guess need
            # be looked at.
            seen = consistent or size <= WORD
            best = _best_candidate(shape, game, judge, known, part) if seen else NONE
            if not (consistent or best.first == PERFECT):
                while len(fresh_at) <= depth:
                    fresh_at.append(fresh_at[0])
                if fresh_at[depth].used != used:
                    fresh_at[depth] = _fresh(game, used)
                fresh = fresh_at[depth]
                bar = Best(best.first, best.second, best.inconsistent, -1)
                found = best_of(shape, known, fresh.guesses, judge, bar, seen)
                if found.guess >= 0:
                    guess = int(fresh.columns[found.guess])
                    best = Best(found.first, found.second, found.inconsistent, guess)
        depths[nodes] = depth
        replies[nodes] = came_by
        guesses[nodes] = best.guess
        nodes += 1
        control[0].settled += 1 - best.inconsistent
        for place in range(len(shape.places)):
            used |= 1 << int(game.codes[place, best.guess])
        begins = _split(game, best.guess, known, part)
        # The winning reply, the last column, leads nowhere.
        for column in range(len(game.replies) - 2, -1, -1):
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
