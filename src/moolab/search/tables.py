"""What a search works on: the tables of a game, what is known of its codes, bounds, and memory."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.codes.listed import MOST_COST, ListedRules
from moolab.codes.listed_table import Table, letters, most_parts, reply_table, table_by_secret
from moolab.codes.numbering import guess_count
from moolab.codes.replies import pack_reply
from moolab.codes.representatives import kinds
from moolab.codes.rules import Rules
from moolab.codes.scorer import Scorer, number_type, score
from moolab.codes.space import Codes, every_code
from moolab.search.bounds import DEPTHS, FORBIDDEN, MOST_REPLIES, later_guesses, lower_bounds
from moolab.search.counting import PLANES_SIZE, SCANNED, width_of
from moolab.search.transpositions import Transpositions
from moolab.search.workspace import (
    UNSORTED,
    WORK,
    Budget,
    Bytes,
    Costs,
    Game,
    Indices,
    Numbers,
    Scratch,
    Words,
    Workspace,
    random_words,
    room_of_level,
)
from moolab.support.room import Room, compiled

Weights = tuple[int, ...]
"""What a code of each kind weighs, as ``openings`` has the kinds; empty if all weigh 1, and in
lists, which have weights of their own."""


class Facts(NamedTuple):
    """Some fields of ``Game``."""

    of_guesses: Words
    tiles: Bytes
    is_hard: bool | None = False
    is_weighed: bool | None = False
    is_priced: bool | None = False
    names: bool = False
    cheapest: int = 1
    most_parts: int = 0


NO_FACTS = Facts(np.zeros((0, 0), np.uint64), np.zeros((0, 0), np.uint8))
"""Those of a game in which everything counts 1."""


USUAL_FACTS = NO_FACTS._replace(is_hard=None, is_weighed=None, is_priced=None)
"""The same, where that is known when a kernel is compiled."""


def is_weighed(rules: Rules, weights: Weights = ()) -> bool:
    """Whether secrets weigh and guesses cost, or secrets are only named."""
    if isinstance(rules, ListedRules):
        return bool(rules.weights or rules.costs or rules.identifies)
    return bool(weights)


def may_be_large(rules: Rules) -> bool:
    """Whether totals can be larger than what stands for a limit of guesses.

    Weights and prices make them so, and do not go with such limits; names alone do.
    """
    return isinstance(rules, ListedRules) and bool(rules.weights or rules.costs)


def is_usual(rules: Rules, *, hard: bool = False, weights: Weights = ()) -> bool:
    """Whether a game has the kernel of usual games, which compiles in half the time of the other.

    These have neither hard mode nor weights, no more replies than a word has bits, and tables that
    fit a cache.
    """
    plain = not (hard or rules.listed or is_weighed(rules, weights))
    return plain and len(rules.replies) <= MOST_REPLIES and rules.size**2 <= _USUAL


def every_weight(rules: Rules, weights: Weights) -> Numbers:
    """What each code weighs, shape (codes,)."""
    if isinstance(rules, ListedRules):
        return np.array(rules.every_weight, np.int64)
    return np.array(weights, np.int64)[kinds(rules)]


def every_price(rules: Rules) -> Numbers:
    """What each guess costs, shape (guesses,)."""
    if isinstance(rules, ListedRules):
        return np.array(rules.every_cost, np.int64)
    return np.ones(guess_count(rules), np.int64)


def facts_of(rules: Rules, rows: Indices | None, weights: Weights, *, hard: bool) -> Facts:
    """What is to be known of guesses."""
    if not (hard or is_weighed(rules, weights)):
        return NO_FACTS
    if not isinstance(rules, ListedRules):
        return NO_FACTS._replace(of_guesses=_of_guesses(rules), is_weighed=True)
    of_guesses = _of_guesses(rules) if rows is None else _of_guesses(rules)[rows]
    costs = rules.every_cost[rules.size if rules.identifies else 0 :]
    return Facts(
        of_guesses,
        _tiles(rules) if hard else NO_FACTS.tiles,
        hard,
        is_weighed(rules),
        rules.identifies or any(cost != 1 for cost in rules.costs),
        rules.identifies,
        min(costs, default=MOST_COST),
        most_parts(rules) if rules.identifies else len(rules.replies) - 1,
    )


@lru_cache(maxsize=2)
def _of_guesses(rules: Rules) -> Words:
    count = guess_count(rules)
    # Other words than those of the codes.
    words = random_words(2 * count)[:, count:]
    facts = [words, every_price(rules)[np.newaxis].astype(np.uint64)]
    if isinstance(rules, ListedRules) and rules.marked:
        facts.append(letters(rules).astype(np.uint64))
    return np.ascontiguousarray(np.concatenate(facts).T)


@lru_cache(maxsize=2)
def _tiles(rules: ListedRules) -> Bytes:
    return np.array(
        [["-yg".index(tile) for tile in str(reply)] for reply in rules.replies], np.uint8
    )


_USUAL = 1 << 25
"""Pairs of guess and code of the largest games whose kernel never copies parts of tables: those of
ab4x10 and mm4x8 fit a cache."""

UNLIMITED = 1 << 62
"""More work than any search can do."""

_BLOCK = 64
"""Guesses whose masks are written together: the replies to them are then read from a fast cache."""

_NO_SYMBOLS = np.zeros((0, 0), np.uint8)
"""Those of a game whose sets are not compared with others that are alike."""


def score_all(rules: Rules, guess: str) -> Table:
    """The reply to one guess from each secret, as ``pack`` makes them numbers, shape (secrets,).

    >>> [hex(byte) for byte in score_all(Rules.parse("ab2x3"), "01")]
    ['0x20', '0x10', '0x2', '0x1', '0x1', '0x10']
    """
    if isinstance(rules, ListedRules):
        row: Table = reply_table(rules)[rules.numbers[guess]]
        return row
    return score(rules, guess, every_code(rules))


def row_size(rules: Rules, codes: int) -> int:
    """The bytes that one guess takes of a workspace of this many candidates.

    The tables themselves, half as much again for those of a part, the guesses of each depth in
    order.
    """
    return codes * (number_type(rules).itemsize + _kept(rules).itemsize) * 3 // 2 + DEPTHS * 12


def workspace(
    rules: Rules,
    codes: Indices,
    costs: tuple[int, ...],
    *,
    consistent: bool,
    width: int,
    entries: int,
    only: Codes | None = None,
    rows: Indices | None = None,
    hard: bool = False,
    weights: Weights = (),
    symmetric: bool = True,
) -> Workspace:
    """Everything that a search of some candidates works on.

    Args:
        codes: indices of the candidates in numeric order, shape (n,).
        costs: of one more guess, by the number of guesses before: DEPTHS + 3 of them.
        entries: the slots of the transposition table, a power of two.
        only: the guesses that are tried, all candidates among them, shape (places, guesses);
            ``codes`` are columns of these then. All codes of the game unless given.
        rows: of a list, the guesses that are left, in rising order; all unless given.
        hard: whether guesses keep to hard mode.
        weights: what codes weigh; ``codes`` come by falling weights then, not in numeric order.
        symmetric: whether sets of codes that are alike share what is known of them, if all guesses
            are tried, and codes are not listed.
    """
    replies = reply_numbers(rules, codes, only)
    of_codes = np.ascontiguousarray(random_words(len(replies))[:, codes])
    if is_weighed(rules, weights):
        prices = every_price(rules)[: rules.size]
        facts = np.array([every_weight(rules, weights), prices], np.uint64)
        of_codes = np.concatenate([of_codes, facts[:, codes]])
    own = codes
    if rows is not None:
        replies, own = replies[rows], np.searchsorted(rows, codes).astype(np.int32)
    guesses = len(replies)
    # In hard mode guesses are left out, which is simple where each has a number.
    mask = replies.dtype if hard else _mask(rules)
    numbered = mask == replies.dtype
    kept = replies.dtype if hard else _kept(rules)
    bits = np.zeros((len(codes), -(-guesses * kept.itemsize // 8)), np.uint64)
    replies = np.ascontiguousarray(replies)
    if numbered:
        bits.view(kept)[:, :guesses] = replies.T
    else:
        _write_masks(replies, kept.itemsize == 2, bits.view(kept))
    known = facts_of(rules, rows, weights, hard=hard)
    usual = is_usual(rules, hard=hard, weights=weights)
    least = _least(rules, costs, rules.size if only is None else len(codes))
    game = Game(
        replies=replies,
        bits=bits,
        sieve=UNSORTED,
        own=own,
        of_codes=of_codes,
        symbols=_symbols(rules) if symmetric and only is None else _NO_SYMBOLS,
        symbol_count=rules.symbols,
        reply_count=len(rules.replies),
        mask_bytes=mask.itemsize,
        spread=mask.itemsize // kept.itemsize,
        is_vast=None if usual else True,
        is_numbered=None if usual else numbered,
        **(USUAL_FACTS if usual else known)._asdict(),
    )
    return Workspace(
        game,
        Costs(
            np.array(costs, np.int64),
            np.ascontiguousarray(least[:, : len(codes) + 1]),
            later_guesses(rules, len(codes)),
            max(each for each in costs if each < FORBIDDEN),
        ),
        table=Transpositions.of(entries),
        budget=Budget(np.zeros(1, WORK), UNLIMITED, np.zeros(1, np.int64)),
        scratch=scratch_for(game),
        consistent=consistent,
        width=width,
    )


_LEVELS = 8
"""Sets within sets that there is room for at first: trees have hardly more guesses."""


def scratch_for(game: Game) -> Scratch:
    """Scratch memory for one search at a time."""
    numbered = game.mask_bytes == game.replies.itemsize
    codes = game.replies.shape[1]
    # Where tables are copied, twice what they take.
    copies = 2 * (game.replies.nbytes + game.bits.nbytes) if game.is_vast or game.is_hard else 0
    level = room_of_level.py_func(game, codes)
    return Scratch(
        parts=np.zeros(-(-width_of.py_func(game) * (8 // game.mask_bytes) // 8) * 8, np.uint8),
        seen=np.zeros(SCANNED, np.uint64),
        planes=np.zeros(PLANES_SIZE, np.uint64),
        slots=np.full(game.reply_count if numbered else 0, -1, np.int32),
        room=Room.of(_LEVELS * level + copies),
    )


def reply_numbers(rules: Rules, codes: Indices, only: Codes | None = None) -> Table:
    """The number of the reply to each guess from each candidate, shape (guesses, codes)."""
    if isinstance(rules, ListedRules):
        table: Table = table_by_secret(rules)[codes].T
        return table
    every = every_code(rules) if only is None else only
    numbers: Table = np.zeros(256, np.uint8)
    for index, reply in enumerate(rules.replies):
        numbers[pack_reply(reply)] = index
    table = Scorer.of(rules, every).table(np.ascontiguousarray(every[:, codes]))
    # Bytes are translated five times as fast as NumPy makes indices of them.
    every_number = numbers.tobytes()
    for guess, row in enumerate(table):
        table[guess] = np.frombuffer(row.tobytes().translate(every_number), np.uint8)
    return table


@compiled
def _write_masks(replies: Bytes, are_masks: bool, kept: NDArray[Any]) -> None:
    """For each number of a reply a mask with this bit set, or the number itself."""
    guesses, codes = replies.shape
    for first in range(0, guesses, _BLOCK):
        last = min(guesses, first + _BLOCK)
        for code in range(codes):
            for guess in range(first, last):
                number = replies[guess, code]
                kept[code, guess] = np.uint64(1) << np.uint64(number) if are_masks else number


@lru_cache(maxsize=2)
def _symbols(rules: Rules) -> Bytes:
    """The symbols of each code, shape (codes, places); none where codes are listed."""
    if isinstance(rules, ListedRules):
        return _NO_SYMBOLS
    return np.ascontiguousarray(every_code(rules).T)


def _mask(rules: Rules) -> np.dtype[np.unsignedinteger]:
    """The narrowest word with a bit for each reply; that of its number if none has so many."""
    count = len(rules.replies)
    if count > MOST_REPLIES:
        return number_type(rules)
    return np.dtype(np.uint16 if count <= 16 else np.uint32 if count <= 32 else np.uint64)


def _kept(rules: Rules) -> np.dtype[np.unsignedinteger]:
    """What ``Game.bits`` has: masks of two bytes, or numbers.

    Numbers take less memory than longer masks, and are made masks as fast as those would be read.
    """
    return _mask(rules) if _mask(rules).itemsize == 2 else number_type(rules)


@lru_cache(maxsize=2)
def _least(rules: Rules, costs: tuple[int, ...], most: int) -> Numbers:
    return np.array([lower_bounds(rules, costs, depth, most) for depth in range(DEPTHS + 2)])
