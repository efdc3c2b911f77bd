"""The replies of games whose codes are listed, as tables of numbers."""

from functools import lru_cache, partial, reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moolab.codes.listed import ListedRules
from moolab.codes.patterns import symbol_type
from moolab.codes.replies import counted_replies, pack_reply
from moolab.codes.reply_rules import RULES
from moolab.codes.scorer import Counts, Scorer, number_type
from moolab.codes.space import Codes
from moolab.codes.tables import Cells
from moolab.errors import InvalidExtension, SpaceTooLarge

Table = NDArray[np.unsignedinteger[Any]]

_WHOLE = 8
"""Of fewer than one in so many secrets, only the replies to these are worked out."""

_MOST_REPLIES = 1 << 16
"""Replies that two bytes can number."""

_MOST_PACKED = 15
"""Places of which bulls and cows fit in one byte together."""

_AT_ONCE = 1 << 21
"""Pairs that are scored at once: some 0.2 s, in which Ctrl-C is not heard."""

_MOST_PAIRS = 1 << 32
"""The largest table, in bytes: 4 GiB."""


def reply_table(rules: ListedRules) -> Table:
    """The number of the reply to each guess from each secret.

    Returns:
        Indices of ``rules.replies``, so that the winning one is the largest, shape
        (guesses, secrets).

    Raises:
        SpaceTooLarge: if the lists are too long, or the rule has too many replies.

    >>> from moolab.codes.listed import listed_rules
    >>> game = listed_rules(["crane", "caper", "slate"], ["trace"])
    >>> [[str(game.replies[number]) for number in row] for row in reply_table(game)][3]
    ['-ggyg', '-yyyy', 'y-g-g']
    """
    kept = _kept_table(rules)
    if not kept:
        kept.append(_score_columns(rules, np.arange(rules.size, dtype=np.int32)))
    return kept[0]


@lru_cache(maxsize=4)
def _kept_table(_rules: ListedRules) -> list[Table]:
    """The table of a game, once it has been worked out; nothing before."""
    return []


@lru_cache(maxsize=4)
def most_parts(rules: ListedRules) -> int:
    """Into how many parts a question can split the secrets, where they are only named.

    >>> from moolab.codes.listed import listed_rules
    >>> most_parts(listed_rules(["ab", "ac", "bc"], ["ca", "bb"], identifies=True))
    3
    """
    return max((len(np.unique(row)) for row in reply_table(rules)[rules.size :]), default=1)


@lru_cache(maxsize=2)
def table_by_secret(rules: ListedRules) -> Table:
    """The same with a row for each secret: the replies of some secrets are then close together."""
    return np.ascontiguousarray(reply_table(rules).T)


def replies_to_columns(rules: ListedRules, secrets: NDArray[np.int32]) -> Table:
    """As ``reply_table``, from some secrets only.

    Args:
        secrets: their indices, shape (n,).
    """
    if len(secrets) * _WHOLE < rules.size and not _kept_table(rules):
        return _score_columns(rules, secrets)
    return np.ascontiguousarray(reply_table(rules)[:, secrets])


def count_parts(table: Table, replies: int) -> Counts:
    """How many candidates give each reply to each guess, shape (guesses, replies).

    Args:
        table: the number of each reply, shape (guesses, candidates).
        replies: how many replies there are.
    """
    counts: Counts = np.bincount(_cells(table, replies), minlength=len(table) * replies)
    return counts.reshape(len(table), replies)


def weigh_parts(table: Table, replies: int, weights: Counts) -> Counts:
    """What the candidates that give each reply weigh together; likewise.

    Args:
        weights: of the candidates, shape (candidates,).
    """
    spread = np.broadcast_to(weights, table.shape).ravel()
    sums = np.bincount(_cells(table, replies), spread, len(table) * replies)
    # Floats hold whole numbers below 2**53, and weights add up to less (MOST_WEIGHT).
    return sums.astype(np.int64).reshape(len(table), replies)


def _cells(table: Table, replies: int) -> NDArray[np.int64]:
    """The place of each reply in a table of counts."""
    return (table + np.arange(len(table), dtype=np.int64)[:, None] * replies).ravel()


def check_table(rules: ListedRules, secrets: int) -> None:
    """Refuse a table that would be too large, as ``replies_to_columns`` makes it.

    Args:
        secrets: how many of them matter.

    Raises:
        SpaceTooLarge: if the lists are too long, or the rule has too many replies.
    """
    columns = secrets if secrets * _WHOLE < rules.size else rules.size
    if len(rules.guesses) * columns * number_type(rules).itemsize > _MOST_PAIRS:
        raise SpaceTooLarge(f"{rules} has too many pairs of guess and secret for a table")
    if len(rules.replies) > _MOST_REPLIES:
        raise SpaceTooLarge(
            f"{rules} has {len(rules.replies):,} replies: {_MOST_REPLIES:,} are the most"
        )


def _score_columns(rules: ListedRules, secrets: NDArray[np.int32]) -> Table:
    check_table(rules, len(secrets))
    kind = number_type(rules)
    name = rules.rule.name if RULES.get(rules.rule.name) is rules.rule else ""
    if name == "wordle":
        return _tiles(rules, secrets, kind)
    if name in ("bulls", "emms", "black", "jotto", "sum") and rules.places <= _MOST_PACKED:
        return _counted(rules, secrets, name)
    if isinstance(rules.rule.score, Cells):
        cells: Table = np.array(rules.rule.score.rows, np.uint16)[:, secrets]
        return cells.astype(kind)
    number_of, score = rules.reply_numbers.get, rules.rule.score
    codes = [rules.secrets[index] for index in secrets]
    found = [[number_of(score(guess, code)) for code in codes] for guess in rules.guesses]
    if any(None in row for row in found):
        raise InvalidExtension(f"the rule {rules.rule.name} does not always reply the same")
    table: Table = np.array(found, kind)
    return table


@lru_cache(maxsize=4)
def letters(rules: ListedRules) -> NDArray[np.uint32]:
    """The guesses as arrays: one row a place, one column a guess."""
    flat = np.array(list("".join(rules.guesses))).view(np.uint32)
    return np.ascontiguousarray(flat.reshape(-1, rules.places).T)


def _numbered_letters(rules: ListedRules) -> Codes:
    """The guesses as arrays, like ``letters``, each letter as its number among those that occur."""
    _, flat = np.unique(letters(rules), return_inverse=True)
    numbers: Codes = flat.reshape(rules.places, -1).astype(symbol_type(rules))
    return numbers


def _tiles(
    rules: ListedRules, secrets: NDArray[np.int32], kind: np.dtype[np.unsignedinteger[Any]]
) -> Table:
    """Replies that mark each place, by the digits of a number in base three: 2 is right."""
    guesses = _numbered_letters(rules)
    codes, weights = guesses[:, secrets], 3 ** np.arange(rules.places)[::-1]
    number = np.uint8 if 3**rules.places <= 1 << 8 else np.uint16
    numbers: Table = np.zeros(max(3**rules.places, 1 << 8), kind)
    for index, reply in enumerate(rules.replies):
        numbers[reply.cows] = index
    alphabet = np.arange(int(guesses.max()) + 1)[:, None]
    held = reduce(np.add, ((code == alphabet).astype(np.int8) for code in codes))
    # What each letter at a place adds to the number, where it is in the guess only once.
    added = [
        (weight * np.where(code == alphabet, 2, held > 0)).astype(number)
        for weight, code in zip(weights, codes, strict=True)
    ]
    table: Table = np.empty((guesses.shape[1], len(secrets)), kind)
    rows = max(1, _AT_ONCE // max(1, len(secrets)))
    for first in range(0, len(table), rows):
        some = guesses[:, first : first + rows]
        tiles = reduce(np.add, map(partial(np.take, axis=0), added, some))
        for place, letters_here in enumerate(some):
            same = some == letters_here
            again = np.flatnonzero(same.sum(axis=0) > 1)
            letter, same = letters_here[again][:, None], same[:, again, None]
            # How often the secret has the letter beside those that are right, or came before.
            left = held[letter[:, 0]] - same[:place].sum(axis=0, dtype=np.int8)
            for other in range(place + 1, rules.places):
                left -= same[other] & (codes[other] == letter)
            missing = (left <= 0) & (held[letter[:, 0]] > 0) & (codes[place] != letter)
            tiles[again] -= weights[place].astype(number) * missing
        if number == kind == np.uint8:
            # Bytes are translated ten times as fast as NumPy makes indices of them.
            found = np.frombuffer(tiles.tobytes().translate(numbers.tobytes()), kind)
            table[first : first + rows] = found.reshape(tiles.shape)
        else:
            table[first : first + rows] = numbers[tiles]
    return table


def _counted(rules: ListedRules, secrets: NDArray[np.int32], name: str) -> Table:
    """Replies that follow from bulls and cows, which are counted for all pairs at once."""
    codes = _numbered_letters(rules)
    numbers = np.zeros(256, np.uint8)
    for counted in counted_replies(rules.places):
        bulls, both = counted.bulls, sum(counted)
        if name == "black":
            number = bulls
        elif name in ("jotto", "sum"):
            number = both + (bulls == rules.places)
        else:
            # One of them cannot be: all bulls but one, and a cow.
            number = rules.reply_numbers.get(counted, 0)
        numbers[pack_reply(counted)] = number
    return numbers[Scorer.of(rules, codes).table(np.ascontiguousarray(codes[:, secrets]))]
