"""What is kept of one person: deleted on request, or brought from elsewhere."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from moolab.games import game as game_called
from moolab.games.collection import Finished
from moolab.web.store.database import Database
from moolab.web.store.tables import (
    GAMES,
    IMPORTED,
    LOBBY,
    MOVES,
    PRACTICE,
    RACERS,
    ROUNDS,
    SEATS,
    TRANSFERS,
)

AT_ONCE = 500
"""Games that are deleted at once: others who write wait for as long."""


def delete_player(database: Database, player: str) -> int:
    """Delete all that is kept of a player: games, and the seat in games with others and in races.

    Args:
        player: the digest of the player.

    Returns:
        How many games the player had.
    """
    with database.writing() as connection:
        connection.execute(sa.delete(RACERS).where(RACERS.c.player == player))
        connection.execute(sa.delete(LOBBY).where(LOBBY.c.player == player))
        connection.execute(ROUNDS.update().where(ROUNDS.c.host == player).values(host=""))
        connection.execute(TRANSFERS.delete().where(TRANSFERS.c.player == player))
    deleted = 0
    mine = sa.select(SEATS.c.game).where(SEATS.c.player == player).limit(AT_ONCE)
    while True:
        with database.writing() as connection:
            games = list(connection.execute(mine).scalars())
            if not games:
                return deleted
            taken = _leave(connection, player, games)
            delete_games(connection, [game for game in games if game not in taken])
        deleted += len(games)


def delete_game(database: Database, player: str, game: str) -> bool:
    """Delete a game of a player, or only the seat in one that others look at as well.

    Args:
        player: the digest of the player.

    Returns:
        Whether it was the player's.
    """
    with database.writing() as connection:
        mine = sa.select(SEATS.c.game).where(SEATS.c.game == game, SEATS.c.player == player)
        if connection.execute(mine).first() is None:
            return False
        race = connection.execute(sa.select(GAMES.c.race).where(GAMES.c.id == game)).scalar()
        taken = _leave(connection, player, [game])
        # A race or a day is played once: the result stays, without a player.
        if not taken and race in (None, PRACTICE, IMPORTED):
            delete_games(connection, [game])
    return True


def keep_finished(
    database: Database, player: str, games: Mapping[str, Finished], token: str, now: datetime
) -> int:
    """Keep games that a player brings, all or none; those that are there already are left out.

    Args:
        player: the digest of the player.
        token: the digest of one that opens no seat.
        now: when they are brought: they are kept from then on.

    Returns:
        How many were not there.
    """
    with database.writing() as connection:
        query = sa.select(GAMES.c.id).where(GAMES.c.id.in_(list(games)))
        known = set(connection.execute(query).scalars())
        new = {name: game for name, game in games.items() if name not in known}
        rows = [
            {"id": name, "kind": game.game, "setup": game.setup, "race": IMPORTED}
            | {"created": game.begun, "finished": now, "outcome": game.outcome}
            for name, game in new.items()
        ]
        seats: list[dict[str, Any]] = [
            {"game": name, "seat": seat, "token": token}
            | {"player": player if seat == game.seat else None}
            for name, game in new.items()
            for seat in game_called(game.game).seats
        ]
        moves = [
            {"game": name, "number": number, "text": text, "made": game.begun}
            for name, game in new.items()
            for number, text in enumerate(game.moves)
        ]
        for table, each in ((GAMES, rows), (SEATS, seats), (MOVES, moves)):
            if each:
                connection.execute(table.insert(), each)
    return len(new)


def _leave(connection: sa.Connection, player: str, games: list[str]) -> set[str]:
    """Let a player stand up from all seats in games; those where others still sit."""
    leave = SEATS.c.game.in_(games) & (SEATS.c.player == player)
    empty = {"player": None, "name": None, "seen": None, "reaction": None}
    connection.execute(SEATS.update().where(leave).values(empty))
    query = sa.select(SEATS.c.game).where(SEATS.c.game.in_(games), SEATS.c.player.is_not(None))
    return set(connection.execute(query).scalars())


def delete_games(connection: sa.Connection, games: list[str]) -> None:
    """Delete games with all that belongs to them."""
    for column in (LOBBY.c.game, MOVES.c.game, SEATS.c.game, GAMES.c.id):
        connection.execute(sa.delete(column.table).where(column.in_(games)))
