"""What occurs in many views: turns, replies, and the guesses that secrets need."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.deduction.history import History, Turn, parse_history
from moolab.views.base import View

if TYPE_CHECKING:
    from moolab.search.checkpoint import Source

T = TypeVar("T")

Ratio = tuple[int, int]
"""A fraction in lowest terms, numerator and denominator."""


class TurnView(View):
    """A guess and its reply."""

    guess: str
    """The code that was guessed."""
    reply: str
    """Bulls and cows, as two digits."""

    @classmethod
    def of(cls, turn: Turn) -> "TurnView":
        """A turn as it is shown."""
        return cls(guess=turn.guess, reply=str(turn.reply))


def turn_views(history: History) -> tuple[TurnView, ...]:
    """The turns of a game as they are shown.

    >>> turn_views((Turn("1234", Reply(0, 2)),))
    (TurnView(guess='1234', reply='02'),)
    """
    return tuple(map(TurnView.of, history))


def history_of(rules: Rules, turns: Iterable[TurnView]) -> History:
    """The turns that are shown; ``turn_views`` and this are a pair."""
    return parse_history(rules, [(turn.guess, turn.reply) for turn in turns])


def by_reply(found: Mapping[Reply, T] | None) -> dict[str, T] | None:
    """Something for each reply, such as how many codes it leaves, as it is shown; or None."""
    return None if found is None else {str(reply): each for reply, each in found.items()}


class Totals(View):
    """The guesses that secrets need, as far as that is known."""

    total: int | None
    """The guesses that all secrets need together."""
    mean: float | None
    """The guesses that a secret needs on average."""
    max: int | None
    """The most guesses that a secret needs."""
    distribution: dict[int, int] | None
    """For each number of guesses, how many secrets need it."""


class TreeTotals(Totals):
    """The guesses that all secrets of a game need."""

    secrets: int
    """How many secrets there are, all of them found."""
    total: int
    mean: float
    max: int
    distribution: dict[int, int]
    cost: int
    """What these guesses cost, each secret counted as often as it weighs; the total, where guesses
    cost 1 and secrets are equally likely."""
    expected: float
    """What the secret costs on average, as likely as each is; the mean, likewise."""


class SourceView(View):
    """The checkpoint that a search has believed."""

    file: str
    """The name of its file."""
    answers: int
    """How many answers were taken from it."""

    @classmethod
    def of(cls, source: "Source | None") -> "SourceView | None":
        """The checkpoint, if answers were taken from one."""
        return None if source is None else cls(file=str(source.path), answers=source.answers)
