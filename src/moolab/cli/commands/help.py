"""``moo help``: a help page of a command, a page of the documentation, or an answer."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill

import click

from moolab.cli.answers import search
from moolab.cli.groups import Commands
from moolab.cli.pages import PageFormatter, help_page
from moolab.support.shipped import shipped
from moolab.support.text import quote, suggest

_ROOMS = ("", "how-to", "reference", "explanation", "notebooks")
"""Where a page is looked for by its name alone, in this order."""

_MOST = 6
"""Answers that are shown."""

_WIDEST = 100
"""Columns: longer lines are hard to read."""

_ITEM = re.compile(r"\s*(?:[-*] |\d+\. |> )")
"""How an item of a list, or what is quoted, begins."""


@click.command("help")
@click.argument("names", nargs=-1, metavar="[COMMAND]...|[TOPIC]|[QUESTION]")
def command(names: tuple[str, ...]) -> None:
    """Show a help page or a page of the documentation, or find one.

    TOPIC is the name of a page, such as tutorial or how-to/trees; moo help topics lists them, and
    moo help commands the commands. Anything else is a QUESTION in your own words: it finds the
    pages and commands that answer it.
    """
    if names == ("topics",):
        click.echo("\n".join(topics()))
        return
    context = click.get_current_context().find_root()
    found: click.Command = context.command
    assert isinstance(found, Commands), "moo has commands"
    if names == ("commands",):
        click.echo(found.all_commands(context))
        return
    page = find_page(names[0]) if len(names) == 1 else None
    if page is None and not _is_command(found, context, names):
        _answer(" ".join(names), found, context)
        return
    if page is not None:
        width = min(get_terminal_size().columns, _WIDEST)
        click.echo_via_pager(refill(plain(page.read_text(encoding="utf-8")), width))
        return
    for name in names:
        if not isinstance(found, click.Group):
            raise click.UsageError(f"{context.command_path} has no commands.")
        _, inner, _ = found.resolve_command(context, [name])
        assert inner is not None, "or it would have been refused"
        found, context = inner, click.Context(inner, parent=context, info_name=name)
    click.echo(help_page(context))


def topics() -> list[str]:
    """The names of all pages, those to begin with first."""
    docs = shipped("docs")
    pages = [page for room in _ROOMS for page in sorted((docs / room).glob("*.md"))]
    return [page.relative_to(docs).with_suffix("").as_posix() for page in pages]


def _is_command(group: Commands, context: click.Context, names: Sequence[str]) -> bool:
    """Whether words are meant as a command, though perhaps a mistyped one of a group."""
    if not names:
        return True
    command = group.get_command(context, names[0])
    if isinstance(command, click.Group) and len(names) > 1:
        inner = click.Context(command, parent=context, info_name=names[0])
        return bool(suggest(names[1], command.list_commands(inner)))
    return command is not None and len(names) == 1


def _answer(question: str, moo: Commands, context: click.Context) -> None:
    """Print which pages and commands answer a question.

    Raises:
        UsageError: if none does.
    """
    sections = moo.sections(context).values()
    commands = {name: summary for names in sections for name, summary in names.items()}
    found = search(question, topics(), commands)
    if not found:
        possible = [*commands, *(topic.rpartition("/")[2] for topic in topics())]
        meant = suggest(question, possible) or "."
        raise click.UsageError(
            f"{quote(question)} is neither a command nor a page, and no page has these words"
            f"{meant} moo help commands lists the commands, and moo help topics the pages."
        )
    formatter = PageFormatter()
    with formatter.section("Perhaps this answers it"):
        shown = [(f"moo help {name}", title) for name, title in found.items()]
        formatter.write_dl(shown[:_MOST], col_max=38)
    click.echo(formatter.getvalue().rstrip("\n"))


def find_page(name: str) -> Path | None:
    """The page of this name, if there is one that is not a command, too."""
    known = topics()
    for room in _ROOMS:
        topic = f"{room}/{name}".lstrip("/")
        if topic in known:
            return shipped("docs") / f"{topic}.md"
    return None


def plain(text: str) -> str:
    r"""Markdown without the targets of its links, and without pictures.

    >>> plain("See [trees](trees.md), and `moo tree`.\n\n![A tree.](tree.svg)\n")
    'See trees, and `moo tree`.\n\n(A tree.)\n'
    """
    text = re.sub(r"!\[([^\]]*)\]\([^)]*\)", r"(\1)", text)
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)


def refill(text: str, width: int) -> str:
    r"""Markdown whose paragraphs have lines of a width; code and tables stay as they are.

    >>> refill("- An item of\na list\n```\ncode stays\n```", 12).splitlines()
    ['- An item of', '  a list', '```', 'code stays', '```']
    """
    return "\n".join(_refilled(text.splitlines(), width))


def _refilled(lines: Sequence[str], width: int) -> Iterator[str]:
    paragraph, fenced = list[str](), False
    for line in [*lines, ""]:
        fence = line.lstrip().startswith("```")
        fenced ^= fence
        stays = fence or fenced or line.lstrip()[:1] in ("", "|", "#", "<")
        if paragraph and (stays or _ITEM.match(line)):
            yield _paragraph(paragraph, width)
            paragraph.clear()
        if stays:
            yield line
        else:
            paragraph.append(line)


def _paragraph(lines: Sequence[str], width: int) -> str:
    item = _ITEM.match(lines[0])
    first = item[0] if item else lines[0][: len(lines[0]) - len(lines[0].lstrip())]
    rest = [lines[0].removeprefix(first), *(line.strip().removeprefix("> ") for line in lines[1:])]
    later = first if ">" in first else " " * len(first)
    return fill(
        " ".join(rest), width, initial_indent=first, subsequent_indent=later,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
