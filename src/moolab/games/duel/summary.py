"""Past games."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from moolab.games.duel.stats import Summary
from moolab.views.base import Answer
from moolab.views.turns import OfRules


@dataclass(frozen=True, kw_only=True)
class SummaryView(OfRules):
    """The past games of one kind."""

    role: str
    """Who has guessed: both, you (breaker), or the computer (maker)."""
    games: int
    """How many games there were."""
    won: int
    """How many of them you have won."""
    lost: int
    """How many of them the computer has won."""
    drawn: int
    """How many of them nobody has won."""
    resigned: int
    """How many of them you have given up."""
    mean: float | None
    """How many guesses you needed on average; null if you have never found the code."""
    best: int | None
    """The fewest guesses that you needed; null if you have never found the code."""
    maker: str
    """How the computer has replied: honest or evil."""
    mistakes: int
    """How many replies could be wrong on either side."""

    @classmethod
    def of(cls, summary: Summary) -> "SummaryView":
        """A summary as it is shown."""
        return cls(**summary._asdict())


@dataclass(frozen=True, kw_only=True)
class StatsView(Answer):
    """Your past games."""

    schema: Literal["moolab/stats/1"] = "moolab/stats/1"
    file: str
    """The file that keeps them."""
    games: tuple[SummaryView, ...]
    """A summary for each kind of game."""

    @classmethod
    def of(cls, file: str, summaries: Iterable[Summary]) -> "StatsView":
        """The summaries of the games in a file."""
        return cls(file=file, games=tuple(map(SummaryView.of, summaries)))
