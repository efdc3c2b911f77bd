"""The best guess for a set of codes, compiled: counting the replies and judging them in one loop.

A guess is judged by the sizes of the parts into which it splits the candidates, and nothing else.
These are counted by bit planes (docs/explanation/kernels.md): AND tells which candidates give a
reply, a population count how many. Sets of more than 64 candidates are counted guess by guess, many
words of a bit plane at a time. Smaller ones fit into one word, so there many guesses are looked at
together; a bound from two sums that a wide register can make tells which of them to count.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, Self, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from moolab.codes.kernels import Guesses, Indices, PlaneNumbers, Planes, bit_planes, prepare
from moolab.codes.replies import counted_replies
from moolab.codes.scorer import Scorer
from moolab.codes.space import Codes
from moolab.codes.unrolled import indices, largest, spread, take, tally, total, zeros
from moolab.strategies.heuristic import NONE, PERFECT, Best, Heuristic
from moolab.support.jit import compiled, inlined, inner

Weights = NDArray[np.int64]
Lanes = NDArray[Any]
"""Words of 16 or 64 bits, one for each guess of a block."""

WORD = 64
"""The most candidates whose bit planes are single words."""

_BLOCK = 128
"""Guesses that are looked at together: two words for each of their places, and one for a sum, take
some 9 KiB for four places, and stay in the first cache."""

_NARROW = 16
"""With fewer candidates, 16 bits have room for a bit of each and for both sums of ``spread``."""

_LOW_HALF = (1 << 32) - 1
"""Where ``spread`` keeps the sum of squares; the number of parts is above it."""


class Shape(NamedTuple):
    """The loop bounds that a kernel knows when it is compiled: see ``unrolled.indices``.

    Args:
        places: one index for each place of a code.
        columns: one for each reply that is counted.
    """

    places: Indices
    columns: Indices

    @classmethod
    def of(cls, places: int) -> Self:
        """The shape of codes of this length."""
        return cls(indices(places), indices(len(counted_replies(places))))


class PlaneSet(NamedTuple):
    """Candidates as bit planes, as ``bit_planes`` makes them, and how many they are."""

    planes: Planes
    size: int


class Judge(NamedTuple):
    """How a strategy judges part sizes: the less, the better; compared as (first, second).

    Args:
        weights: what a part of each size weighs in the first and the second judgement, shape
            (sizes, 2).
        largest: whether the first judgement is the largest weight, not the sum.
        win_first, win_second: taken off the judgements of a guess that can be the secret.
        by_squares: for each number of candidates up to ``WORD``, the least that the first
            judgement can be for parts with this sum of squares, shape (65, 4097).
        by_parts: likewise for this number of parts, shape (65, 65).
    """

    weights: Weights
    largest: bool
    win_first: int
    win_second: int
    by_squares: Weights
    by_parts: Weights


def best_guess(heuristic: Heuristic, guesses: Scorer, codes: Codes, best: Best) -> Best:
    """The first of the best guesses, or ``best`` if none is better.

    Args:
        codes: the candidates, shape (places, codes).
        best: the best of guesses that come before these in numeric order.
    """
    places, size = codes.shape
    shape = Shape.of(places)
    prepared, patterns = prepare(guesses.rules, guesses.guesses)
    known = PlaneSet(bit_planes(shape.places, codes, patterns), size)
    judge = judge_of(heuristic, size)
    found = best_of(shape, known, prepared, judge, best._replace(guess=-1), False)
    return Best(*found) if found.guess >= 0 else best


def judge_of(heuristic: Heuristic, most: int) -> Judge:
    """A heuristic for the kernels, for parts of up to ``most`` candidates."""
    return _judge(heuristic, max(most, WORD).bit_length())


@lru_cache(maxsize=16)
def _judge(heuristic: Heuristic, bits: int) -> Judge:
    sizes = np.arange(1 << bits, dtype=np.int64)
    weights = np.ascontiguousarray(np.stack(heuristic.costs(sizes), axis=1))
    first = weights[:, 0]
    return Judge(
        weights,
        heuristic.by_largest,
        *heuristic.win,
        _bounds(first, sizes[: WORD + 1] ** 2, heuristic.by_largest),
        _bounds(first, np.minimum(sizes[: WORD + 1], 1), heuristic.by_largest),
    )


def _bounds(first: Weights, summand: NDArray[np.int64], largest: bool) -> Weights:
    """The least first cost of n <= 64 candidates whose parts have a sum of summands s."""
    # A part more: n grows by its size, s by its summand.
    sums = int(max(summand[WORD], WORD * summand[1]))
    bounds = np.full((WORD + 1, sums + 1), NONE.first >> 1)
    bounds[0, 0] = first[0]
    for n in range(1, WORD + 1):
        for size in range(1, n + 1):
            step = int(summand[size])
            before = bounds[n - size, : sums + 1 - step]
            cost = np.maximum(before, first[size]) if largest else before + first[size]
            np.minimum(bounds[n, step:], cost, out=bounds[n, step:])
    # Parts of one each.
    for n in range(1, WORD + 1):
        bounds[n, n * int(summand[1])] = PERFECT
    return bounds


F = TypeVar("F", bound=Callable[..., object])


def _typed_inlined(function: F) -> F:
    # What is compiled takes the same arguments, which the type of a dispatcher does not say.
    return cast(F, inlined(function))


@_typed_inlined
def _better(some: Best, other: Best) -> Best:
    """The better of two; in ties, what can be the secret, then ``other``."""
    if some.first != other.first:
        less = some.first < other.first
    elif some.second != other.second:
        less = some.second < other.second
    else:
        less = some.inconsistent < other.inconsistent
    return some if less else other


@_typed_inlined
def _judge_counts(counts: Indices, size: int, judge: Judge, guess: int, best: Best) -> Best:
    """A guess with these counts, or ``best`` if that is at least as good."""
    win = counts[-1]
    # A perfect split has as many parts as candidates, so that all counts are 0 or 1.
    if size <= len(counts) and spread(counts) & _LOW_HALF == size:
        return _better(Best(PERFECT, 0, 1 - win, guess), best)
    weights = take(judge.weights, counts, 0)
    first = (largest(weights) if judge.largest else total(weights)) - win * judge.win_first
    if first > best.first:
        return best
    second = total(take(judge.weights, counts, 1)) - win * judge.win_second
    return _better(Best(first, second, 1 - win, guess), best)


# A call would count references to every array that is passed, which costs more than counting.
@_typed_inlined
def better_of(
    shape: Shape, known: PlaneSet, guesses: Guesses, judge: Judge, guess: int, best: Best
) -> Best:
    """One guess, judged on some candidates, or ``best`` if that is at least as good."""
    planes, size = known
    bull_rows = take(guesses.bull_planes, shape.places, guess)
    hit_rows = take(guesses.hit_planes, shape.places, guess)
    # The unused bits of the last word look like codes that share nothing.
    surplus = 64 * planes.shape[1] - size
    counts = zeros(shape.columns, -surplus)
    for word in range(planes.shape[1]):
        counts = tally(counts, take(planes, bull_rows, word), take(planes, hit_rows, word))
    return _judge_counts(counts, size, judge, guess, best)


@compiled
def best_of(
    shape: Shape, known: PlaneSet, guesses: Guesses, judge: Judge, best: Best, candidates_seen: bool
) -> Best:
    """The first of the best guesses, or ``best`` if none is better.

    Args:
        best: has the guess -1; a guess must be better than this to count.
        candidates_seen: whether ``best`` is at least as good as all guesses that can be the secret.
    """
    size = known.size
    one_word = size <= WORD
    words = known.planes[:, 0].copy()
    narrow = words.astype(np.uint16)
    room = (2 * len(shape.places) + 1, _BLOCK)
    lanes, narrow_lanes = np.empty(room, np.uint64), np.empty(room, np.uint16)
    squares, parts = np.empty(_BLOCK, np.int64), np.empty(_BLOCK, np.int64)
    # The bounds of ``Judge`` do not know which guess can be the secret.
    slack = 0 if candidates_seen else judge.win_first
    for start in range(0, guesses.bull_planes.shape[1], _BLOCK):
        stop = min(_BLOCK, guesses.bull_planes.shape[1] - start)
        if size < _NARROW:
            none = zeros(shape.columns, np.uint16(size - 16))
            _spread_lanes(shape.places, none, narrow, narrow_lanes, guesses, start, squares, parts)
        elif one_word:
            wide_none = zeros(shape.columns, np.uint64(size - 64))
            _spread_lanes(shape.places, wide_none, words, lanes, guesses, start, squares, parts)
        for lane in range(stop):
            if one_word and (
                judge.by_squares[size, squares[lane]] - slack > best.first
                or judge.by_parts[size, parts[lane]] - slack > best.first
            ):
                continue
            best = better_of(shape, known, guesses, judge, start + lane, best)
            # Nothing is better than a perfect split by a candidate, and the first of these counts.
            if one_word and best.first == PERFECT and (candidates_seen or not best.inconsistent):
                return best
    return best


@inner
def _look_up(words: Lanes, numbers: PlaneNumbers, found: Lanes) -> None:
    """Fill in the words with these numbers."""
    for lane in range(len(numbers)):
        found[lane] = words[numbers[lane]]


@inner
def _spread_lanes(
    places: Indices,
    none: Indices,
    words: Lanes,
    lanes: Lanes,
    guesses: Guesses,
    start: int,
    squares: Weights,
    parts: Weights,
) -> None:
    """The sum of squares and the number of the parts that each guess of a block makes.

    A lane of a wide register for each guess: the planes are single words, as narrow as the counts.
    ``none`` has counts of no code, less the unused bits of a word; ``lanes`` has the shape
    (2 * places + 1, guesses).
    """
    bull_planes, hit_planes = guesses
    bulls, hits, spreads = lanes[: len(places)], lanes[len(places) : -1], lanes[-1]
    stop = min(_BLOCK, bull_planes.shape[1] - start)
    for place in range(len(places)):
        _look_up(words, bull_planes[place, start : start + stop], bulls[place])
        _look_up(words, hit_planes[place, start : start + stop], hits[place])
    for lane in range(stop):
        spreads[lane] = spread(tally(none, take(bulls, places, lane), take(hits, places, lane)))
    half = 4 * words.itemsize
    low = (1 << half) - 1
    for lane in range(stop):
        squares[lane] = int(spreads[lane]) & low
        parts[lane] = int(spreads[lane]) >> half
