"""What is kept of one person, deleted on request."""

from contextlib import AbstractContextManager

import sqlalchemy as sa

from moolab.web.store.tables import GAMES, LOBBY, MOVES, RACERS, ROUNDS, SEATS

_AT_ONCE = 500
"""Games that are deleted at once: others who write wait for as long."""


def delete_player(engine: sa.Engine, writing: AbstractContextManager[object], player: str) -> int:
    """Delete all that is kept of a player: games, and the seat in games with others and in races.

    Args:
        writing: held while something is written.
        player: the digest of the player.

    Returns:
        How many games the player had.
    """
    with writing, engine.begin() as connection:
        connection.execute(sa.delete(RACERS).where(RACERS.c.player == player))
        connection.execute(sa.delete(LOBBY).where(LOBBY.c.player == player))
        connection.execute(ROUNDS.update().where(ROUNDS.c.host == player).values(host=""))
    deleted = 0
    mine = sa.select(SEATS.c.game).where(SEATS.c.player == player).limit(_AT_ONCE)
    while True:
        with writing, engine.begin() as connection:
            games = list(connection.execute(mine).scalars())
            if not games:
                return deleted
            leave = SEATS.c.game.in_(games) & (SEATS.c.player == player)
            empty = {"player": None, "name": None, "seen": None, "reaction": None}
            connection.execute(SEATS.update().where(leave).values(empty))
            taken = set(
                connection.execute(
                    sa.select(SEATS.c.game).where(
                        SEATS.c.game.in_(games), SEATS.c.player.is_not(None)
                    )
                ).scalars()
            )
            own = [game for game in games if game not in taken]
            for column in (MOVES.c.game, SEATS.c.game, GAMES.c.id):
                connection.execute(sa.delete(column.table).where(column.in_(own)))
        deleted += len(games)
