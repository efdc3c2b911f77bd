"""``moo machine run``: programs at work."""

import click

from moolab.cli.commands import Commands

COMMANDS = {
    "ti74": "Run a BASIC program on the TI-74.",
}
"""Each machine lives in the module of its name, with its first line of help."""


@click.command("run", cls=Commands, package=__name__, summaries=COMMANDS)
def command() -> None:
    """Run a program."""
