"""The tables. A game is its setup and its moves; whatever else is seen of it follows from these."""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import JSON, Boolean, Column, ForeignKey, Index, Integer, LargeBinary, String, Table

METADATA = sa.MetaData()


class Moment(sa.TypeDecorator[datetime]):
    """A moment, which has its time zone where it is read: SQLite keeps none."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, _dialect: Any) -> datetime | None:
        return value.replace(tzinfo=UTC) if value and not value.tzinfo else value


GAMES = Table(
    "games",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("setup", JSON, nullable=False),
    Column("race", String(128), index=True),
    Column("created", Moment, nullable=False),
    Column("finished", Moment),
    Column("outcome", String(16)),
)
"""Setup is all that was settled before the first move, secrets included."""

SEATS = Table(
    "seats",
    METADATA,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("seat", String(16), primary_key=True),
    Column("token", String(64), nullable=False),
    Column("player", String(64)),
    Column("name", String(80)),
    Column("seen", Moment),
    Column("reaction", String(8)),
    Column("reacted", Moment),
    Index("ix_seats_player", "player"),
)
"""Who may move: SHA-256 of the seat's token and of the token of the player who sits there; and when
that player's browser was last connected, if it still can be; and what the player thought of a move
last."""

MOVES = Table(
    "moves",
    METADATA,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("text", String(400), nullable=False),
    Column("made", Moment, nullable=False),
)
"""The primary key decides which of two moves at the same time was first."""

KEYS = Table(
    "keys",
    METADATA,
    Column("name", String(16), primary_key=True),
    Column("value", String(64), nullable=False),
)
"""What this installation has drawn once, by chance."""

TREES = Table(
    "trees",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("rules", String(64), nullable=False, index=True),
    Column("name", String(80), nullable=False),
    Column("secrets", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("max", Integer, nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("created", Moment, nullable=False),
)
"""Trees that players have sent, proved, as compressed tree files."""

ROUNDS = Table(
    "rounds",
    METADATA,
    Column("room", String(40), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("rules", String(64), nullable=False),
    Column("host", String(64), nullable=False),
    Column("opened", Moment, nullable=False),
    Column("begins", Moment),
    Column("inherited", Boolean),
)
"""The races of each room, one after the other; who may start them; and when each begins, once that
is known."""

RACERS = Table(
    "racers",
    METADATA,
    Column("room", String(40), primary_key=True),
    Column("player", String(64), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("joined", Moment, nullable=False),
    Column("seen", Moment),
    Index("ix_racers_player", "player"),
)
"""Who takes part in the races of a room."""

LOBBY = Table(
    "lobby",
    METADATA,
    Column("game", String(32), primary_key=True),
    Column("player", String(64), nullable=False),
    Column("opened", Moment, nullable=False),
)
"""Games of two people that wait for a stranger, and who waits there."""

TRANSFERS = Table(
    "transfers",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("player", String(64), nullable=False),
    Column("sealed", String(128), nullable=False),
    Column("created", Moment, nullable=False),
)
"""Players on their way to another device: found and opened by a phrase that only they know."""

DEEDS = Table(
    "deeds",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("made", Moment, nullable=False),
    Column("deed", String(8), nullable=False),
    Column("target", String(128), nullable=False),
    Column("until", Moment),
    Column("reason", String(400), nullable=False),
)
"""What the operator has done about players, in order: which names are hidden and which
clients blocked follows from it."""

REPORTS = Table(
    "reports",
    METADATA,
    Column("name", String(80), primary_key=True),
    Column("number", Integer, nullable=False),
)
"""How often players have said that a name should not be there."""

PRACTICE = "@practice"
"""A game that began with the turns of another: it is for practice, and no figure counts it."""

IMPORTED = "@imported"
"""A game that was played elsewhere, as its player has brought it."""
