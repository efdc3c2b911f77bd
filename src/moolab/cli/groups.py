"""Groups of commands, each imported when it is called."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click


class Commands(click.Group):
    """A group whose commands are imported when they are called.

    Args:
        package: where each command is in the module of its name.
        summaries: the commands in the order of the help page, each with the first line of its help,
            repeated there so that the page need not import them all.
    """

    def __init__(self, *, package: str, summaries: Mapping[str, str], **settings: Any) -> None:
        super().__init__(**settings)
        self._package = package
        self._summaries = summaries

    def list_commands(self, _context: click.Context) -> list[str]:
        """The names of all commands, in the order of the help page."""
        return list(self._summaries)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        """The command of this name, or None."""
        if name not in self._summaries:
            return None
        command: click.Command = import_module(f"{self._package}.{name}").command
        return command

    def format_commands(self, _context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self._summaries.items()))
