"""``moo stats``: past games."""

import click

from moolab.cli.options import json_option
from moolab.cli.terminal.output import echo_json
from moolab.games.duel.stats import StatsView, games_path, past_games, summarize


@click.command("stats")
@json_option
def command(as_json: bool) -> None:
    """Summarize your past games.

    They are kept in your data folder, unless you play with --no-stats.
    """
    summaries = summarize(past_games(games_path()))
    if as_json:
        echo_json(StatsView(file=str(games_path()), games=tuple(summaries)))
    elif not summaries:
        click.echo("No games yet; moo play starts one.")
    for summary in summaries if not as_json else []:
        click.echo(summary.sentence)
