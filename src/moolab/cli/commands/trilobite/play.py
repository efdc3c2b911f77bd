"""``moo trilobite play``: a game in the terminal."""

import sys
from pathlib import Path
from typing import Any

import click

from moolab.cli.commands.trilobite.options import memory_option
from moolab.cli.dialogues.dialogue import GameInterrupted
from moolab.cli.dialogues.playing import (
    game_file,
    keyboard,
    refuse_to_overwrite,
    refuse_with_resume,
    save_options,
    stop_like_control_c,
)
from moolab.cli.dialogues.trilobite import Conversation
from moolab.cli.options import json_option, setup_options
from moolab.cli.terminal.output import echo_json
from moolab.cli.terminal.terminal import Terminal
from moolab.games.files import GameFile, load
from moolab.games.trilobite.game import GAME
from moolab.games.trilobite.match import Setup, begin
from moolab.games.trilobite.view import TrilobiteView
from moolab.trilobite.player.levels import LEVELS, Player

PERFECT = "perfect"
"""The level of hints."""


@click.command("play")
@setup_options(Setup)
@memory_option
@save_options
@json_option
def command(
    memory: int,
    save_path: Path | None,
    resume: Path | None,
    as_json: bool,
    **chosen: Any,
) -> None:
    """Play k in a row against the computer.

    Type the column that your stone is to fall into; ? is a hint, undo takes back your last stone,
    help says the rest. A game kept with --save is written after every move.
    """
    # With --json the conversation leaves stdout to the result.
    terminal = Terminal(keyboard(), sys.stderr if as_json else sys.stdout)
    file = game_file(save_path or resume)
    if resume is not None:
        refuse_with_resume(Setup)
        match = load(resume, GAME)
    else:
        match = begin(GAME.settle(**chosen))
    if save_path is not None and save_path != resume:
        refuse_to_overwrite(save_path, GAME)
    stop_like_control_c()
    conversation = _conversation(match.setup, terminal, file, memory << 20)
    try:
        match = conversation.play(match)
    except EOFError:
        terminal.say()
        raise GameInterrupted("the input ended before the first move") from None
    if as_json:
        echo_json(TrilobiteView.of(match))


def _conversation(
    setup: Setup, terminal: Terminal, file: GameFile | None, memory: int
) -> Conversation:
    """The dialogue with a player of the level that is wanted, and the advice of a perfect one."""
    shape, level, seconds = setup.shape, setup.level, setup.seconds
    if level == PERFECT:
        player = adviser = Player(shape, level, setup.seed, seconds, memory)
    else:
        player = Player(shape, level, setup.seed, seconds, memory // 2)
        adviser = Player(shape, PERFECT, None, seconds, memory // 2)
    description = f"Level {level}. {LEVELS[level].description}"
    # Nobody thinks about the first move where the moves come from a file.
    if sys.stdin.isatty():
        player.prepare_elsewhere()
    return Conversation(terminal, file, player=player, adviser=adviser, level=description)
