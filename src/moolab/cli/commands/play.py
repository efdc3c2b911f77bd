"""``moo play``: a duel in the terminal."""

import sys
from pathlib import Path
from typing import Any

import click

from moolab.cli.dialogues.demonstration import demonstrate
from moolab.cli.dialogues.duel import Conversation
from moolab.cli.dialogues.playing import (
    game_file,
    keyboard,
    refuse_to_overwrite,
    refuse_with_resume,
    save_options,
    stop_like_control_c,
)
from moolab.cli.options import RulesType, game_of, json_option, setup_options
from moolab.cli.terminal.output import echo_json
from moolab.cli.terminal.terminal import Terminal
from moolab.codes.rules import Rules
from moolab.games.duel.duel import Setup, begin
from moolab.games.duel.game import GAME
from moolab.games.duel.view import DuelView
from moolab.games.files import load
from moolab.trees.breaker import is_tree


@click.command("play")
@click.argument("rules", type=RulesType(), required=False, metavar="[RULES]")
@setup_options(Setup, without=("rules",))
@save_options
@click.option(
    "--demo", is_flag=True, help="Let the computer play both sides, and explain what it does."
)
@click.option("--no-stats", is_flag=True, help="Leave no trace in the user's data folder.")
@json_option
def command(
    rules: Rules | None,
    save_path: Path | None,
    resume: Path | None,
    demo: bool,
    no_stats: bool,
    as_json: bool,
    **chosen: Any,
) -> None:
    """Play a duel against the computer.

    RULES is a game such as ab4x10 (the default), mm4x6 or emms4x4; a bare number N is the Lisp
    article's game with N digits. A game kept with --save is written after every move. Where
    there is no input at all, the computer plays both sides, as with --demo.
    """
    if demo and (save_path or resume):
        raise click.UsageError(
            "--demo does not go with --save or --resume: it is not a game of yours."
        )
    # With --json the conversation leaves stdout to the result.
    terminal = Terminal(keyboard(), sys.stderr if as_json else sys.stdout)
    file = game_file(save_path or resume)
    if resume is not None:
        refuse_with_resume(Setup)
        duel = load(resume, GAME)
    else:
        if is_tree(chosen["strategy"]):
            # A game that is resumed elsewhere must find it.
            chosen["strategy"] = str(Path(chosen["strategy"]).resolve())
        rules = rules or game_of(chosen["strategy"], Rules.parse("ab4x10"))
        duel = begin(Setup.new(rules, **chosen))
    if save_path is not None and save_path != resume:
        refuse_to_overwrite(save_path, GAME)
    stop_like_control_c()
    if demo:
        duel = demonstrate(duel, terminal)
    else:
        conversation = Conversation(terminal, file, leave_traces=not no_stats)
        try:
            duel = conversation.play(duel)
        except EOFError:
            duel = demonstrate(duel, terminal, "Nobody is typing, so ")
    if as_json:
        echo_json(DuelView.of(duel))
