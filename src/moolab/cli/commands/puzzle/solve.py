"""``moo puzzle solve``: which codes fit some clues, and how a person finds out."""

from collections.abc import Iterator
from textwrap import fill

import click

from moolab.cli.commands.puzzle import clue_lines
from moolab.cli.games import game_options
from moolab.cli.options import json_option
from moolab.cli.terminal.output import WIDTH, echo_json, echo_text
from moolab.codes.rules import Rules
from moolab.deduction.history import parse_history
from moolab.errors import InvalidTurn
from moolab.puzzles.reasoning import UNNAMED, in_words
from moolab.puzzles.sentences import sentences
from moolab.puzzles.solution import Solution
from moolab.support.text import count_noun, join_words
from moolab.views.puzzles import PuzzleCaseView, PuzzleSolveView


@click.command("solve")
@click.argument("clues", nargs=-1, required=True, metavar="CLUE...")
@game_options
@click.option("--liar", is_flag=True, help="Exactly one of the clues lies.")
@json_option
def command(clues: tuple[str, ...], rules: Rules, liar: bool, as_json: bool) -> None:
    """Solve a puzzle, and explain it step by step.

    A CLUE is CODE=REPLY, for example 1389=00. If several codes fit, the steps go as far as
    possible. The exit code is 3 if none fits.
    """
    if liar:
        _solve_case(PuzzleCaseView.of(rules, parse_history(rules, clues)), as_json=as_json)
        return
    solution = Solution.of(rules, clues)
    if as_json:
        echo_json(PuzzleSolveView.of(solution))
    else:
        echo_text("\n".join(_lines(solution)))


def _solve_case(case: PuzzleCaseView, *, as_json: bool) -> None:
    if as_json:
        echo_json(case)
        return
    for suspicion in case.suspicions:
        echo_text(suspicion.text)
    echo_text()
    if case.solution is None:
        left = sum(len(suspicion.codes) for suspicion in case.suspicions)
        raise InvalidTurn(
            f"this is not a case: {count_noun(left, 'code')} would make exactly one clue false"
        )
    echo_text(f"Clue {case.liar} lies, and the code is {case.solution}.")


def _lines(solution: Solution) -> Iterator[str]:
    yield from clue_lines(solution.clues)
    steps = list(sentences(solution.rules, solution.clues, solution.steps))
    if steps:
        yield ""
    for number, step in enumerate(steps, start=1):
        yield fill(
            step, WIDTH, initial_indent=f"{number:>2}. ", subsequent_indent="    ",
            break_long_words=False, break_on_hyphens=False,
        )  # fmt: skip
    if any(UNNAMED in step for step in steps):
        yield f"    ({UNNAMED} means any symbol that these clues do not name.)"
    yield ""
    yield _answer(solution)
    if solution.superfluous:
        spare = solution.superfluous
        yield f"Clue{'s' * (len(spare) > 1)} {join_words(spare)} can be left out."


def _answer(solution: Solution) -> str:
    if solution.difficulty is not None:
        return f"One code fits: {solution.code} ({in_words(solution.difficulty)})."
    among = "" if solution.count == len(solution.examples) else "among them "
    return f"{count_noun(solution.count, 'code')} fit: {among}{join_words(solution.examples)}."
