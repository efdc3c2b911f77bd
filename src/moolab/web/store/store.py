"""Games kept and found again."""

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from importlib.resources import as_file, files
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError

from moolab.errors import MoolabError
from moolab.web.refusals import NoSuchGame, NotYours, Overtaken
from moolab.web.store.tables import GAMES, KEYS, MOVES, SEATS

_MIGRATION_LOCK = 0x6D6F6F  # "moo"


class InvalidDatabase(MoolabError):
    """A database cannot be used."""


class Row(NamedTuple):
    """A game as it is kept.

    Attributes:
        id: its name, which cannot be guessed.
        kind: what is played.
        setup: all that was settled before the first move, secrets included.
        race: the race that it belongs to, if any.
        created: when it began.
        finished: when it ended, if it has.
        outcome: how it ended, if it has.
    """

    id: str
    kind: str
    setup: dict[str, Any]
    race: str | None
    created: datetime
    finished: datetime | None
    outcome: str | None


class Seat(NamedTuple):
    """Who may move in a game.

    Attributes:
        game: the game's id.
        seat: the seat's name.
        player: the digest of the player who sits there, if somebody does.
        name: what that player wants to be called, if anything.
        seen: when the player's browser was last connected; None once it has gone.
    """

    game: str
    seat: str
    player: str | None
    name: str | None
    seen: datetime | None


class Run(NamedTuple):
    """One player's game in a race.

    Attributes:
        player: the digest of the player.
        name: what the player wants to be called.
        moves: the texts of the moves.
        seconds: from the beginning to the last move.
    """

    player: str | None
    name: str | None
    moves: list[str]
    seconds: float


def digest(token: str) -> str:
    """What is kept of a token: whoever reads the database cannot move in other people's games."""
    return sha256(token.encode()).hexdigest()


def new_token() -> str:
    """A text that nobody guesses."""
    return secrets.token_urlsafe(24)


class Store:
    """A database of games.

    Args:
        url: a SQLAlchemy URL.

    Raises:
        InvalidDatabase: if there can be no such database.

    >>> store = Store("sqlite://")
    >>> store.migrate()
    >>> game, tokens = store.create("duel", {"rules": "ab4x10"}, {"player": None})
    >>> store.add(game, 0, ["guess 1234"])
    >>> store.moves(game), store.seat_of_token("duel", game, tokens["player"])
    (['guess 1234'], 'player')
    """

    def __init__(self, url: str) -> None:
        try:
            self._engine = _engine(url)
        except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
            raise InvalidDatabase(
                "the database is no URL that can be used, such as sqlite:///games.sqlite3 or "
                "postgresql+psycopg://user@host/name"
            ) from error
        # SQLite has one writer at a time: those who wait here need not ask again and again there.
        sqlite = self._engine.dialect.name == "sqlite"
        self._writing: AbstractContextManager[object] = Lock() if sqlite else nullcontext()

    def migrate(self) -> None:
        """Bring the tables to the newest version; several servers may do so at once.

        Raises:
            InvalidDatabase: if the database cannot be reached.
        """
        try:
            with self._engine.begin() as connection:
                if connection.dialect.name == "postgresql":
                    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MIGRATION_LOCK)))
                elif connection.dialect.name == "sqlite":
                    connection.exec_driver_sql("BEGIN IMMEDIATE")
                with _migrations() as config:
                    config.attributes["connection"] = connection
                    command.upgrade(config, "head")
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
            raise InvalidDatabase(f"the database cannot be used: {reason}") from error

    def check(self) -> None:
        """Make sure that the database answers, and has the newest tables.

        Raises:
            InvalidDatabase: if not.
        """
        try:
            with self._engine.connect() as connection:
                version = MigrationContext.configure(connection).get_current_revision()
        except SQLAlchemyError as error:
            raise InvalidDatabase("the database does not answer") from error
        if version != _newest():
            raise InvalidDatabase("the database has other tables than this version of moolab")

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()

    def create(
        self,
        kind: str,
        setup: Mapping[str, Any],
        seats: Mapping[str, str | None],
        *,
        race: str | None = None,
        names: Mapping[str, str] | None = None,
        game: str | None = None,
    ) -> tuple[str, dict[str, str]]:
        """Keep a new game.

        Args:
            kind: what is played.
            setup: what is settled, as JSON.
            seats: each seat with the token of the player who takes it, or None.
            race: the race that it belongs to.
            names: what the players want to be called, by seat.
            game: its id, where it must be begun only once; else one is drawn.

        Returns:
            The game's id, and a token for each seat.

        Raises:
            Overtaken: if there is a game with this id.
        """
        game = game or secrets.token_urlsafe(16)
        tokens = {seat: new_token() for seat in seats}
        row = {"id": game, "kind": kind, "setup": dict(setup), "race": race, "created": _now()}
        rows = [
            {
                "game": game,
                "seat": seat,
                "token": digest(tokens[seat]),
                "player": None if player is None else digest(player),
                "name": (names or {}).get(seat),
            }
            for seat, player in seats.items()
        ]
        try:
            with self._writing, self._engine.begin() as connection:
                connection.execute(GAMES.insert(), row)
                connection.execute(SEATS.insert(), rows)
        except IntegrityError as error:
            raise Overtaken("this game has begun already") from error
        return game, tokens

    def find(self, game: str) -> Row:
        """A game by its id.

        Raises:
            NoSuchGame: if there is none.
        """
        with self._engine.connect() as connection:
            found = connection.execute(sa.select(GAMES).where(GAMES.c.id == game)).first()
        if found is None:
            raise NoSuchGame("there is no such game")
        return _row(found)

    def seats(self, game: str) -> list[Seat]:
        """The seats of a game, by name."""
        query = _seats().where(SEATS.c.game == game).order_by(SEATS.c.seat)
        with self._engine.connect() as connection:
            found = [Seat(*row) for row in connection.execute(query)]
        return [seat._replace(seen=seat.seen and _aware(seat.seen)) for seat in found]

    def seat_of_token(self, kind: str, game: str, token: str) -> str:
        """The seat that a token opens.

        Raises:
            NoSuchGame: if there is no such game of this kind.
            NotYours: if it opens none in this game.
        """
        return self._seat(kind, game, SEATS.c.token == digest(token))

    def seat_of_player(self, kind: str, game: str, player: str) -> str:
        """The seat where a player sits.

        Raises:
            NoSuchGame: if there is no such game of this kind.
            NotYours: if it is none in this game.
        """
        return self._seat(kind, game, SEATS.c.player == digest(player))

    def take(self, game: str, seat: str, player: str, name: str) -> None:
        """Sit down on a free seat.

        Raises:
            NotYours: if somebody sits there.
        """
        free = (SEATS.c.game == game) & (SEATS.c.seat == seat) & SEATS.c.player.is_(None)
        taken = SEATS.update().where(free).values(player=digest(player), name=name)
        with self._writing, self._engine.begin() as connection:
            if connection.execute(taken).rowcount != 1:
                raise NotYours("this invitation has been used already")

    def see(self, game: str, seat: str) -> datetime:
        """Note that the browser of a seat's player is connected; the moment that is noted."""
        now = _now()
        theirs = (SEATS.c.game == game) & (SEATS.c.seat == seat)
        with self._writing, self._engine.begin() as connection:
            connection.execute(SEATS.update().where(theirs).values(seen=now))
        return now

    def miss(self, game: str, seat: str, since: datetime) -> None:
        """Note that it has gone, unless it was seen again after that moment."""
        theirs = (SEATS.c.game == game) & (SEATS.c.seat == seat) & (SEATS.c.seen == since)
        with self._writing, self._engine.begin() as connection:
            connection.execute(SEATS.update().where(theirs).values(seen=None))

    def moves(self, game: str) -> list[str]:
        """The texts of a game's moves, in order."""
        query = sa.select(MOVES.c.text).where(MOVES.c.game == game).order_by(MOVES.c.number)
        with self._engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def add(self, game: str, number: int, texts: Sequence[str], outcome: str | None = None) -> None:
        """Keep the next moves of a game, all or none.

        Args:
            number: how many moves there were before, for whoever adds these.
            texts: the moves.
            outcome: how the game has ended by them, if it has.

        Raises:
            Overtaken: if there are more by now.
        """
        now = _now()
        rows = [
            {"game": game, "number": n, "text": text, "made": now}
            for n, text in enumerate(texts, start=number)
        ]
        try:
            with self._writing, self._engine.begin() as connection:
                connection.execute(MOVES.insert(), rows)
                if outcome is not None:
                    ended = {"outcome": outcome, "finished": now}
                    connection.execute(GAMES.update().where(GAMES.c.id == game).values(ended))
        except IntegrityError as error:
            raise Overtaken("another move of this game came first") from error

    def versions(self, games: Iterable[str]) -> dict[str, int]:
        """How many moves each of these games has."""
        query = (
            sa.select(MOVES.c.game, sa.func.count())
            .where(MOVES.c.game.in_(list(games)))
            .group_by(MOVES.c.game)
        )
        with self._engine.connect() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}

    def games_of(self, player: str, limit: int = 100) -> list[tuple[Row, str]]:
        """The games of a player, each with the player's seat, the newest first."""
        query = (
            sa.select(GAMES, SEATS.c.seat)
            .join(SEATS, SEATS.c.game == GAMES.c.id)
            .where(SEATS.c.player == digest(player))
            .order_by(GAMES.c.created.desc())
            .limit(limit)
        )
        with self._engine.connect() as connection:
            return [(_row(found[:-1]), found[-1]) for found in connection.execute(query)]

    def runs(self, race: str) -> list[Run]:
        """The games of a race, the oldest first."""
        query = (
            sa.select(GAMES.c.id, GAMES.c.created, SEATS.c.player, SEATS.c.name)
            .add_columns(MOVES.c.text, MOVES.c.made)
            .join(SEATS, SEATS.c.game == GAMES.c.id)
            .outerjoin(MOVES, MOVES.c.game == GAMES.c.id)
            .where(GAMES.c.race == race)
            .order_by(GAMES.c.created, GAMES.c.id, MOVES.c.number)
        )
        runs: dict[str, Run] = {}
        with self._engine.connect() as connection:
            for game, created, player, name, text, made in connection.execute(query):
                run = runs.setdefault(game, Run(player, name, [], 0))
                if text is not None:
                    run.moves.append(text)
                    runs[game] = run._replace(seconds=(made - created).total_seconds())
        return list(runs.values())

    def key(self, name: str) -> str:
        """A text that this installation has drawn once, the same for all its servers."""
        query = sa.select(KEYS.c.value).where(KEYS.c.name == name)
        try:
            with self._writing, self._engine.begin() as connection:
                known: str | None = connection.execute(query).scalar()
                if known is not None:
                    return known
                drawn = new_token()
                connection.execute(KEYS.insert(), {"name": name, "value": drawn})
                return drawn
        except IntegrityError:
            return self.key(name)

    def _seat(self, kind: str, game: str, condition: sa.ColumnElement[bool]) -> str:
        theirs = (SEATS.c.game == game) & (GAMES.c.kind == kind) & condition
        query = sa.select(SEATS.c.seat).join(GAMES, GAMES.c.id == SEATS.c.game).where(theirs)
        with self._engine.connect() as connection:
            seat: str | None = connection.execute(query).scalar()
        if seat is None:
            if self.find(game).kind != kind:
                raise NoSuchGame("there is no such game")
            raise NotYours("this is not your game")
        return seat


def _row(found: Sequence[Any]) -> Row:
    row = Row(*found)
    return row._replace(created=_aware(row.created), finished=row.finished and _aware(row.finished))


def _seats() -> sa.Select[Any]:
    return sa.select(SEATS.c.game, SEATS.c.seat, SEATS.c.player, SEATS.c.name, SEATS.c.seen)


def _now() -> datetime:
    return datetime.now(UTC)


def _aware(moment: datetime) -> datetime:
    # SQLite keeps no time zone.
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _engine(url: str) -> sa.Engine:
    parsed = make_url(url)
    # An error that names the parameters of a statement would tell secrets.
    common: dict[str, Any] = {"hide_parameters": True}
    if parsed.get_backend_name() != "sqlite":
        return sa.create_engine(parsed, pool_size=20, max_overflow=20, pool_pre_ping=True, **common)
    if parsed.database in (None, "", ":memory:"):
        # One connection for all threads: another one would see another, empty database.
        common |= {"poolclass": sa.StaticPool}
    else:
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(parsed, connect_args={"check_same_thread": False}, **common)
    sa.event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # With these, whoever reads does not wait for who writes, and what is acknowledged is on disk.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


@contextmanager
def _migrations() -> Iterator[Config]:
    with as_file(files("moolab.web.store") / "migrations") as folder:
        config = Config()
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        yield config


@cache
def _newest() -> str | None:
    with _migrations() as config:
        return ScriptDirectory.from_config(config).get_current_head()
