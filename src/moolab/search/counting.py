"""Into how many parts guesses split a set of codes, compiled: the strongest bound of a search."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from moolab.codes.unrolled import ones
from moolab.search.workspace import Game, Scratch, Workspace
from moolab.support.jit import Value, inner

SCANNED = 512
"""Words that are scanned at a time: 4 KiB, which the first cache holds beside the rows."""


@inner
def count_parts(game: Game, guess: Value, codes: NDArray[np.int32]) -> Value:
    """Into how many parts a guess splits the codes."""
    row = game.replies[guess]
    if game.mask_bytes == 1:
        return _count_parts_of_many(row, codes)
    seen = np.uint64(0)
    for code in codes:
        seen |= np.uint64(1) << np.uint64(row[code])
    return np.int64(ones(seen))


@inner
def _count_parts_of_many(row: NDArray[np.uint8], codes: NDArray[np.int32]) -> Value:
    """The same for up to 256 replies: a bit of four words for each."""
    first, second, third, fourth = np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)
    for code in codes:
        reply = row[code]
        bit, word = np.uint64(1) << np.uint64(reply & 63), reply >> 6
        if word == 0:
            first |= bit
        elif word == 1:
            second |= bit
        elif word == 2:
            third |= bit
        else:
            fourth |= bit
    return np.int64(ones(first) + ones(second) + ones(third) + ones(fourth))


_BYTES_PER_LOOKUP = 32
"""Bytes that a scan looks up in the time that a single reply takes: a register of AVX2."""


@inner
def scan_all(space: Workspace, codes: NDArray[np.int32]) -> Value:
    """As ``scan``, until a guess leaves every code alone, and keeps accounts.

    In hard mode that guess may be ruled out, and all are scanned.
    """
    game, work, n = space.game, space.budget.work[0], len(codes)
    work.scans += 1
    work.lookups += n * game.replies.shape[0] * game.mask_bytes // _BYTES_PER_LOOKUP
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
        if game.mask_bytes == 1:
            top = count_distinct(bits, codes, first, last, scratch, parts[first * 8 : last * 8])
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
    replies: NDArray[np.uint64],
    codes: NDArray[np.int32],
    first: Value,
    last: Value,
    scratch: Scratch,
    counts: NDArray[np.uint8],
) -> Value:
    """As ``count_bits``, where there are more replies than bits: each is compared with all others.

    With AVX2, 32 guesses at a time.
    """
    again = scratch.seen[: last - first].view(np.uint8)
    for i in range(len(counts)):
        counts[i] = 1
    for code in range(1, len(codes)):
        one = replies[codes[code], first:last].view(np.uint8)
        for i in range(len(again)):
            again[i] = 0
        for before in range(code):
            other = replies[codes[before], first:last].view(np.uint8)
            for i in range(len(again)):
                again[i] |= np.uint8(one[i] == other[i])
        for i in range(len(counts)):
            counts[i] += np.uint8(1) - again[i]
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
