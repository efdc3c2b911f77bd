"""Whole trees: what a strategy does, whatever the secret."""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from moolab.codes.kernels import (
    Indices,
    PlaneNumbers,
    Planes,
    counted_replies,
    fill_pattern_planes,
    partition,
)
from moolab.codes.numbering import all_codes, check_listable, index_of
from moolab.codes.replies import Reply
from moolab.codes.space import Codes, CodeSpace
from moolab.deduction.candidates import Candidates, PlainCandidates
from moolab.deduction.history import Turn
from moolab.strategies import Strategy
from moolab.strategies.kernels import (
    NONE,
    VISIBLE,
    WORD,
    Best,
    Judge,
    best_of,
    better_of,
    fresh_in_order,
)
from moolab.strategies.splitting import Splitting, prepared, used_symbols
from moolab.trees.steps import FlatTree, Step

Nodes = tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int32]]
Progress = Callable[[int], None]

_INTERVAL = 0.2


def whole_tree(
    strategy: Strategy, workers: int = 1, progress: Progress | None = None
) -> FlatTree:
    check_listable(strategy.rules)
    if isinstance(strategy, Splitting):
        return _compiled_tree(strategy, workers, progress)
    return _walked_tree(strategy, progress)


class _Game(NamedTuple):
    """What the compiled recursion knows of a game."""

    codes: Codes
    bull_planes: PlaneNumbers
    hit_planes: PlaneNumbers
    sought_planes: PlaneNumbers
    needed: NDArray[np.uint8]
    symbols: int
    columns: NDArray[np.int64]
    """The column of a count table for bulls and hits, shape (places + 1, places + 1)."""
    replies: NDArray[np.uint8]
    """The packed reply of each column."""
    consistent: bool


def _compiled_tree(strategy: Splitting, workers: int, progress: Progress | None) -> FlatTree:
    rules = strategy.rules
    probes, codes = prepared(rules)
    from moolab.deduction.candidates import candidates

    root = strategy.guess(candidates(rules))
    parts = partition(rules, root, codes)
    replies = counted_replies(rules.places)
    columns = np.zeros((rules.places + 1,) * 2, np.int64)
    for number, reply in enumerate(replies):
        columns[reply.bulls, sum(reply)] = number
    game = _Game(
        codes,
        probes.bull_planes,
        probes.hit_planes,
        probes.sought_planes,
        probes.needed,
        rules.symbols,
        columns,
        np.array([16 * r.bulls + r.cows for r in replies], np.uint8),
        strategy.consistent,
    )
    used = used_symbols(rules, iter([root]))
    judge = strategy.judge(max(len(part) for part in parts.values()))
    control = np.zeros(2, np.int64)
    arguments = (tuple(range(rules.places)), tuple(range(len(replies))), game, judge)
    losing = {reply: part for reply, part in parts.items() if reply != rules.win}
    with ThreadPoolExecutor(workers) as pool:
        # The largest part first, so that no worker is left alone with it in the end.
        futures = {
            reply: pool.submit(
                _subtree, *arguments, losing[reply].astype(np.int32), 16 * reply.bulls + reply.cows,
                used, control,
            )
            for reply in sorted(losing, key=lambda reply: -len(losing[reply]))
        }
        try:
            while wait(futures.values(), _INTERVAL).not_done:
                if progress is not None:
                    progress(int(control[0]))
        except BaseException:
            control[1] = 1
            raise
    nodes: list[Nodes] = [
        (np.zeros(1, np.uint8), np.full(1, 255, np.uint8), np.array([index_of(rules, root)], np.int32))
    ]
    nodes += [futures[reply].result() for reply in losing]
    depths, came_by, guesses = (np.concatenate(arrays) for arrays in zip(*nodes, strict=True))
    return FlatTree(rules, depths, came_by, guesses)


def _compiled(function: Callable[..., Any]) -> Any:
    return njit(cache=True, nogil=True)(function)


@_compiled
def _planes(places: Indices, game: _Game, members: NDArray[np.int32]) -> Planes:
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


@_compiled
def chosen(rows: PlaneNumbers, columns: NDArray[np.int32]) -> PlaneNumbers:
    result = np.empty((rows.shape[0], len(columns)), np.uint16)
    for row in range(rows.shape[0]):
        for i in range(len(columns)):
            result[row, i] = rows[row, columns[i]]
    return result


@_compiled
def _split(
    game: _Game, guess: int, planes: Planes, members: NDArray[np.int32]
) -> NDArray[np.int64]:
    """Sort ``members`` by their reply to a guess; return where each column begins, and the end."""
    size = len(members)
    columns = np.empty(size, np.int64)
    begins = np.zeros(len(game.replies) + 1, np.int64)
    for i in range(size):
        bulls = hits = 0
        word, bit = i >> 6, np.uint64(i & 63)
        for place in range(game.bull_planes.shape[0]):
            bulls += planes[game.bull_planes[place, guess], word] >> bit & np.uint64(1)
            hits += planes[game.hit_planes[place, guess], word] >> bit & np.uint64(1)
        columns[i] = game.columns[bulls, hits]
        begins[columns[i] + 1] += 1
    begins = np.cumsum(begins)
    free = begins.copy()
    old = members.copy()
    for i in range(size):
        members[free[columns[i]]] = old[i]
        free[columns[i]] += 1
    return begins


@_compiled
def _subtree(
    places: Indices,
    columns: Indices,
    game: _Game,
    judge: Judge,
    members: NDArray[np.int32],
    reply: int,
    used: int,
    control: NDArray[np.int64],
) -> Nodes:
    most = 2 * len(members)
    depths = np.empty(most, np.uint8)
    replies = np.empty(most, np.uint8)
    guesses = np.empty(most, np.int32)
    nodes = 0
    every = (np.int64(1) << np.int64(game.symbols)) - 1
    # For each depth: what the guesses above have used, and the guesses to be looked at there.
    masks = [every]
    bull_lists = [game.bull_planes]
    hit_lists = [game.hit_planes]
    numbers = [np.empty(0, np.int32)]
    stack = [(0, len(members), 1, reply, used)]
    while len(stack):
        start, end, depth, came_by, used = stack.pop()
        if control[1]:
            break
        size = end - start
        part = members[start:end]
        best = Best(NONE.first, 0, 0, np.int64(part[0]))
        planes = np.empty((0, 0), np.uint64)
        if size > 1:
            planes = _planes(places, game, part)
        if size > 2:
            if size <= WORD or game.consistent:
                best = Best(NONE.first, 0, 0, -1)
                for guess in part:
                    best = better_of(
                        places, columns, planes, size, game.bull_planes, game.hit_planes, judge,
                        np.int64(guess), best,
                    )
                    if best.first == VISIBLE:
                        break
            if best.first != VISIBLE and not game.consistent:
                if every & ~used & (every & ~used) - 1 == 0:
                    best = best_of(
                        places, columns, planes, size, game.bull_planes, game.hit_planes, judge,
                        best, size <= WORD,
                    )
                else:
                    while len(masks) <= depth:
                        masks.append(np.int64(-1))
                        bull_lists.append(game.bull_planes)
                        hit_lists.append(game.hit_planes)
                        numbers.append(np.empty(0, np.int32))
                    if masks[depth] != used:
                        fresh = fresh_in_order(game.codes, used)
                        masks[depth] = used
                        numbers[depth] = fresh
                        bull_lists[depth] = chosen(game.bull_planes, fresh)
                        hit_lists[depth] = chosen(game.hit_planes, fresh)
                    found = best_of(
                        places, columns, planes, size, bull_lists[depth], hit_lists[depth], judge,
                        Best(best.first, best.second, best.barren, -1), size <= WORD,
                    )
                    if found.index >= 0:
                        best = Best(found.first, found.second, found.barren, np.int64(numbers[depth][found.index]))
        guess = best.index
        depths[nodes] = depth
        replies[nodes] = came_by
        guesses[nodes] = guess
        nodes += 1
        control[0] += 1
        if size == 1:
            continue
        begins = _split(game, guess, planes, part)
        for place in range(len(places)):
            used |= np.int64(1) << np.int64(game.codes[place, guess])
        # The winning reply, the last column, leads nowhere.
        for column in range(len(game.replies) - 2, -1, -1):
            if begins[column] < begins[column + 1]:
                stack.append(
                    (start + begins[column], start + begins[column + 1], depth + 1,
                     game.replies[column], used)
                )
    return depths[:nodes].copy(), replies[:nodes].copy(), guesses[:nodes].copy()


def histogram(tree: FlatTree) -> dict[int, int]:
    """How many secrets a tree finds with each number of guesses.

    >>> histogram(whole_tree(strategy("minimax", Rules.parse("mm4x6"))))
    """
    probes, codes = prepared(tree.rules)
    wins = _wins(
        codes,
        probes.hit_planes - np.uint16(tree.rules.places * tree.rules.symbols + 1),
        probes.sought_planes,
        probes.needed,
        tree.rules.symbols,
        tree.depths,
        tree.replies,
        tree.guesses,
    )
    numbers, counts = np.unique(tree.depths[wins], return_counts=True)
    return {int(n) + 1: int(c) for n, c in zip(numbers, counts, strict=True)}


@_compiled
def _wins(
    codes: Codes,
    asked: PlaneNumbers,
    sought: PlaneNumbers,
    needed: NDArray[np.uint8],
    symbols: int,
    depths: NDArray[np.uint8],
    replies: NDArray[np.uint8],
    guesses: NDArray[np.int32],
) -> NDArray[np.bool_]:
    """Whether each guess may be the secret: whether it fits the replies on its way."""
    places = codes.shape[0]
    wins = np.empty(len(guesses), np.bool_)
    way = np.zeros(256, np.int64)
    for node in range(len(guesses)):
        way[depths[node]] = node
        secret = guesses[node]
        fits = True
        for depth in range(depths[node]):
            guess = guesses[way[depth]]
            bulls = hits = 0
            for place in range(places):
                bulls += codes[place, guess] == codes[place, secret]
                pattern = asked[place, guess]
                found = 0
                for other in range(places):
                    found += sought[other, pattern] == other * symbols + codes[other, secret]
                hits += found >= needed[pattern]
            if 15 * bulls + hits != replies[way[depth + 1]]:
                fits = False
                break
        wins[node] = fits
    return wins
