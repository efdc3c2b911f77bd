"""Groups of commands, each imported when it is called."""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

import click

from moolab.cli.defaults import defaults_of
from moolab.cli.examples import epilog
from moolab.cli.pages import PageFormatter, add_help

NO_EXAMPLES: Mapping[str, tuple[str, ...]] = MappingProxyType({})
NO_USUAL: Mapping[str, str] = MappingProxyType({})


class Commands(click.Group):
    """A group whose commands are imported when they are called.

    Args:
        package: where each command is in the module of its name.
        summaries: the commands in the order of the help page, each with the first line of its help,
            repeated there so that the page need not import them all.
        examples: of the commands, by their words after the name of the group.
        usual: the options on the short pages of commands that have many, by the same words.
        sections: the names of the commands under each heading of the help page.
    """

    def __init__(
        self,
        *,
        package: str,
        summaries: Mapping[str, str],
        examples: Mapping[str, tuple[str, ...]] = NO_EXAMPLES,
        usual: Mapping[str, str] = NO_USUAL,
        sections: Mapping[str, tuple[str, ...]] | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(**settings)
        self._package = package
        self._summaries = summaries
        self.examples = examples
        self.usual = usual
        self._sections = sections or {"Commands": tuple(summaries)}

    def list_commands(self, _context: click.Context) -> list[str]:
        """The names of all commands, in the order of the help page."""
        return list(self._summaries)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        """The command of this name, or None."""
        if name not in self._summaries:
            return None
        return self.prepared(name, import_module(f"{self._package}.{name}").command)

    def prepared(self, name: str, command: click.Command) -> click.Command:
        """A command with its examples and help pages."""
        _complete(command, name, self.examples)
        return command

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called, and what the user's settings say of it."""
        try:
            name, command, rest = super().resolve_command(context, args)
        except click.NoSuchCommand as error:
            names = self.list_commands(context)
            if args[0] != args[0].lower() in names:
                return self.resolve_command(context, [args[0].lower(), *args[1:]])
            raise click.NoSuchCommand(
                error.command_name, possibilities=names, ctx=context
            ) from None
        if name and command:
            context.default_map = {name: defaults_of(context.default_map or {}, name, command)}
        return name, command, rest

    def sections(self, _context: click.Context) -> Mapping[str, Mapping[str, str]]:
        """The commands under each heading of the help page, with the first lines of their help."""
        return {
            heading: {name: self._summaries[name] for name in names}
            for heading, names in self._sections.items()
        }

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands."""
        for heading, summaries in self.sections(context).items():
            with formatter.section(heading):
                formatter.write_dl(list(summaries.items()))

    def all_commands(self, context: click.Context) -> str:
        """The list of all commands, under their headings."""
        formatter = PageFormatter()
        Commands.format_commands(self, context, formatter)
        return formatter.getvalue().strip("\n")


def _complete(command: click.Command, path: str, examples: Mapping[str, tuple[str, ...]]) -> None:
    """Give a command its examples and help pages, and the commands of a group theirs."""
    add_help(command)
    command.epilog = command.epilog or epilog(examples.get(path, ()))
    if isinstance(command, Commands):
        inner = {
            words.removeprefix(f"{path} "): lines
            for words, lines in examples.items()
            if words.startswith(f"{path} ")
        }
        command.examples = {**inner, **command.examples}
    elif isinstance(command, click.Group):
        for name, each in command.commands.items():
            _complete(each, f"{path} {name}", examples)
