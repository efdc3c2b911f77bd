"""The tables of a search: replies, lower bounds, and memory."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from moolab.codes.kernels import score_table
from moolab.codes.replies import packed
from moolab.codes.rules import Rules
from moolab.codes.space import Codes, every_code
from moolab.search.bounds import lower_bounds
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
