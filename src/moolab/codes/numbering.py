"""Codes in numeric order, without listing them: the order of their symbols in the alphabet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import overload

from moolab.codes.listed import ListedRules
from moolab.codes.replies import Reply, pack_reply, unpack_reply
from moolab.codes.rules import Rules
from moolab.errors import InvalidCode, SpaceTooLarge
from moolab.support.text import quote

LISTABLE = 10**8
"""The largest number of codes that are ever gone through one by one."""


def all_codes(rules: Rules) -> Iterator[str]:
    """Every code, in numeric order.

    >>> from moolab.codes.rules import Rules
    >>> list(all_codes(Rules.parse("ab2x3")))
    ['01', '02', '10', '12', '20', '21']
    """
    if isinstance(rules, ListedRules):
        return iter(rules.secrets)
    if rules.repeats:
        return map("".join, product(rules.alphabet, repeat=rules.places))
    return map("".join, permutations(rules.alphabet, rules.places))


def code_at(rules: Rules, index: int) -> str:
    """The code at ``index``, 0 <= index < ``rules.size``, in numeric order.

    Where codes are listed, the indices from ``rules.size`` on are those of guesses that cannot be
    the secret.

    Raises:
        IndexError: if there is no such code.

    >>> from moolab.codes.rules import Rules
    >>> code_at(Rules.parse("ab4x10"), 5039)
    '9876'
    """
    if not 0 <= index < guess_count(rules):
        raise IndexError(f"{rules} has no code number {index}")
    if isinstance(rules, ListedRules):
        return rules.guesses[index]
    unused, block, code = rules.alphabet, rules.size, ""
    for _ in range(rules.places):
        block //= len(unused)
        symbol = unused[index // block]
        index %= block
        code += symbol
        if not rules.repeats:
            unused = unused.replace(symbol, "")
    return code


@dataclass(frozen=True)
class EveryCode(Sequence[str]):
    """All codes in numeric order, as a sequence of which none is listed.

    >>> from moolab.codes.rules import Rules
    >>> codes = EveryCode(Rules.parse("ab4x10"))
    >>> len(codes), codes[-1]
    (5040, '9876')
    """

    rules: Rules

    def __len__(self) -> int:
        return self.rules.size

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [code_at(self.rules, each) for each in range(len(self))[index]]
        return code_at(self.rules, range(len(self))[index])


def index_of(rules: Rules, code: str) -> int:
    """The index of a valid code in numeric order; ``code_at`` and this are a pair.

    >>> from moolab.codes.rules import Rules
    >>> index_of(Rules.parse("emms4x4"), "AABC")
    6
    """
    if isinstance(rules, ListedRules):
        return rules.numbers[code]
    unused, index = rules.alphabet, 0
    for symbol in code:
        index = index * len(unused) + unused.index(symbol)
        if not rules.repeats:
            unused = unused.replace(symbol, "")
    return index


def guess_count(rules: Rules) -> int:
    """How many codes can be guessed: the secrets, and where they are listed perhaps others."""
    return len(rules.guesses) if isinstance(rules, ListedRules) else rules.size


def can_be_secret(rules: Rules, code: str) -> bool:
    """Whether a code that can be guessed can be the secret, too."""
    return not isinstance(rules, ListedRules) or rules.numbers[code] < rules.size


def check_first(rules: Rules, code: str, *, consistent: bool) -> None:
    """Refuse a first guess that does not go with how the game is played.

    Args:
        code: a code that can be guessed.
        consistent: whether guesses have to be consistent: all secrets are, before the first reply.

    Raises:
        InvalidCode: if it cannot be the secret though it has to be, or is one of several secrets
            where there are only questions to ask.

    >>> from moolab.codes.listed import listed_rules
    >>> rules = listed_rules(["crane", "slate"], ["fuzzy"])
    >>> check_first(rules, "fuzzy", consistent=True)
    Traceback (most recent call last):
    moolab.errors.InvalidCode: 'fuzzy' cannot be the secret: it is not consistent
    """
    secret = can_be_secret(rules, code)
    if consistent and not secret:
        raise InvalidCode(f"{quote(code)} cannot be the secret: it is not consistent")
    if secret and rules.identifies and rules.size > 1:
        raise InvalidCode(f"{quote(code)} is a secret, and not a question")


def next_code(rules: Rules, code: str) -> str:
    """The code after ``code`` in cyclic numeric order.

    >>> from moolab.codes.rules import Rules
    >>> next_code(Rules.parse("mm4x10"), "1909"), next_code(Rules.parse("ab4x10"), "9876")
    ('1910', '0123')
    """
    return code_at(rules, (index_of(rules, code) + 1) % rules.size)


def check_listable(rules: Rules) -> None:
    """Refuse a game whose codes are too many to go through one by one.

    Raises:
        SpaceTooLarge: if there are more than ``LISTABLE``.
    """
    if rules.size > LISTABLE:
        raise SpaceTooLarge(
            f"{rules} has {rules.size:,} codes, too many to list (the limit is {LISTABLE:,}); "
            "the strategy 'consistent' plays it without a list"
        )


def pack(rules: Rules, reply: Reply) -> int:
    """The number of a reply: 16 * bulls + cows, or its index where codes are listed.

    >>> hex(pack(Rules.parse("ab4x10"), Reply(1, 2)))
    '0x12'
    """
    return rules.reply_numbers[reply] if isinstance(rules, ListedRules) else pack_reply(reply)


def unpack(rules: Rules, number: int) -> Reply:
    """The reply that ``pack`` makes this number of."""
    return rules.replies[int(number)] if isinstance(rules, ListedRules) else unpack_reply(number)
