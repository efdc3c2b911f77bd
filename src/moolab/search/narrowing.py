"""The guesses that a search tries, and the game that is left, compiled."""

from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from moolab.codes.numbering import code_at
from moolab.codes.representatives import representatives
from moolab.codes.rules import Rules
from moolab.search.counting import SCANNED, scan
from moolab.search.workspace import (
    LETTERS,
    UNKNOWN,
    Bytes,
    Indices,
    Numbers,
    Words,
    Workspace,
)
from moolab.support.room import Room, compiled, cut, cut_zeros, has_room, inner, seen_as, unsigned
from moolab.support.structs import copy_into, settled, words_of


class Moves(NamedTuple):
    """The guesses worth trying for a set of candidates, and for what they leave.

    Args:
        listed: rows of the game in rising order, int32; if it is empty, all rows.
        next: lists of the rows worth trying after each of these, one list after another, int32.
        starts: where the list after each row of the game begins, and where the last one ends,
            int64, shape (guesses + 1,); if it is empty, all rows are worth trying next.
    """

    listed: Indices
    next: Indices
    starts: Numbers

    @classmethod
    def of(cls, listed: Indices) -> Self:
        """These guesses, and any next."""
        return cls(listed, np.zeros(0, np.int32), np.zeros(0, np.int64))

    def restrict_next(self, rules: Rules, guesses: tuple[str, ...]) -> "Moves":
        """These guesses, and next only representatives."""
        lists = [representatives(rules, (*guesses, code_at(rules, int(g)))) for g in self.listed]
        starts = np.zeros(rules.size + 1, np.int64)
        starts[self.listed + 1] = [len(rows) for rows in lists]
        return Moves(self.listed, np.concatenate(lists), np.cumsum(starts))


ANY = Moves.of(np.zeros(0, np.int32))
"""Any guess, and any next."""


def moves_after(moves: Moves, guess: int) -> Moves:
    """The guesses worth trying for what a guess leaves; any for what the next one leaves."""
    listed = moves.next[:0]
    if len(moves.starts):
        listed = moves.next[moves.starts[guess] : moves.starts[guess + 1]]
    return Moves(listed, moves.next[:0], moves.starts[:0])


SIEVED = 4096
"""The most codes for which guesses are sorted by the number of their parts. 03445 after 00112=10 in
mm5x8 takes 8.8 billion lookups with 4096, and 10.5 billion with 512."""

_SIEVE = 16 * SCANNED
"""The most words of a sieve, for each code. 123123 after 000112=12 in mm6x5 takes 6.7 billion
lookups with 16 blocks, 10.3 with 8, and 12.6 with 4; with 32, to fill it takes mm5x8 longer."""


@inner
def gather(space: Workspace, codes: Indices, rows: Indices) -> Workspace:
    """A workspace of these codes alone, close together in memory: that is worth a copy.

    Where there is no room for it, the search gives up.
    """
    game, room = space.game, space.scratch.room
    n, width = len(codes), game.bits.shape[1]
    guesses = len(rows) or game.replies.shape[0]
    facts, per_guess = len(game.of_codes), game.of_guesses.shape[1]
    if len(rows):
        per_word = 8 // game.mask_bytes
        width = (guesses + per_word - 1) // per_word
    of_tables = n * (guesses * game.replies.itemsize + width * 8)
    if not has_room(room, of_tables + guesses * (8 * per_guess + 64) + n * 8 * facts):
        return space
    words = cut(room, words_of(space), np.int64)
    closer: Workspace = copy_into(words, space)
    replies = cut(room, (guesses, n), game.replies.dtype)
    for guess in range(guesses):
        row, target = game.replies[rows[guess] if len(rows) else guess], replies[guess]
        for place, code in enumerate(unsigned(codes)):
            target[place] = row[code]
    bits = cut(room, (n, width), np.uint64)
    own = cut(room, n, np.int32)
    of_codes = cut(room, (facts, n), np.uint64)
    for i in range(n):
        own[i] = game.own[codes[i]]
        for fact in range(facts):
            of_codes[fact, i] = game.of_codes[fact, codes[i]]
    if len(rows):
        of_guesses = cut(room, (guesses, per_guess), np.uint64)
        for i in range(n):
            bits[i, width - 1] = 0
            numbers = seen_as(bits[i], game.replies.dtype)
            for guess in range(guesses):
                numbers[guess] = replies[guess, i]
        _number_anew(own, rows)
        for guess in range(guesses):
            for fact in range(per_guess):
                of_guesses[guess, fact] = game.of_guesses[rows[guess], fact]
        closer.game.of_guesses = of_guesses
    else:
        for i in range(n):
            for word in range(width):
                bits[i, word] = game.bits[codes[i], word]
    most = cut(room, 1, np.uint8)
    most[0] = UNKNOWN
    closer.game.replies, closer.game.own, closer.game.of_codes = replies, own, of_codes
    closer.game.bits, closer.game.most = bits, most
    closer.game.sieve, closer.game.sieved = cut(room, (0, 0), np.uint64), own
    found: Workspace = settled(closer)
    return found


@inner
def sift(space: Workspace, codes: Indices) -> Workspace:
    """A workspace whose sieve has those guesses first that make most parts of these codes.

    Where there is no room for it, the search gives up.
    """
    game, room, per_word = space.game, space.scratch.room, 8 // space.game.mask_bytes
    width, n = min(game.bits.shape[1], _SIEVE), len(codes)
    if not has_room(room, (n + per_word) * width * 8 + len(game.bits) * 4):
        return space
    words = cut(room, words_of(space), np.int64)
    closer: Workspace = copy_into(words, space)
    scan(game, space.scratch, codes, n + 1)
    parts = space.scratch.parts[: game.replies.shape[0]]
    order = cut(room, min(len(parts), width * per_word), np.int32)
    most = cut_zeros(room, (width + SCANNED - 1) // SCANNED + 1, np.uint8)
    _sort_by_parts(parts, order, cut_zeros(room, game.reply_count + 1, np.int64))
    for block in range(len(most) - 1):
        most[block] = parts[order[block * SCANNED * per_word]]
    if len(order) < len(parts):
        most[len(most) - 1] = parts[order[len(order) - 1]]
    sieve, sieved = cut(room, (n, width), np.uint64), cut(room, len(game.bits), np.int32)
    for i in range(n):
        sieved[codes[i]] = i
        source, target = game.bits[codes[i]], sieve[i]
        target[width - 1] = 0  # where there are fewer guesses
        if game.mask_bytes == 2:
            _reorder(seen_as(source, np.uint16), order, seen_as(target, np.uint16))
        elif game.mask_bytes == 4:
            _reorder(seen_as(source, np.uint32), order, seen_as(target, np.uint32))
        else:
            _reorder(source, order, target)
    closer.game.sieve, closer.game.sieved, closer.game.most = sieve, sieved, most
    found: Workspace = settled(closer)
    return found


@inner
def _sort_by_parts(parts: Bytes, order: Indices, places: Numbers) -> None:
    """The guesses in the order of the parts that they make, most of them first, as far as asked."""
    for many in parts:
        places[many] += 1
    before = np.int64(0)
    for many in range(len(places) - 1, -1, -1):
        before += places[many]
        places[many] = before - places[many]
    for guess in range(len(parts)):
        place = places[parts[guess]]
        if place < len(order):
            order[place] = guess
        places[parts[guess]] += 1


@inner
def _reorder(source: NDArray[Any], order: Indices, target: NDArray[Any]) -> None:
    for place, guess in enumerate(unsigned(order)):
        target[place] = source[guess]


@inner
def _number_anew(own: Indices, rows: Indices) -> None:
    """Make rows of the game places in ``rows``, which rise."""
    for i in range(len(own)):
        low, high = 0, len(rows)
        while low < high:
            middle = (low + high) // 2
            if rows[middle] < own[i]:
                low = middle + 1
            else:
                high = middle
        own[i] = low


@inner
def keep_hints(
    room: Room, guesses: Words, tiles: Bytes, listed: Indices, guess: int, left: Indices
) -> int:
    """Which guesses of hard mode are left after a reply: what it has revealed stays.

    Args:
        guesses: facts of them, as in ``Game.of_guesses``.
        tiles: what the reply says of each place.
        listed: those that were left before; all if it is empty.
        left: room for as many; returns how many there are.
    """
    places, mark = len(tiles), room.used[0]
    # How often a letter has to be there, at its first place in the guess.
    needed = cut_zeros(room, places, np.int64)
    for place in range(places):
        if tiles[place] > 0:
            first = 0
            while guesses[guess, LETTERS + first] != guesses[guess, LETTERS + place]:
                first += 1
            needed[first] += 1
    found = 0
    for i in range(len(left)):
        row = listed[i] if len(listed) else np.int32(i)
        fits = True
        for place in range(places):
            letter = guesses[guess, LETTERS + place]
            if tiles[place] == 2 and guesses[row, LETTERS + place] != letter:
                fits = False
            if fits and needed[place] > 0:
                there = 0
                for other in range(places):
                    there += guesses[row, LETTERS + other] == letter
                fits = there >= needed[place]
        if fits:
            left[found] = row
            found += 1
    room.used[0] = mark
    return found


@compiled
def _keep_hints(
    room: Room, guesses: Words, tiles: Bytes, listed: Indices, guess: int, left: Indices
) -> int:
    found: int = keep_hints(room, guesses, tiles, listed, guess, left)
    return found


def moves_in_hard_mode(space: Workspace, answer: int, moves: Moves, guess: int) -> Moves:
    """The guesses of hard mode that are left after a reply, for Python."""
    game = space.game
    left = np.empty(len(moves.listed) or len(game.of_guesses), np.int32)
    facts = game.of_guesses, game.tiles[answer]
    found = _keep_hints(space.scratch.room, *facts, moves.listed, guess, left)
    return Moves.of(left[:found])
