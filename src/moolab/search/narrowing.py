"""The guesses that a search tries, and the game that is left, compiled."""

from typing import NamedTuple, Self

import numpy as np

from moolab.codes.numbering import code_at
from moolab.codes.representatives import representatives
from moolab.codes.rules import Rules
from moolab.search.workspace import (
    LETTERS,
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


@inner
def gather(space: Workspace, codes: Indices, rows: Indices) -> Workspace:
    """A workspace of these codes alone, close together in memory: that is worth a copy.

    If the room is too small for it, the search stops and starts again with more.
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
    closer.game.replies, closer.game.own, closer.game.of_codes = replies, own, of_codes
    closer.game.bits, closer.game.sieve.order = bits, own[:0]
    found: Workspace = settled(closer)
    return found


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
