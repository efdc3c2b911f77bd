"""``moo solve``: how a strategy finds a secret."""

import click

from moolab.cli.breakers import breaker_options
from moolab.cli.games import game_of, game_options
from moolab.cli.options import json_option
from moolab.cli.terminal.output import echo_json, echo_text
from moolab.cli.totals import guess_noun
from moolab.codes.listed import secret_of
from moolab.codes.rules import Rules
from moolab.deduction.candidates import Candidates, candidates
from moolab.deduction.history import Turn
from moolab.strategies import Strategy
from moolab.strategies.base import StrategySpec
from moolab.support.text import count_noun
from moolab.trees.breaker import breaker
from moolab.views.codes import SolveView


@click.command("solve")
@click.argument("secret")
@game_options
@breaker_options("consistent")
@json_option
def command(secret: str, rules: Rules, spec: StrategySpec, as_json: bool) -> None:
    """Show how a strategy finds a secret."""
    rules = game_of(spec.name, rules)
    secret = secret_of(rules, secret)
    known = _solve(breaker(spec, rules), secret)
    if as_json:
        echo_json(SolveView.of(spec.name, secret, known))
        return
    turns = list(zip(known[-1].history, known[1:], strict=True))
    for number, (turn, left) in enumerate(turns, start=1):
        remaining = "" if left.count is None else f"   {count_noun(left.count, 'code')} left"
        echo_text(f"[{number}] {turn.guess} Score: {turn.reply}{remaining}")
    echo_text(f"Found {secret} in {count_noun(len(turns), guess_noun(rules))}.")


def _solve(strategy: Strategy, secret: str) -> list[Candidates]:
    """What is known before each guess, and at the end.

    Where the secret has only to be known, that is so when nothing else is left.
    """
    rules = strategy.rules
    known = [candidates(rules)]
    while not known[-1].found:
        guess = strategy.guess(known[-1])
        known.append(known[-1].after(Turn(guess, rules.reply_rule(guess, secret))))
    return known
