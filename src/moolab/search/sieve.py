"""Guesses sorted by the number of parts that they make of a set, compiled.

A guess makes no more parts of some codes than of all. So for parts of the set, guesses that come
late need not be looked at.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from moolab.search.counting import BYTES_PER_LOOKUP, SCANNED, scan, scan_block, width_of
from moolab.search.workspace import Bytes, Game, Indices, Numbers, Workspace
from moolab.support.jit import Value
from moolab.support.room import cut, cut_zeros, has_room, inner, seen_as, unsigned
from moolab.support.structs import copy_into, settled, words_of

SIFTED = 4096
"""The most codes for which guesses are sorted. 03445 after 00112=10 in mm5x8 takes 8.8 billion
lookups with 4096, and 10.5 billion with 512."""


@inner
def most_parts(space: Workspace, codes: Indices, least: Value) -> Value:
    """The most parts into which any guess splits the codes; ``least`` if there are not so many."""
    game, work, room, n = space.game, space.budget.work[0], space.scratch.room, len(codes)
    sieve, masks, rows, most = game.sieve, game.bits, codes, least
    mark, is_sorted = room.used[0], len(game.sieve.order) > 0
    work.scans += 1
    if is_sorted:
        masks, rows = sieve.masks, cut(room, n, np.int32)
        for i in range(n):
            rows[i] = sieve.rows[codes[i]]
    width = width_of(game)
    for block in range((width + SCANNED - 1) // SCANNED):
        if most >= n or (is_sorted and most >= np.int64(sieve.most[block])):
            break
        if is_sorted and block == sieve.filled[0]:
            _fill(game, block)
        first, last = block * SCANNED, min((block + 1) * SCANNED, width)
        work.lookups += n * (last - first) * 8 // BYTES_PER_LOOKUP
        most = max(most, scan_block(game, masks, space.scratch, rows, first, last))
    room.used[0] = mark
    return most


@inner
def sift(space: Workspace, codes: Indices) -> Workspace:
    """A workspace in which guesses are sorted by the number of parts that they make of these codes.

    If the room is too small for it, the search stops and starts again with more.
    """
    game, room, n = space.game, space.scratch.room, len(codes)
    guesses, width = game.replies.shape[0], width_of(game)
    if not has_room(room, n * game.bits.shape[1] * 8 + 4 * (guesses + len(game.bits))):
        return space
    words = cut(room, words_of(space), np.int64)
    closer: Workspace = copy_into(words, space)
    scan(game, space.scratch, codes, n + 1)
    parts, order = space.scratch.parts[:guesses], cut(room, guesses, np.int32)
    _sort_by_parts(parts, order, cut_zeros(room, game.reply_count + 1, np.int64))
    most = cut(room, (width + SCANNED - 1) // SCANNED, np.uint8)
    for block in range(len(most)):
        most[block] = parts[order[block * SCANNED * (8 // game.mask_bytes)]]
    rows = cut(room, len(game.bits), np.int32)
    for i in range(n):
        rows[codes[i]] = i
    sieve = closer.game.sieve
    sieve.order, sieve.most, sieve.codes, sieve.rows = order, most, codes, rows
    sieve.masks = cut(room, (n, game.bits.shape[1]), np.uint64)
    sieve.filled = cut_zeros(room, 1, np.int64)
    found: Workspace = settled(closer)
    return found


@inner
def _sort_by_parts(parts: Bytes, order: Indices, places: Numbers) -> None:
    for many in parts:
        places[many] += 1
    before = np.int64(0)
    for many in range(len(places) - 1, -1, -1):
        before += places[many]
        places[many] = before - places[many]
    for guess in range(len(parts)):
        order[places[parts[guess]]] = guess
        places[parts[guess]] += 1


@inner
def _fill(game: Game, block: Value) -> None:
    """Copy the masks of the next block, as far as there are guesses."""
    sieve, per_word, width = game.sieve, 8 // game.mask_bytes, width_of(game)
    first, last = block * SCANNED, min((block + 1) * SCANNED, width)
    order = sieve.order[first * per_word : last * per_word]
    first, last = first // game.spread, last // game.spread
    for i in range(len(sieve.codes)):
        source, target = game.bits[sieve.codes[i]], sieve.masks[i, first:last]
        target[last - first - 1] = 0
        if game.mask_bytes == 2:
            _reorder(seen_as(source, np.uint16), order, seen_as(target, np.uint16))
        else:
            _reorder(seen_as(source, np.uint8), order, seen_as(target, np.uint8))
    sieve.filled[0] += 1


@inner
def _reorder(source: NDArray[Any], order: Indices, target: NDArray[Any]) -> None:
    for place, guess in enumerate(unsigned(order)):
        target[place] = source[guess]
