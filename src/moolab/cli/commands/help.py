"""``moo help``: the help page of a command, or a page of the documentation."""

import re
from collections.abc import Sequence
from pathlib import Path

import click

from moolab.support.shipped import shipped

_ROOMS = ("", "how-to", "reference", "explanation", "notebooks")
"""Where a page is looked for by its name alone, in this order."""


@click.command("help")
@click.argument("names", nargs=-1, metavar="[COMMAND]...|[TOPIC]")
def command(names: tuple[str, ...]) -> None:
    """Show the help page of a command, or a page of the documentation.

    TOPIC is the name of a page, such as tutorial or how-to/trees; moo help topics lists them.
    """
    if names == ("topics",):
        click.echo("\n".join(topics()))
        return
    context = click.get_current_context().find_root()
    found: click.Command = context.command
    assert isinstance(found, click.Group), "moo has commands"
    if len(names) == 1 and (page := find_page(names[0], found.list_commands(context))):
        click.echo_via_pager(plain(page.read_text(encoding="utf-8")))
        return
    for name in names:
        if not isinstance(found, click.Group):
            raise click.UsageError(f"{context.command_path} has no commands.")
        _, inner, _ = found.resolve_command(context, [name])
        assert inner is not None, "or it would have been refused"
        found, context = inner, click.Context(inner, parent=context, info_name=name)
    click.echo(found.get_help(context))


def topics() -> list[str]:
    """The names of all pages, those to begin with first."""
    docs = shipped("docs")
    pages = [page for room in _ROOMS for page in sorted((docs / room).glob("*.md"))]
    return [page.relative_to(docs).with_suffix("").as_posix() for page in pages]


def find_page(name: str, commands: Sequence[str]) -> Path | None:
    """The page of this name; None if it is a command.

    Raises:
        NoSuchCommand: if it is neither.
    """
    if name in commands:
        return None
    known = topics()
    for room in _ROOMS:
        topic = f"{room}/{name}".lstrip("/")
        if topic in known:
            return shipped("docs") / f"{topic}.md"
    possible = [*commands, *dict.fromkeys(topic.rpartition("/")[2] for topic in known)]
    raise click.NoSuchCommand(name, possibilities=possible)


def plain(text: str) -> str:
    r"""Markdown without the targets of its links, and without pictures.

    >>> plain("See [trees](trees.md), and `moo tree`.\n\n![A tree.](tree.svg)\n")
    'See trees, and `moo tree`.\n\n(A tree.)\n'
    """
    text = re.sub(r"!\[([^\]]*)\]\([^)]*\)", r"(\1)", text)
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
