"""``moo next``: the next guess."""

from collections.abc import Mapping, Sequence
from functools import partial
from textwrap import fill
from typing import TYPE_CHECKING

import click

from moolab.analysis.partition import BETTER, MeasureName
from moolab.analysis.reasons import count_text
from moolab.cli.breakers import breaker_options, mistakes_option
from moolab.cli.games import game_of, game_options
from moolab.cli.numbers import IntegerType
from moolab.cli.options import is_given, json_option
from moolab.cli.terminal.output import STDIN, answer_lines, echo_aside, echo_json, echo_text, room
from moolab.cli.terminal.status import waiting
from moolab.codes.numbering import check_listable
from moolab.codes.rules import Rules
from moolab.deduction.candidates import Candidates, candidates
from moolab.deduction.history import parse_history
from moolab.strategies.base import Strategy, StrategySpec
from moolab.support.text import count_noun, quote
from moolab.trees.breaker import breaker
from moolab.views.codes import NextView

if TYPE_CHECKING:
    from moolab.analysis.measures import Measures

_MANY = 24
"""With more replies, they are not listed one by one: two lines of a terminal."""


@click.command("next")
@click.argument("turns", nargs=-1, metavar="TURN... | -")
@game_options
@breaker_options("entropy")
@mistakes_option
@click.option("--groups", is_flag=True, help="List the codes that each reply would leave.")
@click.option(
    "--top", type=IntegerType(1), metavar="N",
    help="Compare the N best guesses by several measures.",
)  # fmt: skip
@click.option(
    "--by",
    type=click.Choice(list(BETTER)),
    help="The measure by which --top compares them (default: what the strategy compares).",
)
@json_option
def command(
    turns: tuple[str, ...],
    rules: Rules,
    spec: StrategySpec,
    mistakes: int,
    groups: bool,
    top: int | None,
    by: MeasureName | None,
    as_json: bool,
) -> int | None:
    """Recommend the next guess.

    A TURN is CODE=REPLY, for example 1234=02. A single - reads the turns of a game from each line
    of stdin, and answers each with a line.
    """
    if top is None and is_given("by"):
        raise click.UsageError("--by needs --top: how many guesses shall be compared?")
    rules = game_of(spec.name, rules)
    guesser = breaker(spec, rules)
    if groups:
        check_listable(rules)

    def answer(turns: Sequence[str], *, by_guess_alone: bool = False) -> None:
        with waiting("looking for a good guess"):
            known = candidates(rules, parse_history(rules, turns), mistakes)
            guess = guesser.guess(known)
        if by_guess_alone:
            echo_text(guess)
            return
        best = parts = None
        with waiting("comparing guesses"):
            if groups:
                parts = {reply: tuple(part) for reply, part in known.parts(guess)}
            if top is not None:
                from moolab.analysis.measures import measure

                best = measure(known, hard=spec.hard)
                if by is None:
                    best = best.ranked(guesser, guess, top)
                else:
                    best = best.best(top, (by, *BETTER), consistent=spec.consistent)
                    best = best.recommending(guess)
            view = NextView.of(spec.name, known, guess, known.part_sizes(guess), parts, best)
        if as_json:
            echo_json(view)
        else:
            order = "" if best is None or by is not None else _order_text(spec, guesser, known)
            _tell(known, view, best, order)

    if turns == STDIN:
        if not as_json and (groups or top is not None):
            raise click.UsageError("With - each answer is a line: --groups and --top need --json.")
        return answer_lines(partial(answer, by_guess_alone=not as_json), as_json=as_json)
    answer(turns)
    return None


def _tell(known: Candidates, view: NextView, best: "Measures | None", order: str) -> None:
    echo_text(view.guess)
    may_win = _may_win(known, view.guess)
    if known.known_count is None or view.replies is None:
        echo_aside(f"{may_win}; there are too many codes to count")
        return
    possible = f"{count_noun(known.count, 'code')} possible"
    echo_aside("; ".join(filter(None, (count_text(known, possible), may_win))))
    if best is not None:
        echo_text(best.text(room()))
    if order:
        echo_aside(order)
    if view.parts is not None:
        for reply, codes in view.parts.items():
            echo_text(fill(f"{reply}: {' '.join(codes)}", room(), subsequent_indent="    "))
    elif best is None:
        echo_aside(_sizes_text(view.replies))


def _order_text(spec: StrategySpec, guesser: Strategy, known: Candidates) -> str:
    """In which order guesses are, and why the recommended one is before better ones."""
    from moolab.strategies.published import Entropy

    name = quote(spec.name)
    credited = not guesser.partitions or isinstance(guesser, Entropy)
    order = f"in the order of {quote('credited') if credited else name}"
    if spec.start is not None and not known.history:
        return f"the first guess was given; the others are {order}"
    if not guesser.partitions:
        return f"{name} does not compare guesses; the others are {order}"
    return f"{order}; --by orders them by a measure alone"


def _sizes_text(split: Mapping[str, int]) -> str:
    if len(split) > _MANY:
        reply, most = max(split.items(), key=lambda item: item[1])
        return f"{len(split)} replies are possible; {reply} leaves most codes: {most:,}"
    counts = ", ".join(f"{reply}: {count:,}" for reply, count in split.items())
    return f"codes left after each reply: {counts}"


def _may_win(known: Candidates, guess: str) -> str:
    """Whether a guess can be the secret; of questions that goes without saying."""
    if guess in known:
        return "it is the secret" if known.known_count == 1 else "it can be the secret"
    is_question = known.rules.identifies
    return "" if is_question else "it cannot be the secret itself"
