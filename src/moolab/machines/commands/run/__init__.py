"""``moo machine run``: programs of machines that hold whole ones."""

import click

from moolab.cli.groups import Commands
from moolab.cli.options import load_typed
from moolab.machines.annex import TABLE
from moolab.machines.session import ENTRY_POINTS, kind
from moolab.machines.targets import WHOLE
from moolab.support.extensions import installed, is_in_python

COMMANDS = {name: TABLE[name].about for name in WHOLE}
"""Each command with its first line of help."""


class _Machines(Commands):
    """A command for each machine, those of others included."""

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        """What runs the programs of a machine."""
        if is_in_python(name):
            load_typed(ENTRY_POINTS, name, parameter="")
        elif name not in WHOLE and name not in installed(ENTRY_POINTS):
            return None
        return self.prepared(name, command_for(name))


def command_for(target: str) -> click.Command:
    """The command that runs programs of a machine."""
    found: click.Command = kind(target).part("run").command_for(target)
    return found


@click.command("run", cls=_Machines, package=__name__, summaries=COMMANDS)
def command() -> None:
    """Run a program of the calculator, in BASIC or in Lisp.

    TARGET may also be a machine of your own, as module:name.
    """
