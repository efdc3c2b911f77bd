"""``moo solve``: how a strategy finds a secret."""

import click

from moolab.cli.breakers import FACES, breaker_options
from moolab.cli.dialogues.demonstration import demonstrate
from moolab.cli.dialogues.playing import open_terminal, plain_option
from moolab.cli.games import game_of, game_options
from moolab.cli.options import given, json_option
from moolab.cli.setups import setup_options
from moolab.cli.terminal.output import echo_json, echo_text
from moolab.cli.totals import guess_noun
from moolab.codes.listed import secret_of
from moolab.codes.rules import Rules
from moolab.deduction.candidates import Candidates, candidates
from moolab.deduction.history import Turn
from moolab.games.duel.duel import Setup, begin
from moolab.games.duel.view import DuelView
from moolab.strategies import Strategy
from moolab.strategies.base import StrategySpec
from moolab.support.text import count_noun
from moolab.trees.breaker import breaker
from moolab.views.codes import SolveView


@click.command("solve")
@click.argument("secret", required=False)
@game_options
@breaker_options("consistent")
@click.option("--explain", is_flag=True, help="Say what each guess is for.")
@setup_options(Setup, FACES, only=("maker", "mistakes"))
@plain_option
@json_option
def command(
    secret: str | None,
    rules: Rules,
    spec: StrategySpec,
    explain: bool,
    maker: str,
    mistakes: int,
    plain: bool,
    as_json: bool,
) -> None:
    """Show how a strategy finds a secret.

    Without a SECRET, the computer plays both sides of a duel, and explains its moves.
    """
    rules = game_of(spec.name, rules)
    if secret is None or explain:
        setup = Setup.new(
            rules,
            role="both" if secret is None else "breaker",
            secret=secret,
            strategy=spec.name,
            seed=spec.seed,
            start=spec.start,
            consistent=spec.consistent,
            hard=spec.hard,
            maker=maker,
            mistakes=mistakes,
        )
        duel = demonstrate(begin(setup), open_terminal(as_json=as_json, plain=plain))
        if as_json:
            echo_json(DuelView.of(duel))
        return
    for option in given("maker", "mistakes"):
        raise click.UsageError(f"{option} is about a duel: leave out the SECRET, or add --explain.")
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
