"""How those stand who play for the same code, in numbers: no guess is read."""

from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

import sqlalchemy as sa

from moolab.web.store.database import Database
from moolab.web.store.tables import GAMES, MOVES, PRACTICE, SEATS


class Standing(NamedTuple):
    """One player's game among others for the same code.

    Attributes:
        player: the digest of the player.
        name: what the player wants to be called.
        guesses: how many there were.
        outcome: how it has ended, if it has.
        seconds: from the beginning to the last move.
    """

    game: str
    player: str | None
    name: str | None
    guesses: int
    outcome: str | None
    seconds: float


class Entry(NamedTuple):
    """A game that a player has begun for a code that others look for as well.

    Attributes:
        race: what these games have in common.
        outcome: how it has ended, if it has.
        guesses: how many guesses or answers there were.
        last: when the last move was made, or the game begun.
    """

    race: str
    game: str
    created: datetime
    outcome: str | None
    guesses: int
    last: datetime


class Ended(NamedTuple):
    """A finished duel.

    Attributes:
        setup: what was settled before the first move.
        outcome: how it has ended.
        moves: the texts of its moves.
    """

    setup: dict[str, Any]
    outcome: Any
    created: datetime
    moves: list[str]


class Result(NamedTuple):
    """How a game of a player has ended.

    Attributes:
        setup: what was settled before the first move.
        outcome: how it has ended.
        guesses: how many there were.
        undone: how often something was taken back.
    """

    game: str
    kind: str
    setup: dict[str, Any]
    outcome: Any
    guesses: int
    undone: int


_MOST_RESULTS = 1000
"""Games among which a record is looked for: the newest."""

_FEW = 3
"""Players from whom on it says something what half of them needed."""

_MOST_RACES = 64
"""Races of which it is known what half of their players needed: those of some days."""


class Standings:
    """Reads standings from a database of games."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._half = lru_cache(_MOST_RACES)(self._half_counted)

    def half(self, race: str) -> int | None:
        """How many guesses half of those needed who are done, at most.

        Of hundred players and more it can be as it was before the last 1% to 10% were done.

        Returns:
            None if few are done, or more have failed.
        """
        done = self._database.value(
            sa.select(sa.func.count(GAMES.c.outcome)).where(GAMES.c.race == race)
        )
        return self._half(race, f"{done:.1e}") if done >= _FEW else None

    def _half_counted(self, race: str, _done: str) -> int | None:
        done = [each for each in self.of_race(race) if each.outcome]
        needed = sorted(each.guesses for each in done if each.outcome == "won")
        middle = (len(done) - 1) // 2
        return needed[middle] if middle < len(needed) else None

    def of_race(self, race: str) -> list[Standing]:
        """All games for the same code, the oldest first."""
        query = (
            sa.select(GAMES.c.id, SEATS.c.player, SEATS.c.name, _GUESSES, GAMES.c.outcome)
            .add_columns(GAMES.c.created, _LAST)
            .join(SEATS, SEATS.c.game == GAMES.c.id)
            .outerjoin(MOVES, MOVES.c.game == GAMES.c.id)
            .where(GAMES.c.race == race)
            .group_by(GAMES.c.id, SEATS.c.player, SEATS.c.name, GAMES.c.outcome, GAMES.c.created)
            .order_by(GAMES.c.created, GAMES.c.id)
        )
        return [
            Standing(game, player, name, guesses, outcome, (last - created).total_seconds())
            for game, player, name, guesses, outcome, created, last in self._database.rows(query)
        ]

    def regulars(self, race: str, beginning: str, pause: timedelta) -> set[str]:
        """The players in a race who had ended another one some time before they began.

        Args:
            beginning: of the names of races that count.
            pause: how long before.

        Returns:
            Their digests.
        """
        here = sa.select(SEATS.c.player, GAMES.c.created).join(GAMES, SEATS.c.game == GAMES.c.id)
        begun = dict(map(tuple, self._database.rows(here.where(GAMES.c.race == race))))
        first = (
            sa.select(SEATS.c.player, sa.func.min(GAMES.c.finished))
            .join(GAMES, SEATS.c.game == GAMES.c.id)
            .where(
                SEATS.c.player.in_(
                    here.with_only_columns(SEATS.c.player).where(GAMES.c.race == race)
                )
            )
            .where(GAMES.c.race.startswith(beginning, autoescape=True))
            .where(GAMES.c.finished.is_not(None))
            .group_by(SEATS.c.player)
        )
        found = self._database.rows(first)
        return {player for player, ended in found if ended + pause <= begun[player]}

    def is_cut(self, race: str) -> bool:
        """Whether a game of a race was deleted by its player."""
        query = (
            sa.select(GAMES.c.id)
            .join(SEATS, SEATS.c.game == GAMES.c.id)
            .where(GAMES.c.race == race, SEATS.c.player.is_(None))
        )
        return self._database.value(query) is not None

    def duels(self, player: str, most: int) -> list[Ended]:
        """The finished duels of a player, the oldest first; those for practice left out.

        Args:
            player: the digest of the player.
            most: how many of the newest.
        """
        newest = (
            sa.select(GAMES.c.id)
            .join(SEATS, SEATS.c.game == GAMES.c.id)
            .where(SEATS.c.player == player, GAMES.c.kind == "duel", GAMES.c.outcome.is_not(None))
            .where(GAMES.c.race.is_distinct_from(PRACTICE))
            .order_by(GAMES.c.created.desc())
            .limit(most)
        )
        query = (
            sa.select(GAMES.c.id, GAMES.c.setup, GAMES.c.outcome, GAMES.c.created, MOVES.c.text)
            .outerjoin(MOVES, MOVES.c.game == GAMES.c.id)
            .where(GAMES.c.id.in_(newest))
            .order_by(GAMES.c.created, GAMES.c.id, MOVES.c.number)
        )
        found: dict[str, Ended] = {}
        for game, setup, outcome, created, text in self._database.rows(query):
            ended = found.setdefault(game, Ended(setup, outcome, created, []))
            if text is not None:
                ended.moves.append(text)
        return list(found.values())

    def results(self, player: str) -> list[Result]:
        """How the duels and boards of a player have ended, the oldest first.

        Args:
            player: the digest of the player.
        """
        newest = (
            sa.select(GAMES.c.id)
            .join(SEATS, SEATS.c.game == GAMES.c.id)
            .where(SEATS.c.player == player, GAMES.c.kind.in_(("duel", "boards")))
            .where(GAMES.c.outcome.is_not(None), GAMES.c.race.is_distinct_from(PRACTICE))
            .order_by(GAMES.c.created.desc())
            .limit(_MOST_RESULTS)
        )
        counted = (
            sa.select(MOVES.c.game, _GUESSES.label("guesses"), _UNDONE.label("undone"))
            .where(MOVES.c.game.in_(newest))
            .group_by(MOVES.c.game)
            .subquery()
        )
        query = (
            sa.select(GAMES.c.id, GAMES.c.kind, GAMES.c.setup, GAMES.c.outcome)
            .add_columns(counted.c.guesses, counted.c.undone)
            .join(counted, counted.c.game == GAMES.c.id)
            .order_by(GAMES.c.created, GAMES.c.id)
        )
        return [Result(*row) for row in self._database.rows(query)]

    def of_player(self, player: str, beginning: str) -> list[Entry]:
        """The games of a player whose races begin with a text, the oldest first.

        Args:
            player: the digest of the player.
        """
        query = (
            sa.select(GAMES.c.race, GAMES.c.id, GAMES.c.created, GAMES.c.outcome, _GUESSES, _LAST)
            .join(SEATS, SEATS.c.game == GAMES.c.id)
            .outerjoin(MOVES, MOVES.c.game == GAMES.c.id)
            .where(SEATS.c.player == player, GAMES.c.race.startswith(beginning, autoescape=True))
            .group_by(GAMES.c.race, GAMES.c.id, GAMES.c.created, GAMES.c.outcome)
            .order_by(GAMES.c.created, GAMES.c.id)
        )
        return [Entry(*row) for row in self._database.rows(query)]


_LAST = sa.func.coalesce(sa.func.max(MOVES.c.made), GAMES.c.created)
_GUESSES = sa.func.count(
    sa.case((sa.or_(*(MOVES.c.text.startswith(verb) for verb in ("guess ", "answer "))), 1))
)
_UNDONE = sa.func.count(sa.case((MOVES.c.text.startswith("undo"), 1)))
