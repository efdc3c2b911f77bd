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
    days = settings.days_unfinished, settings.days_finished
    kept = "none of them is shown" if settings.names == "off" else f"shown to {settings.names}"
    looked_at: list[tuple[str, object, str, str]] = [
        ("hosts", settings.hosts, settings.hosts, "any is answered; set MOOLAB_HOSTS"),
        ("proxies", "*" not in settings.proxies, settings.proxies, "set MOOLAB_PROXIES to yours"),
        ("names", True, f"{kept} (MOOLAB_NAMES)", ""),
        ("operator", settings.operator, settings.operator, "set MOOLAB_OPERATOR"),
        ("contact", settings.contact, settings.contact, "set MOOLAB_CONTACT"),
        (
            "retention",
            all(days),
            f"games are deleted after {days[0]} and {days[1]} days",
            "for ever; set MOOLAB_DAYS_UNFINISHED=30 and MOOLAB_DAYS_FINISHED=365",
        ),
        (
            "metrics",
            not settings.metrics or settings.metrics_token,
            "nobody sees them without their token",
            "everybody sees them; set MOOLAB_METRICS_TOKEN",
        ),
        (
            "kernels",
            kernel_cache.folder_to_write() is not None,
            "compiled code is kept",
            "compiled code is lost at each start; set NUMBA_CACHE_DIR",
        ),
    ]
    for what, fine, said, otherwise in looked_at:
        yield Checked(what, bool(fine), said if fine else otherwise)
    yield from _of_database(settings)


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
