"""The transposition table of a search, compiled: what is known of sets of codes."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moolab.search.workspace import RANDOM
from moolab.support.jit import Value, inlined, inner, unsigned


@lru_cache(maxsize=4)
def random_words(count: int) -> NDArray[np.uint64]:
    """Two random words for each of some codes or guesses."""
    # Any fixed words will do: they decide nothing but which sets share an entry.
    chance = np.random.Generator(np.random.PCG64(2026))
    return chance.integers(1, 2**64, (2, count), np.uint64)


@inlined
def set_key(
    of_codes: NDArray[np.uint64], codes: NDArray[np.int32], depth: int
) -> tuple[np.uint64, np.uint64]:
    """The Zobrist key of a set; the depth is part of it, since costs may depend on it."""
    key = check = np.uint64(depth) * np.uint64(0x9E3779B97F4A7C15)
    for code in unsigned(codes):
        key ^= of_codes[RANDOM, code]
        check ^= of_codes[RANDOM + 1, code]
    return key, check


@inner
def key_in_hard_mode(
    key: tuple[np.uint64, np.uint64], of_guesses: NDArray[np.uint64], rows: NDArray[np.int32]
) -> tuple[np.uint64, np.uint64]:
    """The key of a set together with the guesses that are left for it; all if ``rows`` is empty."""
    some, other = key
    for i in range(len(rows) or len(of_guesses)):
        row = rows[i] if len(rows) else np.int32(i)
        some ^= of_guesses[row, RANDOM]
        other ^= of_guesses[row, RANDOM + 1]
    return some, other


@inlined
def probe(entries: NDArray[Any], key: tuple[np.uint64, np.uint64]) -> tuple[Value, bool]:
    """What the transposition table knows of a set: a lower bound, 0 if nothing; if it is exact."""
    entry = entries[key[0] & np.uint64(len(entries) - 1)]
    known = entry.known
    if entry.key ^ known == key[0] and entry.check ^ known == key[1]:
        return np.int64(known >> np.uint64(1)), known & np.uint64(1) != 0
    return np.int64(0), False


@inlined
def store(
    entries: NDArray[Any], key: tuple[np.uint64, np.uint64], value: Value, exact: bool
) -> None:
    """Write what is known of a set over whatever has its entry."""
    entry = entries[key[0] & np.uint64(len(entries) - 1)]
    known = np.uint64(value) << np.uint64(1) | np.uint64(exact)
    entry.key, entry.check = key[0] ^ known, key[1] ^ known
    entry.known = known
