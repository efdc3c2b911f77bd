"""``moo train``: guesses that cost much, to be tried again."""

import click

from moolab.analysis.training import THRESHOLD
from moolab.cli.dialogues.playing import (
    open_terminal,
    plain_option,
    read_saved_game,
    repeated_options,
    stop_like_control_c,
)
from moolab.cli.dialogues.training import TrainingDialogue
from moolab.cli.games import rules_option
from moolab.cli.numbers import AmountType
from moolab.cli.options import json_option
from moolab.cli.report import analysis_of
from moolab.cli.terminal.output import echo_json
from moolab.codes.rules import Rules
from moolab.deduction.history import History, parse_history
from moolab.games.duel.review import your_turns
from moolab.games.training.game import GAME, Setup, TrainingView


@click.command("train")
@click.argument("game", nargs=-1, required=True, metavar="FILE | TURN...")
@rules_option
@repeated_options
@click.option(
    "--threshold", type=AmountType("guesses", 1), default=float(THRESHOLD), show_default=True,
    metavar="GUESSES", help="Retry turns that cost more than this many guesses.",
)  # fmt: skip
@plain_option
@json_option
def command(
    game: tuple[str, ...], rules: Rules, threshold: float, plain: bool, as_json: bool
) -> None:
    """Replay your costliest guesses.

    FILE is a game that moo play has saved, TURNs are your guesses with their replies, for
    example 1234=02. Each turn that cost more than the threshold comes back as it was; each new
    guess is judged at once, and the answer is hidden until you ask for it.
    """
    terminal = open_terminal(as_json=as_json, plain=plain)
    rules, history = _read_game(game, rules)
    stop_like_control_c()
    setup = Setup(rules=rules, turns=tuple(map(str, history)), threshold=threshold)
    training = TrainingDialogue(terminal, GAME.begin(setup, analysis_of)).run()
    if as_json:
        # Quitting gives up: all answers are shown.
        over = training if training.phase == "over" else GAME.apply(training, "player", "resign")
        echo_json(TrainingView.of(over))


def _read_game(game: tuple[str, ...], rules: Rules) -> tuple[Rules, History]:
    """The game that was played: in a file, or as turns."""
    duel = read_saved_game(game)
    if duel is None:
        return rules, parse_history(rules, game)
    return duel.setup.rules, your_turns(duel)
