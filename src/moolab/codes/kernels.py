"""The reply to a guess, compiled: scoring, counting, filtering and splitting many codes.

Scoring works on bytes, one lane a code. Counting works on *bit planes*: for each symbol at each
place one bit a code, so that a handful of logic operations settles the replies of 64 codes, or of
512 where the processor has such wide registers. docs/explanation/kernels.md tells more, with a
picture of counting by planes.
"""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from moolab.codes.patterns import NOWHERE, patterns
from moolab.codes.replies import Reply, counted_replies, pack_reply, unpack_reply
from moolab.codes.rules import Rules
from moolab.codes.space import Codes, CodeSpace
from moolab.codes.unrolled import at_least, indices, reply_byte, take, tally
from moolab.support.jit import compiled, inner

Counts = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Planes = NDArray[np.uint64]
PlaneNumbers = NDArray[np.uint16]
Indices = tuple[int, ...]


def score(rules: Rules, guess: str, codes: Codes) -> Bytes:
    """The packed reply to one guess from each of many codes.

    Args:
        codes: shape (places, codes), as ``CodeSpace`` packs them.

    Returns:
        16 * bulls + cows, shape (codes,).

    >>> rules = Rules.parse("mm4x10")
    >>> [hex(reply) for reply in score(rules, "1234", CodeSpace(rules).pack(["4324", "1234"]))]
    ['0x12', '0x40']
    """
    replies: Bytes = score_table(rules, CodeSpace(rules).pack([guess]), codes)[0]
    return replies


def score_table(rules: Rules, guesses: Codes, codes: Codes) -> Bytes:
    """The packed replies to many guesses from each of many codes.

    Args:
        guesses: shape (places, guesses).
        codes: shape (places, codes).

    Returns:
        16 * bulls + cows, shape (guesses, codes).

    >>> space = CodeSpace(Rules.parse("ab2x3"))
    >>> score_table(space.rules, space.codes[:, :2], space.codes)
    array([[32, 16,  2,  1,  1, 16],
           [16, 32,  1, 16,  2,  1]], dtype=uint8)
    """
    places = rules.places
    known = patterns(rules)
    masks, thresholds = known.match_masks(known.numbers(guesses).ravel())
    # From (symbol looked for, place of the guess and guess) to one row for each pair of places.
    squares = masks.reshape(places, places, -1).transpose(1, 0, 2).reshape(places**2, -1)
    replies = np.empty((guesses.shape[1], codes.shape[1]), np.uint8)
    _score(
        indices(places),
        indices(places**2),
        np.ascontiguousarray(squares),
        thresholds.reshape(places, -1),
        # Only contiguous rows are loaded a whole register at a time.
        np.ascontiguousarray(codes),
        replies,
    )
    return replies


def select(rules: Rules, guess: str, reply: Reply, codes: Codes) -> Codes:
    """The codes that give this reply to the guess, in the order they came, shape (places, kept)."""
    return select_marked(codes, score(rules, guess, codes), pack_reply(reply))


def select_marked(codes: Codes, marks: Bytes, wanted: int) -> Codes:
    """The codes with this mark, in the order they came, shape (places, kept).

    Args:
        marks: a byte for each code.
    """
    kept: Codes = _compress(codes, marks, wanted)
    return kept


def partition(rules: Rules, guess: str, codes: Codes) -> dict[Reply, Counts]:
    """Split codes by their reply to a guess.

    Returns:
        For each reply that occurs, in numeric order, the columns of ``codes`` that give it.

    >>> rules = Rules.parse("ab2x3")
    >>> {str(r): c.tolist() for r, c in partition(rules, "01", CodeSpace(rules).codes).items()}
    {'01': [3, 4], '02': [2], '10': [1, 5], '20': [0]}
    """
    order, begins = _order(score(rules, guess, codes))
    parts = enumerate(order[begin:end] for begin, end in pairwise(begins.tolist()))
    return {unpack_reply(byte): part for byte, part in parts if len(part)}


@dataclass(frozen=True)
class PreparedGuesses:
    """Many guesses, prepared for counting their replies again and again.

    >>> rules = Rules.parse("ab4x10")
    >>> codes = CodeSpace(rules).codes
    >>> PreparedGuesses.of(rules, codes[:, :1]).count(codes)
    array([[ 360, 1440, 1260,  264,    9,  480,  720,  216,    8,  180,   72,
               6,   24,    0,    1]])
    """

    symbols: int
    bull_planes: PlaneNumbers
    hit_planes: PlaneNumbers
    mask_planes: PlaneNumbers
    thresholds: Bytes

    @classmethod
    def of(cls, rules: Rules, guesses: Codes) -> "PreparedGuesses":
        """Prepare guesses of shape (places, guesses)."""
        known = patterns(rules)
        numbers = known.numbers(guesses)
        used, which = np.unique(numbers, return_inverse=True)
        masks, thresholds = known.match_masks(used)
        at_place = np.arange(rules.places)[:, None] * rules.symbols
        nowhere = rules.places * rules.symbols
        return cls(
            symbols=rules.symbols,
            bull_planes=(guesses + at_place).astype(np.uint16, order="C"),
            hit_planes=(which.reshape(numbers.shape) + nowhere + 1).astype(np.uint16),
            mask_planes=np.where(masks == NOWHERE, nowhere, masks + at_place).astype(np.uint16),
            thresholds=thresholds,
        )

    def of_columns(self, columns: NDArray[np.int64]) -> "PreparedGuesses":
        """Some of the guesses, in the order of ``columns``."""
        return replace(
            self,
            bull_planes=np.take(self.bull_planes, columns, axis=1),
            hit_planes=np.take(self.hit_planes, columns, axis=1),
        )

    def count(self, codes: Codes, first: int = 0, last: int | None = None) -> Counts:
        """How many of the codes give each reply to each guess.

        Args:
            codes: shape (places, codes).
            first, last: count for the guesses in this range only.

        Returns:
            Shape (guesses, replies); the columns are those of ``counted_replies(places)``.
        """
        return self.count_planes(self.planes(codes), codes.shape[1], first, last)

    def planes(self, codes: Codes) -> Planes:
        """The bit planes of codes, shape (planes, words): bit i of a plane is the i-th code.

        First, for each place and symbol, the codes with this symbol there; then an empty plane;
        then the codes that fit each pattern of the guesses.
        """
        planes: Planes = bit_planes(
            indices(len(codes)), codes, self.symbols, self.mask_planes, self.thresholds
        )
        return planes

    def count_planes(
        self, planes: Planes, size: int, first: int = 0, last: int | None = None
    ) -> Counts:
        """As ``count``, for the bit planes of ``size`` codes."""
        places, guesses = self.bull_planes.shape
        last = guesses if last is None else min(last, guesses)
        zeros = (0,) * len(counted_replies(places))
        counts = np.empty((last - first, len(zeros)), np.int64)
        _count(indices(places), zeros, planes, self.bull_planes, self.hit_planes, first, counts)
        # The unused bits of the last word looked like codes that share nothing.
        counts[:, 0] -= planes.shape[1] * 64 - size
        return counts


@inner
def _score_row(
    places: Indices, symbols: Indices, enough: Indices, codes: Codes, replies: Bytes
) -> None:
    for i in range(len(replies)):
        replies[i] = reply_byte(take(codes, places, i), symbols, enough)


@compiled
def _score(
    places: Indices, squares: Indices, masks: Codes, thresholds: Bytes, codes: Codes, replies: Bytes
) -> None:
    for guess in range(len(replies)):
        symbols = take(masks, squares, guess)
        enough = take(thresholds, places, guess)
        _score_row(places, symbols, enough, codes, replies[guess])


@compiled
def _compress(codes: Codes, replies: Bytes, wanted: int) -> Codes:
    kept = 0
    for reply in replies:
        kept += reply == wanted
    result = np.empty((codes.shape[0], kept), np.uint8)
    for place in range(codes.shape[0]):
        column = 0
        for i in range(len(replies)):
            if replies[i] == wanted:
                result[place, column] = codes[place, i]
                column += 1
    return result


@compiled
def _order(replies: Bytes) -> tuple[Counts, Counts]:
    begins = np.zeros(257, np.int64)
    for reply in replies:
        begins[reply + 1] += 1
    for reply in range(256):
        begins[reply + 1] += begins[reply]
    free = begins.copy()
    order = np.empty(len(replies), np.int64)
    for i in range(len(replies)):
        order[free[replies[i]]] = i
        free[replies[i]] += 1
    return order, begins


@compiled
def bit_planes(
    places: Indices, codes: Codes, symbols: int, mask_planes: PlaneNumbers, thresholds: Bytes
) -> Planes:
    """The bit planes of codes; see ``PreparedGuesses.planes``.

    Args:
        places: ``indices`` of the places.
        codes: shape (places, codes).
        symbols: the number of symbols of the game.
        mask_planes, thresholds: the patterns.
    """
    size = codes.shape[1]
    # Whole registers: the loop over words has no slow remainder then.
    words = 1 if size <= 64 else -(-size // 512) * 8
    first = len(places) * symbols + 1
    planes = np.zeros((first + len(thresholds), words), np.uint64)
    for place in range(len(places)):
        for i in range(size):
            planes[place * symbols + codes[place, i], i >> 6] |= np.uint64(1) << np.uint64(i & 63)
    for pattern in range(len(thresholds)):
        masks = take(mask_planes, places, pattern)
        for word in range(words):
            planes[first + pattern, word] = at_least(take(planes, masks, word), thresholds[pattern])
    return planes


@compiled
def _count(
    places: Indices,
    zeros: Indices,
    planes: Planes,
    bull_planes: PlaneNumbers,
    hit_planes: PlaneNumbers,
    first: int,
    counts: Counts,
) -> None:
    for guess in range(len(counts)):
        bull_rows = take(bull_planes, places, first + guess)
        hit_rows = take(hit_planes, places, first + guess)
        tallied = zeros
        for word in range(planes.shape[1]):
            tallied = tally(tallied, take(planes, bull_rows, word), take(planes, hit_rows, word))
        for column, count in enumerate(tallied):
            counts[guess, column] = count
