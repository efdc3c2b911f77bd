"""Rooms where people race, round after round: who is there, and when each round begins."""

from contextlib import AbstractContextManager, suppress
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from moolab.support.language import translate
from moolab.web.http.errors import NoSuchGame, Overtaken
from moolab.web.store.tables import GAMES, RACERS, ROUNDS, aware


class Round(NamedTuple):
    """A race: one of those of a room.

    Attributes:
        room: its name.
        number: from 1.
        rules: of its games.
        host: the digest of the player who may start it.
        opened: when those who are there could wait for it.
        begins: when it begins; None if nobody knows yet.
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
    """Somebody in a room.

    Attributes:
        player: the digest of the player.
        name: what the player wants to be called.
        joined: since when.
    """

    player: str
    name: str
    joined: datetime


_SEEN = (RACERS.c.seen, RACERS.c.joined)
"""When somebody was there last: who has just come may not have been noted again yet."""


class Rooms:
    """The rooms of a database of games.

    Args:
        engine: the database.
        writing: held while something is written.
    """

    def __init__(self, engine: sa.Engine, writing: AbstractContextManager[object]) -> None:
        self._engine = engine
        self._writing = writing

    def open(self, first: Round) -> None:
        """Open a room with its first round.

        Raises:
            Overtaken: if there is one of this name.
        """
        try:
            self._insert(ROUNDS, first._asdict())
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
        waiting = ROUNDS.update().where(this, ROUNDS.c.begins.is_(None)).values(begins=begins)
        with self._writing, self._engine.begin() as connection:
            connection.execute(waiting)

    def follow(self, round_: Round, opened: datetime) -> None:
        """Let the next round of a room follow, once."""
        number = round_.number + 1
        following = Round(round_.room, number, round_.rules, round_.host, opened, None)
        with suppress(IntegrityError):
            self._insert(ROUNDS, following._asdict())

    def enter(self, room: str, racer: Racer) -> None:
        """Take part in the races of a room; whoever does so already keeps place and name."""
        with suppress(IntegrityError):
            self._insert(RACERS, {"room": room, **racer._asdict()})

    def racers(self, room: str) -> list[Racer]:
        """All who take part, in the order in which they came."""
        query = (
            sa.select(RACERS.c.player, RACERS.c.name, RACERS.c.joined)
            .where(RACERS.c.room == room)
            .order_by(RACERS.c.joined, RACERS.c.player)
        )
        with self._engine.connect() as connection:
            found = [Racer(*row) for row in connection.execute(query)]
        return [racer._replace(joined=aware(racer.joined)) for racer in found]

    def mark_seen(self, room: str, player: str, now: datetime) -> None:
        """Note that somebody who takes part is there."""
        theirs = (RACERS.c.room == room) & (RACERS.c.player == player)
        with self._writing, self._engine.begin() as connection:
            connection.execute(RACERS.update().where(theirs).values(seen=now))

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
        with self._engine.connect() as connection:
            if connection.execute(still_there).first() is not None:
                return False
            heir = connection.execute(next_one).scalar_one_or_none()
        if heir is None:
            return False
        this = (ROUNDS.c.room == round_.room) & (ROUNDS.c.number == round_.number)
        # Another server may have found one already.
        change = (
            ROUNDS.update()
            .where(this, ROUNDS.c.host == round_.host)
            .values(host=heir, inherited=True)
        )
        with self._writing, self._engine.begin() as connection:
            return connection.execute(change).rowcount == 1

    def company(self, room: str) -> tuple[int, datetime | None]:
        """How many take part, and since when the newest: with others, one of the two is another."""
        query = sa.select(sa.func.count(), sa.func.max(RACERS.c.joined))
        with self._engine.connect() as connection:
            number, newest = connection.execute(query.where(RACERS.c.room == room)).one()
        return number, newest and aware(newest)

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
        with self._writing, self._engine.begin() as connection:
            connection.execute(sa.delete(ROUNDS).where(*old))
            connection.execute(sa.delete(RACERS).where(~left))

    def _insert(self, table: sa.Table, row: dict[str, object]) -> None:
        with self._writing, self._engine.begin() as connection:
            connection.execute(table.insert(), row)

    def _round(self, query: sa.Select[Any]) -> Round:
        with self._engine.connect() as connection:
            found = connection.execute(query.limit(1)).first()
        if found is None:
            raise NoSuchGame(translate("there is no such race"))
        row = Round(*found)
        return row._replace(opened=aware(row.opened), begins=row.begins and aware(row.begins))
