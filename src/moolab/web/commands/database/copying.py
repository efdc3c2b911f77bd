"""What both commands share: the database, and how far a copy is."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from moolab.cli.defaults import PREFIX
from moolab.cli.terminal.output import echo_line
from moolab.cli.terminal.status import StatusLine
from moolab.support.text import count_noun

if TYPE_CHECKING:
    from moolab.web.store.backup import Copied, Report

database_option = click.option(
    "--database",
    metavar="URL",
    envvar=f"{PREFIX}_DATABASE",  # as of moo serve
    help="sqlite:///FILE (default: MOOLAB_DATABASE, or the file in your data folder).",
)

_MB = 1_000_000


def echo_copied(copy: "Callable[[Report], Copied]") -> None:
    """Copy with a status line meanwhile, and say what was copied."""
    with StatusLine() as status:

        def report(done: float) -> None:
            if status.due:
                status.show(f"{done:.0%} copied ...")

        copied = copy(report)
    size = f"{copied.bytes / _MB:.1f} MB"
    echo_line(f"{copied.file}: {count_noun(copied.games, 'game')}, {size}")
