"""The game that is left, compiled: tables close together, without guesses that are ruled out."""

import numpy as np
from numpy.typing import NDArray

from moolab.search.moves import Moves
from moolab.search.workspace import Game, Hints
from moolab.support.jit import compiled, inner


@inner
def gather(game: Game, codes: NDArray[np.int32], rows: NDArray[np.int32]) -> Game:
    """The game with these codes alone, close together in memory: that is worth a copy.

    Args:
        rows: the guesses that are left; all if it is empty.
    """
    n, width = len(codes), game.bits.shape[1]
    guesses = len(rows) or game.replies.shape[0]
    replies = np.empty((guesses, n), np.uint8)
    for guess in range(guesses):
        row = game.replies[rows[guess] if len(rows) else guess]
        for i in range(n):
            replies[guess, i] = row[codes[i]]
    if len(rows):
        width = (guesses + 7) // 8
    bits = np.zeros((n, width), np.uint64)
    own = np.empty(n, np.int32)
    zobrist = np.empty((2, n), np.uint64)
    for i in range(n):
        own[i] = game.own[codes[i]]
        zobrist[0, i] = game.zobrist[0, codes[i]]
        zobrist[1, i] = game.zobrist[1, codes[i]]
    hints = game.hints
    if len(rows):
        numbers = bits.view(np.uint8)
        for guess in range(guesses):
            for i in range(n):
                numbers[i, guess] = replies[guess, i]
        _number_anew(own, rows)
        hints = _hints_of(hints, rows)
    else:
        for i in range(n):
            for word in range(width):
                bits[i, word] = game.bits[codes[i], word]
    return Game(replies, bits, own, zobrist, game.reply_count, game.mask_bytes, game.is_hard, hints)


@inner
def _number_anew(own: NDArray[np.int32], rows: NDArray[np.int32]) -> None:
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
def _hints_of(hints: Hints, rows: NDArray[np.int32]) -> Hints:
    letters = np.empty((len(rows), hints.letters.shape[1]), np.uint32)
    words = np.empty((2, len(rows)), np.uint64)
    for i in range(len(rows)):
        for place in range(letters.shape[1]):
            letters[i, place] = hints.letters[rows[i], place]
        words[0, i], words[1, i] = hints.words[0, rows[i]], hints.words[1, rows[i]]
    return Hints(letters, hints.tiles, words)


@inner
def keep_hints(hints: Hints, moves: Moves, guess: int, reply: int) -> Moves:
    """The guesses of hard mode that are left after a reply: what it has revealed stays.

    Args:
        moves: those that were left before.
    """
    letters, tiles, mine = hints.letters, hints.tiles[reply], hints.letters[guess]
    places = len(tiles)
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
def moves_in_hard_mode(hints: Hints, moves: Moves, guess: int, reply: int) -> Moves:
    """As ``keep_hints``, for Python."""
    left: Moves = keep_hints(hints, moves, guess, reply)
    return left
