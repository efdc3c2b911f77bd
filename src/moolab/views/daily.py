"""A daily game that is over."""

from typing import Literal

from moolab.views.base import Answer, OfRules


class DailyView(OfRules, Answer):
    """How a daily game went; no guess is in it."""

    schema: Literal["moolab/daily/1"] = "moolab/daily/1"
    kind: str
    """The daily game."""
    day: str
    """Its date, as in 2026-11-22."""
    number: int
    """Which day that is, from 1."""
    found: bool
    """Whether the code was found."""
    guesses: int
    """How many guesses there were."""
    replies: tuple[str, ...]
    """The reply to each."""
    left: tuple[int, ...]
    """How many codes each has left."""
    streak: int | None
    """How many days in a row were solved on this computer; null for a server's game."""
    card: str
    """The result as text for others."""
