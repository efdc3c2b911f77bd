"""The tables of a search: replies, lower bounds, and memory."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from moolab.codes.kernels import score_table
from moolab.codes.replies import packed
from moolab.codes.rules import Rules
from moolab.codes.space import Codes, every_code
from moolab.search.kernel import SCANNED, Table

DEPTHS = 64
"""The most guesses that any tree here asks: more than the most symbols a game can have."""

UNLIMITED = 1 << 62
"""More work than any search can do."""


def table_size(rules: Rules, codes: int, slots: int) -> int:
    """The bytes that a search of so many candidates takes.

    The table itself, half as much again for those of its parts, and what is not copied.
    """
    return rules.size * row_size(rules, codes) + slots * 24


def row_size(rules: Rules, codes: int) -> int:
    """How much of that one guess takes."""
    return codes * (1 + _word(rules).itemsize) * 3 // 2 + DEPTHS * 13


def table(
    rules: Rules,
    codes: NDArray[np.int32],
    costs: tuple[int, ...],
    *,
    consistent: bool,
    width: int,
    slots: int,
    only: Codes | None = None,
) -> Table:
    """The table of some candidates.

    Args:
        codes: indices of the candidates in numeric order, shape (n,).
        costs: of one more guess, by the number of guesses before: DEPTHS + 3 of them.
        slots: how many sets are remembered, a power of two.
        only: the guesses that are tried, all candidates among them, shape (places, guesses);
            ``codes`` are columns of these then. All codes of the game unless given.
    """
    every = every_code(rules) if only is None else only
    kinds, guesses = len(rules.replies), every.shape[1]
    number = np.zeros(256, np.uint8)
    for index, reply in enumerate(rules.replies):
        number[packed(reply)] = index
    replies = number[score_table(rules, every, np.ascontiguousarray(every[:, codes]))]
    bits = np.left_shift(_word(rules).type(1), replies.T, dtype=_word(rules), order="C")
    least = _least(rules, costs, rules.size if only is None else len(codes))
    return Table(
        replies=replies,
        bits=bits.view(np.uint8),
        own=codes,
        names=np.ascontiguousarray(_names(guesses)[:, codes]),
        delta=np.array(costs, np.int64),
        least=np.ascontiguousarray(least[:, : len(codes) + 1]),
        consistent=int(consistent),
        width=width,
        memory_names=np.zeros((2, slots), np.uint64),
        memory_values=np.zeros(slots, np.int64),
        work=np.zeros(5, np.int64),
        stop=np.zeros(1, np.int64),
        most=UNLIMITED,
        arena=np.zeros((DEPTHS, len(codes)), np.int32),
        starts=np.zeros((DEPTHS, kinds + 1), np.int32),
        parts=np.zeros((DEPTHS, guesses), np.uint8),
        order=np.zeros((DEPTHS, guesses), np.int32),
        keys=np.zeros((DEPTHS, guesses), np.int64),
        bounds=np.zeros((DEPTHS, kinds), np.int64),
        seen=np.zeros((DEPTHS, SCANNED * bits.itemsize), np.uint8),
        choice=np.zeros(DEPTHS, np.int32),
    )


def _word(rules: Rules) -> np.dtype[np.unsignedinteger]:
    kinds = len(rules.replies)
    return np.dtype(np.uint16 if kinds <= 16 else np.uint32 if kinds <= 32 else np.uint64)


@lru_cache(maxsize=2)
def _names(guesses: int) -> NDArray[np.uint64]:
    # Any fixed words will do: they decide nothing but which sets share a slot.
    chance = np.random.Generator(np.random.PCG64(2026))
    return chance.integers(1, 2**64, (2, guesses), np.uint64)


@lru_cache(maxsize=2)
def _least(rules: Rules, costs: tuple[int, ...], most: int) -> NDArray[np.int64]:
    return np.array([lower_bounds(rules, costs, depth, most) for depth in range(DEPTHS + 2)])


def lower_bounds(rules: Rules, costs: Sequence[int], depth: int, most: int) -> NDArray[np.int64]:
    """The least that a tree can cost in which every node has all branches.

    Args:
        costs: of one more guess, by the number of guesses before.
        depth: the number of guesses before the tree.
        most: for up to so many candidates.

    Returns:
        Shape (most + 1,).

    >>> lower_bounds(Rules.parse("ab4x10"), [1] * 9, 1, 16)
    array([ 0,  1,  3,  5,  7,  9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 30, 33])
    """
    branches = len(rules.replies) - 1
    found = np.cumsum(costs[depth:])
    least = np.zeros(most + 1, np.int64)
    placed, level, room = 0, 0, 1
    while placed < most:
        here = min(room, most - placed)
        least[placed + 1 : placed + here + 1] = found[min(level, len(found) - 1)]
        placed, level, room = placed + here, level + 1, room * branches
    bounds: NDArray[np.int64] = np.cumsum(least)
    return bounds
