"""The sizes of the parts that guesses make of a set of codes, compiled: for all guesses at once.

A mask has one bit for each reply that a guess can get, so the masks of all codes, added up bit by
bit, are the sizes of all parts of that guess. The sums are kept as planes: plane k has bit k of
each size. To add is then a matter of a few exclusive ors, of all bits of a register at a time
(Harley and Seal count bits like that; Warren, Hacker's Delight, second edition, section 5-1).

From the sizes comes the least number of third guesses: all codes are asked a first guess, all but
the one that was guessed a second, and those that are not the first of their part a third at least.
With b replies beside the winning one, at most b codes of a part are found by the third guess, b * b
by the fourth, and so on.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from moolab.search.counting import SCANNED
from moolab.search.workspace import Game, Workspace
from moolab.support.jit import Value, inlined, inner, ones

_PLANES = 13

SUMMED = 1 << _PLANES
"""Sets of fewer codes have sums that fit into the planes."""

PLANES_SIZE = 2 * (_PLANES + 1) * SCANNED
"""Words of ``Scratch.planes``: one after another the planes of sizes, those of how much sizes are
beyond some number, one of carries, and one of zeros. That they lie in one array of known steps
tells the compiler that they do not overlap, without which it would not use wide registers."""

_BEYOND, _CARRY, _ZERO = _PLANES, 2 * _PLANES, 2 * _PLANES + 1


@inner
def count_later_guesses(space: Workspace, codes: NDArray[np.int32]) -> NDArray[np.uint16]:
    """How many guesses beyond the second a tree needs at least, by the guess that it begins with.

    Args:
        codes: fewer than ``SUMMED``, of a game with masks.

    Returns:
        uint16, shape (guesses,), and perhaps some more for guesses that there are not.
    """
    game, planes, n = space.game, space.scratch.planes, len(codes)
    width, per_word = game.bits.shape[1], 8 // game.mask_bytes
    counts = np.empty(width * per_word, np.uint16)
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
def _plane(planes: NDArray[np.uint64], number: Value, words: Value) -> NDArray[np.uint64]:
    found: NDArray[np.uint64] = planes[number * SCANNED : number * SCANNED + words]
    return found


@inner
def _add_up(
    game: Game, planes: NDArray[np.uint64], codes: NDArray[np.int32], first: Value, last: Value
) -> Value:
    """Add up the masks of codes for some words of guesses; returns how many planes that takes."""
    n, words, used = len(codes), last - first, 3
    while n >> used:
        used += 1
    for plane in range(used):
        for i in range(words):
            planes[plane * SCANNED + i] = 0
    zero = _plane(planes, _ZERO, words)
    for code in range(0, n, 4):
        second = game.bits[codes[code + 1], first:last] if code + 1 < n else zero
        third = game.bits[codes[code + 2], first:last] if code + 2 < n else zero
        fourth = game.bits[codes[code + 3], first:last] if code + 3 < n else zero
        _add_four(planes, game.bits[codes[code], first:last], second, third, fourth)
        for plane in range(3, used):
            for i in range(words):
                before, carry = planes[plane * SCANNED + i], planes[_CARRY * SCANNED + i]
                planes[plane * SCANNED + i] = before ^ carry
                planes[_CARRY * SCANNED + i] = before & carry
    return used


@inlined
def _add_four(
    planes: NDArray[np.uint64],
    a: NDArray[np.uint64],
    b: NDArray[np.uint64],
    c: NDArray[np.uint64],
    d: NDArray[np.uint64],
) -> None:
    """Add four masks to the planes of ones, twos and fours; eights become carries."""
    for i in range(len(a)):
        one = planes[i]
        ab, cd = a[i] ^ b[i], c[i] ^ d[i]
        abcd = ab ^ cd
        planes[i] = abcd ^ one
        # Up to four twos: of a and b, of c and d, of what they leave, and the one from before.
        of_ab, of_cd, of_rest = a[i] & b[i], c[i] & d[i], (ab & cd) | (abcd & one)
        two, some = planes[SCANNED + i], of_ab ^ of_cd
        twos = some ^ of_rest
        planes[SCANNED + i] = twos ^ two
        four, of_new, of_old = (
            planes[2 * SCANNED + i],
            (of_ab & of_cd) | (some & of_rest),
            twos & two,
        )
        fours = of_new ^ of_old
        planes[2 * SCANNED + i] = fours ^ four
        planes[_CARRY * SCANNED + i] = (of_new & of_old) | (fours & four)


@inner
def _find_any(planes: NDArray[np.uint64], used: Value, words: Value) -> None:
    """Which sizes are not 0; the answer is in the carries."""
    for i in range(words):
        planes[_CARRY * SCANNED + i] = planes[i]
    for plane in range(1, used):
        for i in range(words):
            planes[_CARRY * SCANNED + i] |= planes[plane * SCANNED + i]


@inner
def _subtract(planes: NDArray[np.uint64], used: Value, most: Value, words: Value) -> None:
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
    game: Game, planes: NDArray[np.uint64], number: Value, weight: Value, counts: NDArray[np.uint16]
) -> None:
    """Add the bits of each mask of a plane that are among the carries, times a weight."""
    chosen, among = _plane(planes, number, SCANNED), _plane(planes, _CARRY, SCANNED)
    # A weight of 16 bits: with more, the compiler would not do 32 guesses at a time.
    weight = np.uint16(weight)
    if game.mask_bytes == 2:
        _count_bits(chosen.view(np.uint16), among.view(np.uint16), weight, counts)
    elif game.mask_bytes == 4:
        _count_bits(chosen.view(np.uint32), among.view(np.uint32), weight, counts)
    else:
        _count_bits(chosen, among, weight, counts)


@inner
def _count_bits(
    chosen: NDArray[Any], among: NDArray[Any], weight: Any, counts: NDArray[np.uint16]
) -> None:
    for i in range(len(counts)):
        counts[i] += np.uint16(ones(chosen[i] & among[i])) * weight
