"""The tables. A game is its setup and its moves; whatever else is seen of it follows from these."""

from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
)

METADATA = MetaData()

GAMES = Table(
    "games",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("setup", JSON, nullable=False),
    Column("race", String(128), index=True),
    Column("created", DateTime(timezone=True), nullable=False),
    Column("finished", DateTime(timezone=True)),
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
    Column("seen", DateTime(timezone=True)),
    Column("reaction", String(8)),
    Column("reacted", DateTime(timezone=True)),
    Index("ix_seats_player", "player"),
)
"""Who may move: SHA-256 of the seat's token and of the token of the player who sits there; and when
that player's browser was last connected, if it still may be; and what the player thought of a move
last."""

MOVES = Table(
    "moves",
    METADATA,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("text", String(400), nullable=False),
    Column("made", DateTime(timezone=True), nullable=False),
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
    Column("created", DateTime(timezone=True), nullable=False),
)
"""Trees that players have sent, proved, as compressed tree files."""

ROUNDS = Table(
    "rounds",
    METADATA,
    Column("room", String(40), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("rules", String(64), nullable=False),
    Column("host", String(64), nullable=False),
    Column("opened", DateTime(timezone=True), nullable=False),
    Column("begins", DateTime(timezone=True)),
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
    Column("joined", DateTime(timezone=True), nullable=False),
    Column("seen", DateTime(timezone=True)),
    Index("ix_racers_player", "player"),
)
"""Who takes part in the races of a room."""

LOBBY = Table(
    "lobby",
    METADATA,
    Column("game", String(32), primary_key=True),
    Column("player", String(64), nullable=False),
    Column("opened", DateTime(timezone=True), nullable=False),
)
"""Games of two people that wait for anybody, and who waits there."""


TRANSFERS = Table(
    "transfers",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("player", String(64), nullable=False),
    Column("sealed", String(128), nullable=False),
    Column("created", DateTime(timezone=True), nullable=False),
)
"""Players on their way to another device: found and opened by a phrase that only they know."""


def aware(moment: datetime) -> datetime:
    """A moment as it is read from the database, with its time zone."""
    # SQLite keeps no time zone.
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
