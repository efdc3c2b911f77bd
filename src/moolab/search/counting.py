"""Into how many parts guesses split a set of codes, compiled: the strongest bound of a search."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from moolab.search.workspace import Game, Scratch, Workspace
from moolab.support.jit import Value, inlined, inner, ones, unsigned

SCANNED = 512
"""Words that are scanned at a time: 4 KiB, which the first cache holds beside the rows."""


@inlined
def count_parts(
    game: Game, slots: NDArray[np.int32], guess: Value, codes: NDArray[np.int32]
) -> Value:
    """Into how many parts a guess splits the codes."""
    row = game.replies[guess]
    if len(slots):
        return _count_parts_of_many(row, codes, slots)
    seen = np.uint64(0)
    for code in unsigned(codes):
        seen |= np.uint64(1) << np.uint64(row[code])
    return np.int64(ones(seen))


@inner
def _count_parts_of_many(
    row: NDArray[np.uint8] | NDArray[np.uint16],
    codes: NDArray[np.int32],
    slots: NDArray[np.int32],
) -> Value:
    """The same where there are more replies than bits: whoever comes first takes the slot."""
    parts = np.int64(0)
    for code in codes:
        parts -= slots[row[code]]
        slots[row[code]] = 0
    for code in codes:
        slots[row[code]] = -1
    return parts


BYTES_PER_LOOKUP = 32
"""Bytes that a scan looks up in the time that a single reply takes: a register of AVX2."""


@inner
def scan_all(space: Workspace, codes: NDArray[np.int32]) -> Value:
    """As ``scan``, until a guess leaves every code alone, and keeps accounts.

    In hard mode that guess may be ruled out, and all are scanned.
    """
    game, work, n = space.game, space.budget.work[0], len(codes)
    work.scans += 1
    work.lookups += n * game.replies.shape[0] * game.mask_bytes // BYTES_PER_LOOKUP
    return scan(game, space.scratch, codes, n + 1 if game.is_hard else n)


@inner
def scan(game: Game, scratch: Scratch, codes: NDArray[np.int32], enough: int) -> Value:
    """The most parts into which any guess splits the codes.

    Fills in ``scratch.parts`` for all guesses, until one has enough; the rest is not touched.
    """
    most = np.int64(0)
    for first in range(0, game.bits.shape[1], SCANNED):
        last = min(first + SCANNED, game.bits.shape[1])
        most = max(most, _scan_block(game, game.bits, scratch, codes, first, last))
        if most >= enough:
            break
    return most


@inner
def most_parts(space: Workspace, codes: NDArray[np.int32], least: Value) -> Value:
    """The most parts into which any guess splits the codes; ``least`` if there are not so many.

    A guess makes no more parts of some codes than of all, so that most of the sieve need not be
    looked at.
    """
    game, work, n = space.game, space.budget.work[0], len(codes)
    work.scans += 1
    width, most = game.sieve.shape[1], least
    for block in range(len(game.most)):
        first, last = block * SCANNED, min((block + 1) * SCANNED, width)
        if most >= min(n, np.int64(game.most[block])):
            break
        work.lookups += n * (last - first) * 8 // BYTES_PER_LOOKUP
        most = max(most, _scan_block(game, game.sieve, space.scratch, codes, first, last))
    return most


@inner
def _scan_block(
    game: Game,
    bits: NDArray[np.uint64],
    scratch: Scratch,
    codes: NDArray[np.int32],
    first: Value,
    last: Value,
) -> Value:
    """The same for some words of the masks.

    The rows of the codes, ored together, have a bit for each reply that a guess can get.
    """
    size, seen, per_word = len(codes), scratch.seen, 8 // game.mask_bytes
    here = scratch.parts[first * per_word : last * per_word]
    if len(scratch.slots):
        return count_distinct(game, bits, codes, first, last, scratch, here)
    odd = (size - 1) & 1
    # Of an odd number of codes the first is counted alone, so that the others are pairs.
    some, other = bits[codes[0], first:last], bits[codes[odd], first:last]
    for i in range(len(some)):
        seen[i] = some[i] | other[i]
    # Two rows at a time: half the loads and stores of what was seen.
    for code in range(1 + odd, size, 2):
        some, other = bits[codes[code], first:last], bits[codes[code + 1], first:last]
        for i in range(len(some)):
            seen[i] |= some[i] | other[i]
    if game.mask_bytes == 2:
        return count_bits(seen.view(np.uint16), here)
    if game.mask_bytes == 4:
        return count_bits(seen.view(np.uint32), here)
    return count_bits(seen, here)


@inner
def count_distinct(
    game: Game,
    bits: NDArray[np.uint64],
    codes: NDArray[np.int32],
    first: Value,
    last: Value,
    scratch: Scratch,
    counts: NDArray[np.uint8],
) -> Value:
    """As ``count_bits``, where there are more replies than bits: each is compared with all others.

    With AVX2, 32 guesses at a time, or 16 of those with two bytes.
    """
    number = game.replies.dtype
    again = scratch.seen[: last - first].view(number)
    for i in range(len(counts)):
        counts[i] = 1
    for code in range(1, len(codes)):
        one = bits[codes[code], first:last].view(number)
        for i in range(len(again)):
            again[i] = 0
        for before in range(code):
            other = bits[codes[before], first:last].view(number)
            for i in range(len(again)):
                again[i] |= one[i] == other[i]
        for i in range(len(counts)):
            counts[i] += np.uint8(1) - np.uint8(again[i])
    most = np.uint8(0)
    for i in range(len(counts)):
        most = max(most, counts[i])
    return np.int64(most)


@inner
def count_bits(masks: NDArray[Any], counts: NDArray[np.uint8]) -> Value:
    """How many bits of each mask are set, and the most."""
    most = np.uint8(0)
    for i in range(len(counts)):
        counts[i] = np.uint8(ones(masks[i]))
        most = max(most, counts[i])
    return np.int64(most)
