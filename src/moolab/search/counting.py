"""Into how many parts guesses split a set of codes, compiled: the strongest bound of a search."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from moolab.search.workspace import Game, Scratch, Workspace
from moolab.support.jit import Value, inlined, inner, ones

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
    for code in codes:
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

    The rows of the codes, ored together, have a bit for each reply that a guess can get. Fills in
    ``scratch.parts`` for all guesses, until one has enough; the rest is not touched.
    """
    bits, seen, parts = game.bits, scratch.seen, scratch.parts
    size = len(codes)
    odd = (size - 1) & 1
    per_word = 8 // game.mask_bytes
    most = np.int64(0)
    for first in range(0, bits.shape[1], SCANNED):
        last = min(first + SCANNED, bits.shape[1])
        if len(scratch.slots):
            here = parts[first * per_word : last * per_word]
            top = count_distinct(game, codes, first, last, scratch, here)
            most = max(most, top)
            if most >= enough:
                break
            continue
        # Of an odd number of codes the first is counted alone, so that the others are pairs.
        some, other = bits[codes[0], first:last], bits[codes[odd], first:last]
        for i in range(len(some)):
            seen[i] = some[i] | other[i]
        # Two rows at a time: half the loads and stores of what was seen.
        for code in range(1 + odd, size, 2):
            some, other = bits[codes[code], first:last], bits[codes[code + 1], first:last]
            for i in range(len(some)):
                seen[i] |= some[i] | other[i]
        here = parts[first * per_word : last * per_word]
        if game.mask_bytes == 2:
            top = count_bits(seen.view(np.uint16), here)
        elif game.mask_bytes == 4:
            top = count_bits(seen.view(np.uint32), here)
        else:
            top = count_bits(seen, here)
        most = max(most, top)
        if most >= enough:
            break
    return most


@inner
def count_distinct(
    game: Game,
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
        one = game.bits[codes[code], first:last].view(number)
        for i in range(len(again)):
            again[i] = 0
        for before in range(code):
            other = game.bits[codes[before], first:last].view(number)
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
