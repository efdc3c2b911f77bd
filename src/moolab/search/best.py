"""What a search of a position finds, or that it gave up."""

from typing import NamedTuple


class Exhausted(Exception):
    """A search was not allowed to go on long enough to tell."""


class Best(NamedTuple):
    """The value of a position, and the guess that reaches it."""

    value: int
    guess: str
