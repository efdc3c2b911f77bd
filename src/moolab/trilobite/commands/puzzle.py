"""``moo trilobite puzzle``: positions in which one column wins in time."""

import itertools
import shlex
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from moolab.cli.dialogues.playing import open_terminal, plain_option, stop_like_control_c
from moolab.cli.full_screen import tui_option, wants_tui
from moolab.cli.numbers import IntegerType
from moolab.cli.options import json_option
from moolab.cli.sheets import SheetFiles, first_seed, making_options, sheet_options
from moolab.cli.terminal.output import echo_aside, echo_json
from moolab.cli.terminal.status import made
from moolab.cli.terminal.terminal import Terminal
from moolab.cli.terminal.waiting import prepare_kernels
from moolab.errors import InvalidMove
from moolab.puzzles.reasoning import in_words
from moolab.support.language import translate
from moolab.support.text import count_noun, sentence
from moolab.trilobite.board import COLUMNS, Board, Shape
from moolab.trilobite.commands.options import shape_options
from moolab.trilobite.dialogue import PLAIN, show_board
from moolab.trilobite.kernels import SOLVING
from moolab.trilobite.puzzle import (
    MEMORY,
    MOST_SEEDS,
    MOST_STONES,
    Puzzle,
    another_puzzle,
    attempt,
    hints,
    line_in_words,
    make_puzzle,
    said,
    solution_in_words,
)
from moolab.trilobite.sheet import StoneSheet, asked
from moolab.trilobite.solver.exact import Solver
from moolab.trilobite.views import PositionPuzzleView

Watch = Callable[[int], None]
"""Is called with the number of each game that is played in search of a puzzle."""


@click.command("puzzle")
@shape_options
@click.option("--moves", "stones", type=IntegerType(2, MOST_STONES), default=3, show_default=True,
              metavar="N", help="Win with the N-th stone from now.")  # fmt: skip
@making_options
@click.option("--solution", is_flag=True, help="Print the solutions, too, and ask nothing.")
@sheet_options
@plain_option
@tui_option
@json_option
def command(
    shape: Shape,
    stones: int,
    difficulty: int | None,
    seed: int | None,
    count: int,
    solution: bool,
    html: Path | None,
    svg: Path | None,
    force: bool,
    plain: bool,
    tui: bool,
    as_json: bool,
) -> None:
    """Make puzzles: find the one column that wins in time.

    The player to move wins with its N-th stone, whatever the other side plays, but only if the
    first one falls into the right column. At a terminal you are asked for it, and then for the
    next ones, until the line is completed. A sheet has the solutions on its last page. With --json
    every puzzle is a line, with its solution.
    """
    files = SheetFiles(html, svg)
    tui = wants_tui(tui, "solution", "html", "svg")
    files.check(force=force)
    prepare_kernels("trilobite", SOLVING)
    solver = Solver(shape, MEMORY, book=False)
    first = first_seed(seed)
    again = f"moo trilobite puzzle --size {shape} --win {shape.win} --moves {stones}".split()
    again += [] if difficulty is None else ["--difficulty", str(difficulty)]
    same = [*again, "--seed", str(first)] + ([] if count == 1 else ["--count", str(count)])
    asks = not (solution or as_json or files) and sys.stdin.isatty() and sys.stdout.isatty()
    if asks:
        stop_like_control_c()
    terminal = open_terminal(as_json=as_json, plain=plain)
    puzzles: list[Puzzle] = []
    seeds, met = itertools.count(first), set[Board]()

    def another(watch: Watch = lambda _: None) -> Puzzle | None:
        make = partial(make_puzzle, solver, stones, watch=watch, difficulty=difficulty)
        return another_puzzle(make, seeds, met)

    if tui:
        from moolab.trilobite.tui.puzzle import StonePuzzleApp

        try:
            StonePuzzleApp(solver, another).run()
        finally:
            solver.stop()
        return
    for puzzle in made(count, partial(_make_watched, solver, another), "puzzle", "game"):
        if puzzle is None:
            echo_aside(
                f"{count_noun(len(puzzles), 'puzzle')}, and no more: "
                f"{MOST_SEEDS} further seeds gave the same ones again."
            )
            break
        puzzles.append(puzzle)
        if as_json:
            echo_json(PositionPuzzleView.of(puzzle))
            continue
        if files:
            continue
        if puzzle.seed > first:
            terminal.say()
        _show(terminal, puzzle)
        if asks and not ask(terminal, solver, puzzle):
            break
        if solution:
            quiet = " The first stone threatens nothing at once." * puzzle.quiet
            terminal.say_apart(f"{line_in_words(puzzle.board, puzzle.line)}{quiet}")
    if files:
        files.write(StoneSheet(tuple(puzzles), shlex.join(again)))
    if as_json:
        return
    files.tell(puzzles)
    if not (asks or solution or files):
        echo_aside(f"The solution: {shlex.join([*same, '--solution'])}")
    elif seed is None:
        echo_aside(f"The same again: {shlex.join(same)}")


def ask(terminal: Terminal, solver: Solver, puzzle: Puzzle) -> bool:
    """Ask for columns until the line is completed or the puzzle given up; whether input goes on."""
    last = COLUMNS[solver.shape.width - 1]
    found, helped = attempt(solver, puzzle), 0
    for answer in terminal.lines(f"Your column, 1 to {last}, or ? for a hint: "):
        if answer == "?":
            if helped == len(hints(solver, found)):
                terminal.say_apart(solution_in_words(solver, found))
                return True
            terminal.say_apart(hints(solver, found)[helped])
            helped += 1
            continue
        try:
            after = attempt(solver, puzzle, [*found.tried, answer])
        except InvalidMove as error:
            terminal.say_apart(sentence(str(error)))
            continue
        if not after.refuted:
            helped = 0
            terminal.say()
            show_board(terminal, after.board)
        terminal.say_apart(said(after))
        if after.over:
            return True
        found = after
    return False


def _make_watched(
    solver: Solver, make: Callable[[Watch], Puzzle | None], _number: int, watch: Watch
) -> Puzzle | None:
    """Make a puzzle, and call what watches again and again while a game is searched."""
    game = 0

    def play(following: int) -> None:
        nonlocal game
        game = following
        watch(game)

    solver.watch = lambda _board, _known: watch(game)
    try:
        return make(play)
    finally:
        solver.watch = None


def _show(terminal: Terminal, puzzle: Puzzle) -> None:
    """Show a puzzle to people, without its solution."""
    board = puzzle.board
    shape = board.shape
    terminal.say_apart(
        f"{shape}, {shape.win} in a row, seed {puzzle.seed}: {in_words(puzzle.difficulty)}"
    )
    if terminal.plain:
        terminal.say_apart(translate(PLAIN))
    show_board(terminal, puzzle.board)
    terminal.say_apart(asked(puzzle))
