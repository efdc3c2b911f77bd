"""The lobby: games of two people whose other player may be anybody."""

from contextlib import AbstractContextManager, suppress
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from moolab.web.store.tables import GAMES, LOBBY, SEATS, aware


class Lobby:
    """Who waits in a database of games.

    Args:
        engine: the database.
        writing: held while something is written.
    """

    def __init__(self, engine: sa.Engine, writing: AbstractContextManager[object]) -> None:
        self._engine = engine
        self._writing = writing

    def enter(self, game: str, player: str, now: datetime) -> None:
        """Let a game wait for anybody.

        Args:
            player: the digest of the one who waits.
        """
        row = {"game": game, "player": player, "opened": now}
        with suppress(IntegrityError), self._writing, self._engine.begin() as connection:
            connection.execute(LOBBY.insert(), row)

    def since(self, game: str) -> datetime | None:
        """Since when a game waits; None if it does not."""
        query = sa.select(LOBBY.c.opened).where(LOBBY.c.game == game)
        with self._engine.connect() as connection:
            opened = connection.execute(query).scalar()
        return opened and aware(opened)

    def own(self, player: str) -> str | None:
        """The game with which a player waits already."""
        query = sa.select(LOBBY.c.game).where(LOBBY.c.player == player, _open())
        with self._engine.connect() as connection:
            game: str | None = connection.execute(query.limit(1)).scalar()
        return game

    def waiting(self, seen: datetime) -> list[tuple[str, str]]:
        """The games that wait, and the players who do so, the oldest first, if they are there.

        Args:
            seen: since when a browser that is there was noted.
        """
        here = sa.exists().where(SEATS.c.game == LOBBY.c.game, SEATS.c.seen >= seen)
        query = (
            sa.select(LOBBY.c.game, LOBBY.c.player)
            .where(here, _open())
            .order_by(LOBBY.c.opened, LOBBY.c.game)
        )
        with self._engine.connect() as connection:
            return [(game, player) for game, player in connection.execute(query)]

    def leave(self, game: str) -> bool:
        """Let a game wait no longer; whether it did until now, for of several one is told so."""
        with self._writing, self._engine.begin() as connection:
            return connection.execute(sa.delete(LOBBY).where(LOBBY.c.game == game)).rowcount == 1

    def delete_old(self, before: datetime) -> None:
        """Forget those who have waited since before then."""
        with self._writing, self._engine.begin() as connection:
            connection.execute(sa.delete(LOBBY).where(LOBBY.c.opened < before))


def _open() -> sa.ColumnElement[bool]:
    return sa.exists().where(GAMES.c.id == LOBBY.c.game, GAMES.c.outcome.is_(None))
