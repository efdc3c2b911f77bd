"""``moo database restore``: the games of a backup, brought back."""

from functools import partial
from pathlib import Path

import click

from moolab.cli.terminal.extras import needs_extra
from moolab.web.commands.database.copying import database_option, echo_copied


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@database_option
def command(file: Path, database: str | None) -> None:
    """Bring the games of a backup back.

    FILE is a backup of this version or of an older one. A database that is there already is left
    alone: stop its server and move it away first, or name another.
    """
    with needs_extra("web"):
        from moolab.web.serving import read_settings
        from moolab.web.store.backup import restore
    echo_copied(partial(restore, file, database or read_settings().database))
