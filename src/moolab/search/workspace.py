"""What a search knows, reads and writes: the arguments of its kernels."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.search.transpositions import Transpositions
from moolab.support.jit import Value
from moolab.support.room import Room, inlined, inner, unsigned
from moolab.support.structs import Struct

Indices = NDArray[np.int32]
Numbers = NDArray[np.int64]
Words = NDArray[np.uint64]
Bytes = NDArray[np.uint8]
Replies = NDArray[np.uint8] | NDArray[np.uint16]
"""Arrays: of rows and columns, of what can be large, of bits, of what is small, and of replies."""

NO_GUESS = -1
"""Stands for a row where there is none."""

VALUE, GUESS = np.False_, np.True_
"""What ``solve`` shall find. These are not the literals False and True: of a literal Numba would
compile a second version, and to load two that call each other from its cache crashes."""


class Work(NamedTuple):
    """What a search has done.

    Args:
        guesses: guesses tried; these are the nodes that are reported.
        hits: probes of the transposition table that found something.
        lookups: replies looked up one by one, as a measure of time.
    """

    sets: int
    guesses: int
    scans: int
    hits: int
    lookups: int


WORK = np.dtype([(field, "i8") for field in Work._fields], align=True)


RANDOM, WEIGHT, NAMED = 0, 2, 3
"""Rows of ``Game.of_codes``: two random words, the weight, and what guessing the code costs."""

PRICE, LETTERS = 2, 3
"""Columns of ``Game.of_guesses``: after two random words the cost, then the letters."""


@dataclass(eq=False)
class Sieve(Struct):
    """Guesses sorted by the number of parts that they make of some codes.

    Args:
        order: those first that make most parts, int32, shape (guesses,); empty if none are sorted.
        most: the most parts that guesses of each block make, which fall; uint8, shape (blocks,).
        codes: columns of the game, int32, shape (n,).
        rows: the row of ``masks`` that each of these codes has, int32, shape (codes,).
        masks: as ``Game.bits``, with guesses in that order; uint64, shape (n, words).
        filled: of how many blocks there are masks: they are copied when they are first needed;
            int64, shape (1,).
    """

    order: Indices
    most: Bytes
    codes: Indices
    rows: Indices
    masks: Words
    filled: Numbers


UNSORTED = Sieve(
    *(np.zeros(0, np.int32), np.zeros(0, np.uint8), np.zeros(0, np.int32), np.zeros(0, np.int32)),
    *(np.zeros((0, 0), np.uint64), np.zeros(1, np.int64)),
)


@dataclass(eq=False)
class Game(Struct):
    """What a search knows of a game: codes are columns, guesses are rows.

    Args:
        replies: the number of the reply, shape (guesses, codes); the winning one comes last.
            uint8, or uint16 where there are more than 256, for which kernels are compiled anew.
        bits: for each code and guess a mask, 1 << reply, of 2 bytes, or the number of the reply, as
            in ``replies``; packed into words, so that one kernel serves all games: uint64, shape
            (codes, words).
        sieve: some guesses sorted, or ``UNSORTED``.
        own: the row of each code, int32, shape (codes,).
        of_codes: facts of each code, uint64. The first two are random words: the key of a set is
            the exclusive or of those of its codes. Where codes weigh, they come by falling weights.
            Shape (2, codes), or (4, codes) where they weigh.
        symbols: of each guess, at each place; uint8, shape (guesses, places), or (0, 0) where sets
            that are alike are not looked for.
        of_guesses: facts of each guess, uint64, shape (guesses, 3 + places); empty if there is
            neither hard mode nor a price. Of the guesses left, the random words are part of a key.
        tiles: in hard mode, what each reply says of each place: 2 right, 1 elsewhere, 0 absent;
            uint8, shape (replies, places).
        symbol_count: how many symbols there are.
        reply_count: how many replies there are.
        mask_bytes: the size of a mask, or of a number where there are more than 64 replies: masks
            of 4 or 8 bytes are made of the numbers when they are read.
        spread: how many times as much memory the masks take as ``bits``.
        is_vast: whether parts of the tables are worth a copy; False or None as are all that follow.
            They are None where they are never true: a kernel is compiled without these then, which
            takes half the time.
        is_numbered: whether there are too many replies for masks, and numbers are compared.
        is_hard: whether what was revealed has to stay in each guess.
        is_weighed: whether codes weigh and guesses cost, or secrets are only named.
        is_priced: whether guesses cost anything but 1, or secrets are only named.
        names: whether secrets are only named, when one is left.
        cheapest: the least cost of a guess.
        most_parts: into how many parts a guess can split a set.
    """

    replies: Replies
    bits: Words
    sieve: Sieve
    own: Indices
    of_codes: Words
    symbols: Bytes
    of_guesses: Words
    tiles: Bytes
    symbol_count: int
    reply_count: int
    mask_bytes: int
    spread: int
    is_vast: bool | None
    is_numbered: bool | None
    is_hard: bool | None
    is_weighed: bool | None
    is_priced: bool | None
    names: bool
    cheapest: int
    most_parts: int


@dataclass(eq=False)
class Costs(Struct):
    """What guesses cost.

    Args:
        delta: one more guess, by the number of guesses before; int64, shape (depths + 3,).
        least: a lower bound by depth and number of candidates, int64, shape
            (depths + 2, codes + 1).
        later: how many guesses beyond the second a part needs at least, by its size; int64, shape
            (codes + 1,).
        dearest: the most that a guess costs, of those that are not forbidden.
    """

    delta: Numbers
    least: Numbers
    later: Numbers
    dearest: int


@dataclass(eq=False)
class Budget(Struct):
    """How much a search has done, and how much it may do.

    Args:
        work: one record of type ``WORK``, shape (1,).
        limit: after so many lookups the search returns at once, with a wrong result.
        stop: int64, shape (1,). Once it is not 0 the search does so, too. A caller may set it from
            another thread.
    """

    work: NDArray[Any]
    limit: int
    stop: Numbers


@dataclass(eq=False)
class Scratch(Struct):
    """Buffers whose content matters only until another set is looked at.

    Args:
        parts: the number of parts that each guess makes, uint8; at least as long as there are masks
            in a row of ``Game.bits``, in whole words of eight.
        seen: masks of the replies that a block of guesses gets, uint64, shape (SCANNED,).
        planes: sums of such masks, uint64, shape (PLANES_SIZE,) as in ``counting.py``.
        slots: which part each of many replies has; -1 for each when idle. int32,
            shape (replies,), or empty where there are masks.
        room: what else kernels need for a moment.
    """

    parts: Bytes
    seen: Words
    planes: Words
    slots: Indices
    room: Room


@dataclass(eq=False)
class Workspace(Struct):
    """All that a search reads and writes; it writes to ``table``, ``budget`` and ``scratch``.

    Args:
        table: in a beam its bounds hold for that beam only.
        consistent: whether only candidates are guessed.
        width: how many guesses are tried for each set, the most promising ones; where there are
            more, the search is a beam: its trees are real, its lower bounds are not.
    """

    game: Game
    costs: Costs
    table: Transpositions
    budget: Budget
    scratch: Scratch
    consistent: bool
    width: int


@inlined
def room_of_level(game: Game, codes: Value) -> Value:
    """Bytes that are enough for the search of a set, without those of its parts.

    Guesses in order take up to 52 each, codes up to 70, replies 56. The rest is for small arrays,
    rounded up.
    """
    return 64 * (game.replies.shape[0] + 2 * (codes + game.reply_count)) + (1 << 16)


@lru_cache(maxsize=4)
def random_words(count: int) -> Words:
    """Two random words for each of some codes or guesses."""
    # Any fixed words will do: they decide nothing but which sets share an entry.
    chance = np.random.Generator(np.random.PCG64(2026))
    return chance.integers(1, 2**64, (2, count), np.uint64)


@inlined
def set_key(of_codes: Words, codes: Indices, depth: int) -> tuple[np.uint64, np.uint64]:
    """The Zobrist key of a set; the depth is part of it, since costs may depend on it."""
    key = check = np.uint64(depth) * np.uint64(0x9E3779B97F4A7C15)
    for code in unsigned(codes):
        key ^= of_codes[RANDOM, code]
        check ^= of_codes[RANDOM + 1, code]
    return key, check


@inner
def key_in_hard_mode(
    key: tuple[np.uint64, np.uint64], of_guesses: Words, rows: Indices
) -> tuple[np.uint64, np.uint64]:
    """The key of a set together with the guesses that are left for it; all if ``rows`` is empty."""
    some, other = key
    for i in range(len(rows) or len(of_guesses)):
        row = rows[i] if len(rows) else np.int32(i)
        some ^= of_guesses[row, RANDOM]
        other ^= of_guesses[row, RANDOM + 1]
    return some, other
