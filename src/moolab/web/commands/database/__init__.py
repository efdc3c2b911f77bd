"""``moo database``: the games of a server, put by and brought back."""

import click

from moolab.cli.groups import Commands

COMMANDS = {
    "backup": "Copy the games of a server, which may be running.",
    "restore": "Bring the games of a backup back.",
}
"""Each command lives in the module of its name, with its first line of help."""

_EXAMPLES = {
    "backup": ("moo database backup games.backup",),
    "restore": ("moo database restore games.backup",),
}


@click.command("database", cls=Commands, package=__name__, summaries=COMMANDS, examples=_EXAMPLES)
def command() -> None:
    """Back up and restore the games of a server.

    This is for SQLite, where moo serve keeps its games by default; PostgreSQL has pg_dump and
    pg_restore.
    """
