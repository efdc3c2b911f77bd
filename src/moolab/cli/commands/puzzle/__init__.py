"""``moo puzzle``: clues from which one code follows."""

import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from moolab.cli.games import game_options, typed_game
from moolab.cli.groups import Commands
from moolab.cli.numbers import IntegerType
from moolab.cli.options import given, is_given, json_option
from moolab.cli.sheets import SheetFiles, first_seed, making_options, sheet_options
from moolab.cli.terminal.output import echo_aside, echo_json, echo_text
from moolab.cli.terminal.status import made
from moolab.codes.listed import ListedRules
from moolab.codes.rules import Rules
from moolab.deduction.history import MAX_TURNS, History
from moolab.puzzles.clue_sheet import ClueSheet
from moolab.puzzles.detective import make_case
from moolab.puzzles.maker import Puzzle, make
from moolab.puzzles.reasoning import in_words
from moolab.views.puzzles import PuzzleView

COMMANDS = {"solve": "Solve a puzzle, and explain it step by step."}
"""Each command lives in the module of its name, with its first line of help."""


@click.command(
    "puzzle", cls=Commands, package=__name__, summaries=COMMANDS, invoke_without_command=True
)
@game_options
@click.option("--clues", type=IntegerType(1, MAX_TURNS), metavar="N",
              help="How many clues (default: as many as needed).")  # fmt: skip
@making_options
@click.option("--liar", is_flag=True, help="One of the clues lies: find out which, and the code.")
@sheet_options
@json_option
@click.pass_context
def command(
    context: click.Context,
    rules: Rules,
    clues: int | None,
    difficulty: int | None,
    seed: int | None,
    count: int,
    liar: bool,
    html: Path | None,
    svg: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Make puzzles, or solve one.

    A puzzle is a set of clues that leaves one code; without any one of them, several would fit. A
    sheet has the solutions on its last page. With --json every puzzle is a line, with its solution.
    """
    if context.invoked_subcommand is not None:
        _refuse_options(context)
        return
    if liar and _is_case():
        _investigate(rules, seed, count, as_json=as_json)
        return
    files = SheetFiles(html, svg)
    if files and isinstance(rules, ListedRules):
        raise click.UsageError("A sheet has the places of a code: there are none of lists.")
    files.check(force=force)
    first = first_seed(seed)
    again = ["moo", "puzzle", *typed_game()]
    again += [] if clues is None else ["--clues", str(clues)]
    again += [] if difficulty is None else ["--difficulty", str(difficulty)]
    puzzles: list[Puzzle] = []

    def make_one(number: int, watch: Callable[[int], None]) -> Puzzle:
        return make(rules, first + number, clues=clues, difficulty=difficulty, watch=watch)

    for puzzle in made(count, make_one, "puzzle", "attempt"):
        if as_json:
            echo_json(PuzzleView.of(puzzle))
        elif not files:
            echo_text("\n".join(_lines(puzzle)))
        if files:
            puzzles.append(puzzle)
    if files:
        files.write(ClueSheet(tuple(puzzles), shlex.join(again)))
    if as_json:
        return
    files.tell(puzzles)
    if count == 1 and not files:
        typed = [str(clue) for clue in puzzle.clues]
        # A symbol may be a dash, with which options begin.
        dashes = ["--"] if any(clue.startswith("-") for clue in typed) else []
        solve = ["moo", "puzzle", "solve", *typed_game(), *dashes, *typed]
        echo_aside(f"The solution: {shlex.join(solve)}")
    if seed is None:
        more = [] if count == 1 else ["--count", str(count)]
        echo_aside(f"The same again: {shlex.join([*again, '--seed', str(first), *more])}")


def _is_case() -> bool:
    """Whether ``--liar`` is meant, where it may be a setting."""
    honest = given("clues", "difficulty", "html", "svg")
    if honest and is_given("liar"):
        raise click.UsageError("--liar goes with --rules, --seed, --count and --json only.")
    return not honest


def _investigate(rules: Rules, seed: int | None, count: int, *, as_json: bool) -> None:
    """Print cases for detectives."""
    first = first_seed(seed)
    for case in (make_case(rules, first + number) for number in range(count)):
        if as_json:
            echo_json(PuzzleView.of_case(case))
            continue
        echo_text(f"{rules}, seed {case.seed}: one of these {len(case.clues)} clues lies")
        echo_text("\n".join(clue_lines(case.clues)))
        echo_text()
        typed = map(str, case.clues)
        solve = ["moo", "puzzle", "solve", "--liar", *typed_game(), "--", *typed]
        echo_aside(f"The solution: {shlex.join(solve)}")


def clue_lines(clues: History) -> Iterator[str]:
    """Clues for people, with the numbers by which explanations name them."""
    for number, clue in enumerate(clues, start=1):
        yield f"{number:>3}  {clue.guess}  {clue.reply.words}"


def _lines(puzzle: Puzzle) -> Iterator[str]:
    """A puzzle for people, without its solution, and a blank line."""
    yield f"{puzzle.rules}, seed {puzzle.seed}: {in_words(puzzle.difficulty)}"
    yield from clue_lines(puzzle.clues)
    yield ""


def _refuse_options(context: click.Context) -> None:
    """Refuse what was typed before the name of another command."""
    for option in given(*(parameter.name or "" for parameter in context.command.params)):
        raise click.UsageError(
            f"{option} was typed before {context.invoked_subcommand}: type it after that."
        )
