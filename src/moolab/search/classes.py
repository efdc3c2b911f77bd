"""The guesses worth trying in games with too many codes to try all: one of each class."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.codes.replies import pack_reply
from moolab.codes.rules import Rules
from moolab.codes.scorer import Scorer
from moolab.codes.space import Codes, CodeSpace
from moolab.support.jit import compiled

_COMPARED = 5 * 10**8
"""Pairs of a guess and a candidate that are compared at most; about two seconds."""

_PER_GUESS = 30
"""The fixed cost of scoring a guess, in candidates."""

_REPLY_BYTES = 1 << 26
"""Replies that are held at once, a byte each."""


class Classes(NamedTuple):
    """Some guesses, no two of which split the candidates alike.

    Args:
        guesses: in numeric order, shape (places, guesses); all candidates are among them.
        own: the columns of the candidates.
        complete: whether these are all classes.
    """

    guesses: Codes
    own: NDArray[np.int32]
    complete: bool


class _Found(NamedTuple):
    """Guesses, the names of their classes, how unevenly they split, and whether they can win."""

    guesses: Codes
    names: NDArray[np.uint64]
    squares: NDArray[np.int64]
    wins: NDArray[np.bool_]

    def join(self, others: "_Found") -> "_Found":
        return _Found(
            np.hstack([self.guesses, others.guesses]),
            np.concatenate([self.names, others.names]),
            np.concatenate([self.squares, others.squares]),
            np.concatenate([self.wins, others.wins]),
        )

    def at(self, columns: NDArray[np.int64]) -> "_Found":
        return _Found(
            np.ascontiguousarray(self.guesses[:, columns]),
            self.names[columns],
            self.squares[columns],
            self.wins[columns],
        )


def classify(rules: Rules, codes: Codes, most: int) -> Classes:
    """The classes of guesses, by the parts into which they split some candidates.

    Of more than ``most`` classes, those are kept that can be the secret, and others by the sum of
    the squares of their parts, the least first, then in numeric order. Where not all codes can be
    looked at in good time, it is every second, every third, and so on.

    Args:
        codes: the candidates in numeric order, shape (places, n).
        most: how many guesses are kept, n at least.

    >>> from moolab.deduction.candidates import candidates
    >>> rules = Rules.parse("ab4x10")
    >>> known = candidates("ab4x10", "0123=13 1456=01")
    >>> found = classify(rules, known.pack(), 5000)
    >>> known.count, found.guesses.shape[1], found.complete
    (6, 81, True)
    """
    if codes.shape[1] <= 2:
        # No guess is better than the first of them.
        return Classes(codes, np.arange(codes.shape[1], dtype=np.int32), complete=True)
    step = -(-rules.size * (codes.shape[1] + _PER_GUESS) // _COMPARED)
    found = _classes_of(rules, codes, codes)
    complete = step == 1
    for guesses in _chunks(rules, codes.shape[1], step):
        found = found.join(_classes_of(rules, guesses, codes))
        # Of guesses that are alike the first is kept, so candidates stay themselves.
        found = found.at(np.sort(np.unique(found.names, return_index=True)[1]))
        if found.guesses.shape[1] > most:
            complete = False
            ranked = np.lexsort((found.squares, ~found.wins))
            found = found.at(np.sort(ranked[:most]))
    order = np.lexsort(found.guesses[::-1])
    return Classes(
        np.ascontiguousarray(found.guesses[:, order]),
        np.flatnonzero(found.wins[order]).astype(np.int32),
        complete,
    )


def _chunks(rules: Rules, candidates: int, step: int) -> Iterator[Codes]:
    width = max(1, _REPLY_BYTES // candidates)
    for block in CodeSpace(rules).blocks():
        some = block[:, ::step]
        for first in range(0, some.shape[1], width):
            yield np.ascontiguousarray(some[:, first : first + width])


def _classes_of(rules: Rules, guesses: Codes, codes: Codes) -> _Found:
    replies = Scorer.of(rules, guesses).table(codes)
    names = np.empty(len(replies), np.uint64)
    squares = np.empty(len(replies), np.int64)
    wins = np.empty(len(replies), np.bool_)
    _name_classes(replies, pack_reply(rules.win), names, squares, wins)
    return _Found(guesses, names, squares, wins)


@compiled
def _name_classes(
    replies: NDArray[np.uint8],
    win: int,
    names: NDArray[np.uint64],
    squares: NDArray[np.int64],
    wins: NDArray[np.bool_],
) -> None:
    """Name each row by which candidates get the same reply, whatever that is, and which wins."""
    first = np.empty(256, np.int32)
    sizes = np.empty(256, np.int64)
    for guess in range(len(replies)):
        sizes[:] = 0
        name = np.uint64(0)
        square = np.int64(0)
        for code in range(replies.shape[1]):
            reply = replies[guess, code]
            if sizes[reply] == 0:
                first[reply] = code
            # One square more than the last is an odd number.
            square += 2 * sizes[reply] + 1
            sizes[reply] += 1
            # The winning reply leaves nothing to search, so its part is not compared.
            part = (np.uint64(first[reply]) << np.uint64(1)) | np.uint64(reply == win)
            name = (name ^ part) * np.uint64(0x9E3779B97F4A7C15)
            name ^= name >> np.uint64(29)
        names[guess] = name
        squares[guess] = square
        wins[guess] = sizes[win] > 0
