"""``moo database``: the games of a server, put by and brought back."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from moolab.cli.defaults import PREFIX
from moolab.cli.examples import epilog
from moolab.cli.terminal.output import echo_line, needs_extra
from moolab.cli.terminal.status import StatusLine
from moolab.support.text import count_noun

if TYPE_CHECKING:
    from moolab.web.store.backup import Copied, Report

_database_option = click.option(
    "--database",
    metavar="URL",
    envvar=f"{PREFIX}_DATABASE",  # as of moo serve
    help="sqlite:///FILE (default: MOOLAB_DATABASE, or the file in your data folder).",
)

_MB = 1_000_000


@click.group("database")
def command() -> None:
    """Back up and restore the games of a server.

    This is for SQLite, where moo serve keeps its games by default; PostgreSQL has pg_dump and
    pg_restore.
    """


@command.command("backup", epilog=epilog(["moo database backup games.backup"]))
@click.argument("file", type=click.Path(path_type=Path))
@_database_option
def backup(file: Path, database: str | None) -> None:
    """Copy the games of a server, which may be running.

    FILE has them as they are at this moment. It has the secrets of games in play, so only you can
    read it; a file that is there already is left alone.
    """
    with needs_extra("web"):
        from moolab.web.serving import read_settings
        from moolab.web.store.backup import back_up
    _echo_copied(partial(back_up, database or read_settings().database, file))


@command.command("restore", epilog=epilog(["moo database restore games.backup"]))
@click.argument("file", type=click.Path(path_type=Path))
@_database_option
def restore(file: Path, database: str | None) -> None:
    """Bring the games of a backup back.

    FILE is a backup of this version or of an older one. A database that is there already is left
    alone: stop its server and move it away first, or name another.
    """
    with needs_extra("web"):
        from moolab.web.serving import read_settings
        from moolab.web.store.backup import restore
    _echo_copied(partial(restore, file, database or read_settings().database))


def _echo_copied(copy: "Callable[[Report], Copied]") -> None:
    """Copy with a status line meanwhile, and say what was copied."""
    with StatusLine() as status:

        def report(done: float) -> None:
            if status.due:
                status.show(f"{done:.0%} copied ...")

        copied = copy(report)
    size = f"{copied.bytes / _MB:.1f} MB"
    echo_line(f"{copied.file}: {count_noun(copied.games, 'game')}, {size}")
