"""Where people meet: rooms in which they race, round after round, and the lobby."""

from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from moolab.support.language import translate
from moolab.web.http.errors import NoSuchGame, Overtaken
from moolab.web.store.database import Database
from moolab.web.store.tables import GAMES, LOBBY, RACERS, ROUNDS, SEATS


class Round(NamedTuple):
    """A race: one of those of a room.

    Attributes:
        number: from 1.
        host: the digest of the player who may start it.
        opened: when those who are there could wait for it.
        begins: when it begins; None if that is not known yet.
        inherited: whether another host has left in this round; None is no.
    """

    room: str
    number: int
    rules: str
    host: str
    opened: datetime
    begins: datetime | None
    inherited: bool | None = None

    @property
    def key(self) -> str:
        """What its games have in common in the database."""
        return f"{self.room} {self.number}"

    def begun(self, now: datetime) -> bool:
        """Whether one may guess."""
        return self.begins is not None and self.begins <= now


class Racer(NamedTuple):
    """A member of a room.

    Attributes:
        player: the digest of the player.
        name: what the player wants to be called.
        joined: since when.
    """

    player: str
    name: str
    joined: datetime


_SEEN = (RACERS.c.seen, RACERS.c.joined)
"""When a member was there last; a visit just now may not have been noted yet."""


class Rooms:
    """The rooms of a database of games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def open(self, first: Round) -> None:
        """Open a room with its first round.

        Raises:
            Overtaken: if there is one of this name.
        """
        try:
            self._database.write(ROUNDS.insert(), first._asdict())
        except IntegrityError as error:
            raise Overtaken("there is a race of this name already") from error

    def current(self, room: str) -> Round:
        """The last round of a room.

        Raises:
            NoSuchGame: if there is no such room.
        """
        query = sa.select(ROUNDS).where(ROUNDS.c.room == room).order_by(ROUNDS.c.number.desc())
        return self._round(query)

    def of_key(self, key: str) -> Round:
        """The round that a game belongs to.

        Raises:
            NoSuchGame: if it is gone.
        """
        room, _, number = key.partition(" ")
        wanted = (ROUNDS.c.room == room) & (ROUNDS.c.number == int(number or 0))
        return self._round(sa.select(ROUNDS).where(wanted))

    def start(self, round_: Round, begins: datetime) -> None:
        """Let a round begin at a moment; only the first one who says so is heard."""
        this = (ROUNDS.c.room == round_.room) & (ROUNDS.c.number == round_.number)
        waiting = ROUNDS.update().where(this, ROUNDS.c.begins.is_(None))
        self._database.write(waiting.values(begins=begins))

    def follow(self, round_: Round, opened: datetime) -> None:
        """Let the next round of a room follow, once."""
        number = round_.number + 1
        following = Round(round_.room, number, round_.rules, round_.host, opened, None)
        with suppress(IntegrityError):
            self._database.write(ROUNDS.insert(), following._asdict())

    def enter(self, room: str, racer: Racer) -> None:
        """Take part in the races of a room; who does so already keeps place and name."""
        with suppress(IntegrityError):
            self._database.write(RACERS.insert(), {"room": room, **racer._asdict()})

    def racers(self, room: str) -> list[Racer]:
        """All who take part, in the order in which they came."""
        query = (
            sa.select(RACERS.c.player, RACERS.c.name, RACERS.c.joined)
            .where(RACERS.c.room == room)
            .order_by(RACERS.c.joined, RACERS.c.player)
        )
        return [Racer(*row) for row in self._database.rows(query)]

    def mark_seen(self, room: str, player: str, now: datetime) -> None:
        """Note that a member is there."""
        theirs = (RACERS.c.room == room) & (RACERS.c.player == player)
        self._database.write(RACERS.update().where(theirs).values(seen=now))

    def succeed(self, round_: Round, away: datetime, here: datetime) -> bool:
        """Let the next player who is there be the host of a round, if its host has gone.

        Args:
            away: who was not seen since then has gone.
            here: who was seen since then is there.
        """
        in_room, seen = RACERS.c.room == round_.room, sa.func.coalesce(*_SEEN)
        still_there = sa.select(RACERS.c.player).where(
            in_room, RACERS.c.player == round_.host, seen >= away
        )
        next_one = (
            sa.select(RACERS.c.player)
            .where(in_room, RACERS.c.player != round_.host, seen >= here)
            .order_by(RACERS.c.joined, RACERS.c.player)
            .limit(1)
        )
        if self._database.value(still_there) is not None:
            return False
        if (heir := self._database.value(next_one)) is None:
            return False
        this = (ROUNDS.c.room == round_.room) & (ROUNDS.c.number == round_.number)
        # Another server may have found one already.
        change = ROUNDS.update().where(this, ROUNDS.c.host == round_.host)
        return self._database.write(change.values(host=heir, inherited=True)) == 1

    def company(self, room: str) -> tuple[int, datetime | None]:
        """How many take part, and since when the newest: with others, one of the two is another."""
        query = sa.select(sa.func.count(), sa.func.max(RACERS.c.joined))
        ((number, newest),) = self._database.rows(query.where(RACERS.c.room == room))
        return number, newest

    def delete_old(self, before: datetime, *, waiting: bool) -> None:
        """Delete old rounds of which no game is left, and rooms that have no others.

        Args:
            before: those that began, or were opened if they have not begun, before then.
            waiting: whether those that have not begun go as well.
        """
        key = ROUNDS.c.room + " " + sa.cast(ROUNDS.c.number, sa.String)
        old = [sa.func.coalesce(ROUNDS.c.begins, ROUNDS.c.opened) < before]
        old += [~sa.exists().where(GAMES.c.race == key)]
        old += [] if waiting else [ROUNDS.c.begins.is_not(None)]
        left = sa.exists().where(ROUNDS.c.room == RACERS.c.room)
        with self._database.writing() as connection:
            connection.execute(sa.delete(ROUNDS).where(*old))
            connection.execute(sa.delete(RACERS).where(~left))

    def _round(self, query: sa.Select[Any]) -> Round:
        if not (found := self._database.rows(query.limit(1))):
            raise NoSuchGame(translate("there is no such race"))
        return Round(*found[0])


class Lobby:
    """Games that wait for a stranger, in a database of games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def enter(self, game: str, player: str, now: datetime) -> None:
        """Let a game wait for a stranger.

        Args:
            player: the digest of the one who waits.
        """
        with suppress(IntegrityError):
            self._database.write(LOBBY.insert(), {"game": game, "player": player, "opened": now})

    def since(self, game: str) -> datetime | None:
        """Since when a game waits; None if it does not."""
        opened: datetime | None = self._database.value(
            sa.select(LOBBY.c.opened).where(LOBBY.c.game == game)
        )
        return opened

    def own(self, player: str) -> str | None:
        """The game with which a player waits already."""
        query = sa.select(LOBBY.c.game).where(LOBBY.c.player == player, _OPEN)
        game: str | None = self._database.value(query)
        return game

    def waiting(self, seen: datetime) -> list[tuple[str, str]]:
        """The games that wait, and the players who do so, the oldest first, if they are there.

        Args:
            seen: since when a browser that is there was noted.
        """
        here = sa.exists().where(SEATS.c.game == LOBBY.c.game, SEATS.c.seen >= seen)
        query = sa.select(LOBBY.c.game, LOBBY.c.player).where(here, _OPEN)
        found = self._database.rows(query.order_by(LOBBY.c.opened, LOBBY.c.game))
        return [(game, player) for game, player in found]

    def leave(self, game: str) -> bool:
        """Let a game wait no longer; whether it did until now, for of several one is told so."""
        return self._database.write(sa.delete(LOBBY).where(LOBBY.c.game == game)) == 1

    def delete_old(self, before: datetime) -> None:
        """Forget those who have waited since before then."""
        self._database.write(sa.delete(LOBBY).where(LOBBY.c.opened < before))


_OPEN = sa.exists().where(GAMES.c.id == LOBBY.c.game, GAMES.c.outcome.is_(None))
