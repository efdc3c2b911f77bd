"""``moo analyze``: how good each guess of a game was, and how lucky."""

import textwrap
from pathlib import Path

import click

from moolab.analysis.game import AnalysedTurn, Analysis, analysed_turns
from moolab.answers.analysis import analysis_fields, share_text
from moolab.cli.options import json_option, rules_option
from moolab.cli.output import echo_json
from moolab.cli.playing import saved_game
from moolab.cli.report import HEAD, analysis_of, sentences, summary, table_lines
from moolab.codes.rules import Rules
from moolab.deduction.history import History, Turn, parse_history
from moolab.duel.review import sides
from moolab.errors import InvalidReply, InvalidTurn

_WIDTH = 79
_TITLES = {"yours": "Your guesses", "computer": "The computer's guesses"}


@click.command("analyze")
@click.argument("game", nargs=-1, required=True, metavar="TURN... | FILE")
@rules_option
@click.option("--secret", metavar="CODE", help="The secret; turns need no replies then.")
@click.option("--plain", is_flag=True, help="Whole sentences, for those who listen.")
@click.option("--share", is_flag=True, help="A text that spoils nothing.")
@json_option
def command(
    game: tuple[str, ...],
    rules: Rules,
    secret: str | None,
    plain: bool,
    share: bool,
    as_json: bool,
) -> None:
    """Say how good each guess of a game was, and how lucky.

    Where there was a better guess, it is named, with the reason. A TURN is CODE=REPLY, for example
    1234=02; FILE is a game that moo play has saved.
    """
    if plain + share + as_json > 1:
        raise click.UsageError("--plain, --share and --json are three ways to say it: choose one.")
    # What else than a code could a single word be, beside a secret?
    is_turns = secret is not None and not Path(game[0]).is_file()
    duel = None if is_turns else saved_game(game)
    if duel is None:
        known = None if secret is None else rules.code(secret)
        played = {"": parse_history(rules, game) if known is None else _replied(rules, known, game)}
        secrets = {"": known}
    else:
        rules, played = duel.setup.rules, sides(duel)
        if not played:
            raise InvalidTurn("in this game nobody has guessed yet")
        secrets = {"yours": duel.setup.secret if duel.phase == "over" else None}
    if as_json:
        fields = {
            side: analysis_fields(analysis_of(rules, turns), secrets.get(side))
            | ({"side": side} if side else {})
            for side, turns in played.items()
        }
        first, *opponent = fields.values()
        echo_json(first | ({"opponent": opponent[0]} if opponent else {}))
        return
    for number, (side, turns) in enumerate(played.items()):
        if number:
            click.echo()
        if share:
            title = f"{_TITLES[side]}: " if side else ""
            click.echo(f"{title}{share_text(analysis_of(rules, turns))}")
        else:
            _report(rules, turns, _TITLES.get(side, ""), secrets.get(side), plain=plain)


def _replied(rules: Rules, secret: str, game: tuple[str, ...]) -> History:
    """Guesses, with or without their replies, which follow from the secret.

    Raises:
        InvalidReply: if one of these replies is not the secret's.
    """
    history: list[Turn] = []
    for text in game:
        if "=" in text:
            history += parse_history(rules, text)
        else:
            guesses = map(rules.code, text.split())
            history += [Turn(guess, rules.reply_rule(guess, secret)) for guess in guesses]
    for number, turn in enumerate(history, start=1):
        if not turn.fits(rules, secret):
            true = rules.reply_rule(turn.guess, secret)
            raise InvalidReply(
                f"turn {number}: with the secret {secret}, the reply to {turn.guess} is {true}, "
                f"not {turn.reply}"
            )
    return tuple(history)


def _report(rules: Rules, history: History, title: str, secret: str | None, *, plain: bool) -> None:
    """Print the turns as they are analysed, and then the summary."""
    turns: list[AnalysedTurn] = []
    for turn in analysed_turns(rules, history):
        if not turns:
            click.echo(f"{title}, {rules}" if title else str(rules))
            click.echo("" if plain else f"\n{HEAD}")
        turns.append(turn)
        for said in [sentences(turn)] if plain else table_lines(turn):
            click.echo(said)
    analysis = Analysis(rules, tuple(turns))
    click.echo()
    if secret is not None and not analysis.found:
        click.echo(f"The secret was {secret}.")
    for said in summary(analysis):
        click.echo(said if plain else textwrap.fill(said, _WIDTH))
