"""The best guess for a set of codes, compiled: counting the replies and judging them in one loop.

A guess is judged by the sizes of the parts into which it splits the candidates, and nothing else.
Sets of more than 64 candidates are counted guess by guess, many words of a bit plane at a time.
Smaller ones fit into one word, so there many guesses are counted at a time; a bound from two sums
that a wide register can make tells which of them are worth a closer look.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from moolab.codes.kernels import Indices, PlaneNumbers, Planes
from moolab.codes.unrolled import largest, one_by_one, spread, take, tally, tally_four, total, zeros
from moolab.support.jit import compiled, inlined

F = TypeVar("F", bound=Callable[..., object])

Weights = NDArray[np.int64]
Lanes = NDArray[Any]
"""Words of 16 or 64 bits."""

WORD = 64
"""The most candidates whose bit planes are single words."""

VISIBLE = -(1 << 62)
"""Ranks a guess that leaves no two candidates together before all that do."""

_BLOCK = 128
_SIXTEEN_BITS = 1 << 16
_NARROW = 16
_LOW = (1 << 32) - 1


class Judge(NamedTuple):
    """How a strategy judges part sizes: the less, the better; compared as (first, second).

    Args:
        weights: what a part of each size weighs in the first and the second judgement, shape
            (sizes, 2).
        largest: whether the first judgement is the largest weight, not the sum.
        win_first, win_second: taken off the judgements of a guess that may be the secret.
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


class Best(NamedTuple):
    """The best guess so far: its judgement, whether it cannot be the secret, and its number."""

    first: int
    second: int
    barren: int
    guess: int


NONE = Best((1 << 63) - 1, 0, 0, -1)
"""No guess yet."""


def _compiled(function: F) -> F:
    # What is compiled takes the same arguments, which the type of a dispatcher does not say.
    return cast(F, compiled(function))


def _inlined(function: F) -> F:
    # A call would count references to every array that is passed, which costs more than counting.
    return cast(F, inlined(function))


@_inlined
def _better(some: Best, other: Best) -> Best:
    """The better of two; in ties, what may be the secret, then ``other``."""
    if some.first != other.first:
        less = some.first < other.first
    elif some.second != other.second:
        less = some.second < other.second
    else:
        less = some.barren < other.barren
    return some if less else other


@_inlined
def _judged(counts: Indices, size: int, judge: Judge, guess: int, best: Best) -> Best:
    """A guess with these counts, or ``best`` where it cannot be better."""
    weights = take(judge.weights, counts, 0)
    win = counts[-1]
    first = (largest(weights) if judge.largest else total(weights)) - win * judge.win_first
    if size <= len(counts) and spread(counts) & _LOW == size:
        return _better(Best(VISIBLE, 0, 1 - win, guess), best)
    if first > best.first:
        return best
    second = total(take(judge.weights, counts, 1)) - win * judge.win_second
    return _better(Best(first, second, 1 - win, guess), best)


@_inlined
def better_of(
    places: Indices,
    columns: Indices,
    planes: Planes,
    size: int,
    bull_planes: PlaneNumbers,
    hit_planes: PlaneNumbers,
    judge: Judge,
    guess: int,
    best: Best,
) -> Best:
    """One guess, judged on ``size`` candidates, or ``best`` if that is at least as good."""
    bull_rows = take(bull_planes, places, guess)
    hit_rows = take(hit_planes, places, guess)
    # The unused bits of the last word look like codes that share nothing.
    surplus = 64 * planes.shape[1] - size
    if WORD < size < _SIXTEEN_BITS:
        fours = zeros(columns[::4], -surplus)
        for word in range(planes.shape[1]):
            fours = tally_four(fours, take(planes, bull_rows, word), take(planes, hit_rows, word))
        return _judged(one_by_one(fours, columns), size, judge, guess, best)
    counts = zeros(columns, -surplus)
    for word in range(planes.shape[1]):
        counts = tally(counts, take(planes, bull_rows, word), take(planes, hit_rows, word))
    return _judged(counts, size, judge, guess, best)


@_compiled
def _look_up(words: Lanes, numbers: PlaneNumbers, found: Lanes) -> None:
    for lane in range(len(numbers)):
        found[lane] = words[numbers[lane]]


@_compiled
def best_of(
    places: Indices,
    columns: Indices,
    planes: Planes,
    size: int,
    bull_planes: PlaneNumbers,
    hit_planes: PlaneNumbers,
    judge: Judge,
    best: Best,
    candidates_seen: bool,
) -> Best:
    """The first of the best guesses, or ``best`` if none is better.

    Args:
        planes: the bit planes of ``size`` candidates, as ``Probes.planes`` makes them.
        bull_planes, hit_planes: the guesses, as ``Probes`` has them, in numeric order.
        candidates_seen: whether ``best`` is at least as good as all guesses that may be the secret.
    """
    if size > WORD:
        for guess in range(bull_planes.shape[1]):
            best = better_of(
                places, columns, planes, size, bull_planes, hit_planes, judge, guess, best
            )
        return best
    words = planes[:, 0].copy()
    narrow = words.astype(np.uint16)
    room = (2 * len(places) + 1, _BLOCK)
    lanes, narrow_lanes = np.empty(room, np.uint64), np.empty(room, np.uint16)
    squares, parts = np.empty(_BLOCK, np.int64), np.empty(_BLOCK, np.int64)
    slack = 0 if candidates_seen else judge.win_first
    for start in range(0, bull_planes.shape[1], _BLOCK):
        stop = min(_BLOCK, bull_planes.shape[1] - start)
        if size < _NARROW:
            none = zeros(columns, np.uint16(size - 16))
            _spread_lanes(
                places, none, narrow, narrow_lanes, bull_planes, hit_planes, start, squares, parts
            )
        else:
            wide_none = zeros(columns, np.uint64(size - 64))
            _spread_lanes(
                places, wide_none, words, lanes, bull_planes, hit_planes, start, squares, parts
            )
        for lane in range(stop):
            if (
                judge.by_squares[size, squares[lane]] - slack <= best.first
                and judge.by_parts[size, parts[lane]] - slack <= best.first
            ):
                bulls = take(bull_planes, places, start + lane)
                hits = take(hit_planes, places, start + lane)
                none_yet = zeros(columns, size - 64)
                counts = tally(none_yet, take(planes, bulls, 0), take(planes, hits, 0))
                best = _judged(counts, size, judge, start + lane, best)
                if best.first == VISIBLE and (candidates_seen or not best.barren):
                    return best
    return best


@_compiled
def _spread_lanes(
    places: Indices,
    none: Indices,
    words: Lanes,
    lanes: Lanes,
    bull_planes: PlaneNumbers,
    hit_planes: PlaneNumbers,
    start: int,
    squares: Weights,
    parts: Weights,
) -> None:
    """The sum of squares and the number of the parts that each guess of a block makes.

    Args:
        none: counts of no code, less the unused bits of a word.
        words: bit planes of a single word, as narrow as the counts.
        lanes: room for a block of guesses, shape (2 * places + 1, guesses).
    """
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
