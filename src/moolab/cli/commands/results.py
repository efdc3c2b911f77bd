"""``moo results``: the best known totals of games, and what others have published."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import click

from moolab.cli.games import RulesType
from moolab.cli.options import json_option
from moolab.cli.terminal.output import echo_json, echo_text, room
from moolab.results.field import published
from moolab.results.known import known_results, name_result
from moolab.support.shipped import shipped
from moolab.support.text import count_noun
from moolab.views.results import PublishedView, ResultsView, ResultView

_HEAD = "game                  total    mean  max  at max"
_NARROW_HEAD = "game                  total"


class _Subject(RulesType):
    """A game, or what else others have published about: a board, a word."""

    def convert(
        self, value: Any, param: click.Parameter | None, context: click.Context | None
    ) -> Any:
        """Its name, as rows have it."""
        name = str(value).lower()
        if any(name in row.names for row in published()):
            return name
        if re.fullmatch(r"[1-9]\d?x[1-9]\d?|[a-z]{5}", name):
            raise click.UsageError(f"nothing is listed for {name}.")
        return str(super().convert(value, param, context))


@click.command("results")
@click.argument("games", nargs=-1, type=_Subject(), metavar="[RULES]...")
@click.option(
    "--open", "is_open", is_flag=True, help="What others have published but not proved, nor moolab."
)
@click.option("--behind", is_flag=True, help="Where others are better, or moolab has nothing.")
@json_option
def command(games: tuple[str, ...], is_open: bool, behind: bool, as_json: bool) -> None:
    """List the best known totals of games, and how to check them.

    With RULES, tells which commands make and check the tree of that game, and what others have
    published; so it does for boards (7x6) and first words (salet). The smaller trees and
    certificates come with moolab, and commands find them by their names; its repository has all.
    """
    known = {str(each.rules) for each in known_results()}.union(*(row.names for row in published()))
    for game in games:
        if game not in known:
            raise click.UsageError(
                f"nothing is listed for {game}; moo optimal searches for its best tree."
            )
    rows = [
        row
        for row in published()
        if (not games or row.names & {*games})
        and (not is_open or row.is_open)
        and (not behind or row.standing in ("behind", "not held"))
    ]
    chosen = is_open or behind
    found = [
        each for each in known_results() if not chosen and (not games or str(each.rules) in games)
    ]
    view = ResultsView.of(str(shipped("results")), found, rows)
    if as_json:
        echo_json(view)
    elif chosen:
        echo_text("\n\n".join(map("\n".join, _tables(view))) or "There is nothing of that kind.")
    else:
        _show(view, of_games=bool(games))


def _show(view: ResultsView, *, of_games: bool) -> None:
    if of_games:
        paragraphs = ["\n".join(_details(each)) for each in view.results]
        told = {each.command for each in view.results}
        commands = "\n".join(f"{row.game}, {row.question}: {row.command}" for row in view.published
                             if row.command not in (None, *told))  # fmt: skip
        tables = map("\n".join, _tables(view))
        echo_text("\n\n".join(filter(None, [*paragraphs, *tables, commands])))
    else:
        narrow = room() < len(_row(view.results[0]))
        echo_text(_NARROW_HEAD if narrow else _HEAD)
        echo_text("\n".join(map(_narrow_row if narrow else _row, view.results)))
    if any(each.check for each in view.results):
        echo_text(f"\nThe trees and certificates are in {view.folder}.")
    if missing := sum(len(each.missing) for each in view.results):
        files = f"{count_noun(missing, 'large file')} of them can be found"
        echo_text(f"{files} only in moolab's repository, in the folder results.")


def _tables(view: ResultsView) -> Iterator[Iterator[str]]:
    """What others have published, a table for each question."""
    for question, rows in groupby(view.published, lambda row: row.question):
        yield _table(question, list(rows))


def _table(question: str, rows: list[PublishedView]) -> Iterator[str]:
    yield f"Published, {question}:"
    lines = [(row.game, _number(row.theirs), _number(row.ours), _standing(row), row.source)
             for row in rows]  # fmt: skip
    head = ("game", "theirs", "ours", "", "by")
    widths = [max(map(len, column)) for column in zip(head, *lines, strict=True)]
    for game, theirs, ours, standing, source in (head, *lines):
        line = f"{game:<{widths[0]}} {theirs:>{widths[1]}} {ours:>{widths[2]}}  {standing}"
        whole = f"{line:<{sum(widths[:4]) + 4}}  {source}"
        yield (whole if room() >= sum(widths) + 6 else line).rstrip()


def _standing(row: PublishedView) -> str:
    if row.standing == "not held" and row.proved:
        return "not held; proved there"
    return row.standing + (", proved" if row.proved or row.ours_proved else "")


def _number(value: int | str | None) -> str:
    return "-" if value is None else f"{value:,}" if isinstance(value, int) else value


def _row(each: ResultView) -> str:
    figures = f"{each.total:>10,} {each.mean:>7.4f} {each.max:>4} {each.at_max:>7,}"
    return f"{_name(each):<17}{figures:>32}  {_known(each)}"


def _narrow_row(each: ResultView) -> str:
    return f"{_name(each):<17}{each.total:>10,}  {_known(each)}"


def _known(each: ResultView) -> str:
    return "proved" if each.proved else "best known"


def _name(each: ResultView) -> str:
    return name_result(each.rules, each.objective, each.consistent)


def _details(each: ResultView) -> Iterator[str]:
    yield (
        f"{_name(each)}: {each.total:,} guesses for {count_noun(each.secrets, 'secret')}, "
        f"{each.mean:.4f} on average, at most {each.max} ({count_noun(each.at_max, 'secret')})"
    )
    tree = "tree that guesses only what is possible" if each.consistent else "tree"
    if each.proved and each.objective == "least-max":
        smaller = "a smaller maximum, fewer secrets there, or fewer guesses then"
        yield f"  proved: no {tree} has {smaller}"
    elif each.proved:
        yield f"  proved: no {tree} needs fewer"
    else:
        bound = f"moolab has not found out how much better a {tree} can be"
        if each.bound is not None:
            bound = f"no {tree} needs fewer than {each.bound:,}"
        yield f"  best known: {bound}"
    yield f"  made by: {each.command}"
    if each.check is not None:
        yield f"  checked by: {each.check}"
    for file in each.missing:
        yield f"  only in moolab's repository: {file}"
