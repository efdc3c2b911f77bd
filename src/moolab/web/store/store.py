"""Games kept and found again."""

import re
import secrets
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from importlib.resources import as_file, files
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError

from moolab.errors import MoolabError
from moolab.games.collection import Finished
from moolab.support.extras import how_to_get
from moolab.support.folder import make_file, make_folder
from moolab.support.language import translate
from moolab.web.http.counting import Count, ignore
from moolab.web.http.errors import Deleted, NoSuchGame, NotYours, Overtaken
from moolab.web.store import persons
from moolab.web.store.database import Database
from moolab.web.store.moderation import Moderation
from moolab.web.store.rooms import Lobby, Rooms
from moolab.web.store.standings import Standings
from moolab.web.store.tables import GAMES, KEYS, METADATA, MOVES, PRACTICE, SEATS

_MIGRATION_LOCK = 0x6D6F6F  # "moo"

_MOST_CONNECTIONS = 40
"""As many as there are threads that may want one."""

_PATIENCE = 10
"""Seconds to wait for another writer of the same file; a write takes milliseconds."""

_PAUSE = 0.01
"""Seconds between two attempts where SQLite does not wait itself."""

_TRIAL = 3.0
"""Seconds for which it is believed that something can be written, or that nothing can: load
balancers ask again and again, and each trial is a write to the disk."""

_ID = re.compile(r"[\w-]{1,32}", re.ASCII)
_TOKEN = re.compile(r"[\w-]{32}", re.ASCII)


class InvalidDatabase(MoolabError):
    """A database cannot be used."""


class Row(NamedTuple):
    """A game as it is kept.

    Attributes:
        id: its name, which cannot be guessed.
        setup: all that was settled before the first move, secrets included.
        race: the race that it belongs to, if any.
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
        player: the digest of the player who sits there, if any.
        name: what that player wants to be called, if anything.
        seen: when the player's browser was last connected; None once it has gone.
        reaction: what the player thought of a move last, if anything.
    """

    game: str
    seat: str
    player: str | None
    name: str | None
    seen: datetime | None
    reaction: str | None = None
    reacted: datetime | None = None


class Run(NamedTuple):
    """One player's game in a race.

    Attributes:
        player: the digest of the player.
        name: what the player wants to be called.
        moves: the texts of the moves.
        last: when the last one was made, or the game begun.
        tries: how many guesses there could be; 0 if there was no limit.
    """

    player: str | None
    name: str | None
    moves: list[str]
    last: datetime
    tries: int


def digest(token: str) -> str:
    """What is kept of a token: a reader of the database cannot move in other people's games."""
    return sha256(token.encode()).hexdigest()


def new_id() -> str:
    """The name of a new game, which cannot be guessed."""
    return secrets.token_urlsafe(16)


def new_token() -> str:
    """A text that cannot be guessed."""
    return secrets.token_urlsafe(24)


def is_token(text: str) -> bool:
    """Whether a text can be one that ``new_token`` has made.

    >>> is_token(new_token()), is_token("mine")
    (True, False)
    """
    return _TOKEN.fullmatch(text) is not None


class Store(Database):
    """The games of a server.

    Args:
        url: a SQLAlchemy URL.
        make: whether a file that is missing is made.

    Attributes:
        standings: how those stand who play for the same code.
        lobby: where people wait for strangers.
        moderation: which names can be shown, and who is not served.

    Raises:
        InvalidDatabase: if there can be no such database.

    >>> store = Store("sqlite://")
    >>> store.migrate()
    >>> game, tokens = store.create("duel", {"rules": "ab4x10"}, {"player": None})
    >>> store.add_moves(game, 0, ["guess 1234"])
    >>> store.moves(game), store.seat_of_token("duel", game, tokens["player"])
    (['guess 1234'], 'player')
    """

    def __init__(self, url: str, count: Count = ignore, *, make: bool = True) -> None:
        try:
            super().__init__(_engine(url, make=make))
        except ModuleNotFoundError as error:
            raise InvalidDatabase(
                f"this database needs the Python module {error.name} (for PostgreSQL: "
                f"{how_to_get('postgresql')})"
            ) from error
        except InvalidDatabase:
            raise
        except (ArgumentError, NoSuchModuleError, ValueError) as error:
            raise InvalidDatabase(
                "the database is not a URL that can be used, such as sqlite:///games.sqlite3 or "
                "postgresql+psycopg://user@host/name"
            ) from error

        def note_error(context: sa.engine.ExceptionContext) -> None:
            # Which of two moves was first is decided by one that the tables refuse.
            if not isinstance(context.sqlalchemy_exception, IntegrityError):
                count("database_errors")

        sa.event.listen(self._engine, "handle_error", note_error)
        self._trial_due, self._refused = 0.0, False
        self.standings, self.rooms, self.lobby = Standings(self), Rooms(self), Lobby(self)
        self.moderation = Moderation(self, lambda: self.now())  # noqa: PLW0108 - a test has another

    def now(self) -> datetime:
        """The moment, as games have it; a test may say another one."""
        return datetime.now(UTC)

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
                    if MigrationContext.configure(connection).get_current_revision() is None:
                        METADATA.create_all(connection, checkfirst=False)
                        command.stamp(config, "head")
                    else:
                        command.upgrade(config, "head")
        except CommandError as error:
            raise InvalidDatabase(
                "the database is of another version of moolab; run that version, or name another "
                "database"
            ) from error
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
            raise InvalidDatabase(f"the database cannot be used: {reason}") from error

    def check(self) -> None:
        """Make sure that the database answers, has the newest tables, and can be written to.

        Raises:
            InvalidDatabase: if not.
        """
        try:
            with self.reading() as connection:
                version = MigrationContext.configure(connection).get_current_revision()
        except SQLAlchemyError as error:
            raise InvalidDatabase("the database does not answer") from error
        if version != _newest():
            raise InvalidDatabase("the database has other tables than this version of moolab")
        if monotonic() >= self._trial_due:
            self._refused = not self._can_write()
            self._trial_due = monotonic() + _TRIAL
        if self._refused:
            raise InvalidDatabase("nothing can be written to the database")

    def _can_write(self) -> bool:
        """Write something as moves are written, and leave nothing: a full disk shows at the end."""
        trial = {"name": "trial", "value": ""}
        with suppress(SQLAlchemyError), self.writing() as connection:
            connection.execute(KEYS.insert(), trial)
            connection.execute(KEYS.delete().where(KEYS.c.name == trial["name"]))
            return True
        return False

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
        moves: Sequence[str] = (),
        outcome: str | None = None,
    ) -> tuple[str, dict[str, str]]:
        """Keep a new game.

        Args:
            setup: what is settled, as JSON.
            seats: each seat with the token of the player who takes it, or None.
            race: the race that it belongs to.
            names: what the players want to be called, by seat.
            game: its id, where it must be begun only once; else one is drawn.
            moves: the texts of those that are made at once.
            outcome: how the game has ended by them, if it has.

        Returns:
            The game's id, and a token for each seat.

        Raises:
            Overtaken: if there is a game with this id.
        """
        game = game or new_id()
        tokens = {seat: new_token() for seat in seats}
        now = self.now()
        row = {"id": game, "kind": kind, "setup": dict(setup), "race": race, "created": now}
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
            with self.writing() as connection:
                connection.execute(GAMES.insert(), row)
                connection.execute(SEATS.insert(), rows)
                if moves:
                    _append(connection, game, 0, moves, outcome, now)
        except IntegrityError as error:
            raise Overtaken(translate("this game has begun already")) from error
        return game, tokens

    def find(self, game: str) -> Row:
        """A game by its id.

        Raises:
            NoSuchGame: if there is none.
        """
        with self.reading() as connection:
            return _row(connection, game)

    def load(self, game: str) -> tuple[Row, list[str]]:
        """A game by its id, and the texts of its moves, in order.

        Raises:
            NoSuchGame: if there is none.
        """
        with self.reading() as connection:
            return _row(connection, game), _texts(connection, game)

    def seats(self, game: str) -> list[Seat]:
        """The seats of a game, by name."""
        shown = (SEATS.c[name] for name in Seat._fields)
        query = sa.select(*shown).where(SEATS.c.game == game).order_by(SEATS.c.seat)
        return self.moderation.cover([Seat(*row) for row in self.rows(query)], public=False)

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

    def has_begun(self, kind: str, game: str, player: str) -> bool:
        """Whether a player has begun a game that each can play only once, as that of a day.

        Raises:
            Deleted: if the player has deleted it: it is kept without a player.
        """
        try:
            self.seat_of_player(kind, game, player)
        except NoSuchGame:
            return False
        except NotYours:
            raise Deleted(
                translate("you have deleted this game, which can be played only once")
            ) from None
        return True

    def claim(self, game: str, seat: str, player: str, name: str) -> None:
        """Sit down on a free seat.

        Raises:
            NotYours: if the seat is taken.
        """
        free = (SEATS.c.game == game) & (SEATS.c.seat == seat) & SEATS.c.player.is_(None)
        taken = SEATS.update().where(free).values(player=digest(player), name=name)
        if self.write(taken) != 1:
            raise NotYours(translate("this invitation has been used already"))

    def move_seat(self, game: str, seat: str, player: str) -> None:
        """Let the player of a seat go on in another browser.

        Raises:
            NotYours: if the seat is free.
        """
        taken = (SEATS.c.game == game) & (SEATS.c.seat == seat) & SEATS.c.player.is_not(None)
        if self.write(SEATS.update().where(taken).values(player=digest(player))) != 1:
            raise NotYours(translate("this seat is empty now"))

    def mark_seen(self, game: str, seat: str) -> datetime:
        """Note that the browser of a seat's player is connected; the moment that is noted."""
        now = self.now()
        theirs = (SEATS.c.game == game) & (SEATS.c.seat == seat)
        self.write(SEATS.update().where(theirs).values(seen=now))
        return now

    def mark_gone(self, game: str, seat: str, since: datetime) -> None:
        """Note that it has gone, unless it was seen again after that moment."""
        theirs = (SEATS.c.game == game) & (SEATS.c.seat == seat) & (SEATS.c.seen == since)
        self.write(SEATS.update().where(theirs).values(seen=None))

    def moves(self, game: str) -> list[str]:
        """The texts of a game's moves, in order."""
        with self.reading() as connection:
            return _texts(connection, game)

    def made(self, game: str) -> list[datetime]:
        """When each of a game's moves was made, in order."""
        query = sa.select(MOVES.c.made).where(MOVES.c.game == game).order_by(MOVES.c.number)
        return [made for (made,) in self.rows(query)]

    def add_moves(
        self,
        game: str,
        number: int,
        texts: Sequence[str],
        outcome: str | None = None,
        *,
        same: bool = False,
    ) -> None:
        """Keep the next moves of a game, all or none.

        Args:
            number: how many moves there were before these.
            outcome: how the game has ended with them, if it has.
            same: whether that is known to be as it was before.

        Raises:
            Overtaken: if there are more by now.
        """
        try:
            with self.writing() as connection:
                _append(connection, game, number, texts, outcome, self.now(), same=same)
        except IntegrityError as error:
            raise Overtaken(translate("another move of this game came first")) from error

    def versions(self, games: Iterable[str]) -> dict[str, int]:
        """How many moves each of these games has."""
        query = (
            sa.select(MOVES.c.game, sa.func.count())
            .where(MOVES.c.game.in_(list(games)))
            .group_by(MOVES.c.game)
        )
        return dict(map(tuple, self.rows(query)))

    def changes(self, games: Iterable[str]) -> dict[str, Any]:
        """What is another value as soon as something has happened in these games."""
        games = list(games)
        query = (
            sa.select(SEATS.c.game, sa.func.max(SEATS.c.reacted))
            .where(SEATS.c.game.in_(games))
            .group_by(SEATS.c.game)
        )
        reacted, versions = dict(map(tuple, self.rows(query))), self.versions(games)
        return {game: (versions.get(game), reacted.get(game)) for game in games}

    def react(self, game: str, seat: str, reaction: str, pause: timedelta) -> None:
        """Keep what a player thinks of the last move, unless the one before was just now."""
        now = self.now()
        theirs = (SEATS.c.game == game) & (SEATS.c.seat == seat)
        rested = SEATS.c.reacted.is_(None) | (SEATS.c.reacted <= now - pause)
        self.write(SEATS.update().where(theirs, rested).values(reaction=reaction, reacted=now))

    def games_of(
        self, player: str, kinds: Collection[str], limit: int = 100, *, finished: bool = False
    ) -> list[tuple[Row, str]]:
        """The games of these kinds of a player, each with the player's seat, the newest first.

        Args:
            finished: whether to leave out those that go on, and those for practice.
        """
        over = GAMES.c.outcome.is_not(None) & GAMES.c.race.is_distinct_from(PRACTICE)
        query = (
            sa.select(GAMES, SEATS.c.seat)
            .join(SEATS, SEATS.c.game == GAMES.c.id)
            .where(SEATS.c.player == digest(player), GAMES.c.kind.in_(kinds))
            .where(over if finished else sa.true())
            .order_by(GAMES.c.created.desc())
            .limit(limit)
        )
        return [(Row(*found), seat) for *found, seat in self.rows(query)]

    def runs(self, race: str) -> list[Run]:
        """The games of a race, the oldest first."""
        query = (
            sa.select(GAMES.c.id, GAMES.c.created, GAMES.c.setup, SEATS.c.player, SEATS.c.name)
            .add_columns(MOVES.c.text, MOVES.c.made)
            .join(SEATS, SEATS.c.game == GAMES.c.id)
            .outerjoin(MOVES, MOVES.c.game == GAMES.c.id)
            .where(GAMES.c.race == race)
            .order_by(GAMES.c.created, GAMES.c.id, MOVES.c.number)
        )
        runs: dict[str, Run] = {}
        for game, created, setup, player, name, text, made in self.rows(query):
            run = runs.setdefault(game, Run(player, name, [], created, setup.get("tries", 0)))
            if text is not None:
                run.moves.append(text)
                runs[game] = run._replace(last=made)
        return list(runs.values())

    def progress(self, race: str) -> tuple[int, int, int]:
        """How many games a race has, how many of these still have a player, and their moves."""
        games = (
            sa.select(sa.func.count(), sa.func.count(SEATS.c.player))
            .select_from(GAMES.join(SEATS, SEATS.c.game == GAMES.c.id))
            .where(GAMES.c.race == race)
        )
        moves = (
            sa.select(sa.func.count())
            .select_from(MOVES.join(GAMES, MOVES.c.game == GAMES.c.id))
            .where(GAMES.c.race == race)
        )
        ((begun, kept),) = self.rows(games)
        return begun, kept, self.value(moves)

    def usage(self) -> tuple[int, int]:
        """How many games there are, and how many bytes the database has in use."""
        with self.reading() as connection:
            games = connection.execute(sa.select(sa.func.count()).select_from(GAMES)).scalar_one()
            if connection.dialect.name == "sqlite":
                pages, free, size = (
                    connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
                    for name in ("page_count", "freelist_count", "page_size")
                )
                return games, (pages - free) * size
            whole = sa.func.pg_database_size(sa.func.current_database())
            return games, connection.execute(sa.select(whole)).scalar_one()

    def delete_old(self, *, unfinished: datetime | None, finished: datetime | None) -> int:
        """Delete some of the games that are too old.

        Args:
            unfinished: those without an end whose last move, or beginning, was before then.
            finished: those that ended before then.

        Returns:
            How many have been deleted; 0 once there are no more.
        """
        moved = sa.select(sa.func.max(MOVES.c.made)).where(MOVES.c.game == GAMES.c.id)
        last = sa.func.coalesce(moved.scalar_subquery(), GAMES.c.created)
        old = [
            *([] if unfinished is None else [GAMES.c.finished.is_(None) & (last < unfinished)]),
            *([] if finished is None else [GAMES.c.finished < finished]),
        ]
        # Several servers may do this at once.
        query = sa.select(GAMES.c.id).where(sa.or_(sa.false(), *old)).limit(persons.AT_ONCE)
        with self.writing() as connection:
            games = list(connection.execute(query.with_for_update(skip_locked=True)).scalars())
            persons.delete_games(connection, games)
        return len(games)

    def delete_player(self, player: str) -> int:
        """Delete all that is kept of a player; how many games that were."""
        return persons.delete_player(self, digest(player))

    def delete_game(self, game: str, player: str) -> bool:
        """Delete a game of a player, or the seat in one that is others' as well.

        Returns:
            Whether it was the player's.
        """
        return persons.delete_game(self, digest(player), game)

    def keep_finished(self, player: str, games: Mapping[str, Finished]) -> int:
        """Keep games that a player brings, by their ids; how many were not there already."""
        args = (digest(player), games, digest(new_token()), self.now())
        try:
            return persons.keep_finished(self, *args)
        except IntegrityError:
            # Another server has kept some of them since this one has looked which are there.
            return persons.keep_finished(self, *args)

    def moves_of(self, games: Iterable[str]) -> dict[str, list[str]]:
        """The texts of the moves of some games, each in order."""
        query = (
            sa.select(MOVES.c.game, MOVES.c.text)
            .where(MOVES.c.game.in_(list(games)))
            .order_by(MOVES.c.game, MOVES.c.number)
        )
        found: dict[str, list[str]] = {}
        for game, text in self.rows(query):
            found.setdefault(game, []).append(text)
        return found

    def key(self, name: str) -> str:
        """A text that this installation has drawn once, the same for all its servers."""
        query = sa.select(KEYS.c.value).where(KEYS.c.name == name)
        try:
            with self.writing() as connection:
                known: str | None = connection.execute(query).scalar()
                if known is not None:
                    return known
                # As games draw their secrets, which follow from it in races and on days.
                drawn = secrets.SystemRandom().randbytes(24).hex()
                connection.execute(KEYS.insert(), {"name": name, "value": drawn})
                return drawn
        except IntegrityError:
            return self.key(name)

    def _seat(self, kind: str, game: str, owned: sa.ColumnElement[bool]) -> str:
        with self.reading() as connection:
            if _row(connection, game).kind != kind:
                raise NoSuchGame(translate("there is no such game"))
            seats = sa.select(SEATS.c.seat).where(SEATS.c.game == game, owned)
            seat: str | None = connection.execute(seats).scalar()
        if seat is None:
            raise NotYours(translate("this is not your game"))
        return seat


_GAME = sa.select(GAMES).where(GAMES.c.id == sa.bindparam("game"))
_TEXTS = (
    sa.select(MOVES.c.text).where(MOVES.c.game == sa.bindparam("game")).order_by(MOVES.c.number)
)
_HOW = sa.bindparam("how", type_=GAMES.c.outcome.type)
_END = (
    GAMES.update()
    .where(GAMES.c.id == sa.bindparam("game"), GAMES.c.outcome.is_distinct_from(_HOW))
    .values(outcome=_HOW, finished=sa.bindparam("when", type_=GAMES.c.finished.type))
)
_INSERT = MOVES.insert()


def _row(connection: sa.Connection, game: str) -> Row:
    # PostgreSQL would not even look for a name that cannot be one.
    found = connection.execute(_GAME, {"game": game}).first() if _ID.fullmatch(game) else None
    if found is None:
        raise NoSuchGame(translate("there is no such game"))
    return Row(*found)


def _texts(connection: sa.Connection, game: str) -> list[str]:
    return list(connection.execute(_TEXTS, {"game": game}).scalars())


def _append(
    connection: sa.Connection,
    game: str,
    number: int,
    texts: Sequence[str],
    outcome: str | None,
    now: datetime,
    *,
    same: bool = False,
) -> None:
    rows = [
        {"game": game, "number": n, "text": text, "made": now}
        for n, text in enumerate(texts, start=number)
    ]
    connection.execute(_INSERT, rows)
    # A correction may take an end back; practice after it leaves it as it was.
    if not same:
        ended = None if outcome is None else now
        connection.execute(_END, {"game": game, "how": outcome, "when": ended})


def _engine(url: str, *, make: bool) -> sa.Engine:
    parsed = make_url(url)
    # An error that names the parameters of a statement would tell secrets.
    common: dict[str, Any] = {"hide_parameters": True}
    if parsed.get_backend_name() != "sqlite":
        return sa.create_engine(parsed, pool_size=_MOST_CONNECTIONS, pool_pre_ping=True, **common)
    if parsed.database in (None, "", ":memory:"):
        # One connection, one thread after the other: another one would see another database.
        common |= {"poolclass": sa.QueuePool, "pool_size": 1, "max_overflow": 0}
    else:
        file = Path(parsed.database)
        if not (make or file.is_file() or "uri" in parsed.query):
            raise InvalidDatabase(f"there is no database {file}; moo serve makes one")
        make_folder(file.parent)
        # Secrets of games and the keys of races are for the operator alone; SQLite lets
        # the files beside it be read by the same. If it cannot be made, SQLite says why.
        if "uri" not in parsed.query:
            with suppress(OSError):
                make_file(file)
        common |= {"pool_size": _MOST_CONNECTIONS}
    engine = sa.create_engine(parsed, connect_args={"check_same_thread": False}, **common)
    sa.event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    # With these, readers do not wait for writers, and what is acknowledged is on disk.
    for pragma in (f"busy_timeout={1000 * _PATIENCE}", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
    until = monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            # Of several that change a new file at once SQLite refuses all but one without waiting.
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
            sleep(_PAUSE)
        else:
            return


@contextmanager
def _migrations() -> Iterator[Config]:
    with as_file(files("moolab.web.store") / "migrations") as folder:
        config = Config()
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        yield config


def open_existing(url: str) -> Store:
    """A database that is there already, with the tables of this version.

    Raises:
        InvalidDatabase: if there is none.
    """
    store = Store(url, make=False)
    try:
        store.check()
    except InvalidDatabase:
        store.close()
        raise
    return store


def knows(revision: str) -> bool:
    """Whether tables of this version are those of this moolab, or can be made into them."""
    with _migrations() as config:
        found = {each.revision for each in ScriptDirectory.from_config(config).walk_revisions()}
    return revision in found


@cache
def _newest() -> str | None:
    with _migrations() as config:
        return ScriptDirectory.from_config(config).get_current_head()
