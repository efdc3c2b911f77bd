"""``moo games``: the games that were stopped, and how to go on with them."""

import click

from moolab.cli.dialogues.keeper import resuming
from moolab.cli.options import json_option
from moolab.cli.terminal.output import echo_aside, echo_json, echo_text, reason
from moolab.errors import MoolabError
from moolab.games.kept import KeptGamesView, KeptView, kept_folder, left_paths, read_kept
from moolab.support.text import count_noun


@click.command("games")
@json_option
def command(as_json: bool) -> None:
    """List the games that you have left, and how to go on with each.

    They are kept in your data folder, the last one first, until you finish them. The number before
    a game is for --resume; one that you leave later comes first, and moves the others down. Games
    with a file of their own (--save) are not listed, nor codes of the day of a server.
    """
    games = []
    for number, path in enumerate(left_paths(), start=1):
        try:
            kept = read_kept(path)
            games.append(KeptView.of(kept, number, resuming(kept, number)))
        except (MoolabError, OSError) as error:
            echo_aside(f"moo: {reason(error)}")
    if as_json:
        echo_json(KeptGamesView(folder=str(kept_folder()), games=tuple(games)))
        return
    if not games:
        echo_text("No games are kept; moo play begins one.")
    for game in games:
        day, _, time = game.stopped.partition("T")
        moves = count_noun(game.moves, "move")
        echo_text(f"{game.number:>2}  {day} {time[:5]}  {game.title}: {moves}")
        echo_text(f"    {game.command}")
