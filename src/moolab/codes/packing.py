"""Replies as numbers, in games of any kind: bulls and cows packed in a byte, or an index."""

from moolab.codes.listed import ListedRules
from moolab.codes.replies import Reply, pack_reply, unpack_reply
from moolab.codes.rules import Rules


def pack(rules: Rules, reply: Reply) -> int:
    """The number of a reply: 16 * bulls + cows, or its index where codes are listed.

    >>> hex(pack(Rules.parse("ab4x10"), Reply(1, 2)))
    '0x12'
    """
    return rules.reply_numbers[reply] if isinstance(rules, ListedRules) else pack_reply(reply)


def unpack(rules: Rules, number: int) -> Reply:
    """The reply that ``pack`` makes this number of."""
    return rules.replies[int(number)] if isinstance(rules, ListedRules) else unpack_reply(number)
