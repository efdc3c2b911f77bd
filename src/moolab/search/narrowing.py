"""The guesses that a search tries, and the game that is left, compiled."""

from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from moolab.codes.numbering import code_at
from moolab.codes.representatives import representatives
from moolab.codes.rules import Rules
from moolab.search.counting import SCANNED, scan
from moolab.search.ordering import rank
from moolab.search.workspace import (
    LETTERS,
    UNKNOWN,
    Bytes,
    Indices,
    Numbers,
    Words,
    Workspace,
)
from moolab.support.jit import compiled, inner
from moolab.support.structs import copy_into, words_of


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


_SIEVED = 512
"""The most codes for which guesses are sorted by the number of their parts; with more codes, most
guesses make nearly all parts. In mm6x5, 123123 after 000112=12 takes 6.4 billion lookups with 512
or 4096, and 12.5 billion with 160."""


@inner
def gather(space: Workspace, codes: Indices, rows: Indices) -> tuple[Workspace, tuple[Any, ...]]:
    """A workspace of these codes alone, close together in memory: that is worth a copy.

    Its sieve has the guesses first that make most parts of them.

    Returns:
        The workspace, and the arrays where it is: they have to be held as long as it is used.
    """
    game = space.game
    n, width = len(codes), game.bits.shape[1]
    guesses = len(rows) or game.replies.shape[0]
    replies = np.empty((guesses, n), game.replies.dtype)
    for guess in range(guesses):
        row = game.replies[rows[guess] if len(rows) else guess]
        for i in range(n):
            replies[guess, i] = row[codes[i]]
    if len(rows):
        per_word = 8 // game.mask_bytes
        width = (guesses + per_word - 1) // per_word
    bits = np.zeros((n, width), np.uint64)
    own = np.empty(n, np.int32)
    facts = len(game.of_codes)
    of_codes = np.empty((facts, n), np.uint64)
    for i in range(n):
        own[i] = game.own[codes[i]]
        for fact in range(facts):
            of_codes[fact, i] = game.of_codes[fact, codes[i]]
    of_guesses = game.of_guesses
    if len(rows):
        numbers = bits.view(game.replies.dtype)
        for guess in range(guesses):
            for i in range(n):
                numbers[i, guess] = replies[guess, i]
        _number_anew(own, rows)
        of_guesses = np.empty((guesses, game.of_guesses.shape[1]), np.uint64)
        for guess in range(guesses):
            for fact in range(of_guesses.shape[1]):
                of_guesses[guess, fact] = game.of_guesses[rows[guess], fact]
    else:
        for i in range(n):
            for word in range(width):
                bits[i, word] = game.bits[codes[i], word]
    sieve, most = bits, np.empty((width + SCANNED - 1) // SCANNED, np.uint8)
    most[:] = UNKNOWN
    if len(rows) == 0 and not game.is_numbered and n <= _SIEVED:
        scan(game, space.scratch, codes, n + 1)
        sieve = _sort_by_parts(bits, space.scratch.parts[:guesses], game.mask_bytes, most)
    words = np.empty(words_of(space), np.int64)
    closer: Workspace = copy_into(words, space)
    closer.game.replies, closer.game.own, closer.game.of_codes = replies, own, of_codes
    closer.game.bits, closer.game.sieve, closer.game.most = bits, sieve, most
    closer.game.of_guesses = of_guesses
    return closer, (words, replies, bits, sieve, most, own, of_codes, of_guesses)


@inner
def _sort_by_parts(bits: Words, parts: Bytes, mask_bytes: int, most: Bytes) -> Words:
    """The masks with guesses in the order of the parts that they make, most of them first."""
    guesses, per_word = len(parts), 8 // mask_bytes
    keys, order = -parts.astype(np.int64), np.arange(guesses).astype(np.int32)
    rank(keys, np.zeros_like(keys), order, np.int64(guesses))
    for block in range(len(most)):
        most[block] = parts[order[block * SCANNED * per_word]]
    sieve = np.zeros_like(bits)
    for code in range(len(bits)):
        if mask_bytes == 2:
            _reorder(bits[code].view(np.uint16), order, sieve[code].view(np.uint16))
        elif mask_bytes == 4:
            _reorder(bits[code].view(np.uint32), order, sieve[code].view(np.uint32))
        else:
            _reorder(bits[code], order, sieve[code])
    return sieve


@inner
def _reorder(source: NDArray[Any], order: Indices, target: NDArray[Any]) -> None:
    for i in range(len(order)):
        target[i] = source[order[i]]


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
def keep_hints(guesses: Words, tiles: Bytes, moves: Moves, guess: int) -> Moves:
    """The guesses of hard mode that are left after a reply: what it has revealed stays.

    Args:
        guesses: facts of them, as in ``Game.of_guesses``.
        tiles: what the reply says of each place.
        moves: those that were left before.
    """
    letters = guesses[:, LETTERS:]
    mine, places = letters[guess], len(tiles)
    # How often a letter has to be there, at its first place in the guess.
    needed = np.zeros(places, np.int64)
    for place in range(places):
        if tiles[place] > 0:
            first = 0
            while mine[first] != mine[place]:
                first += 1
            needed[first] += 1
    total = len(moves.listed) or len(letters)
    left = np.empty(total, np.int32)
    found = 0
    for i in range(total):
        row = np.int32(i)
        if len(moves.listed):
            row = moves.listed[i]
        fits = True
        for place in range(places):
            if tiles[place] == 2 and letters[row, place] != mine[place]:
                fits = False
        for place in range(places):
            if fits and needed[place] > 0:
                there = 0
                for other in range(places):
                    there += letters[row, other] == mine[place]
                fits = there >= needed[place]
        if fits:
            left[found] = row
            found += 1
    return Moves(left[:found], moves.next[:0], moves.starts[:0])


@compiled
def moves_in_hard_mode(guesses: Words, tiles: Bytes, moves: Moves, guess: int) -> Moves:
    """As ``keep_hints``, for Python."""
    left: Moves = keep_hints(guesses, tiles, moves, guess)
    return left
