"""``moo machine run``: programs as their machines run them."""

import click

from moolab.cli.commands import Commands

COMMANDS = {
    "hp12c": "Press the keys of an HP 12C that holds a program.",
}
"""Each command lives in the module of its name, with its first line of help."""


@click.command("run", cls=Commands, package=__name__, summaries=COMMANDS)
def command() -> None:
    """Run a program as its machine does."""
