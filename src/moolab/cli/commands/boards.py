"""``moo boards``: several boards at once in the terminal."""

from pathlib import Path
from typing import Any

import click

from moolab.cli.breakers import FACES
from moolab.cli.dialogues.boards import Conversation
from moolab.cli.dialogues.dialogue import input_demanded
from moolab.cli.dialogues.playing import Table, plain_option, save_options
from moolab.cli.games import RulesType
from moolab.cli.options import json_option
from moolab.cli.setups import setup_options
from moolab.cli.terminal.output import echo_json
from moolab.codes.rules import Rules
from moolab.games.boards.game import GAME, BoardsView, Setup


@click.command("boards")
@click.argument("rules", type=RulesType(), required=False, metavar="[RULES]")
@setup_options(Setup, FACES, without=("rules",))
@save_options
@plain_option
@json_option
def command(
    rules: Rules | None,
    save_path: Path | None,
    resume: Path | None,
    plain: bool,
    as_json: bool,
    **chosen: Any,
) -> None:
    """Find the codes of several boards at once.

    RULES is the game on each board: words:english5 (the default), or any other such as ab4x10. Each
    guess goes to all boards, and each board tells how close it is to its own code. A game kept with
    --save is written after every move.
    """
    table = Table(GAME, save_path, resume, as_json=as_json, plain=plain)
    state = table.begin(lambda: GAME.begin(GAME.settle(rules=rules, **chosen)))
    with input_demanded(table.terminal):
        state = Conversation(table.terminal, table.file).play(state)
    if as_json:
        echo_json(BoardsView.of(state))
