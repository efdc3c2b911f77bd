"""Replies, and scoring in plain Python: the oracle that every compiled kernel is tested against."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from operator import eq
from typing import NamedTuple

from moolab.errors import InvalidReply
from moolab.support.language import translate, translate_plural
from moolab.support.text import quote
from moolab.support.typed import folded


class Reply(NamedTuple):
    """How close a guess came: symbols in the right place, and right symbols elsewhere.

    Its text is two digits, bulls then cows; replies with ten of either (``100``, ``010``) are
    the only ones that need a third.

    >>> Reply(1, 2), str(Reply(1, 2)), str(Reply(10, 0))
    (Reply(bulls=1, cows=2), '12', '100')
    """

    bulls: int
    cows: int

    def __str__(self) -> str:
        return f"{self.bulls}{self.cows}"

    @property
    def words(self) -> str:
        """The reply as people say it.

        >>> Reply(1, 2).words
        '1 bull, 2 cows'
        """
        return translate(
            "{bulls}, {cows}",
            bulls=translate_plural("{number} [bull|bulls]", self.bulls),
            cows=translate_plural("{number} [cow|cows]", self.cows),
        )

    @property
    def sayings(self) -> tuple[str, str]:
        """The reply as people say it, and as they say it of pegs."""
        pegs = translate("{black} black, {white} white", black=self.bulls, white=self.cows)
        return self.words, pegs

    @classmethod
    def parse(cls, text: str, places: int = 0) -> "Reply":
        """Read a reply in any of the notations people use, bulls always first.

        Args:
            text: ``12``, ``1 2``, ``1,2``, ``1b2c``, ``1A2B``, ``1 bull 2 cows``; as Mastermind
                has it, ``1B2W`` or ``1 black 2 white``; or a row of signs, such as ``●○○·``.
            places: those of a code, if they are known: so many signs has a row in which places with
                neither bull nor cow have one, too.

        Raises:
            InvalidReply: if it is none of these, or a row that has several meanings.

        >>> {str(Reply.parse(text)) for text in ["12", "1,2", "1b2c", "1A2B", "1 Bull, 2 cows"]}
        {'12'}
        >>> {str(Reply.parse(text, 4)) for text in ["●○○·", "🟩🟨🟨⬛", "⚫⚪⚪", "BWW", "+--"]}
        {'12'}
        """
        read = folded(text) if isinstance(text, str) else ""
        for notation in _NOTATIONS:
            if match := notation.fullmatch(read):
                return cls(*(int(number or 0) for number in match.groups()))
        row, found = read.replace(" ", ""), list[Reply]()
        for signs in _ROWS if row else ():
            bulls, cows, rest = (sum(map(row.count, each)) for each in signs)
            if bulls + cows + rest == len(row) and (not rest or places in (0, len(row))):
                found.append(cls(bulls, cows))
        # What moolab draws is read as it was meant; anything else only if there is one meaning.
        drawn = bool(places) and set(row) <= {*"🟢🟡⚪"} and len(row) == places
        if len(set(found)) == 1 or (drawn and found):
            return found[0]
        raise InvalidReply(
            translate(
                "{text} is not a reply: give bulls and cows as two digits, for example 12",
                text=quote(text),
            )
        )


def counted_replies(places: int) -> list[Reply]:
    """The replies that the columns of a count table count: all with bulls + cows <= places.

    >>> " ".join(map(str, counted_replies(2)))
    '00 01 02 10 11 20'
    """
    return [Reply(bulls, cows) for bulls in range(places + 1) for cows in range(places + 1 - bulls)]


def pack_reply(reply: Reply) -> int:
    """The reply as one byte, the article's two hexadecimal digits.

    >>> hex(pack_reply(Reply(1, 2)))
    '0x12'
    """
    return 16 * reply.bulls + reply.cows


def unpack_reply(byte: int) -> Reply:
    """The reply that ``pack_reply`` makes this byte of.

    >>> str(unpack_reply(0x12))
    '12'
    """
    return Reply(int(byte) >> 4, int(byte) & 15)


_NOTATIONS = [
    re.compile(pattern, re.ASCII)
    for pattern in (
        r"(10)(0)",
        r"(\d)(10|\d)",
        r"(\d\d?)(?:\s+|\s*[,;:./|+-]\s*)(\d\d?)",
        r"(\d\d?)\s*a\s*,?\s*(\d\d?)\s*b",
        r"(\d\d?)\s*b(?:lacks?)?\s*(?:,|and)?\s*(\d\d?)\s*w(?:hites?)?",
        r"(\d\d?)\s*b(?:ulls?)?(?:\s*(?:,|and)?\s*(\d\d?)\s*c(?:ows?)?)?",
        r"()(\d\d?)\s*c(?:ows?)?",
    )
]

SQUARES = ("🟩🟧💚🧡🟢🟠", "🟨🟦🟪💛💙💜🟡🔵🟣", "⬛⬜🟥🟫🖤🤍🤎❤⚪")
"""What word games draw in their results, those for people who do not tell red from green as well:
right, elsewhere, absent."""

_ROWS = (
    ("●#", "○o", "·."),
    SQUARES,
    ("g", "y", "-._"),
    ("⚫🔴", "⚪", "·.-_"),
    ("br", "w", ".-_x"),
    ("+", "-", "._"),
)
"""What rows of signs have for bulls, for cows, and for neither; the first two are our own."""


def standard(guess: str, secret: str) -> Reply:
    """The reply of Bulls & Cows and of Mastermind; symmetric in its arguments.

    Bulls are the places where the codes agree; bulls and cows together are the symbols that they
    share, each as often as it occurs in both.

    >>> standard("1234", "4324")
    Reply(bulls=1, cows=2)
    """
    bulls = sum(map(eq, guess, secret))
    left = secret
    for symbol in guess:
        left = left.replace(symbol, "", 1)
    return Reply(bulls, len(guess) - len(left) - bulls)


def membership(guess: str, secret: str) -> Reply:
    """The reply of Ted Emms' APL solver (Vector 10.2, 1993); **not** symmetric.

    The bulls are struck out of both codes. Then every symbol left in the guess that is also left in
    the secret is a cow, however often either holds it.

    >>> membership("AAB", "CCA"), membership("CCA", "AAB")
    (Reply(bulls=0, cows=2), Reply(bulls=0, cows=1))
    """
    missed = [pair for pair in zip(guess, secret, strict=True) if pair[0] != pair[1]]
    wanted = {symbol for _, symbol in missed}
    return Reply(len(guess) - len(missed), sum(symbol in wanted for symbol, _ in missed))


ReplyRule = Callable[[str, str], Reply]


def partition(rule: ReplyRule, guess: str, codes: Iterable[str]) -> dict[Reply, list[str]]:
    """The codes, sorted out by their replies to a guess, in numeric order of the replies.

    >>> partition(standard, "01", ["20", "02", "10"])
    {Reply(bulls=0, cows=1): ['20'], Reply(bulls=0, cows=2): ['10'], Reply(bulls=1, cows=0): ['02']}
    """
    parts: dict[Reply, list[str]] = defaultdict(list)
    for code in codes:
        parts[rule(guess, code)].append(code)
    return dict(sorted(parts.items()))
