"""``moo score``: the reply to one guess."""

import click

from moolab.cli.options import json_option, rules_option
from moolab.cli.terminal.output import echo_json
from moolab.codes.rules import Rules
from moolab.views.codes import ScoreView


@click.command("score")
@click.argument("guess")
@click.argument("secret")
@rules_option
@json_option
def command(guess: str, secret: str, rules: Rules, as_json: bool) -> None:
    """Score a guess against a secret.

    Prints the reply as two digits, bulls and cows.
    """
    reply = rules.score(guess, secret)
    if as_json:
        echo_json(ScoreView.of(rules, rules.code(guess), rules.code(secret), reply))
    else:
        click.echo(f"{reply}  {reply.words}")
