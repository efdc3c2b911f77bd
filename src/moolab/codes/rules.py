"""Rules: what is agreed before a game, and its notation, such as ``ab4x10``."""

import math
import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from string import ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple, Protocol

from moolab.codes.replies import Reply, ReplyRule, membership, standard
from moolab.codes.spelling import AnyCode, spell, symbols_by_number
from moolab.errors import InvalidCode, InvalidReply, InvalidRules
from moolab.support.language import language, marked, translate, translate_plural
from moolab.support.text import quote, suggest
from moolab.support.typed import folded, joined, normal

MAX_PLACES = 10
MAX_SYMBOLS = 36


class Family(NamedTuple):
    """A kind of game: what all rules that begin with the same letters have in common."""

    repeats: bool
    reply_rule: ReplyRule
    alphabet: str


FAMILIES = {
    "ab": Family(False, standard, digits + ascii_uppercase),
    "mm": Family(True, standard, digits + ascii_uppercase),
    "emms": Family(True, membership, ascii_uppercase + digits),
}


USUAL = ("ab4x10", "ab3x10", "ab5x10", "mm4x6", "mm4x10", "mm5x8", "emms4x4", "words:english5")
"""Games that many play."""

LIST_PREFIX, TABLE_PREFIX = "words:", "table:"
"""What the notation of a game with a list, or with a table, begins with."""

COLOURS = (
    *(marked("red"), marked("blue"), marked("yellow"), marked("green")),
    *(marked("purple"), marked("orange"), marked("brown"), marked("white")),
)
"""The colours of pegs."""

CIRCLES, _SQUARES = "🔴🔵🟡🟢🟣🟠🟤⚪", "🟥🟦🟨🟩🟪🟧🟫⬜"
"""The same as texts show them."""

_READER = "moolab.codes.word_lists"
"""What the notation of a game with a list begins with, and the module that reads it: its
``parse_words``, imported only for such a game, and where something else cannot be read."""


@dataclass(frozen=True, repr=False)
class Rules:
    """The rules of one game; ``Rules.parse`` and ``str`` are a pair.

    Args:
        family: a key of ``FAMILIES``; it decides on repeats and on the reply rule.
        places: the length of a code, 1 to 10.
        symbols: how many different symbols there are, 2 to 36.
        alphabet: the symbols in numeric order; the family's own unless given.

    Raises:
        InvalidRules: if there can be no such game.

    >>> Rules("ab", 4, 10)
    Rules.parse('ab4x10')
    """

    family: str
    places: int
    symbols: int
    alphabet: str = ""

    def __post_init__(self) -> None:
        if self.family not in FAMILIES:
            raise InvalidRules(
                translate(
                    "{family} is not a family of games; there are {known}",
                    family=repr(self.family),
                    known=", ".join(FAMILIES),
                )
            )
        for number in (self.places, self.symbols):
            if not isinstance(number, int) or isinstance(number, bool):
                raise InvalidRules(f"{number!r} is not a number of places or symbols: write 4")
        if not 1 <= self.places <= MAX_PLACES:
            raise InvalidRules(
                translate(
                    "a code has 1 to {most} places, not {places}",
                    most=MAX_PLACES,
                    places=str(self.places),
                )
            )
        if not 2 <= self.symbols <= MAX_SYMBOLS:
            raise InvalidRules(
                translate(
                    "there are 2 to {most} symbols, not {symbols}",
                    most=MAX_SYMBOLS,
                    symbols=str(self.symbols),
                )
            )
        if not self.repeats and self.places > self.symbols:
            raise InvalidRules(
                translate(
                    "{rules} cannot be: {places} places without repeats need at least {places} "
                    "symbols",
                    rules=f"{self.family}{self.places}x{self.symbols}",
                    places=self.places,
                )
            )
        object.__setattr__(self, "alphabet", self.alphabet or self._default_alphabet)
        if len(self.alphabet) != self.symbols:
            raise InvalidRules(
                translate(
                    "the alphabet {alphabet} has {number} symbols, not {symbols}",
                    alphabet=quote(self.alphabet),
                    number=len(self.alphabet),
                    symbols=self.symbols,
                )
            )
        if len(set(self.alphabet)) < self.symbols:
            raise InvalidRules(
                translate(
                    "the alphabet {alphabet} has a symbol twice", alphabet=quote(self.alphabet)
                )
            )
        if bad := [s for s in self.alphabet if not s.isprintable() or s.isspace() or s in "=?:"]:
            raise InvalidRules(translate("{bad} cannot be a symbol of a code", bad=repr(bad[0])))

    @classmethod
    def parse(cls, text: "AnyRules") -> "Rules":
        """Read the notation of a game.

        Args:
            text: family, places, ``x``, symbols, and optionally ``:`` and an alphabet, in which a
                closing ``...`` means "and so on": ``ab4x10``, ``mm4x4:ABCD``, ``ab5x26:abc...``.
                A bare number N is the Lisp article's game, ``mmNx10``; ``words:english`` is
                the game with that list of words. Rules stay as they are, and of what has ``rules``,
                such as a ``Game``, these are taken, without its hard mode.

        Raises:
            InvalidRules: if it is none of this, or there can be no such game.

        >>> Rules.parse("4"), Rules.parse("ab5x7:tuv...")
        (Rules.parse('mm4x10'), Rules.parse('ab5x7:tuvwxyz'))
        """
        if isinstance(known := getattr(text, "rules", text), Rules):
            return known
        if isinstance(text, str) and text.strip().startswith(LIST_PREFIX):
            listed: Rules = import_module(_READER).parse_words(text.strip())
            return listed
        known = (text.strip(), normal(text).strip()) if isinstance(text, str) else ()
        match = next(filter(None, map(_NOTATION.fullmatch, known)), None)
        if match is None:
            raise InvalidRules(
                translate(
                    "{text} is not the notation of a game; examples are ab4x10, mm4x6, "
                    "words:english5",
                    text=quote(text),
                )
                + suggest(text, _known_games())
            )
        family, places, symbols, alphabet, bare = match.groups()
        if bare:
            return cls("mm", int(bare), 10)
        return cls(family.lower(), int(places), int(symbols), _spell_out(alphabet, int(symbols)))

    def __str__(self) -> str:
        suffix = "" if self.alphabet == self._default_alphabet else f":{self.alphabet}"
        return f"{self.family}{self.places}x{self.symbols}{suffix}"

    def __repr__(self) -> str:
        return f"Rules.parse({str(self)!r})"

    @property
    def stored(self) -> str:
        """The notation as games are kept: it also says which version of a list they are about."""
        return str(self)

    @property
    def words(self) -> str:
        """The game as people say it.

        >>> Rules.parse("ab4x10").words
        '4 places, symbols 0123456789, no symbol twice'
        """
        if self.repeats:
            return translate_plural(
                "{number} [place|places], symbols {symbols}, repeats allowed",
                self.places,
                symbols=self.alphabet,
            )
        return translate_plural(
            "{number} [place|places], symbols {symbols}, no symbol twice",
            self.places,
            symbols=self.alphabet,
        )

    @property
    def repeats(self) -> bool:
        """Whether a symbol may occur twice in a code."""
        return FAMILIES[self.family].repeats

    @property
    def reply_rule(self) -> ReplyRule:
        """The function of (guess, secret) that gives the reply, on codes known to be valid."""
        return FAMILIES[self.family].reply_rule

    @property
    def listed(self) -> bool:
        """Whether its codes are those of a list."""
        return False

    @property
    def priced(self) -> bool:
        """Whether guesses cost what is given, and not 1 each."""
        return False

    @property
    def identifies(self) -> bool:
        """Whether no guess wins, and the secret, which has a name, has only to be known."""
        return False

    @property
    def counted(self) -> bool:
        """Whether a reply says how many bulls and cows there are."""
        return True

    @property
    def marked(self) -> bool:
        """Whether a reply has a mark for each place."""
        return False

    @property
    def colours(self) -> tuple[str, ...]:
        """The colour of each symbol in English, where a game is played with coloured pegs.

        >>> Rules.parse("mm4x3").colours, Rules.parse("ab4x10").colours
        (('red', 'blue', 'yellow'), ())
        """
        pegs = self.family == "mm" and not self.listed and self.alphabet.isdigit()
        return COLOURS[: self.symbols] if pegs and self.symbols <= len(COLOURS) else ()

    @property
    def size(self) -> int:
        """How many codes there are.

        >>> Rules.parse("ab4x10").size, Rules.parse("mm4x6").size
        (5040, 1296)
        """
        return self.symbols**self.places if self.repeats else math.perm(self.symbols, self.places)

    @property
    def win(self) -> Reply:
        """The reply to the secret itself."""
        return Reply(self.places, 0)

    @cached_property
    def replies(self) -> tuple[Reply, ...]:
        """The replies that are possible by their numbers, in numeric order.

        With ``places - 1`` bulls the last symbol cannot be a cow; without repeats, codes of a
        small alphabet cannot help sharing symbols. With three symbols or more each of them
        occurs; with two, and repeats, some never do.

        >>> " ".join(map(str, Rules.parse("ab4x10").replies))
        '00 01 02 03 04 10 11 12 13 20 21 22 30 40'
        """
        return tuple(
            Reply(bulls, cows)
            for bulls in range(self.places + 1)
            for cows in range(max(0, self._least_shared - bulls), self.places + 1 - bulls)
            if (bulls, cows) != (self.places - 1, 1)
        )

    def code(self, text: "AnyCode") -> str:
        """The code that ``text`` spells, in the alphabet's own case.

        Args:
            text: the code, also with blanks, commas or dashes between its symbols, or in colours
                where pegs have them; or its symbols in a tuple, a list or an array, as texts or
                numbers. A number is a digit of the alphabet, or a letter's place in it, from 0.

        Raises:
            InvalidCode: if its length, a symbol or a repeat is not allowed.

        >>> Rules.parse("emms4x4").code("cabc"), Rules.parse("emms4x4").code([2, 0, 1, 2])
        ('CABC', 'CABC')
        """
        if not isinstance(text, str):
            text = spell(text, self._by_number, self._example)
        for typed in (str.strip, joined, self.in_colours):
            code = "".join(self._spellings.get(symbol, symbol) for symbol in typed(text))
            if not (unknown := [symbol for symbol in code if symbol not in self.alphabet]):
                break
        if unknown:
            raise InvalidCode(
                translate(
                    "{text} has the symbol {symbol}; a code is made of {symbols}",
                    text=quote(text),
                    symbol=repr(unknown[0]),
                    symbols=self.alphabet,
                )
            )
        if len(code) != self.places:
            raise InvalidCode(
                translate(
                    "{text} has {length}, but a code has {places}",
                    text=quote(text),
                    length=translate_plural("{number} [symbol|symbols]", len(code)),
                    places=translate_plural("{number} [place|places]", self.places),
                )
            )
        if not self.repeats and len(set(code)) < len(code):
            raise InvalidCode(
                translate(
                    "{text} has a symbol twice; in this game all are different", text=quote(text)
                )
            )
        return code

    def reply(self, text: str) -> Reply:
        """The reply that ``text`` means, if some guess can get it.

        Raises:
            InvalidReply: if it is not a reply, or an impossible one.

        >>> Rules.parse("ab4x10").reply("1 bull 2 cows")
        Reply(bulls=1, cows=2)
        """
        try:
            reply = Reply.parse(text, self.places)
        except InvalidReply:
            if not (said := self._said(text)):
                raise
            return said
        if reply in self.replies:
            return reply
        if sum(reply) > self.places:
            why = translate("that is more than {places} together", places=self.places)
        elif sum(reply) < self._least_shared:
            why = translate(
                "two codes of {rules} share at least {least} symbols",
                rules=self,
                least=self._least_shared,
            )
        else:
            why = translate("when all but one are bulls, the last cannot be a cow")
        raise InvalidReply(
            translate("{reply} is an impossible reply: {why}", reply=reply.words, why=why)
        )

    def reply_to(self, guess: str, text: str) -> Reply:  # noqa: ARG002 - of lists, it may matter
        """As ``reply``, to a guess that is a code of these rules.

        Raises:
            InvalidReply: if it is not a reply, or an impossible one.
        """
        return self.reply(text)

    def replies_to(self, guess: str) -> tuple[Reply, ...]:  # noqa: ARG002 - of lists, it may matter
        """Those of ``replies`` that a guess can get."""
        return self.replies

    def score(self, guess: "AnyCode", secret: "AnyCode") -> Reply:
        """The reply to ``guess`` when the code is ``secret``.

        Raises:
            InvalidCode: if either is not a code of these rules.

        >>> Rules.parse("mm4x10").score("1234", "4324")
        Reply(bulls=1, cows=2)
        """
        return self.reply_rule(self.code(guess), self.code(secret))

    @property
    def _example(self) -> str:
        """Some code: the first one, where there are no repeats."""
        return "".join(self.alphabet[place % self.symbols] for place in range(self.places))

    @property
    def _default_alphabet(self) -> str:
        return FAMILIES[self.family].alphabet[: self.symbols]

    @property
    def _least_shared(self) -> int:
        return 0 if self.repeats else max(0, 2 * self.places - self.symbols)

    @cached_property
    def _by_number(self) -> dict[int, str]:
        return symbols_by_number(self.alphabet)

    def _said(self, text: str) -> Reply | None:
        """The reply that a text is written as, or says in the language that is spoken."""
        if (said := self._sayings.get(spoken := language())) is None:
            said = self._sayings[spoken] = defaultdict(list)
            for reply in self.replies:
                for way in {*map(folded, (str(reply), *reply.sayings))}:
                    said[way].append(reply)
        found = said.get(folded(text), ()) if isinstance(text, str) else ()
        return found[0] if len(found) == 1 else None

    @cached_property
    def _sayings(self) -> dict[str, dict[str, list[Reply]]]:
        """For each language that was spoken, what its texts say."""
        return {}

    def in_colours(self, text: str) -> str:
        """The code whose colours a text names: by words, their beginnings, or drawn.

        What names none stays as it is.

        >>> mastermind = Rules.parse("mm4x6")
        >>> mastermind.in_colours("red, blue blue g"), mastermind.in_colours("🔴🔵🔵🟢")
        ('0113', '0113')
        >>> mastermind.in_colours("rbbg"), mastermind.in_colours("rbbx")
        ('0113', '011x')
        """
        ways: dict[str, set[str]] = defaultdict(set)
        for symbol, colour, *drawn in zip(
            self.alphabet, self.colours, CIRCLES, _SQUARES, strict=False
        ):
            words = [folded(colour), folded(translate(colour))]
            beginnings = [word[:end] for word in words for end in range(1, len(word) + 1)]
            for way in (*beginnings, *drawn):
                ways[way].add(symbol)
        if not ways:
            return joined(text)
        words = folded(text).replace(",", " ").replace("-", " ").split()
        pieces = words if ways.keys() >= {*words} else joined(folded(text))
        return "".join("".join(ways[each]) if len(ways[each]) == 1 else each for each in pieces)

    @cached_property
    def _spellings(self) -> dict[str, str]:
        """Every accepted way to type a symbol, in either case unless that would be ambiguous."""
        typed = {
            symbol: {symbol, symbol.lower(), symbol.upper(), normal(symbol)}
            for symbol in self.alphabet
        }
        spellings = {each: symbol for symbol, ways in typed.items() for each in ways}
        return spellings if len(spellings) == sum(map(len, typed.values())) else {}


class HasRules(Protocol):
    """What is played by rules, such as a ``Game``."""

    @property
    def rules(self) -> Rules:
        """Its rules."""


AnyRules = Rules | HasRules | str
"""Rules as users of the library may give them."""


_NOTATION = re.compile(
    r"(?:(ab|mm|emms)(\d{1,9})x(\d{1,9})(?::(.+))?|(\d{1,9}))", re.IGNORECASE | re.ASCII
)


def _known_games() -> list[str]:
    lists: list[str] = import_module(_READER).word_lists()
    return [*USUAL, *(f"{LIST_PREFIX}{name}" for name in lists)]


def _spell_out(alphabet: str | None, symbols: int) -> str:
    if alphabet is None or not alphabet.endswith("...") or not alphabet[:-3]:
        return alphabet or ""
    start = alphabet[:-3]
    # "And so on" ends with the digits or the letters that it goes through.
    row = next((row for row in (digits, ascii_lowercase, ascii_uppercase) if start[-1] in row), "")
    return (start + row.partition(start[-1])[2])[:symbols]
