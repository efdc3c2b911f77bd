"""``moo score``: the reply to a guess, or a table of replies."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import click

from moolab.cli.games import OwnGame, any_rules_option, find_rule, read_game
from moolab.cli.options import is_given, json_option
from moolab.cli.terminal.output import STDIN, answer_lines, echo_json, echo_pieces, echo_text
from moolab.codes.listed import ListedRules, listed_as_written, listed_rules
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.support.typed import normal
from moolab.views.scores import ScoreTableView, ScoreView

_MOST_CODES = 2_000
"""Of a table, of which each line then takes some ten milliseconds."""

_SCORING = "scoring codes"


@click.command("score")
@click.argument("codes", nargs=-1, metavar="GUESS SECRET | - | --matrix CODE...")
@click.option("--matrix", "table", is_flag=True, help="Print a table of replies.")
@click.option("--numbers", is_flag=True, help="Codes are given by number in numeric order, from 0.")
@click.option(
    "--values", is_flag=True, help="Replies as single numbers: (places + 1) * bulls + cows."
)
@any_rules_option()
@json_option
def command(
    codes: tuple[str, ...],
    rules: Rules | OwnGame,
    reply_rule: str | None,
    skip_bad: bool,
    table: bool,
    numbers: bool,
    values: bool,
    as_json: bool,
) -> int | None:
    """Score a guess against a secret.

    Prints the reply as two digits, bulls and cows. With --matrix every code, of up to 2,000, is
    scored against every other: a row for each secret, a column for each guess. With --rule, codes
    are any words of one length, unless -r says which. A single - reads a guess and a secret from
    each line of stdin, and answers each with a line.
    """
    rule = None if reply_rule is None else find_rule(reply_rule)
    whole = read_game(rules, rule, skip_bad=skip_bad)
    if rule is not None and (values or numbers):
        raise click.UsageError("--numbers and --values do not go with --rule.")
    if values and isinstance(whole, ListedRules):
        raise click.UsageError("--values counts bulls and cows: a list or a table has none.")
    own = is_given("rules")

    def read(words: Sequence[str]) -> tuple[Rules, list[str]]:
        game = whole
        if rule is not None:
            known = [whole.code(word) if own else word for word in words]
            secrets, guesses = (known, []) if table else (known[1:], known[:1])
            make = listed_as_written if own else listed_rules
            codes = [*dict.fromkeys(secrets)]
            game = make(codes, guesses, rule, name=str(reply_rule))
        return game, [_parse_number(game, word) if numbers else game.code(word) for word in words]

    def answer(words: Sequence[str]) -> None:
        if len(words) != 2:
            raise click.UsageError("Give a guess and a secret, or --matrix and any codes.")
        game, (guess, secret) = read(words)
        reply = game.score(guess, secret)
        if as_json:
            echo_json(ScoreView.of(game, guess, secret, reply))
            return
        text = _text(game, reply, values)
        # Some replies are their own words.
        echo_text(text if isinstance(game, ListedRules) else f"{text}  {reply.words}")

    if not table:
        if codes == STDIN:
            return answer_lines(answer, as_json=as_json)
        answer(codes)
        return None
    if codes == STDIN:
        raise click.UsageError("--matrix does not go with -: give the codes.")
    if not 1 <= len(codes) <= _MOST_CODES:
        raise click.UsageError(f"Give the codes of the table, at most {_MOST_CODES:,}.")
    game, known = read(codes)
    rows = ([game.score(guess, secret) for guess in known] for secret in known)
    if as_json:
        from moolab.cli.terminal.status import waiting

        with waiting(_SCORING):
            view = ScoreTableView.of(game, known, list(rows))
        echo_json(view)
        return None
    names = codes if numbers else known
    # No reply is written longer than that to the secret itself, which every line has.
    width = max(len(text) for text in (*names, _text(game, game.win, values)))
    texts = ((_text(game, reply, values) for reply in row) for row in rows)
    echo_pieces((f"{line}\n" for line in _lines(names, texts, width)), _SCORING)
    return None


def _parse_number(rules: Rules, number: str) -> str:
    from moolab.codes.numbering import check_listable, code_at

    check_listable(rules)
    digits = len(str(rules.size))
    number = normal(number)
    if not (number.isascii() and number.isdigit() and len(number) <= digits) or (
        int(number) >= rules.size
    ):
        raise click.UsageError(f"The codes of {rules} have the numbers 0 to {rules.size - 1:,}.")
    return code_at(rules, int(number))


def _text(rules: Rules, reply: Reply, values: bool) -> str:
    return str((rules.places + 1) * reply.bulls + reply.cows) if values else str(reply)


def _lines(names: Sequence[str], rows: Iterable[Iterable[str]], width: int) -> Iterator[str]:
    """The lines of a table, with the names over its columns and before its rows."""
    for name, cells in chain([("", names)], zip(names, rows, strict=True)):
        yield " ".join(f"{text:>{width}}" for text in (name, *cells))
