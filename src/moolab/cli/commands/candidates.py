"""``moo candidates``: the codes that can still be the secret."""

from itertools import islice

import click

from moolab.analysis.reasons import count_text
from moolab.cli.breakers import mistakes_option
from moolab.cli.games import game_options
from moolab.cli.numbers import IntegerType
from moolab.cli.options import json_option
from moolab.cli.terminal.output import echo_aside, echo_json, echo_pieces
from moolab.cli.terminal.status import waiting
from moolab.codes.numbering import check_listable
from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates, odds
from moolab.deduction.contradiction import check_consistent
from moolab.deduction.history import parse_history
from moolab.views.codes import CandidatesView


@click.command("candidates")
@click.argument("turns", nargs=-1, metavar="TURN...")
@game_options
@mistakes_option
@click.option("--limit", type=IntegerType(0), help="List only the first N codes.")
@json_option
def command(
    turns: tuple[str, ...], rules: Rules, mistakes: int, limit: int | None, as_json: bool
) -> None:
    """List the codes that can still be the secret.

    A TURN is CODE=REPLY, for example 1234=02; codes are in numeric order, with how likely they are
    where a list or a table says so. Their number goes to stderr.
    """
    history = parse_history(rules, turns)
    check_listable(rules)
    with waiting("looking for codes"):
        left = candidates(rules, history, mistakes)
        check_consistent(left)
    shown = islice(left, limit)
    if as_json:
        echo_json(CandidatesView.of(left, shown))
        return
    likely = odds(left)
    if likely is None:
        echo_pieces(f"{code}\n" for code in shown)
    else:
        width = max(map(len, left))
        echo_pieces(f"{code:<{width}}  {likely(code):7.2%}\n" for code in shown)
    echo_aside(count_text(left))
