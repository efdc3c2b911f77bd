"""Replies as bytes, in games of any kind: bulls and cows packed, or the number of a reply."""

from typing import TYPE_CHECKING

from moolab.codes.listed import ListedRules
from moolab.codes.replies import Reply, pack_reply, unpack_reply
from moolab.codes.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def pack(rules: Rules, reply: Reply) -> int:
    """The byte of a reply: 16 * bulls + cows, or its number where codes are listed.

    >>> hex(pack(Rules.parse("ab4x10"), Reply(1, 2)))
    '0x12'
    """
    return rules.reply_numbers[reply] if isinstance(rules, ListedRules) else pack_reply(reply)


def unpack(rules: Rules, byte: int) -> Reply:
    """The reply that ``pack`` makes this byte of."""
    return rules.replies[int(byte)] if isinstance(rules, ListedRules) else unpack_reply(byte)


def score_all(rules: Rules, guess: str) -> "NDArray[np.uint8]":
    """The reply to one guess from each secret, as bytes, shape (secrets,).

    >>> [hex(byte) for byte in score_all(Rules.parse("ab2x3"), "01")]
    ['0x20', '0x10', '0x1', '0x2', '0x1', '0x10']
    """
    if isinstance(rules, ListedRules):
        from moolab.codes.listed_table import reply_table

        row: NDArray[np.uint8] = reply_table(rules)[rules.numbers[guess]]
        return row
    from moolab.codes.scorer import score
    from moolab.codes.space import every_code

    return score(rules, guess, every_code(rules))
