"""What a search works on: the tables of a game, lower bounds, and memory."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from moolab.codes.listed import ListedRules
from moolab.codes.listed_table import letters, reply_table, table_by_secret
from moolab.codes.numbering import guess_count
from moolab.codes.replies import pack_reply
from moolab.codes.rules import Rules
from moolab.codes.scorer import Scorer, score
from moolab.codes.space import Codes, every_code
from moolab.deduction.history import History
from moolab.search.bounds import MOST_REPLIES, lower_bounds
from moolab.search.counting import SCANNED
from moolab.search.moves import ANY
from moolab.search.narrowing import moves_in_hard_mode
from moolab.search.workspace import (
    ENTRY,
    WORK,
    Budget,
    Costs,
    Game,
    Hints,
    Scratch,
    Workspace,
)

DEPTHS = 64
"""The most guesses that any tree here asks: more than the most symbols a game can have."""

UNLIMITED = 1 << 62
"""More work than any search can do."""


def score_all(rules: Rules, guess: str) -> NDArray[np.uint8]:
    """The reply to one guess from each secret, as ``pack`` makes them bytes, shape (secrets,).

    >>> [hex(byte) for byte in score_all(Rules.parse("ab2x3"), "01")]
    ['0x20', '0x10', '0x2', '0x1', '0x1', '0x10']
    """
    if isinstance(rules, ListedRules):
        row: NDArray[np.uint8] = reply_table(rules)[rules.numbers[guess]]
        return row
    return score(rules, guess, every_code(rules))


def workspace_size(rules: Rules, codes: int, entries: int) -> int:
    """The bytes that a search of this many candidates takes.

    The tables themselves, half as much again for those of a part, the guesses of each depth in
    order, and the transposition table.
    """
    return guess_count(rules) * row_size(rules, codes) + entries * ENTRY.itemsize


def row_size(rules: Rules, codes: int) -> int:
    """How much of that one guess takes."""
    return codes * (1 + _mask(rules).itemsize) * 3 // 2 + DEPTHS * 12


def workspace(
    rules: Rules,
    codes: NDArray[np.int32],
    costs: tuple[int, ...],
    *,
    consistent: bool,
    width: int,
    entries: int,
    only: Codes | None = None,
    rows: NDArray[np.int32] | None = None,
) -> Workspace:
    """Everything that a search of some candidates works on.

    Args:
        codes: indices of the candidates in numeric order, shape (n,).
        costs: of one more guess, by the number of guesses before: DEPTHS + 3 of them.
        entries: the size of the transposition table, a power of two.
        only: the guesses that are tried, all candidates among them, shape (places, guesses);
            ``codes`` are columns of these then. All codes of the game unless given.
        rows: in hard mode, the guesses of a list that are left, in rising order.
    """
    replies = _reply_numbers(rules, codes, only)
    zobrist = np.ascontiguousarray(_zobrist(len(replies))[:, codes])
    own, hints = codes, _NO_HINTS
    if rows is not None:
        assert isinstance(rules, ListedRules), "only lists have a rule that marks letters"
        replies, hints = replies[rows], _hints_of_rows(rules, rows)
        own = np.searchsorted(rows, codes).astype(np.int32)
    guesses = len(replies)
    mask = _mask(rules)
    masks_per_word = 8 // mask.itemsize
    bits = np.zeros((len(codes), -(-guesses // masks_per_word)), np.uint64)
    if mask.itemsize == 1:
        bits.view(mask)[:, :guesses] = replies.T
    else:
        np.left_shift(mask.type(1), replies.T, out=bits.view(mask)[:, :guesses], dtype=mask)
    least = _least(rules, costs, rules.size if only is None else len(codes))
    game = Game(
        replies=replies,
        bits=bits,
        own=own,
        zobrist=zobrist,
        reply_count=len(rules.replies),
        mask_bytes=mask.itemsize,
        is_hard=rows is not None,
        hints=hints,
    )
    return Workspace(
        game,
        Costs(np.array(costs, np.int64), np.ascontiguousarray(least[:, : len(codes) + 1])),
        entries=np.zeros(entries, ENTRY),
        budget=Budget(np.zeros(1, WORK), UNLIMITED, np.zeros(1, np.int64)),
        scratch=Scratch(
            parts=np.zeros(bits.shape[1] * masks_per_word, np.uint8),
            seen=np.zeros(SCANNED, np.uint64),
        ),
        consistent=consistent,
        width=width,
    )


def _reply_numbers(rules: Rules, codes: NDArray[np.int32], only: Codes | None) -> NDArray[np.uint8]:
    """The number of the reply to each guess from each candidate, shape (guesses, codes)."""
    if isinstance(rules, ListedRules):
        return np.ascontiguousarray(table_by_secret(rules)[codes].T)
    every = every_code(rules) if only is None else only
    number = np.zeros(256, np.uint8)
    for index, reply in enumerate(rules.replies):
        number[pack_reply(reply)] = index
    return number[Scorer.of(rules, every).table(np.ascontiguousarray(every[:, codes]))]


def _mask(rules: Rules) -> np.dtype[np.unsignedinteger]:
    """The narrowest word with a bit for each reply; a byte, for its number, if none has so many."""
    count = len(rules.replies)
    if count > MOST_REPLIES:
        return np.dtype(np.uint8)
    return np.dtype(np.uint16 if count <= 16 else np.uint32 if count <= 32 else np.uint64)


_NO_HINTS = Hints(
    np.zeros((0, 0), np.uint32), np.zeros((0, 0), np.uint8), np.zeros((2, 0), np.uint64)
)


def rows_in_hard_mode(rules: ListedRules, history: History) -> NDArray[np.int32]:
    """The guesses that hard mode leaves after some turns, in rising order."""
    moves = ANY
    for turn in history:
        guess, reply = rules.numbers[turn.guess], rules.reply_numbers[turn.reply]
        moves = moves_in_hard_mode(_hints(rules), moves, guess, reply)
    return moves.listed if history else np.arange(len(rules.guesses), dtype=np.int32)


@lru_cache(maxsize=2)
def _hints(rules: ListedRules) -> Hints:
    return Hints(
        np.ascontiguousarray(letters(rules).T),
        np.array([["-yg".index(tile) for tile in str(reply)] for reply in rules.replies], np.uint8),
        _zobrist(2 * len(rules.guesses))[:, len(rules.guesses) :].copy(),
    )


def _hints_of_rows(rules: ListedRules, rows: NDArray[np.int32]) -> Hints:
    every = _hints(rules)
    return Hints(every.letters[rows], every.tiles, np.ascontiguousarray(every.words[:, rows]))


@lru_cache(maxsize=2)
def _zobrist(guesses: int) -> NDArray[np.uint64]:
    # Any fixed words will do: they decide nothing but which sets share an entry.
    chance = np.random.Generator(np.random.PCG64(2026))
    return chance.integers(1, 2**64, (2, guesses), np.uint64)


@lru_cache(maxsize=2)
def _least(rules: Rules, costs: tuple[int, ...], most: int) -> NDArray[np.int64]:
    return np.array([lower_bounds(rules, costs, depth, most) for depth in range(DEPTHS + 2)])
