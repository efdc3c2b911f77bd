"""``moo help``: a help page of a command, a page of the documentation, or an answer."""

import re
import sys
from collections.abc import Sequence
from shutil import get_terminal_size
from textwrap import fill

import click

from moolab.cli.answers import ROOMS, index, summaries, topics
from moolab.cli.groups import Commands
from moolab.cli.pages import PageFormatter, help_page
from moolab.support.shipped import shipped
from moolab.support.text import quote, suggest

_MOST = 6
"""Answers that are listed."""

_FEW = 4
"""Pages that are listed below an answer."""

_WIDEST = 100
"""Columns: longer lines are hard to read."""

_ITEM = re.compile(r" *(?:[-*] |\d+\. |> )")
"""How an item of a list, or what is quoted, begins."""

_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)

_FENCED = re.compile(r"^ *```(.*?)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)

_BLOCK = re.compile(r"\n(?=\n| *(?:[-*]|\d+\.) )")
"""Where a paragraph, a table, a heading or an item ends."""

_BAR = re.compile(r"(?<!\\)\|")

_LINK = re.compile(r"!?\[([^\]]*)\]\(([^)#]*)[^)]*\)")

_MARKED = re.compile(r"`([^`]+)`|\*\*(.+?)\*\*|\*([^\s*][^*]*)\*")
"""Code, strong, and emphasis."""

_TIE, _SHORT = "\N{NO-BREAK SPACE}", 30
"""A blank at which no line is broken, and the signs of code that is not broken."""


@click.command("help")
@click.argument("names", nargs=-1, metavar="[COMMAND]...|[TOPIC]|[QUESTION]")
def command(names: tuple[str, ...]) -> None:
    """Show a help page or a page of the documentation, or answer a question.

    TOPIC is the name of a page, such as tutorial or how-to/trees; moo help topics lists them, moo
    help answers the questions that have a page of their own, and moo help commands the commands.
    Anything else is a QUESTION in your own words.
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
    topic = find_topic(names[0]) if len(names) == 1 else None
    if topic is not None:
        # Click 8.4.0 closes the output of others where it has no pager.
        show = click.echo_via_pager if sys.stdout.isatty() else click.echo
        show(_page(topic))
        return
    if not _is_command(found, context, names):
        click.echo(_answer(" ".join(names)))
        return
    for name in names:
        if not isinstance(found, click.Group):
            raise click.UsageError(f"{context.command_path} has no commands.")
        _, inner, _ = found.resolve_command(context, [name])
        assert inner is not None, "or it would have been refused"
        found, context = inner, click.Context(inner, parent=context, info_name=name)
    click.echo(help_page(context))


def _is_command(group: Commands, context: click.Context, names: Sequence[str]) -> bool:
    """Whether words are meant as a command, though perhaps a mistyped one of a group."""
    if not names:
        return True
    command = group.get_command(context, names[0])
    if isinstance(command, click.Group) and len(names) > 1:
        inner = click.Context(command, parent=context, info_name=names[0])
        return bool(suggest(names[1], command.list_commands(inner)))
    return command is not None and len(names) == 1


def _answer(question: str) -> str:
    """The page that answers a question, and others; or those that may answer it.

    Raises:
        UsageError: if there is none.
    """
    found = index().search(question)
    if not found:
        pages = [topic.rpartition("/")[2] for topic in topics()]
        meant = suggest(question, [*summaries(), *pages]) or ";"
        raise click.UsageError(
            f"nothing is known about {quote(question)}{meant} moo help answers lists the questions "
            "that others ask, moo help commands the commands."
        )
    best, *_ = names = found[:_MOST]
    titles = [(name, index().title(name, question)) for name in names]
    if index().is_sure(best, question):
        return _page(best, titles[1:])
    return _listed("Perhaps this answers it", titles)


def _page(topic: str, others: Sequence[tuple[str, str]] = ()) -> str:
    """A page as plain text; below an answer, the pages to which it leads, and some others."""
    text = (shipped("docs") / f"{topic}.md").read_text(encoding="utf-8")
    text, _, more = text.partition("\nMore: ")
    page = plain(text, min(get_terminal_size().columns, _WIDEST))
    if not more:
        return page
    links = ((target[3:-3], " ".join(title.split())) for title, target in _LINK.findall(more))
    led = [(name, title[0].upper() + title[1:]) for name, title in links]
    known = {name for name, _ in led}
    rest = [other for other in others if other[0] not in known]
    return f"{page}\n\n{_listed('More', [*led, *rest][:_FEW])}"


def _listed(heading: str, pages: Sequence[tuple[str, str]]) -> str:
    formatter = PageFormatter()
    with formatter.section(heading):
        formatter.write_dl([(f"moo help {name}", title) for name, title in pages], col_max=38)
    return formatter.getvalue().rstrip("\n")


def find_topic(name: str) -> str | None:
    """The topic of this name, in whichever room it is, if there is one."""
    known = topics()
    possible = [f"{room}/{name}".lstrip("/") for room in ROOMS] + [f"{name}/index"]
    return next((topic for topic in possible if topic in known), None)


def plain(markdown: str, width: int) -> str:
    r"""Markdown as plain text in lines of a width; what is typed keeps its lines.

    >>> print(plain("# Trees\n\nSee [*all* trees](trees.md):\n\n```sh\nmoo tree\n```\n- `-o`", 12))
    Trees
    <BLANKLINE>
      See all
      trees:
    <BLANKLINE>
        moo tree
      - '-o'
    """
    parts = [*_FENCED.split(_COMMENT.sub("", markdown)), "", ""]
    text = "".join(
        "\n".join(_block(block, width) for block in _BLOCK.split(prose)) + _code(info, code, width)
        for prose, info, code in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    )
    return text.replace(_TIE, " ").rstrip("\n")


def _code(info: str, code: str, width: int) -> str:
    """What is typed or printed; long lines of what is printed go on below."""
    language, _, name = info.partition(" ")
    lines = [f"  {name}:"] if name else []
    for line in code.splitlines():
        printed = language == "console" and not line.startswith("$ ")
        lines += _wrap(line, width, " " * 4, " " * 6).splitlines() if printed else [f"    {line}"]
    return "\n".join(line.rstrip() for line in lines)


def _block(block: str, width: int) -> str:
    """A paragraph, an item of a list, a table or a heading, with the blank lines around it."""
    text = block.strip("\n")
    if not text:
        return block
    before, _, after = block.partition(text)
    if text.startswith("#"):
        written = _words(text.lstrip("# "))
    elif text.lstrip().startswith("|"):
        written = _table(text.splitlines(), width)
    else:
        item = _ITEM.match(text)
        first = item[0] if item else ""
        later = first if ">" in first else " " * len(first)
        lines = (line.strip().removeprefix("> ") for line in text.removeprefix(first).splitlines())
        written = _wrap(_words(" ".join(lines)), width, f"  {first}", f"  {later}")
    return f"{before}{written}{after}"


def _table(lines: Sequence[str], width: int) -> str:
    """Columns, or where they are too wide a paragraph for each row."""
    rows = [
        [_words(cell.strip().replace("\\|", "|")) for cell in _BAR.split(line.strip()[1:-1])]
        for line in lines
        if line.strip("|:- ")
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if 2 * len(widths) + sum(widths) > width:
        return "\n".join(_wrap("  ".join(filter(None, row)), width, "  ", "      ") for row in rows)
    return "\n".join("  " + "  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def _words(text: str) -> str:
    """A text without the targets of its links, without emphasis, and with code in quotes.

    A short piece of code is kept on one line by blanks that ``plain`` makes usual ones again.
    """

    def word(marked: re.Match[str]) -> str:
        code = marked[1] or ""
        kept = code.replace(" ", _TIE) if len(code) <= _SHORT else code
        return f"'{kept}'" if code else marked[2] or marked[3]

    text = _LINK.sub(lambda link: f"({link[1]})" if link[0][0] == "!" else link[1], text)
    return _MARKED.sub(word, text)


def _wrap(text: str, width: int, first: str, later: str) -> str:
    return fill(
        text, width, initial_indent=first, subsequent_indent=later,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
