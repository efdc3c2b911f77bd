"""``moo machine run``: programs of machines that hold whole ones."""

import click

from moolab.cli.groups import Commands

COMMANDS = {
    "hp12c": "Run a program of the HP 12C.",
    "ti74": "Run a program in TI-74 BASIC.",
    "ulisp": "Run a program in Lisp, parts of it in machine code.",
}
"""Each command lives in the module of its name, with its first line of help."""


@click.command("run", cls=Commands, package=__name__, summaries=COMMANDS)
def command() -> None:
    """Run a program of the calculator, in BASIC or in Lisp."""
