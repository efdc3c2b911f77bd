"""Copies of a SQLite database, made while servers use it."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from moolab.support.atomic import beside
from moolab.support.folder import make_file, make_folder
from moolab.web.store.store import InvalidDatabase, knows

Report = Callable[[float], None]
"""Told how much of a copy is done, from 0 to 1."""

_PAGES = 1024
"""Pages between two reports, about 4 MB."""


class Copied(NamedTuple):
    """What a copy holds.

    Attributes:
        games: how many.
    """

    file: Path
    games: int
    bytes: int


def back_up(url: str, file: Path, report: Report) -> Copied:
    """Copy a database as it is at this moment, also while others write to it.

    Args:
        file: to be made; it is there completely or not at all.

    Raises:
        InvalidDatabase: if there is no such database of SQLite.
        FileExistsError: if there is such a file.
        OSError: if it cannot be made.
    """
    return _copy(_file_of(url), file, report)


def restore(file: Path, url: str, report: Report) -> Copied:
    """Make a database of a backup; servers of newer versions bring it up to date.

    Raises:
        InvalidDatabase: if the file is damaged, or no backup, or of a newer version.
        FileExistsError: if there is a database already, or what belongs to one.
        OSError: if it cannot be made.
    """
    target = _file_of(url)
    for ending in ("-wal", "-shm", "-journal"):
        _check_free(target.with_name(target.name + ending))
    make_folder(target.parent)
    return _copy(file, target, report, check=True)


def _copy(source: Path, target: Path, report: Report, *, check: bool = False) -> Copied:
    """Copy a database to a file that only the user can read; look for damage first if told so."""
    _check_free(target)
    unfinished = beside(target)
    try:
        with _opened(source) as database, database:
            games = _count_games(database, source)
            if check and database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise InvalidDatabase(f"{source} is damaged")
            make_file(unfinished)
            with closing(sqlite3.connect(unfinished)) as copy:
                # A transaction sees one moment, however many pages are copied at a time.
                database.backup(
                    copy,
                    pages=_PAGES,
                    progress=lambda _status, left, pages: report(1 - left / max(pages, 1)),
                )
                # One file that is complete by itself.
                copy.execute("PRAGMA journal_mode = DELETE")
        # Unlike a move, it never takes the place of a file that is there by now.
        os.link(unfinished, target)
    except sqlite3.DatabaseError as error:
        raise InvalidDatabase(f"{source} cannot be copied: {error}") from error
    except FileExistsError as error:
        raise FileExistsError(error.errno, error.strerror, str(target)) from error
    finally:
        unfinished.unlink(missing_ok=True)
    return Copied(target, games, target.stat().st_size)


def _count_games(database: sqlite3.Connection, file: Path) -> int:
    """How many games a database has whose version is known here."""
    database.execute("BEGIN")
    try:
        found = database.execute("SELECT version_num FROM alembic_version").fetchone()
        (games,) = database.execute("SELECT count(*) FROM games").fetchone()
    except sqlite3.DatabaseError as error:
        raise InvalidDatabase(f"{file} is not a database of moolab") from error
    if found is None or not knows(found[0]):
        raise InvalidDatabase(f"{file} is of another version of moolab; copy it with that version")
    return int(games)


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    """An existing database, to read it."""
    # SQLite would make one that is not there.
    with file.open("rb"):
        pass
    address = f"{file.resolve().as_uri()}?mode=rw"
    with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as database:
        yield database


def _check_free(file: Path) -> None:
    if file.exists():
        raise FileExistsError(
            None, "there is such a file already; move it away, or name another", str(file)
        )


def _file_of(url: str) -> Path:
    """The file of a database."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise InvalidDatabase("the database is not a URL such as sqlite:///FILE") from error
    if parsed.get_backend_name() == "postgresql":
        raise InvalidDatabase(
            "this is for SQLite; PostgreSQL has pg_dump and pg_restore, which do the same"
        )
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        raise InvalidDatabase("the database is not a file of SQLite, such as sqlite:///FILE")
    return Path(str(parsed.database))
