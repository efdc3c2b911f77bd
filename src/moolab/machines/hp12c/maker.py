"""The calculator as a code-maker, with the keys that its program wants pressed."""

import re
from collections.abc import Generator
from dataclasses import dataclass, fields
from decimal import Decimal
from random import Random

from moolab.codes.replies import Reply
from moolab.errors import MoolabError
from moolab.machines.hp12c.calculator import Calculator
from moolab.machines.maker import Asked

_HEADER = re.compile(
    r"^ *+[;#] *+(setup|guess|new game|reply|later) *+: *+(.*\S)".replace(" ", r"[^\S\n]"),
    re.IGNORECASE | re.MULTILINE,
)
"""A blank in it stands for any blanks, which are not tried again in fewer: a file can be full of
them."""


@dataclass(frozen=True)
class Keys:
    """How a game is played on the calculator.

    Attributes:
        setup: what starts the first game; the word SEED stands for a number between 0 and 1.
        guess: what is pressed for a guess; the word GUESS stands for its digits.
        new_game: what starts the next one.
    """

    setup: str = "f REG SEED n 1234567890 PV 10 STO 5 R/S"
    guess: str = "GUESS R/S"
    new_game: str = "g GTO 00 R/S"

    @classmethod
    def of(cls, listing: str, **given: str) -> "Keys":
        """What the comments of a listing say, in lines such as ``; setup: f REG SEED n R/S``.

        >>> Keys.of("; Setup: SEED STO 0 R/S").setup
        'SEED STO 0 R/S'
        """
        said = said_of_keys(listing)
        names = {field.name: field.name.replace("_", " ") for field in fields(cls)}
        return cls(**{field: said[name] for field, name in names.items() if name in said} | given)


def said_of_keys(listing: str) -> dict[str, str]:
    """The keys that the comments of a listing name, by what they are for.

    >>> said_of_keys("; New game: 0 R/S")
    {'new game': '0 R/S'}
    """
    return {name.lower(): keys for name, keys in _HEADER.findall(listing)}


def drawn_seed(chance: Random) -> str:
    """A number to begin with, of seven decimals.

    Generators that multiply dislike a last decimal which 2 or 5 divides.

    >>> drawn_seed(Random(1))
    '.1408911'
    """
    return f".{chance.randrange(10**6):06}{chance.choice('1379')}"


def setup_keys(listing: str, seed: int) -> str:
    """The keys that begin the game of a listing.

    Args:
        listing: the program; its comments say the keys, if they are not those of the article.
        seed: decides the number that stands for the word SEED: of four decimals where the program
            looks for a code, of seven where it makes one.

    >>> setup_keys("; setup: f REG SEED n R/S", 1)
    'f REG .1408911 n R/S'
    """
    breaks = "reply" in said_of_keys(listing)
    drawn = f".{seed % 10_000:04}" if breaks else drawn_seed(Random(seed))
    return Keys.of(listing).setup.replace("SEED", drawn)


def with_keys(listing: str, text: str) -> str:
    """A listing with the keys of its game in comments, if the text says the usual ones."""
    keys = Keys()
    constants = keys.setup.partition(" SEED n ")[2].removesuffix(" R/S")
    if "setup" in said_of_keys(listing) or constants not in " ".join(text.split()):
        return listing
    said = f"; setup: {keys.setup}\n; guess: {keys.guess}\n; new game: {keys.new_game}"
    return f"{said}\n{listing}"


def game(listing: str, seed: int) -> dict[str, str] | None:
    """How a program is played, if its comments say so."""
    start, said, keys = setup_keys(listing, seed), said_of_keys(listing), Keys.of(listing)
    if {"reply", "later"} <= said.keys():
        return said | {"setup": start}
    if keys == Keys() and "setup" not in said:
        return None
    return {"setup": start, "guess": keys.guess, "new_game": keys.new_game}


_KEPT = 5
"""Replies that the calculator has room for."""


def breaking(listing: str, seed: int, most_steps: int) -> Generator[Asked, Reply]:
    """A program that looks for a code."""
    keys, calculator, replies = said_of_keys(listing), Calculator(listing), 0
    pressed = setup_keys(listing, seed)
    while True:
        calculator.press(pressed, max_steps=most_steps, max_work=most_steps)
        reply = yield Asked(f"{int(calculator.x):04}", calculator.display, calculator.steps)
        replies += 1
        told = keys["reply"].replace("REPLY", f"{reply.bulls}{reply.cows}")
        pressed = told if replies <= _KEPT else keys["later"]


class CalculatorMaker:
    """A calculator whose program makes codes and shows replies as 10 * bulls + cows.

    Args:
        keys: how it is played.
        seed: decides the numbers that games begin with.
    """

    def __init__(self, listing: str, keys: Keys, seed: int = 0) -> None:
        self._keys = keys
        self._random = Random(seed)
        self._calculator = Calculator(listing)
        self._games = 0

    over = False
    """It always takes another guess."""

    @property
    def steps(self) -> int:
        """Program lines that have run."""
        return self._calculator.steps

    def begin(self) -> None:
        """Start the first game, or the next."""
        keys = self._keys.new_game if self._games else self._keys.setup
        self._games += 1
        self._calculator.press(keys.replace("SEED", drawn_seed(self._random)))

    def answer(self, guess: str) -> str:
        """The reply in X, or what the calculator shows instead."""
        calculator = self._calculator
        try:
            calculator.press(self._keys.guess.replace("GUESS", guess))
        except MoolabError as error:
            return str(error)
        x = calculator.x
        if calculator.error is not None or x != x.to_integral_value() or not 0 <= x <= Decimal(99):
            return calculator.display
        return f"{int(x):02}"
