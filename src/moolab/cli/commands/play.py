"""``moo play``: a duel in the terminal."""

import sys
from pathlib import Path

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
from moolab.cli.options import RulesType, breaker_options, game_of, json_option, mistakes_option
from moolab.cli.terminal.output import echo_json
from moolab.cli.terminal.terminal import Terminal
from moolab.codes.rules import Rules
from moolab.duel.game import ROLES, Setup, begin
from moolab.duel.maker import MAKERS
from moolab.duel.saves import load
from moolab.trees.player import is_tree
from moolab.views.duels import duel_fields


@click.command("play")
@click.argument("rules", type=RulesType(), required=False, metavar="[RULES]")
@click.option(
    "--role",
    type=click.Choice(ROLES),
    default="both",
    help="Who guesses: both sides (the default), you (breaker), or the computer (maker).",
)
@click.option(
    "--maker",
    type=click.Choice(MAKERS),
    default="honest",
    help="How the computer replies: with a secret in mind (the default), or evil: without one, it "
    "always leaves you the most work.",
)
@mistakes_option
@click.option("--secret", metavar="CODE", help="The computer's code, for demonstrations.")
@breaker_options("consistent")
@click.option(
    "--rated", is_flag=True, help="No hints, and no guess is taken back: only your replies are."
)
@save_options
@click.option(
    "--demo", is_flag=True, help="Let the computer play both sides, and explain what it does."
)
@click.option("--no-stats", is_flag=True, help="Leave no trace in the user's data folder.")
@json_option
@click.pass_context
def command(
    context: click.Context,
    rules: Rules | None,
    role: str,
    maker: str,
    mistakes: int,
    secret: str | None,
    start: str | None,
    strategy_name: str,
    consistent: bool,
    seed: int | None,
    rated: bool,
    save_path: Path | None,
    resume: Path | None,
    demo: bool,
    no_stats: bool,
    as_json: bool,
) -> None:
    """Play a duel against the computer.

    RULES is a game such as ab4x10 (the default), mm4x6 or emms4x4; a bare number N is the Lisp
    article's game with N digits. A game kept with --save is written after every move. Where
    there is no input at all, the computer plays both sides, as with --demo.
    """
    if demo and (save_path or resume):
        raise click.UsageError(
            "--demo does not go with --save or --resume: it is no game of yours."
        )
    # With --json the conversation leaves stdout to the result.
    terminal = Terminal(keyboard(), sys.stderr if as_json else sys.stdout)
    file = game_file(save_path or resume)
    if resume is not None:
        refuse_with_resume(
            context,
            *("rules", "role", "maker", "mistakes", "secret", "start"),
            *("strategy_name", "consistent", "seed", "rated"),
        )
        duel = load(resume)
    else:
        if is_tree(strategy_name):
            # A game that is resumed elsewhere must find it.
            strategy_name = str(Path(strategy_name).resolve())
        duel = begin(
            Setup.new(
                rules or game_of(strategy_name, Rules.parse("ab4x10")),
                role=role,
                strategy=strategy_name,
                seed=seed,
                start=start,
                consistent=consistent,
                secret=secret,
                rated=rated,
                maker=maker,
                mistakes=mistakes,
            )
        )
    if save_path is not None and save_path != resume:
        refuse_to_overwrite(save_path, load)
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
        echo_json(duel_fields(duel))
