"""``moo database backup``: the games of a server, put by."""

from functools import partial
from pathlib import Path

import click

from moolab.cli.terminal.extras import needs_extra
from moolab.web.commands.database.copying import database_option, echo_copied


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@database_option
def command(file: Path, database: str | None) -> None:
    """Copy the games of a server, which may be running.

    FILE has them as they are at this moment. It has the secrets of games in play, so only you can
    read it; a file that is there already is left alone.
    """
    with needs_extra("web"):
        from moolab.web.serving import read_settings
        from moolab.web.store.backup import back_up
    echo_copied(partial(back_up, database or read_settings().database, file))
