"""``moo trilobite play``: a game in the terminal."""

import os
import sys
from pathlib import Path
from typing import Any

import click

from moolab.cli.dialogues.dialogue import input_demanded
from moolab.cli.dialogues.keeper import Keeper
from moolab.cli.dialogues.playing import Table, plain_option, save_options
from moolab.cli.full_screen import hold, tui_option, wants_tui
from moolab.cli.options import json_option
from moolab.cli.setups import setup_options
from moolab.cli.terminal.output import echo_json
from moolab.support.language import translate
from moolab.trilobite.commands.options import FACES, memory_option
from moolab.trilobite.dialogue import Conversation
from moolab.trilobite.game import GAME, Setup, TrilobiteView
from moolab.trilobite.kernels import SEARCHING, SOLVING
from moolab.trilobite.player.levels import LevelName, Player

PERFECT: LevelName = "perfect"
"""The level of hints."""


@click.command("play")
@setup_options(Setup, FACES)
@memory_option
@save_options
@plain_option
@tui_option
@json_option
def command(
    memory: int,
    save_path: Path | None,
    resume: Path | None,
    plain: bool,
    tui: bool,
    as_json: bool,
    **chosen: Any,
) -> None:
    """Play k in a row against the computer.

    Type the column for your stone; ? gives a hint, undo takes back your last stone, help lists
    the rest. A game kept with --save is written after every move.
    """
    tui = wants_tui(tui)
    table = Table(GAME, save_path, resume, as_json=as_json, plain=plain)
    match = table.begin(lambda: GAME.begin(GAME.settle(**chosen)))
    player, adviser = _players(match.setup, memory)
    if tui:
        from moolab.trilobite.tui.match import TrilobiteApp

        keeper = Keeper(GAME, table.file, leave_traces=True)
        try:
            hold(TrilobiteApp(match, keeper, player, adviser))
        finally:
            player.stop()
            adviser.stop()
        return
    with input_demanded(table.terminal):
        level = translate(
            "Level {level}. {description}",
            level=translate(match.setup.level),
            description=translate(player.level.description),
        )
        dialogue = Conversation(
            table.terminal, table.file, player=player, adviser=adviser, level=level
        )
        match = dialogue.play(match)
    if as_json:
        echo_json(TrilobiteView.of(match))


def _players(setup: Setup, memory: int) -> tuple[Player, Player]:
    """A player of the level that is wanted, and a perfect one, who gives advice."""
    shape, level, seconds = setup.shape, setup.level, setup.seconds
    cores = os.cpu_count() or 1
    if level == PERFECT:
        player = adviser = Player(shape, level, setup.seed, seconds, memory, workers=cores)
    else:
        player = Player(shape, level, setup.seed, seconds, memory // 2)
        adviser = Player(shape, PERFECT, None, seconds, memory // 2, workers=cores)
    needed = [SEARCHING] * player.level.searches + [SOLVING] * player.level.solves
    # A resumed game or one from a file does not wait for the first move.
    if sys.stdin.isatty() and not all(job.is_done for job in needed):
        player.prepare_elsewhere()
    return player, adviser
