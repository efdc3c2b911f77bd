"""Help pages: the usual options first, the others in groups; ``-h`` shows the usual alone."""

import re
from collections.abc import Iterable, Mapping, Sequence
from shutil import get_terminal_size

import click

from moolab.cli.examples import epilog, examples_of
from moolab.support.text import count_noun

_USUAL = "Options"

_GROUPS = {
    "A game of your own": "rule skip-bad",
    "Limits": "workers processes memory time-limit think timeout max-steps cluster checkpoint "
    "beam rounds at-most limit depth games",
    "Output": "json output force certificate plot share html svg dot format save no-stats "
    "no-times stream list plain stats",
}
"""The options that have a group of their own, wherever they are."""

_MORE = "More"

_HELP = "help_page"
"""The parameter that shows these pages."""

_FEW = 3
"""Examples on a short page."""

_NARROW = 60
"""Columns: below, what an option means is under its name."""

_SHORT = 10
"""Columns of names that have what they mean beside them even there."""

_WIDEST = 80


class PageFormatter(click.HelpFormatter):
    """Writes help pages as wide as the terminal, however narrow that is."""

    def __init__(self) -> None:
        super().__init__(width=min(get_terminal_size().columns, _WIDEST) - 2)

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write names with what they mean."""
        rows = list(rows)
        if self.width < _NARROW and max(len(name) for name, _ in rows) > _SHORT:
            col_max = 4
        super().write_dl(rows, col_max, col_spacing)


def option_groups(context: click.Context) -> Mapping[str, Sequence[tuple[str, str]]]:
    """The options of a command with what they are for, by the headings of help pages."""
    group_of = {name: heading for heading, names in _GROUPS.items() for name in names.split()}
    first = _usual(context)
    groups: dict[str, list[tuple[str, str]]] = {each: [] for each in (_USUAL, _MORE, *_GROUPS)}
    for parameter in context.command.params:
        record = parameter.get_help_record(context)
        if record is None or not isinstance(parameter, click.Option) or parameter.name == _HELP:
            continue
        name = max(parameter.opts, key=len).removeprefix("--")
        heading = group_of.get(name, _MORE if first else _USUAL)
        groups[_USUAL if name in first else heading].append(record)
    groups[_USUAL].append(("-h, --help", "Show this page; -h is short."))
    return {heading: records for heading, records in groups.items() if records}


def _usual(context: click.Context) -> Sequence[str]:
    """The usual options of a command that has many; of others, all are usual that have no group."""
    words = list[str]()
    while context.parent is not None:
        words.insert(0, str(context.info_name))
        context = context.parent
        if named := getattr(context.command, "usual", {}).get(" ".join(words)):
            return str(named).split()
    return ()


def help_page(context: click.Context, *, short: bool = False) -> str:
    """The help page of a command.

    Args:
        short: whether only its purpose, its usual options and some examples are wanted.
    """
    command, formatter, groups = context.command, PageFormatter(), option_groups(context)
    command.format_usage(context, formatter)
    if short:
        purpose = (command.help or "").partition("\n\n")[0]
        _write_paragraph(formatter, purpose)
    else:
        command.format_help_text(context, formatter)
    if isinstance(command, click.Group):
        command.format_commands(context, formatter)
    for heading in [_USUAL] if short else groups:
        with formatter.section(heading):
            formatter.write_dl(groups[heading])
    examples = examples_of(command.epilog)[: _FEW if short else None]
    if formatter.width < _NARROW:
        examples = [re.sub("  +", "\n   ", each) for each in examples]
    _write_paragraph(formatter, epilog(examples) or command.epilog or "")
    more = sum(map(len, groups.values())) - len(groups[_USUAL])
    if short and more:
        noun = count_noun(more, "more option")
        _write_paragraph(formatter, f"{context.command_path} --help shows {noun}.")
    return formatter.getvalue().rstrip("\n")


def _write_paragraph(formatter: click.HelpFormatter, text: str) -> None:
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text(text)


def add_help(command: click.Command) -> None:
    """Give a command its two help pages, ``-h`` and ``--help``, once."""
    if command.add_help_option:
        command.add_help_option = False
        # As a flag that is on for the whole page, and off for the short one.
        page = click.Option(
            ["--help/-h", _HELP], default=None, is_eager=True, expose_value=False,
            allow_from_autoenv=False, callback=_show,
        )  # fmt: skip
        command.params = [*command.params, page]


def _show(context: click.Context, _parameter: click.Parameter, whole: bool | None) -> None:
    if whole is not None and not context.resilient_parsing:
        click.echo(help_page(context, short=not whole), color=context.color)
        context.exit()
