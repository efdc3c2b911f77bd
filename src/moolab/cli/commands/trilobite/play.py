"""``moo trilobite play``: a game in the terminal."""

import sys
from pathlib import Path
from secrets import randbits

import click

from moolab.cli.commands.trilobite.options import memory_option, shape_options
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
from moolab.cli.options import IntegerType, SecondsType, json_option
from moolab.cli.terminal.output import echo_json
from moolab.cli.terminal.terminal import Terminal
from moolab.support.gamefile import GameFile
from moolab.trilobite.board import Shape
from moolab.trilobite.game import SIDES, Setup, begin
from moolab.trilobite.player.levels import LEVELS, Player
from moolab.trilobite.saves import load
from moolab.views.trilobite_game import match_fields

PERFECT = "perfect"
"""The level of hints, and of the computer unless another one is wanted."""


@click.command("play")
@shape_options
@click.option(
    "--first",
    type=click.Choice(SIDES),
    default="human",
    show_default=True,
    help="Who moves first.",
)
@click.option(
    "--level",
    type=click.Choice(list(LEVELS)),
    default=PERFECT,
    show_default=True,
    help="How well the computer plays.",
)
@click.option(
    "--think",
    "seconds",
    type=SecondsType(),
    default=5,
    show_default=True,
    metavar="SECONDS",
    help="How long it may think about a move.",
)
@click.option("--seed", type=IntegerType(), help="Decides all that is left to chance.")
@memory_option
@save_options
@json_option
@click.pass_context
def command(
    context: click.Context,
    shape: Shape,
    first: str,
    level: str,
    seconds: float,
    seed: int | None,
    memory: int,
    save_path: Path | None,
    resume: Path | None,
    as_json: bool,
) -> None:
    """Play k in a row against the computer.

    Type the column that your stone is to fall into; ? is a hint, undo takes back your last stone,
    help says the rest. A game kept with --save is written after every move.
    """
    # With --json the conversation leaves stdout to the result.
    terminal = Terminal(keyboard(), sys.stderr if as_json else sys.stdout)
    file = game_file(save_path or resume)
    if resume is not None:
        refuse_with_resume(context, "size", "win", "first", "level", "seconds", "seed")
        match = load(resume)
    else:
        match = begin(
            Setup(shape, first, level, seconds, seed=randbits(32) if seed is None else seed)
        )
    if save_path is not None and save_path != resume:
        refuse_to_overwrite(save_path, load)
    stop_like_control_c()
    conversation = _conversation(match.setup, terminal, file, memory << 20)
    try:
        match = conversation.play(match)
    except EOFError:
        terminal.say()
        raise GameInterrupted("the input ended before the first move") from None
    if as_json:
        echo_json(match_fields(match))


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
    player.prepare()
    return Conversation(terminal, file, player=player, adviser=adviser, level=description)
