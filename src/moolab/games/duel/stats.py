"""Past games, one line of JSON each, in the user's data folder."""

import json
import os
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from typing import Literal, NamedTuple, get_args

from moolab.deduction.history import MOST_MISTAKES
from moolab.games.duel.duel import Duel, Role
from moolab.games.duel.maker import HONEST, manner
from moolab.games.game import Outcome
from moolab.support.folder import data_file, make_folder
from moolab.support.language import decimal_in_words, translate, translate_plural
from moolab.views.base import Answer, OfRules, View

_MOST_GUESSES = 1_000_000
"""No game has more guesses; a line that says so is damaged."""


def games_path() -> Path:
    """Where past games are kept."""
    return data_file("games.jsonl")


class Kind(NamedTuple):
    """Games whose numbers of guesses can be compared.

    >>> str(Kind("ab4x10", "both", "honest", 0)), str(Kind("mm4x6", "breaker", "evil", 0))
    ('ab4x10 (both)', 'mm4x6 (breaker, evil maker)')
    """

    rules: str
    role: Role
    maker: str
    mistakes: int
    hard: bool = False

    def __str__(self) -> str:
        role = {
            "both": translate("both"),
            "breaker": translate("breaker"),
            "maker": translate("maker"),
        }[self.role]
        told = [role, *manner(self.maker, self.mistakes, hard=self.hard)]
        return translate("{rules} ({told})", rules=self.rules, told=translate(", ").join(told))


class Game(NamedTuple):
    """What is remembered of a finished game; guesses are None for a side that did not guess."""

    date: str
    rules: str
    role: Role
    strategy: str
    outcome: Outcome
    your_guesses: int | None
    computer_guesses: int | None
    maker: str = HONEST
    mistakes: int = 0
    found: bool = True
    """Whether you found the code, before you gave up."""
    hard: bool = False

    @property
    def kind(self) -> Kind:
        """The games that it can be compared with."""
        return Kind(self.rules, self.role, self.maker, self.mistakes, self.hard)

    @property
    def was_played(self) -> bool:
        """Whether there was a guess at all, so that it is more than a look at a game."""
        return bool(self.your_guesses or self.computer_guesses)

    @property
    def is_sound(self) -> bool:
        """Whether the fields are what a game can have, as they are not in a damaged file."""
        texts = (self.date, self.rules, self.strategy, self.maker)
        words = ((self.role, Role), (self.outcome, Outcome))
        guesses = (self.your_guesses, self.computer_guesses)
        return (
            all(isinstance(text, str) for text in texts)
            and all(word in get_args(known) for word, known in words)
            and all(number is None or _counts(number, _MOST_GUESSES) for number in guesses)
            and _counts(self.mistakes, MOST_MISTAKES)
            and all(type(flag) is bool for flag in (self.found, self.hard))
        )

    @classmethod
    def of(cls, duel: Duel) -> "Game":
        """A finished game, dated now."""
        assert duel.outcome is not None, "only finished games are remembered"
        role = duel.setup.role
        return cls(
            date=datetime.now(UTC).isoformat(timespec="seconds"),
            rules=str(duel.setup.rules),
            role=role,
            strategy=duel.setup.strategy,
            outcome=duel.outcome,
            your_guesses=None if role == "maker" else duel.your_guesses,
            computer_guesses=None if role == "breaker" else duel.computer_guesses,
            maker=duel.setup.maker,
            mistakes=duel.setup.mistakes,
            found=duel.you_are_done,
            hard=duel.setup.hard,
        )


_DRAWN = 50
"""Games whose guesses are shown one by one."""

_RECENT = 10
"""Games whose mean shows whether one gets better."""


class OpponentView(View):
    """The past games of one kind against one opponent."""

    strategy: str
    """How the computer guessed."""
    games: int
    """How many games there were."""
    won: int
    """How many of them you have won."""
    lost: int
    """How many of them the computer has won."""


class SummaryView(OfRules):
    """The past games of one kind."""

    role: Role
    """Who has guessed: both, you (breaker), or the computer (maker)."""
    games: int
    """How many games there were."""
    won: int
    """How many of them you have won."""
    lost: int
    """How many of them you have lost: to the computer, or because no try was left."""
    drawn: int
    """How many of them were drawn."""
    resigned: int
    """How many of them you have given up."""
    mean: float | None
    """How many guesses you needed on average; null if you have never found the code."""
    best: int | None
    """The fewest guesses that you needed; null if you have never found the code."""
    maker: str
    """How the computer has replied: honest, evil, or as a maker of this name."""
    mistakes: int
    """How many replies could be wrong on either side."""
    hard: bool
    """Whether your guesses had to use what replies had shown of letters."""
    by_guesses: dict[str, int]
    """For each number of guesses, in how many games you have found the code with so many; where you
    guessed alone, for X, in how many you had no try left."""
    recent: float | None
    """The mean of the last ten games in which you have found it; null if there are none."""
    trend: tuple[int, ...]
    """The guesses that you needed, the last fifty at most, the oldest first."""
    streak: int
    """How many games you have won in a row by now."""
    longest: int
    """The most that you have ever won in a row."""
    opponents: tuple[OpponentView, ...]
    """The same against each opponent; empty where the computer has not guessed."""

    @property
    def won_percent(self) -> int:
        """Of a hundred games, how many you have won."""
        return round(100 * self.won / self.games)

    @property
    def sentence(self) -> str:
        """The summary in words.

        >>> game = Game("2026-01-01", "ab4x10", "breaker", "consistent", "won", 6, None)
        >>> [summary] = summarize([game, game._replace(outcome="resigned", found=False)])
        >>> summary.sentence
        'ab4x10 (breaker): 2 games, 1 won, 1 resigned; 6.00 guesses on average, best 6'
        """
        counts = {
            translate("{count} won", count=self.won): self.won,
            translate("{count} lost", count=self.lost): self.lost,
            translate("{count} drawn", count=self.drawn): self.drawn,
            translate("{count} resigned", count=self.resigned): self.resigned,
        }
        kind = Kind(self.rules, self.role, self.maker, self.mistakes, self.hard)
        games = translate_plural("{kind}: {number} [game|games]", self.games, kind=kind)
        said = translate(", ").join([games, *(words for words, count in counts.items() if count)])
        if self.mean is None:
            return said
        return translate(
            "{games}; {mean} guesses on average, best {best}",
            games=said,
            mean=decimal_in_words(self.mean),
            best=self.best,
        )


class StatsView(Answer):
    """Your past games."""

    schema: Literal["moolab/stats/1"] = "moolab/stats/1"
    file: str
    """The file that keeps them."""
    games: tuple[SummaryView, ...]
    """A summary for each kind of game."""


def _counts(number: object, most: int) -> bool:
    return type(number) is int and 0 <= number <= most


def record(game: Game, path: Path) -> None:
    """Add a game to the file.

    Raises:
        OSError: if it cannot be written.
    """
    make_folder(path.parent)
    with path.open("a+b") as file:
        # A line that a power cut left unfinished must not swallow this one.
        file.seek(max(0, file.seek(0, os.SEEK_END) - 1))
        separator = b"" if file.read() in (b"", b"\n") else b"\n"
        file.write(separator + json.dumps(game._asdict()).encode() + b"\n")


def remember(duel: Duel) -> list[SummaryView]:
    """Add a finished duel to the user's file, unless there was no guess in it.

    Returns:
        A summary of the games of its kind.

    Raises:
        OSError: if the file cannot be written.
    """
    game = Game.of(duel)
    if not game.was_played:
        return []
    record(game, games_path())
    return summarize(each for each in past_games(games_path()).games if each.kind == game.kind)


class PastGames(NamedTuple):
    """What is in a file of finished games.

    Args:
        games: the oldest first.
        damaged: how many lines cannot be read.
    """

    games: list[Game]
    damaged: int


def past_games(path: Path) -> PastGames:
    """The games in the file; lines that are damaged are passed over.

    Raises:
        OSError: if the file exists and cannot be read.
    """
    if not path.exists():
        return PastGames([], 0)
    games, damaged = [], 0
    for line in filter(None, path.read_text(encoding="utf-8", errors="replace").splitlines()):
        try:
            game = Game(**json.loads(line))
        except (ValueError, TypeError, RecursionError):
            damaged += 1
            continue
        if game.is_sound:
            games.append(game)
        else:
            damaged += 1
    return PastGames(games, damaged)


def summarize(games: Iterable[Game]) -> list[SummaryView]:
    """A summary for each kind of game, in the order they were first played.

    What was given up before the first guess is left out.

    >>> game = Game("2026-01-01", "ab4x10", "breaker", "consistent", "won", 6, None)
    >>> [summary.mean for summary in summarize([game, game._replace(your_guesses=5)])]
    [5.5]
    """
    kinds: dict[Kind, list[Game]] = {}
    for game in games:
        if game.was_played:
            kinds.setdefault(game.kind, []).append(game)
    return [_summary(kind, played) for kind, played in kinds.items()]


def _summary(kind: Kind, games: list[Game]) -> SummaryView:
    outcomes = [game.outcome for game in games]
    finished = [
        game.your_guesses
        for game in games
        if game.outcome != "resigned" and game.found and game.your_guesses is not None
    ]
    longest, row = 0, 0
    for outcome in outcomes:
        row = row + 1 if outcome == "won" else 0
        longest = max(longest, row)
    counted = Counter(finished)
    by_guesses = {str(guesses): counted[guesses] for guesses in sorted(counted)}
    if kind.role == "breaker" and "lost" in outcomes:
        by_guesses["X"] = outcomes.count("lost")
    opponents: dict[str, list[Outcome]] = {}
    for game in games if kind.role != "breaker" else ():
        opponents.setdefault(game.strategy, []).append(game.outcome)
    return SummaryView(
        by_guesses=by_guesses,
        recent=fmean(finished[-_RECENT:]) if finished else None,
        trend=tuple(finished[-_DRAWN:]),
        streak=row,
        longest=longest,
        opponents=tuple(
            OpponentView(
                strategy=strategy,
                games=len(played),
                won=played.count("won"),
                lost=played.count("lost"),
            )
            for strategy, played in opponents.items()
        ),
        **kind._asdict(),
        games=len(games),
        won=outcomes.count("won"),
        lost=outcomes.count("lost"),
        drawn=outcomes.count("drawn"),
        resigned=outcomes.count("resigned"),
        mean=sum(finished) / len(finished) if finished else None,
        best=min(finished, default=None),
    )
