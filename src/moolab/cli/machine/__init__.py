"""``moo machine``: small machines, and the programs for them."""

import click

from moolab.cli.commands import Commands

COMMANDS = {
    "run": "Run a program.",
    "size": "Say how many bytes a program takes.",
}
"""Each command lives in the module of its name, with its first line of help."""


@click.command("machine", cls=Commands, package=__name__, summaries=COMMANDS)
def command() -> None:
    """Run, study and check programs for small machines."""
