"""``moo candidates``: the codes that can still be the secret."""

from collections.abc import Iterator
from itertools import islice

import click

from moolab.analysis.reasons import count_text
from moolab.answers.codes import known_fields
from moolab.cli.options import IntegerType, json_option, mistakes_option, rules_option
from moolab.cli.terminal.output import echo_aside, json_text
from moolab.codes.numbering import check_listable
from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.deduction.contradiction import check_consistent
from moolab.deduction.history import parse_history

_BATCH = 1 << 14


@click.command("candidates")
@click.argument("turns", nargs=-1, metavar="TURN...")
@rules_option
@mistakes_option
@click.option("--limit", type=IntegerType(0), help="List only the first N codes.")
@json_option
def command(
    turns: tuple[str, ...], rules: Rules, mistakes: int, limit: int | None, as_json: bool
) -> None:
    """List the codes that can still be the secret.

    A TURN is CODE=REPLY, for example 1234=02; the codes come in numeric order. Their number goes
    to stderr.
    """
    history = parse_history(rules, turns)
    check_listable(rules)
    left = candidates(rules, history, mistakes)
    check_consistent(left)
    shown = islice(left, limit)
    if as_json:
        known = json_text(known_fields(left))
        click.echo(f'{known[:-1]}, "candidates": [', nl=False)
        separator = ""
        for batch in _batches(shown):
            click.echo(separator + json_text(batch)[1:-1], nl=False)
            separator = ", "
        click.echo("]}")
        return
    for batch in _batches(shown):
        click.echo("\n".join(batch))
    echo_aside(count_text(left))


def _batches(codes: Iterator[str]) -> Iterator[list[str]]:
    """Lists of codes: ten million of them need not be in memory at once."""
    while batch := list(islice(codes, _BATCH)):
        yield batch
