"""``moo evaluate``: how good a strategy is."""

import click

from moolab.cli.breakers import breaker_options
from moolab.cli.games import game_of, game_options
from moolab.cli.options import json_option, workers_option
from moolab.cli.terminal.output import echo_json
from moolab.cli.terminal.waiting import growing
from moolab.cli.totals import echo_totals
from moolab.codes.rules import Rules
from moolab.strategies.base import StrategySpec
from moolab.trees.breaker import breaker
from moolab.trees.build import evaluate
from moolab.views.trees import EvaluateView


@click.command("evaluate")
@game_options
@breaker_options("entropy", seed=0)
@workers_option
@json_option
def command(rules: Rules, spec: StrategySpec, workers: int, as_json: bool) -> None:
    """Play a strategy against every secret.

    Its whole tree is built and proved, as by moo verify. Prints how many secrets need how
    many guesses, the winning one included. The seed is 0 by default, so a command repeats its
    result.
    """
    rules = game_of(spec.name, rules)
    strategy = breaker(spec, rules)
    strategy.check_playable()
    with growing(strategy) as progress:
        evaluation = evaluate(strategy, workers, progress)
    view = EvaluateView.of(rules, spec.name, evaluation)
    if as_json:
        echo_json(view)
    else:
        echo_totals(rules, view, f"; {view.seconds:.2f} s")
