"""Reply rules by name, for games whose codes are listed: how a rule scores, reads and writes."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from operator import eq
from typing import Any, Literal, SupportsIndex

from moolab.codes.replies import SQUARES, Reply, counted_replies, membership, standard
from moolab.errors import InvalidExtension, InvalidReply, InvalidRules
from moolab.support.extensions import installed, is_extension, load
from moolab.support.language import marked, translate
from moolab.support.text import count_noun, quote
from moolab.support.typed import folded


class Marks(Reply):
    """A reply that is not bulls and cows: a text, and its place in the order of replies.

    Args:
        bulls, cows: two numbers that are different for different texts; replies come in their
            order, and the winning one comes last.
        text: how it is written.
        words: the reply as people say it, where that is not its text.

    >>> str(RULES["wordle"].score("crane", "caper")), RULES["jotto"].score("crane", "caper").words
    ('gyy-y', '4 letters')
    """

    _text: str
    _words: str

    def __new__(cls, bulls: int, cows: int, text: str = "", words: str = "") -> "Marks":
        self = super().__new__(cls, bulls, cows)
        self._text, self._words = text, words or text
        return self

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<reply {self._text}>"

    @property
    def words(self) -> str:
        return self._words


@dataclass(frozen=True)
class NamedRule:
    """A reply rule that is not part of a game's notation.

    Args:
        name: what ``--rule`` calls it.
        score: the oracle: the reply to a guess from a secret.
        replies: every reply that two codes of this many places can give, in order; the last is the
            reply to the secret itself. None where they are only known from the codes.
        read: the text of a reply as ``str`` writes it, from a text as people write it.
        meaning: what the reply tells, in a few words.
        form: what a reply looks like: how many ``bulls`` and cows there are, a row of ``marks`` for
            the places, or any other ``text``.
        identity: what tells it from others of this name.
        replies_to: those that a guess can get, where these are not the same for all.
        most_places: of the codes that it is for; None for any number.
    """

    name: str
    score: Callable[[str, str], Reply]
    replies: Callable[[int], tuple[Reply, ...]] | None
    read: Callable[[str], str]
    meaning: str
    form: Literal["bulls", "marks", "text"] = "text"
    identity: str = ""
    replies_to: Callable[[str], tuple[Reply, ...]] | None = None
    most_places: int | None = None

    @property
    def identified(self) -> bool:
        """Whether its name, and its identity, tell it from every other rule."""
        return bool(self.identity) or self.is_moolabs_own

    @property
    def is_moolabs_own(self) -> bool:
        """Whether it comes with moolab, and is not only called so."""
        return self.name in _OWN and RULES[self.name] is self

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        # In another process, a rule of moolab's own is the one that is there, with its kernels.
        if self.is_moolabs_own:
            return named_rule, (self.name,)
        return super().__reduce_ex__(protocol)


def _bulls_and_cows(places: int) -> tuple[Reply, ...]:
    return tuple(reply for reply in counted_replies(places) if reply != (places - 1, 1))


def _black(guess: str, secret: str) -> Reply:
    return _bulls(sum(map(eq, guess, secret)))


def _bulls(bulls: int) -> Reply:
    return Marks(bulls, 0, str(bulls), count_noun(bulls, "bull"))


def _every_black(places: int) -> tuple[Reply, ...]:
    return tuple(map(_bulls, range(places + 1)))


def _jotto(guess: str, secret: str) -> Reply:
    if guess == secret:
        return _all_in_place(len(guess))
    return _letters(sum(min(guess.count(letter), secret.count(letter)) for letter in set(guess)))


def _letters(shared: int) -> Reply:
    return Marks(0, shared, str(shared), count_noun(shared, "letter"))


def _all_in_place(places: int) -> Reply:
    # The same letters in another order are all in common, too, and do not win.
    return Marks(1, 0, f"{places}!", "the secret itself")


def _every_jotto(places: int) -> tuple[Reply, ...]:
    return *map(_letters, range(places + 1)), _all_in_place(places)


def _wordle(guess: str, secret: str) -> Reply:
    elsewhere = [right for letter, right in zip(guess, secret, strict=True) if letter != right]
    marks = ""
    for letter, right in zip(guess, secret, strict=True):
        if letter == right:
            marks += "g"
        elif letter in elsewhere:
            marks += "y"
            elsewhere.remove(letter)
        else:
            marks += "-"
    return _tiles(marks)


def _tiles(marks: str) -> Reply:
    number = int(marks.translate(_DIGITS), 3)
    return Marks(marks.count("g"), number, marks)


def _every_row_of_tiles(places: int) -> tuple[Reply, ...]:
    rows = ("".join(row) for row in product("-yg", repeat=places))
    # With all letters but one in place, the last cannot be elsewhere.
    return tuple(sorted(_tiles(r) for r in rows if (r.count("g"), r.count("y")) != (places - 1, 1)))


_MOST_COUNTED = 10
"""Places: with eleven, 110 might be one bull and ten cows, or eleven bulls."""

_MOST_TILES = 10
"""Places: their 59,049 replies fit 16 bits; each further one triples them."""

_DIGITS = str.maketrans("-yg", "012")

_MARKS = str.maketrans(
    dict.fromkeys(f"{SQUARES[0]}●#2+c", "g")
    | dict.fromkeys(f"{SQUARES[1]}○o1*p", "y")
    | dict.fromkeys(f"{SQUARES[2]}⚫·0._xab", "-")
    | dict.fromkeys(" ,", "")
)
"""Shared results; and what is easier to type, or what others write: c is correct, p is present, and
x, a for absent, or b for black, is grey."""


def _read_tiles(text: str) -> str:
    return folded(text).translate(_MARKS)


def _read_number(text: str) -> str:
    return re.sub(r"(?<=\d)\s*(bulls?|blacks?|letters?|in common)$", "", folded(text))


def _read_bulls(text: str) -> str:
    with suppress(InvalidReply):
        return str(Reply.parse(text))
    return text


RULES = {
    rule.name: rule
    for rule in (
        NamedRule("bulls", standard, _bulls_and_cows, _read_bulls,
                  marked("bulls and cows, such as 12"), "bulls", most_places=_MOST_COUNTED),
        NamedRule("emms", membership, _bulls_and_cows, _read_bulls,
                  marked("bulls, and cows as Ted Emms counts them, such as 12"), "bulls",
                  most_places=_MOST_COUNTED),
        NamedRule("black", _black, _every_black, _read_number, marked("bulls alone, such as 2")),
        NamedRule("jotto", _jotto, _every_jotto, _read_number,
                  marked("letters in common, such as 3; 5! is the secret itself")),
        NamedRule("sum", _jotto, _every_jotto, _read_number,
                  marked("bulls and cows added up: jotto by another name")),
        NamedRule("wordle", _wordle, _every_row_of_tiles, _read_tiles,
                  marked("for each letter g right, y elsewhere, - absent, such as gy--y"), "marks",
                  most_places=_MOST_TILES),
    )
}  # fmt: skip
"""The rules by name; ``register_rule`` adds others."""

_OWN = frozenset(RULES)

ENTRY_POINTS = "moolab.rules"
"""The group of entry points in which packages offer functions as rules."""


def register_rule(name: str, score: Callable[[str, str], object], meaning: str = "") -> NamedRule:
    """Add a reply rule of one's own.

    Args:
        name: what it shall be called; letters, digits and hyphens.
        score: the reply to a guess from a secret, as anything that can be written as a text
            without ``=``. The reply to the secret itself is ``!``, and no other can be: what it
            would be else, others may have, too.
        meaning: what the reply tells, in a few words.

    Raises:
        InvalidRules: if the name cannot be one, or is taken by a rule of moolab's own, or the rule
            is not a function.

    >>> rule = register_rule("vowels", lambda guess, secret: sum(a == b for a, b in
    ...     zip(guess, secret) if a in "aeiou"))
    >>> str(rule.score("crane", "slate")), str(rule.score("slate", "slate"))
    ('2', '!')
    """
    if not isinstance(name, str) or not re.fullmatch(r"[a-z][a-z0-9-]*", name):
        raise InvalidRules(f"{quote(name)} cannot be the name of a rule: write it like 'my-rule'")
    RULES[name] = rule = rule_of(name, score, meaning)
    return rule


def rule_of(name: str, score: Callable[[str, str], object], meaning: str = "") -> NamedRule:
    """A rule of one's own that is not found by its name; arguments as for ``register_rule``.

    Raises:
        InvalidRules: if the name is taken by a rule of moolab's own, or the rule is not a function.
    """
    if name in _OWN:
        raise InvalidRules(f"{name} is a rule of moolab's own: give yours another name")
    if not callable(score):
        raise InvalidRules(f"{quote(score)} is not a rule: give a name, or a function")

    def reply(guess: str, secret: str) -> Reply:
        return _WON if guess == secret else _lost(str(score(guess, secret)))

    return NamedRule(name, reply, None, tidy, meaning)


_WON = Marks(1, 0, "!")
"""The same for all secrets: a rule may give each another reply to itself."""


# The same few texts come again and again.
@lru_cache(maxsize=1 << 10)
def _lost(text: str) -> Reply:
    reply = numbered(written(text))
    if str(reply) == str(_WON):
        raise InvalidRules(f"{reply} cannot be a reply of a rule: it says that the secret is found")
    return reply


def numbered(text: str) -> Reply:
    """A reply of which nothing is known but its text, and that it does not win.

    >>> numbered("left") < numbered("right")
    True
    """
    # Any whole number that tells texts apart.
    return Marks(0, int.from_bytes(text.encode()), text)


def written(value: object) -> str:
    """The text of a reply, such that it can be read again behind a guess and ``=``.

    Raises:
        InvalidRules: if it cannot be.

    >>> written("  one   of two"), written(3)
    ('one of two', '3')
    """
    text = tidy(str(value))
    if "=" in text or not text.isprintable():
        raise InvalidRules(f"{quote(text)} cannot be a reply: it has = or a character unseen")
    return text


def tidy(text: str) -> str:
    """A text with single blanks."""
    return " ".join(text.split())


def named_rule(name: str) -> NamedRule:
    """The rule of this name: moolab's own, registered, or an entry point of an installed package.

    Raises:
        InvalidRules: if there is none.
        InvalidExtension: if it cannot be loaded.
    """
    if name in RULES:
        return RULES[name]
    # The names of games come from anywhere, and have names of rules in them: none may say which
    # code is to be run.
    if ":" in name or not is_extension(ENTRY_POINTS, name):
        known = sorted({*RULES, *installed(ENTRY_POINTS)})
        raise InvalidRules(
            translate(
                "{name} is not a reply rule; there are {known}",
                name=quote(name),
                known=", ".join(known),
            )
        )
    return register_rule(name, _function(name))


def own_rule(name: str | Callable[[str, str], object]) -> NamedRule:
    """The rule of this name, as ``named_rule`` does, or a function, also as ``module:function``.

    Raises:
        InvalidRules: if there is none.
        InvalidExtension: if it cannot be loaded.

    >>> str(own_rule("operator:gt").score("crane", "caper"))
    'True'
    """
    if not isinstance(name, str):
        return rule_of(getattr(name, "__name__", "rule"), name)
    if ":" not in name:
        return named_rule(name)
    function = name.rpartition(":")[2].rpartition(".")[2]
    return register_rule(function.strip("_").replace("_", "-").lower(), _function(name))


def _function(name: str) -> Callable[[str, str], object]:
    found = load(ENTRY_POINTS, name)
    if not callable(found):
        raise InvalidExtension(f"{quote(name)} is not a function of guess and secret")
    score: Callable[[str, str], object] = found
    return score
