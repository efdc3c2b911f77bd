"""What is missing before a server can be public."""

import shutil
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from moolab.errors import MoolabError
from moolab.support import kernel_cache
from moolab.web.settings import Settings
from moolab.web.store.store import open_existing
from moolab.web.store.tables import MOVES

_GB = 1_000_000_000

_ROOM = _GB
"""Bytes that should be free: as much as a million moves, and the kernels, take several times."""

_SKEW = 60
"""Seconds by which clocks may differ before those of players and days are wrong."""

_OTHERS = 0o077
"""The rights of all but the owner."""


class Checked(NamedTuple):
    """Something that a public server needs.

    Attributes:
        what: what it is about.
        fine: whether it is as it should be.
        said: how it is, or what to do.
    """

    what: str
    fine: bool
    said: str


def checked(settings: Settings) -> Iterator[Checked]:
    """Look at all that a public server needs.

    Yields:
        What was looked at, in the order in which one sets it up.
    """

    def fine(what: str, good: object, said: str, otherwise: str) -> Checked:
        return Checked(what, bool(good), said if good else otherwise)

    hosts = settings.known_hosts if settings.hosts else None
    yield fine(
        "hosts", hosts, settings.hosts, "any name is answered; set MOOLAB_HOSTS=your.example"
    )
    yield fine(
        "proxy",
        "*" not in settings.proxies,
        f"{settings.proxies or 'no address'} is believed for whom it asks",
        "anybody is believed to be anybody; set MOOLAB_PROXIES to the address of your proxy",
    )
    yield Checked("names", fine=True, said=f"shown to {_SHOWN[settings.names]} (MOOLAB_NAMES)")
    yield fine(
        "operator",
        settings.operator and settings.contact,
        f"{settings.operator}, {settings.contact}",
        "nobody knows who runs it; set MOOLAB_OPERATOR and MOOLAB_CONTACT",
    )
    yield fine(
        "retention",
        settings.days_unfinished and settings.days_finished,
        f"games go after {settings.days_unfinished} and {settings.days_finished} days",
        "games are kept for ever; set MOOLAB_DAYS_UNFINISHED=30 and MOOLAB_DAYS_FINISHED=365",
    )
    yield fine(
        "metrics",
        not settings.metrics or settings.metrics_token,
        "told to whoever has the token" if settings.metrics else "told to nobody",
        "told to everybody; set MOOLAB_METRICS_TOKEN",
    )
    yield fine(
        "kernels",
        kernel_cache.folder_to_write() is not None,
        "compiled code is kept",
        "compiled code cannot be kept, and each start takes a minute; set NUMBA_CACHE_DIR",
    )
    yield from _of_database(settings)


_SHOWN = {"all": "everybody", "friends": "those who play together", "off": "nobody"}


def _of_database(settings: Settings) -> Iterator[Checked]:
    try:
        url = make_url(settings.database)
    except ArgumentError:
        yield Checked("database", fine=False, said="MOOLAB_DATABASE is not a URL")
        return
    file = Path(url.database or "") if url.get_backend_name() == "sqlite" else None
    if file is not None and not file.is_file():
        yield Checked("database", fine=True, said=f"moo serve makes {file}")
        return
    try:
        with closing(open_existing(settings.database)) as store:
            newest = store.value(sa.select(sa.func.max(MOVES.c.made)))
    except (MoolabError, SQLAlchemyError) as error:
        yield Checked("database", fine=False, said=str(error))
        return
    yield Checked("database", fine=True, said=f"{url.get_backend_name()} answers")
    if file is not None:
        rights = file.stat().st_mode & _OTHERS
        said = f"run chmod 600 {file}" if rights else f"only its owner can read {file}"
        yield Checked("secrets", not rights, said)
        free = shutil.disk_usage(file.parent).free
        yield Checked("disk", free >= _ROOM, f"{free / _GB:.1f} GB free beside the database")
    ahead = newest.timestamp() - time.time() if newest else 0
    said = f"the last move comes {ahead:.0f} seconds from now"
    yield Checked("clock", ahead <= _SKEW, said if ahead > _SKEW else "no move is in the future")
