"""``moo play``: a duel in the terminal."""

from pathlib import Path
from typing import Any

import click

from moolab.cli.breakers import FACES
from moolab.cli.dialogues.demonstration import demonstrate
from moolab.cli.dialogues.duel import Conversation
from moolab.cli.dialogues.keeper import Keeper
from moolab.cli.dialogues.playing import Table, plain_option, save_options
from moolab.cli.full_screen import app_of, hold, tui_option, wants_tui
from moolab.cli.games import AnyRulesType, OwnGame, game_of, game_options
from moolab.cli.options import is_given, json_option
from moolab.cli.setups import setup_options
from moolab.cli.terminal.output import echo_json
from moolab.codes.rules import Rules
from moolab.games.duel.duel import Duel, Setup, begin
from moolab.games.duel.game import GAME
from moolab.games.duel.view import DuelView
from moolab.support.shipped import find_file
from moolab.trees.breaker import is_tree


def _default_rules(
    context: click.Context, _parameter: click.Parameter, named: Rules | OwnGame | None
) -> Rules | OwnGame | None:
    """Let RULES stand for ``-r``."""
    if named is not None:
        context.default_map = {**(context.default_map or {}), "rules": named}
    return named


@click.command("play")
@click.argument(
    "named",
    type=AnyRulesType(),
    required=False,
    metavar="[RULES]",
    callback=_default_rules,
    is_eager=True,
)
@game_options
@setup_options(Setup, FACES, without=("rules",))
@save_options
@plain_option
@tui_option
@click.option("--no-stats", is_flag=True, help="Don't record this game, nor keep it when you stop.")
@json_option
def command(
    named: Rules | OwnGame | None,
    rules: Rules,
    save_path: Path | None,
    resume: Path | None,
    plain: bool,
    tui: bool,
    no_stats: bool,
    as_json: bool,
    **chosen: Any,
) -> None:
    """Play a duel against the computer.

    RULES is a game such as ab4x10 (the default), mm4x6, emms4x4 or words:english; a bare number N
    is the Lisp article's game with N digits. A game kept with --save is written after every move.
    With no input at all (stdin closed), it plays both sides, as moo solve does.
    """
    if named is not None and is_given("rules"):
        raise click.UsageError("Name the game once: as RULES, or with -r.")
    tui = wants_tui(tui)
    table = Table(GAME, save_path, resume, as_json=as_json, plain=plain)
    duel = table.begin(lambda: _new(rules, chosen))
    if tui:
        keeper = Keeper(GAME, table.file, leave_traces=not no_stats)
        hold(app_of(GAME.name)(duel, keeper, leave_traces=not no_stats))
        return
    conversation = Conversation(table.terminal, table.file, leave_traces=not no_stats)
    try:
        duel = conversation.play(duel)
    except EOFError:
        duel = demonstrate(duel, table.terminal, alone=True)
    if as_json:
        echo_json(DuelView.of(duel))


def _new(rules: Rules, chosen: dict[str, Any]) -> Duel:
    if is_tree(chosen["strategy"]):
        # A game that is resumed elsewhere must find it.
        chosen["strategy"] = str(find_file(Path(chosen["strategy"])).resolve())
    return begin(Setup.new(game_of(chosen["strategy"], rules), **chosen))
