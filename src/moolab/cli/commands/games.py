"""``moo games``: the games that were stopped, and how to go on with them."""

import shlex

import click

from moolab.cli.dialogues.keeper import COMMANDS
from moolab.cli.options import json_option
from moolab.cli.terminal.output import echo_aside, echo_json, reason
from moolab.errors import MoolabError
from moolab.games.kept import KeptGamesView, KeptView, kept_folder, kept_paths, read_kept
from moolab.support.text import count_noun


@click.command("games")
@json_option
def command(as_json: bool) -> None:
    """List the games that you have left, and how to go on with each.

    They are kept in your data folder, the last one first, until you finish them. Games with a file
    of their own (--save) are not listed.
    """
    games = []
    for path in kept_paths():
        try:
            games.append(KeptView.of(read_kept(path)))
        except (MoolabError, OSError) as error:
            echo_aside(f"moo: {reason(error)}")
    if as_json:
        echo_json(KeptGamesView(folder=str(kept_folder()), games=tuple(games)))
        return
    if not games:
        click.echo("No games are kept; moo play begins one.")
    listed = set[str]()
    for game in games:
        day, _, time = game.stopped.partition("T")
        click.echo(f"{day} {time[:5]}  {game.title}: {count_noun(game.moves, 'move')}")
        # The last one of each kind needs no name.
        file = f" {shlex.quote(game.file)}" if game.game in listed else ""
        click.echo(f"    moo {COMMANDS[game.game]} --resume{file}")
        listed.add(game.game)
