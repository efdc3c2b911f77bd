"""Races: the same secret for all who play in the same round of a room.

The room's name is public, so the secret must not follow from it: it is drawn with a key that only
the server of the race has.
"""

import re
from collections.abc import Sequence
from math import log2
from typing import NamedTuple

from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from moolab.deduction.history import History, Turn
from moolab.errors import InvalidRace
from moolab.games.drawing import draw_nonce, draw_number
from moolab.games.duel.duel import Setup
from moolab.games.tries import score, usual_tries
from moolab.support.language import translate, translate_plural
from moolab.support.text import clock, quote
from moolab.support.typed import folded

MAX_NAME = 40
"""The length of the longest name."""


def parse_race_name(text: str) -> str:
    """The name that a text spells; small and capital letters are the same.

    Raises:
        InvalidRace: if it is empty, too long, or more than letters, digits and hyphens.

    >>> parse_race_name("Friday-42")
    'friday-42'
    """
    name = folded(text)
    if not re.fullmatch(rf"[a-z0-9-]{{1,{MAX_NAME}}}", name):
        raise InvalidRace(
            translate(
                "{text} is not the name of a race: use 1 to {most} letters, digits and hyphens, "
                "for example friday-42",
                text=quote(text),
                most=MAX_NAME,
            )
        )
    return name


def race_setup(key: bytes, rules: Rules, name: str, number: int = 1) -> Setup:
    """The rated game that all in a round of the race of this name play as breakers.

    Secret and nonce are drawn with the key, so a player without it learns nothing of one race from
    any other.

    Args:
        key: random, kept by the server; the races are the same as long as it is.

    Raises:
        InvalidRace: if the name is malformed.

    >>> first, second = (race_setup(b"key", Rules.parse("ab4x10"), name) for name in ("moo", "Moo"))
    >>> first == second, first.role, first.rated
    (True, 'breaker', True)
    """
    of_race = f"{rules} {parse_race_name(name)} {number}"
    return Setup(
        rules=rules,
        role="breaker",
        seed=0,
        secret=code_at(rules, draw_number(key, f"secret {of_race}", rules.size)),
        nonce=draw_nonce(key, f"nonce {of_race}"),
        rated=True,
        tries=usual_tries(rules),
    )


def bits(codes: int, left: int) -> float:
    """How much a player has learned of a secret.

    Args:
        codes: how many there are.
        left: how many of them still fit the replies.

    >>> bits(1296, 81), bits(1296, 1) == log2(1296)
    (4.0, True)
    """
    return log2(codes / max(1, left))


class Entry(NamedTuple):
    """One player in a race.

    Args:
        name: what the player is called.
        turns: the guesses, with their replies.
        seconds: from the start to the last move.
        found: whether the code was found.
        resigned: whether the player gave up.
        lost: whether no try was left.
        tries: how many there were; 0 if there was no limit.
    """

    name: str
    turns: History
    seconds: float
    found: bool
    resigned: bool
    lost: bool = False
    tries: int = 0

    @classmethod
    def of(cls, setup: Setup, name: str, moves: Sequence[str], seconds: float) -> "Entry":
        """What the moves of a race's game amount to."""
        rules, secret = setup.rules, setup.secret
        assert secret is not None, "a race is for breakers"
        guesses = [move.removeprefix("guess ") for move in moves if move.startswith("guess ")]
        turns = tuple(Turn(guess, rules.reply_rule(guess, secret)) for guess in guesses)
        found, tries = secret in guesses, setup.tries
        lost = not found and 0 < tries <= len(turns)
        return cls(name, turns, seconds, found, "resign" in moves, lost, tries)

    @property
    def over(self) -> bool:
        """Whether the player is done."""
        return self.found or self.resigned or self.lost

    @property
    def rank(self) -> tuple[int, int, float]:
        """What the players are sorted by: who has found the code, by guesses, then by time.

        Those who may still find it come next; those who will not share the last place.

        >>> setup = race_setup(b"key", Rules.parse("mm1x2"), "moo")
        >>> right, wrong = (f"guess {code}" for code in (setup.secret, "01"[setup.secret == "0"]))
        >>> moves = {"Ann": [right], "Bob": [wrong, right], "Cid": [wrong], "Eve": [right]}
        >>> entries = [Entry.of(setup, n, m, 9 - len(n) * (n < "C")) for n, m in moves.items()]
        >>> [entry.name for entry in sorted(entries, key=lambda entry: entry.rank)]
        ['Ann', 'Eve', 'Bob', 'Cid']
        """
        if self.over and not self.found:
            return (2, 0, 0)
        return (not self.found, len(self.turns), self.seconds)

    @property
    def words(self) -> str:
        """What a player has done who has found the code, or has no try left.

        >>> setup = race_setup(b"key", Rules.parse("ab4x10"), "moo")
        >>> wrong = "0123" if setup.secret != "0123" else "1234"
        >>> Entry.of(setup, "Ann", [f"guess {setup.secret}"], 83).words
        '1 guess, 1:23'
        >>> Entry.of(setup, "Bob", [f"guess {wrong}"] * 8, 99).words
        'X/8'
        """
        if not self.found:
            return score(len(self.turns), self.tries, found=False)
        return translate_plural(
            "{number} [guess|guesses], {time}", len(self.turns), time=clock(self.seconds)
        )


def place_of(entry: Entry, entries: Sequence[Entry]) -> int | None:
    """Which place a player has, from 1, or shares; None for those who still play.

    >>> setup = race_setup(b"key", Rules.parse("mm1x2"), "moo")
    >>> moves = {"Ann": [f"guess {setup.secret}"], "Bob": ["resign"], "Cid": [], "Eve": ["resign"]}
    >>> entries = [Entry.of(setup, name, made, 9) for name, made in moves.items()]
    >>> [place_of(entry, entries) for entry in entries]
    [1, 3, None, 3]
    """
    if not entry.over:
        return None
    return 1 + sum(other.rank < entry.rank for other in entries)


_MEDALS = ("🥇", "🥈", "🥉")

MOST_SHARED = 10
"""Players whose places are told to others."""


def table_text(
    name: str, number: int, game: str, entries: Sequence[Entry], *, signs: str = "text"
) -> str:
    """How a round has ended so far, as text for others: no code is in it.

    Args:
        signs: ``text`` or ``emoji``.

    >>> setup = race_setup(b"key", Rules.parse("mm1x2"), "moo")
    >>> ann = Entry.of(setup, "Ann", [f"guess {setup.secret}"], 83)
    >>> print(table_text("moo", 1, "mm1x2", [Entry.of(setup, "Bob", ["resign"], 9), ann]))
    moolab race moo, round 1, mm1x2
    1. Ann: 1 guess, 1:23
    1 player has not found the code
    """
    places = sorted(entries, key=lambda entry: entry.rank)
    told = [entry for entry in places if entry.found or entry.lost]
    lines = [
        translate(
            "moolab race {name}, round {number}, {rules}", name=name, number=number, rules=game
        )
    ]
    for entry in told[:MOST_SHARED]:
        place = place_of(entry, entries) or 0
        medal = signs == "emoji" and entry.found and place <= len(_MEDALS)
        sign = _MEDALS[place - 1] if medal else f"{place}."
        lines.append(
            translate("{place} {name}: {words}", place=sign, name=entry.name, words=entry.words)
        )
    if others := len(entries) - len(told):
        lines.append(
            translate_plural("{number} [player|players] [has|have] not found the code", others)
        )
    return "\n".join(lines)
