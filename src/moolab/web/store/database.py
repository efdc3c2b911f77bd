"""A database: many read it at a time, and where it is SQLite, one writes to it."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Lock
from typing import Any

import sqlalchemy as sa


class Database:
    """A database of games.

    Args:
        engine: how SQLAlchemy reaches it.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        # SQLite has one writer at a time: those who wait here need not ask again and again there.
        sqlite = engine.dialect.name == "sqlite"
        self._writing: AbstractContextManager[object] = Lock() if sqlite else nullcontext()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection for what only reads."""
        with self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A connection for one transaction that writes."""
        with self._writing, self._engine.begin() as connection:
            yield connection

    def rows(self, query: sa.Executable) -> Sequence[Any]:
        """All that a query finds."""
        with self.reading() as connection:
            return connection.execute(query).all()

    def value(self, query: sa.Executable) -> Any:
        """The first value that a query finds; None if it finds none."""
        with self.reading() as connection:
            return connection.execute(query).scalar()

    def write(self, statement: sa.Executable, row: dict[str, Any] | None = None) -> int:
        """Do one thing in a transaction of its own; how many rows it was about."""
        with self.writing() as connection:
            return connection.execute(statement, row).rowcount
