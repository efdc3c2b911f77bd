"""``moo score``: the reply to a guess, or a table of replies."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

import click

from moolab.cli.games import any_rules_option, file_game, find_rule, rule_option, win_option
from moolab.cli.options import is_given, json_option
from moolab.cli.terminal.output import echo_json, echo_pieces
from moolab.codes.listed import ListedRules, listed_rules
from moolab.codes.numbering import check_listable, code_at
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.views.codes import ScoreTableView, ScoreView

_MOST_CODES = 2_000
"""Of a table, of which each line then takes some ten milliseconds."""


@click.command("score")
@click.argument("codes", nargs=-1, metavar="GUESS SECRET | --table CODE...")
@click.option("--table", is_flag=True, help="Print a table of replies.")
@click.option("--numbers", is_flag=True, help="Codes are given by number in numeric order, from 0.")
@click.option(
    "--values", is_flag=True, help="Replies as single numbers: (places + 1) * bulls + cows."
)
@any_rules_option
@rule_option
@win_option
@json_option
def command(
    codes: tuple[str, ...],
    rules: Rules | Path,
    reply_rule: str | None,
    win: str | None,
    table: bool,
    numbers: bool,
    values: bool,
    as_json: bool,
) -> None:
    """Score a guess against a secret.

    Prints the reply as two digits, bulls and cows. With --table every code, of up to 2,000, is
    scored against every other: a row for each secret, a column for each guess. With --rule, codes
    are any words of one length, unless -r says which.
    """
    if not table and len(codes) != 2:
        raise click.UsageError("Give a guess and a secret, or --table and any codes.")
    if table and not 1 <= len(codes) <= _MOST_CODES:
        raise click.UsageError(f"Give the codes of the table, at most {_MOST_CODES:,}.")
    rules = file_game(rules, win=win, rule=reply_rule)
    if reply_rule is not None:
        if values or numbers:
            raise click.UsageError("--numbers and --values do not go with --rule.")
        rules = _game_of(codes, rules if is_given("rules") else None, reply_rule)
    read = [_parse_number(rules, code) if numbers else rules.code(code) for code in codes]
    if table:
        rows = ([rules.score(guess, secret) for guess in read] for secret in read)
        if as_json:
            echo_json(ScoreTableView.of(rules, read, list(rows)))
            return
        names = codes if numbers else read
        # No reply is written longer than that to the secret itself, which every line has.
        width = max(len(text) for text in (*names, _text(rules, rules.win, values)))
        texts = ((_text(rules, reply, values) for reply in row) for row in rows)
        echo_pieces(f"{line}\n" for line in _lines(names, texts, width))
        return
    guess, secret = read
    reply = rules.score(guess, secret)
    if as_json:
        echo_json(ScoreView.of(rules, guess, secret, reply))
    else:
        text = _text(rules, reply, values)
        # Some replies are their own words.
        click.echo(text if isinstance(rules, ListedRules) else f"{text}  {reply.words}")


def _game_of(codes: Iterable[str], rules: Rules | None, rule: str) -> Rules:
    """A game of the codes that were typed, with replies by a rule."""
    known = [code if rules is None else rules.code(code) for code in codes]
    return listed_rules(dict.fromkeys(known), (), find_rule(rule), name=rule)


def _parse_number(rules: Rules, number: str) -> str:
    check_listable(rules)
    digits = len(str(rules.size))
    if not (number.isascii() and number.isdigit() and len(number) <= digits) or (
        int(number) >= rules.size
    ):
        raise click.UsageError(f"The codes of {rules} have the numbers 0 to {rules.size - 1}.")
    return code_at(rules, int(number))


def _text(rules: Rules, reply: Reply, values: bool) -> str:
    return str((rules.places + 1) * reply.bulls + reply.cows) if values else str(reply)


def _lines(names: Sequence[str], rows: Iterable[Iterable[str]], width: int) -> Iterator[str]:
    """The lines of a table, with the names over its columns and before its rows."""
    for name, cells in chain([("", names)], zip(names, rows, strict=True)):
        yield " ".join(f"{text:>{width}}" for text in (name, *cells))
