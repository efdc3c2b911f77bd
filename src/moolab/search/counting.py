"""Into how many parts guesses split a set of codes, and the sizes of these, compiled.

The number of parts is the strongest bound of a search. The sizes are counted for all guesses at
once. A mask has one bit for each reply that a guess can get, so the masks of all codes, added up
bit by bit, are the sizes of all parts of that guess. The sums are kept as planes: plane k has bit k
of each size. To add is then a matter of a few exclusive ors, of all bits of a register at a time
(Harley and Seal count bits like that; Warren, Hacker's Delight, second edition, section 5-1).

From the sizes comes the least number of third guesses: all codes are asked a first guess, all but
the one that was guessed a second, and those that are not the first of their part a third at least.
With b replies beside the winning one, at most b codes of a part are found by the third guess, b * b
by the fourth, and so on.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from moolab.search.workspace import Bytes, Game, Indices, Replies, Scratch, Words, Workspace
from moolab.support.jit import Value, ones
from moolab.support.room import cut, inlined, inner, seen_as, unsigned

SCANNED = 256
"""Words of masks that are looked at together: 2 KiB, so that the first cache holds most planes."""


@inlined
def count_parts(game: Game, slots: Indices, guess: Value, codes: Indices) -> Value:
    """Into how many parts a guess splits the codes."""
    row = game.replies[guess]
    if game.is_numbered:
        return _count_parts_of_many(row, codes, slots)
    seen = np.uint64(0)
    for code in unsigned(codes):
        seen |= np.uint64(1) << np.uint64(row[code])
    return np.int64(ones(seen))


@inner
def _count_parts_of_many(row: Replies, codes: Indices, slots: Indices) -> Value:
    """The same where there are more replies than bits: the first takes the slot."""
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
def scan_all(space: Workspace, codes: Indices) -> Value:
    """As ``scan``, until a guess leaves every code alone, and keeps accounts.

    In hard mode that guess can be ruled out, and all are scanned.
    """
    game, work, n = space.game, space.budget.work[0], len(codes)
    work.scans += 1
    work.lookups += n * game.replies.shape[0] * game.mask_bytes // BYTES_PER_LOOKUP
    return scan(game, space.scratch, codes, n + 1 if game.is_hard else n)


@inner
def scan(game: Game, scratch: Scratch, codes: Indices, enough: int) -> Value:
    """The most parts into which any guess splits the codes.

    Fills in ``scratch.parts`` for all guesses, until one has enough; the rest is not touched.
    """
    most, width = np.int64(0), width_of(game)
    for first in range(0, width, SCANNED):
        last = min(first + SCANNED, width)
        most = max(most, scan_block(game, game.bits, scratch, codes, first, last))
        if most >= enough:
            break
    return most


@inlined
def width_of(game: Game) -> Value:
    """How many words the masks of a code take."""
    return game.bits.shape[1] * game.spread


@inlined
def _short_mask(number: Value) -> Value:
    """A mask of 4 bytes; that no shift is longer tells the compiler that 4 bytes are enough."""
    return np.uint32(np.uint32(1) << np.uint32(number & np.uint8(31)))


@inlined
def _long_mask(number: Value) -> Value:
    return np.uint64(1) << np.uint64(number & np.uint8(63))


@inner
def scan_block(
    game: Game, bits: Words, scratch: Scratch, codes: Indices, first: Value, last: Value
) -> Value:
    """The same for some words of the masks.

    The rows of the codes, ored together, have a bit for each reply that a guess can get.
    """
    size, seen, per_word = len(codes), scratch.seen, 8 // game.mask_bytes
    here = scratch.parts[first * per_word : last * per_word]
    if game.is_numbered:
        return count_distinct(game, bits, codes, first, last, scratch, here)
    if game.mask_bytes == 4:
        short = seen_as(seen[: last - first], np.uint32)
        for i in range(len(short)):
            short[i] = 0
        for code in range(0, size, 2):
            one, two = _numbers(game, bits, codes, code, first, last)
            for i in range(len(short)):
                short[i] |= _short_mask(one[i]) | _short_mask(two[i])
        return count_bits(short, here)
    if game.mask_bytes == 8:
        long = seen[: last - first]
        for i in range(len(long)):
            long[i] = 0
        for code in range(0, size, 2):
            one, two = _numbers(game, bits, codes, code, first, last)
            for i in range(len(long)):
                long[i] |= _long_mask(one[i]) | _long_mask(two[i])
        return count_bits(long, here)
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
    return count_bits(seen_as(seen, np.uint16), here)


@inlined
def _numbers(
    game: Game, bits: Words, codes: Indices, code: Value, first: Value, last: Value
) -> tuple[Bytes, Bytes]:
    """Numbers of the replies of two codes, the second of which can be the first once more."""
    other = min(code + 1, len(codes) - 1)
    first, last = first // game.spread, last // game.spread
    return (
        seen_as(bits[codes[code], first:last], np.uint8),
        seen_as(bits[codes[other], first:last], np.uint8),
    )


@inner
def count_distinct(
    game: Game,
    bits: Words,
    codes: Indices,
    first: Value,
    last: Value,
    scratch: Scratch,
    counts: Bytes,
) -> Value:
    """As ``count_bits``, where there are more replies than bits: each is compared with all others.

    With AVX2, 32 guesses at a time, or 16 of those with two bytes.
    """
    number = game.replies.dtype
    again = seen_as(scratch.seen[: last - first], number)
    for i in range(len(counts)):
        counts[i] = 1
    for code in range(1, len(codes)):
        one = seen_as(bits[codes[code], first:last], number)
        for i in range(len(again)):
            again[i] = 0
        for before in range(code):
            other = seen_as(bits[codes[before], first:last], number)
            for i in range(len(again)):
                again[i] |= one[i] == other[i]
        for i in range(len(counts)):
            counts[i] += np.uint8(1) - np.uint8(again[i])
    most = np.uint8(0)
    for i in range(len(counts)):
        most = max(most, counts[i])
    return np.int64(most)


@inner
def count_bits(masks: NDArray[Any], counts: Bytes) -> Value:
    """How many bits of each mask are set, and the most."""
    most = np.uint8(0)
    for i in range(len(counts)):
        counts[i] = np.uint8(ones(masks[i]))
        most = max(most, counts[i])
    return np.int64(most)


_PLANES = 13

SUMMED = 1 << _PLANES
"""Sets of fewer codes have sums that fit into the planes."""

PLANES_SIZE = 2 * (_PLANES + 1) * SCANNED
"""Words of ``Scratch.planes``: one after another the planes of sizes, those of how much sizes are
beyond some number, one of carries, and one of zeros. That they lie in one array of known steps
tells the compiler that they do not overlap, without which it would not use wide registers."""

_BEYOND, _CARRY, _ZERO = _PLANES, 2 * _PLANES, 2 * _PLANES + 1
_KEPT = _BEYOND  # for eights, and after them for eight masks, until there are sizes


@inner
def count_later_guesses(space: Workspace, codes: Indices) -> NDArray[np.uint16]:
    """How many guesses beyond the second a tree needs at least, by the guess that it begins with.

    Args:
        codes: fewer than ``SUMMED``, of a game with masks.

    Returns:
        uint16, shape (guesses,), and perhaps some more for guesses that there are not.
    """
    game, planes, n = space.game, space.scratch.planes, len(codes)
    width, per_word = width_of(game), 8 // game.mask_bytes
    counts: NDArray[np.uint16] = cut(space.scratch.room, width * per_word, np.uint16)
    for i in range(len(counts)):
        counts[i] = n
    branches = game.reply_count - 1
    for first in range(0, width, SCANNED):
        last = min(first + SCANNED, width)
        here = counts[first * per_word : last * per_word]
        used = _add_up(game, planes, codes, first, last)
        _find_any(planes, used, last - first)
        _count(game, planes, _CARRY, -1, here)
        level, found = branches, 1 + branches
        while found < n:
            _subtract(planes, used, found, last - first)
            for plane in range(used):
                _count(game, planes, _BEYOND + plane, 1 << plane, here)
            _count(game, planes, _CARRY, 1, here)
            level *= branches
            found += level
    return counts


@inlined
def _plane(planes: Words, number: Value, words: Value) -> Words:
    found: Words = planes[number * SCANNED : number * SCANNED + words]
    return found


@inner
def _add_up(game: Game, planes: Words, codes: Indices, first: Value, last: Value) -> Value:
    """Add up the masks of codes for some words of guesses; returns how many planes that takes."""
    n, words, used = len(codes), last - first, 4
    while n >> used:
        used += 1
    for plane in range(used):
        for i in range(words):
            planes[plane * SCANNED + i] = 0
    for code in range(0, n, 16):
        for half in range(2):
            # A loop, so that the addition is compiled once; the first eights are kept meanwhile.
            for i in range(words * half):
                planes[_KEPT * SCANNED + i] = planes[_CARRY * SCANNED + i]
            _add_eight(game, planes, codes, code + 8 * half, first, last)
        for i in range(words):
            eight, one, other = (
                planes[3 * SCANNED + i],
                planes[_KEPT * SCANNED + i],
                planes[_CARRY * SCANNED + i],
            )
            planes[3 * SCANNED + i] = eight ^ one ^ other
            planes[_CARRY * SCANNED + i] = _most(eight, one, other)
        for plane in range(4, used):
            for i in range(words):
                before, carry = planes[plane * SCANNED + i], planes[_CARRY * SCANNED + i]
                planes[plane * SCANNED + i] = before ^ carry
                planes[_CARRY * SCANNED + i] = before & carry
    return used


@inlined
def _add_eight(
    game: Game, planes: Words, codes: Indices, at: Value, first: Value, last: Value
) -> None:
    """Add eight masks to the planes of ones, twos and fours; eights become carries."""
    a = _masks(game, planes, codes, at, 0, first, last)
    b = _masks(game, planes, codes, at, 1, first, last)
    c = _masks(game, planes, codes, at, 2, first, last)
    d = _masks(game, planes, codes, at, 3, first, last)
    e = _masks(game, planes, codes, at, 4, first, last)
    f = _masks(game, planes, codes, at, 5, first, last)
    g = _masks(game, planes, codes, at, 6, first, last)
    h = _masks(game, planes, codes, at, 7, first, last)
    for i in range(last - first):
        one, two, four = planes[i], planes[SCANNED + i], planes[2 * SCANNED + i]
        abc, efg = a[i] ^ b[i] ^ c[i], e[i] ^ f[i] ^ g[i]
        rest = abc ^ d[i] ^ efg
        # Four twos: of a to c, of e to g, of what they leave, and of the ones from before.
        of_abc, of_efg = _most(a[i], b[i], c[i]), _most(e[i], f[i], g[i])
        of_rest, of_one = _most(abc, d[i], efg), _most(rest, h[i], one)
        planes[i] = rest ^ h[i] ^ one
        twos = of_abc ^ of_efg ^ of_rest
        of_new, of_two = _most(of_abc, of_efg, of_rest), _most(twos, of_one, two)
        planes[SCANNED + i] = twos ^ of_one ^ two
        planes[2 * SCANNED + i] = of_new ^ of_two ^ four
        planes[_CARRY * SCANNED + i] = _most(of_new, of_two, four)


@inlined
def _masks(
    game: Game, planes: Words, codes: Indices, at: Value, place: Value, first: Value, last: Value
) -> Words:
    """Masks of a code; zeros if there are no more codes."""
    words = last - first
    if at + place >= len(codes):
        none: Words = _plane(planes, _ZERO, words)
        return none
    row = game.bits[codes[at + place]]
    if game.mask_bytes == 2:
        kept: Words = row[first:last]
        return kept
    found: Words = _plane(planes, _KEPT + 1 + place, words)
    _make_masks(game, row[first // game.spread : last // game.spread], found)
    return found


@inner
def _make_masks(game: Game, kept: Words, masks: Words) -> None:
    """Make masks of numbers."""
    numbers = seen_as(kept, np.uint8)
    if game.mask_bytes == 4:
        short = seen_as(masks, np.uint32)
        for i in range(len(short)):
            short[i] = _short_mask(numbers[i])
    else:
        for i in range(len(masks)):
            masks[i] = _long_mask(numbers[i])


@inlined
def _most(a: Value, b: Value, c: Value) -> Value:
    """The bits that most of three words have."""
    return (a & b) | ((a ^ b) & c)


@inner
def _find_any(planes: Words, used: Value, words: Value) -> None:
    """Which sizes are not 0; the answer is in the carries."""
    for i in range(words):
        planes[_CARRY * SCANNED + i] = planes[i]
    for plane in range(1, used):
        for i in range(words):
            planes[_CARRY * SCANNED + i] |= planes[plane * SCANNED + i]


@inner
def _subtract(planes: Words, used: Value, most: Value, words: Value) -> None:
    """Which sizes are more than ``most``, in the carries; by how much less 1, in planes."""
    # A size plus this overflows if it is more than most, and what is left is the excess less 1.
    added = (1 << used) - 1 - most
    for i in range(words):
        planes[_CARRY * SCANNED + i] = 0
    for plane in range(used):
        if added >> plane & 1:
            for i in range(words):
                size, carry = planes[plane * SCANNED + i], planes[_CARRY * SCANNED + i]
                planes[(_BEYOND + plane) * SCANNED + i] = ~(size ^ carry)
                planes[_CARRY * SCANNED + i] = size | carry
        else:
            for i in range(words):
                size, carry = planes[plane * SCANNED + i], planes[_CARRY * SCANNED + i]
                planes[(_BEYOND + plane) * SCANNED + i] = size ^ carry
                planes[_CARRY * SCANNED + i] = size & carry


@inlined
def _count(
    game: Game, planes: Words, number: Value, weight: Value, counts: NDArray[np.uint16]
) -> None:
    """Add the bits of each mask of a plane that are among the carries, times a weight."""
    chosen, among = _plane(planes, number, SCANNED), _plane(planes, _CARRY, SCANNED)
    # A weight of 16 bits: with more, the compiler would not do 32 guesses at a time.
    weight = np.uint16(weight)
    if game.mask_bytes == 2:
        _count_bits(seen_as(chosen, np.uint16), seen_as(among, np.uint16), weight, counts)
    elif game.mask_bytes == 4:
        _count_bits(seen_as(chosen, np.uint32), seen_as(among, np.uint32), weight, counts)
    else:
        _count_bits(chosen, among, weight, counts)


@inner
def _count_bits(
    chosen: NDArray[Any], among: NDArray[Any], weight: Any, counts: NDArray[np.uint16]
) -> None:
    for i in range(len(counts)):
        counts[i] += np.uint16(ones(chosen[i] & among[i])) * weight
