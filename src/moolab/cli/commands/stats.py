"""``moo stats``: past games."""

from collections.abc import Iterator
from math import ceil

import click

from moolab.cli.options import json_option
from moolab.cli.terminal.output import echo_aside, echo_json, echo_text
from moolab.games.duel.stats import StatsView, SummaryView, games_path, past_games, summarize
from moolab.support.text import count_noun

_BAR = 40
"""Characters of the longest bar."""


@click.command("stats")
@json_option
def command(as_json: bool) -> None:
    """Summarize your past games.

    They are kept in your data folder, unless you play with --no-stats.
    """
    past = past_games(games_path())
    summaries = summarize(past.games)
    if past.damaged:
        lines, are = count_noun(past.damaged, "line"), "is" if past.damaged == 1 else "are"
        echo_aside(f"moo: {lines} of {games_path()} cannot be read, and {are} left out.")
    if as_json:
        echo_json(StatsView(file=str(games_path()), games=tuple(summaries)))
    elif not summaries and not past.damaged:
        echo_text("No games yet; moo play starts one.")
    for summary in summaries if not as_json else []:
        echo_text(summary.sentence)
        for line in _details(summary):
            echo_text(f"  {line}")


def _details(summary: SummaryView) -> Iterator[str]:
    """What is behind the sentence, once there is more than one game."""
    if summary.games == 1:
        return
    yield (
        f"{summary.won_percent} % won; {summary.streak} in a row by now, {summary.longest} at best"
    )
    if summary.recent is not None and len(summary.trend) > 1:
        yield f"the last {min(10, len(summary.trend))}: {summary.recent:.2f} guesses on average"
    most = max(summary.by_guesses.values(), default=0)
    for guesses, games in summary.by_guesses.items():
        yield f"{guesses:>3} {'#' * ceil(_BAR * games / most)} {games}".rstrip()
    for each in summary.opponents if len(summary.opponents) > 1 else ():
        yield f"{each.strategy}: {count_noun(each.games, 'game')}, {each.won} won, {each.lost} lost"
