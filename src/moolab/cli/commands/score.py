"""``moo score``: the reply to one guess."""

import click

from moolab.answers.codes import score_fields
from moolab.cli.options import json_option, rules_option
from moolab.cli.terminal.output import echo_json
from moolab.codes.rules import Rules


@click.command("score")
@click.argument("guess")
@click.argument("secret")
@rules_option
@json_option
def command(guess: str, secret: str, rules: Rules, as_json: bool) -> None:
    """Score a guess against a secret.

    Prints the reply as two digits, bulls and cows.
    """
    if as_json:
        echo_json(score_fields(rules, guess, secret))
    else:
        reply = rules.score(guess, secret)
        click.echo(f"{reply}  {reply.words}")
