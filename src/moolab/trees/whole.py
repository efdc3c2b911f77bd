"""Whole trees of partition strategies, compiled.

The candidates after each reply to the first guess are a task for a thread. There the best guess is
found as in ``strategies/kernels.py``, the candidates are sorted by their replies, and each part is
gone on with: docs/explanation/trees.md.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.codes.kernels import Guesses, PatternPlanes, bit_planes, prepare
from moolab.codes.numbering import index_of
from moolab.codes.replies import Reply, counted_replies, pack_reply
from moolab.codes.scorer import Bytes, Counts, partition
from moolab.codes.space import Codes, every_code
from moolab.codes.symmetry import used_symbols
from moolab.deduction.candidates import candidates
from moolab.strategies.heuristic import NONE, PERFECT, Best
from moolab.strategies.kernels import WORD, Judge, PlaneSet, Shape, best_of, better_of, judge_of
from moolab.strategies.partition import PartitionStrategy, limits, most_of, stride, worth_looking
from moolab.support.jit import compiled, inner
from moolab.trees.steps import ROOT, FlatTree

Members = NDArray[np.int64]
"""Codes as their indices in numeric order, ascending."""
Columns = NDArray[np.int32]
"""Guesses, likewise."""
Nodes = tuple[Bytes, Bytes, NDArray[np.int32]]
"""Depths, packed replies and guesses, as in ``FlatTree``."""

_INTERVAL = 0.1
"""Seconds between two calls of ``progress``."""

_most_of, _stride = inner(most_of), inner(stride)

_MIXED = 400
"""The most candidates for which guesses of two strategies are tried: it takes four times as long as
one tree then, and twice as long with 100, which makes mm5x10 better by 505 instead of 753."""

_CONTROL = np.dtype([("settled", "i8"), ("stop", "i8")], align=True)
"""What the threads of a tree share: for how many secrets it is finished, and whether to stop."""


def whole_tree(
    strategy: PartitionStrategy,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
    other: PartitionStrategy | None = None,
) -> FlatTree:
    """All that a strategy does, as one tree.

    Args:
        workers: how many threads share the work; the tree is the same for any number.
        progress: called periodically with the number of secrets finished.
        other: for some dozen candidates the better of the guesses of both strategies is taken.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.strategies.published import Parts
    >>> for step in [*whole_tree(Parts(Rules.parse("ab4x4")))][:5]:
    ...     print("  " * step.depth, step.reply or "", step.guess)
      0123
       04 1230
         04 2301
           04 3012
         13 1302
    """
    rules = strategy.rules
    root = strategy.guess(candidates(rules))
    parts = partition(rules, root, every_code(rules))
    parts.pop(rules.win)
    game = _Game.of(strategy, other, max(map(len, parts.values())))
    every = _look(game, 0, np.arange(rules.size, dtype=np.int32), game.limits[0])
    first = _look(game, -1, worth_looking(rules, (root,)), game.limits[0])
    used = used_symbols(rules, [root])
    # Threads may count at once, and then the number is a little too small: it is only shown.
    control = np.zeros(1, _CONTROL)

    def subtree(reply: Reply) -> Nodes:
        part = parts[reply]
        # Every guess is a code's last one, or parts two codes that were together. Behind each tree
        # of mixed guesses is another that may be better, and in it behind each branch.
        room = 2 * len(part) + game.mixed * _MIXED * (_MIXED + 1)
        nodes = np.empty(room, np.uint8), np.empty(room, np.uint8), np.empty(room, np.int32)
        end, *_ = _grow(game, part, pack_reply(reply), used, first, every, 1, nodes, 0, control)
        if len(part) <= _MIXED:
            control[0]["settled"] += len(part)
        depths, replies, guesses = nodes
        return depths[:end].copy(), replies[:end].copy(), guesses[:end].copy()

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
    top = (*np.array([[0], [ROOT]], np.uint8), np.array([index_of(rules, root)], np.int32))
    nodes = [top, *(subtrees[reply].result() for reply in parts)]
    return FlatTree(rules, *(np.concatenate(arrays) for arrays in zip(*nodes, strict=True)))


class _Looked(NamedTuple):
    """The guesses to look at after some others, and their columns in the game.

    ``unused`` has a bit for each symbol that can be renamed, or is -1 for what is looked at after
    the first guess. ``complete`` tells that no guess is better than all of these.
    """

    unused: int
    columns: Columns
    guesses: Guesses
    complete: bool


class _Game(NamedTuple):
    """What the compiled functions know of a game and its strategies; all codes are guesses.

    ``codes`` have the shape (places, codes). ``replies`` has the packed reply of each column of a
    count table, ``columns`` the column of each packed reply.
    """

    shape: Shape
    codes: Codes
    guesses: Guesses
    patterns: PatternPlanes
    replies: Counts
    columns: Counts
    judges: tuple[Judge, Judge]
    mixed: bool
    consistent: bool
    limits: tuple[int, int]

    @classmethod
    def of(cls, strategy: PartitionStrategy, other: PartitionStrategy | None, most: int) -> "_Game":
        rules, codes = strategy.rules, every_code(strategy.rules)
        replies = np.array([pack_reply(reply) for reply in counted_replies(rules.places)])
        columns = np.zeros(256, np.int64)
        columns[replies] = np.arange(len(replies))
        judges = judge_of(strategy, most), judge_of(other or strategy, most)
        return cls(
            Shape.of(rules.places), codes, *prepare(rules, codes), replies, columns,
            judges, other is not None, strategy.consistent, limits(rules),
        )  # fmt: skip


@inner
def _split(game: _Game, guess: int, known: PlaneSet, members: Members) -> tuple[Members, Counts]:
    """Codes sorted by their reply to a guess, and where each column's part begins and ends."""
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
    parts, free = np.empty_like(members), begins.copy()
    for i in range(len(members)):
        parts[free[columns[i]]] = members[i]
        free[columns[i]] += 1
    return parts, begins


@inner
def _pick(rows: NDArray[Any], columns: Members) -> NDArray[Any]:
    picked = np.empty((rows.shape[0], len(columns)), rows.dtype)
    for row in range(rows.shape[0]):
        for i in range(len(columns)):
            picked[row, i] = rows[row, columns[i]]
    return picked


@compiled
def fresh_in_order(codes: Codes, used: int) -> Columns:
    """As ``fresh`` of ``codes/representatives.py``, compiled.

    Args:
        used: a bit for each symbol that some guess has held.
    """
    kept = np.empty(codes.shape[1], np.int32)
    count = 0
    for column in range(codes.shape[1]):
        seen = used
        for place in range(codes.shape[0]):
            symbol = 1 << int(codes[place, column])
            if not seen & symbol and symbol != ~seen & (seen + 1):
                break
            seen |= symbol
        else:
            kept[count] = column
            count += 1
    return kept[:count].copy()


@compiled
def _look(game: _Game, unused: int, columns: Columns, most: int) -> _Looked:
    """Some guesses, or a sample of them."""
    step = _stride(len(columns), most, len(game.codes[0]))
    columns = columns[::step].copy()
    if len(columns) == len(game.codes[0]):
        return _Looked(unused, columns, game.guesses, True)
    bull_planes, hit_planes = game.guesses
    guesses = Guesses(_pick(bull_planes, columns), _pick(hit_planes, columns))
    return _Looked(unused, columns, guesses, step == 1)


@inner
def _look_after(game: _Game, used: int, before: _Looked, every: _Looked) -> _Looked:
    """What to look at when these symbols have been used; it may be what was looked at before."""
    unused = ~used & ((1 << game.patterns.symbols) - 1)
    # A single one has no other name.
    unused = unused if unused & (unused - 1) else 0
    if before.unused in (-1, unused):
        return before
    if unused == 0:
        return every
    found: _Looked = _look(game, unused, fresh_in_order(game.codes, used), game.limits[0])
    return found


@inner
def _choose(
    game: _Game,
    judge: Judge,
    planes: PlaneSet,
    members: Members,
    used: int,
    looked: _Looked,
    every: _Looked,
) -> tuple[Best, _Looked]:
    size, most = len(members), _most_of(game.limits, len(members))
    # A small part often has a candidate that splits it perfectly, and nothing else is looked at.
    seen = game.consistent or size <= WORD
    if not seen:
        looked = _look_after(game, used, looked, every)
        seen = not looked.complete or len(looked.columns) > most
    best = NONE
    for guess in members[:: _stride(size, most, len(game.codes[0]))] if seen else members[:0]:
        best = better_of(game.shape, planes, game.guesses, judge, int(guess), best)
        if best.first == PERFECT:
            break
    if game.consistent or best.first == PERFECT:
        return best, looked
    some = looked = _look_after(game, used, looked, every)
    if len(looked.columns) > most:
        some = _look(game, looked.unused, looked.columns, most)
    bar = Best(best.first, best.second, best.inconsistent, -1)
    found = best_of(game.shape, planes, some.guesses, judge, bar, size <= WORD)
    if found.guess < 0:
        return best, looked
    guess = int(np.int64(some.columns[found.guess]))
    return Best(found.first, found.second, found.inconsistent, guess), looked


@compiled
def _grow(
    game: _Game,
    members: Members,
    reply: int,
    used: int,
    looked: _Looked,
    every: _Looked,
    depth: int,
    nodes: Nodes,
    row: int,
    control: NDArray[Any],
) -> tuple[int, int, _Looked]:
    """Write the tree for some codes from a row on.

    Returns the row behind it, what it costs, and what was looked at, for codes beside these.
    ``used`` has a bit for each symbol of the guesses that lead there.
    """
    if control[0].stop:
        return row, 0, looked
    depths, replies, guesses = nodes
    size, behind, least = len(members), row, 1 << 62
    picked = _pick(game.codes, members)
    planes = PlaneSet(bit_planes(game.shape.places, picked, game.patterns), size)
    for judge in game.judges:
        # One or two codes: the first of them is as good as any guess.
        best = Best(NONE.first, 0, 0, int(members[0]))
        if size > 2:
            best, looked = _choose(game, judge, planes, members, used, looked, every)
        if behind > row and best.guess == guesses[row]:
            continue
        depths[behind], replies[behind], guesses[behind] = depth, reply, best.guess
        end, cost = behind + 1, size
        parts, begins = _split(game, best.guess, planes, members)
        now_used = used
        for place in range(len(game.codes)):
            now_used |= 1 << int(game.codes[place, best.guess])
        # After the first guess, more can be alike than later.
        below = looked if depth > 1 else every
        # The winning reply, the last column, leads nowhere.
        for column in range(len(game.replies) - 1):
            part = parts[begins[column] : begins[column + 1]]
            if len(part):
                end, more, below = _grow(
                    game, part, int(game.replies[column]), now_used, below, every,
                    depth + 1, nodes, end, control,
                )  # fmt: skip
                cost += more
                if size > _MIXED >= len(part):
                    control[0].settled += len(part)
        if size > _MIXED:
            control[0].settled += 1 - best.inconsistent
        if cost < least:
            for i in range(end - behind if behind > row else 0):
                depths[row + i] = depths[behind + i]
                replies[row + i] = replies[behind + i]
                guesses[row + i] = guesses[behind + i]
            least, behind = cost, row + end - behind
        # Hardly anything is better than to find all others by the next guess.
        if not game.mixed or size > _MIXED or least <= 2 * size:
            break
    return behind, least, looked
