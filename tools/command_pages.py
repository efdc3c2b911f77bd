"""The help pages of all commands as a part of the documentation: ``.. moo-commands::``."""

import re
from collections.abc import Iterator
from itertools import starmap
from typing import Any

import click
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from moolab.cli.examples import examples_of
from moolab.cli.main import moo
from moolab.cli.pages import option_groups


class MooCommands(SphinxDirective):
    """A section for each command, of what the command itself says."""

    def run(self) -> list[nodes.Node]:
        """Make the sections, those of a group's commands behind it."""
        return [
            _section(self, path, command, context)
            for path, command, context in _commands(moo, click.Context(moo, info_name="moo"))
        ]


def _commands(
    command: click.Command, context: click.Context
) -> Iterator[tuple[str, click.Command, click.Context]]:
    """All commands below one, in the order of the help pages."""
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None, "or it would not be listed"
            inner = click.Context(found, info_name=name, parent=context)
            yield inner.command_path, found, inner
            yield from _commands(found, inner)


def _section(
    directive: SphinxDirective, path: str, command: click.Command, context: click.Context
) -> nodes.section:
    section = nodes.section("", nodes.title("", path), ids=[nodes.make_id(path)])
    usage = " ".join([path, *command.collect_usage_pieces(context)])
    section += nodes.literal_block("", usage, language="text")
    for paragraph in re.split(r"\n\n", command.help or ""):
        if paragraph.startswith("\b"):
            section += nodes.literal_block("", paragraph.strip("\b\n"), language="text")
        else:
            section += nodes.paragraph("", " ".join(paragraph.split()))
    for heading, options in option_groups(context).items():
        section += nodes.rubric("", heading)
        section += nodes.definition_list("", *starmap(_option, options))
    if examples := examples_of(command.epilog):
        section += nodes.literal_block("", "\n".join(examples), language="text")
    directive.state.document.note_implicit_target(section, section)
    return section


def _option(flags: str, text: str) -> nodes.definition_list_item:
    return nodes.definition_list_item(
        "",
        nodes.term("", "", nodes.literal("", flags)),
        nodes.definition("", nodes.paragraph("", text)),
    )


def setup(app: Any) -> dict[str, bool]:
    """Tell Sphinx of the directive."""
    app.add_directive("moo-commands", MooCommands)
    return {"parallel_read_safe": True}
