"""``moo trilobite puzzle``: positions in which one column wins in time."""

import shlex
import sys
from collections.abc import Callable, Iterator
from secrets import randbelow

import click

from moolab.cli.commands.trilobite.options import shape_options
from moolab.cli.dialogues.playing import open_terminal, plain_option, stop_like_control_c
from moolab.cli.options import IntegerType, json_option
from moolab.cli.terminal.output import echo_aside, echo_json
from moolab.cli.terminal.status import made
from moolab.cli.terminal.terminal import Terminal
from moolab.cli.terminal.waiting import prepare_kernels
from moolab.errors import InvalidMove
from moolab.preparation import solving
from moolab.puzzles.difficulty import in_words
from moolab.trilobite.board import COLUMNS, Shape
from moolab.trilobite.puzzle import (
    MOST_STONES,
    Puzzle,
    line_in_words,
    make_puzzle,
    refutation,
)
from moolab.trilobite.solver.exact import Solver
from moolab.views.trilobite import PositionPuzzleView

_DRAWN_SEEDS = 10**6
"""A seed that chance decides is short enough to be typed again."""

_MEMORY = 16 << 20
"""Bytes of the table of scores: wins that are so near need no more."""


@click.command("puzzle")
@shape_options
@click.option("--moves", "stones", type=IntegerType(2, MOST_STONES), default=3, show_default=True,
              metavar="N", help="With which of its stones the player to move wins.")  # fmt: skip
@click.option("--seed", type=IntegerType(), metavar="N",
              help="Random seed; repeats the same puzzle.")  # fmt: skip
@click.option("--count", type=IntegerType(1), default=1, show_default=True, metavar="M",
              help="How many puzzles, with the seeds N, N+1, and so on.")  # fmt: skip
@click.option("--solution", is_flag=True, help="Print the solutions, too, and ask nothing.")
@plain_option
@json_option
def command(
    shape: Shape,
    stones: int,
    seed: int | None,
    count: int,
    solution: bool,
    plain: bool,
    as_json: bool,
) -> None:
    """Make puzzles: find the one column that wins in time.

    The player to move wins with its N-th stone, whatever the other side plays, but only if the
    first one falls into the right column. At a terminal you are asked for it. With --json every
    puzzle is a line, with its solution.
    """
    prepare_kernels("trilobite", solving())
    solver = Solver(shape, _MEMORY, book=False)
    first = randbelow(_DRAWN_SEEDS) if seed is None else seed
    again = ["moo", "trilobite", "puzzle", "--size", str(shape), "--win", str(shape.win)]
    again += ["--moves", str(stones), "--seed", str(first)]
    again += [] if count == 1 else ["--count", str(count)]
    asks = not (solution or as_json) and sys.stdin.isatty() and sys.stdout.isatty()
    if asks:
        stop_like_control_c()
    terminal = open_terminal(as_json=as_json, plain=plain)

    def make(number: int, watch: Callable[[int], None]) -> Puzzle:
        return make_puzzle(solver, stones, first + number, watch)

    for puzzle in made(count, make, "puzzle", "game"):
        if as_json:
            echo_json(PositionPuzzleView.of(puzzle))
            continue
        if puzzle.seed > first:
            terminal.say()
        for line in _lines(puzzle):
            terminal.say(line)
        if asks and not ask(terminal, solver, puzzle):
            break
        if solution:
            terminal.say_apart(_solution(puzzle))
    if as_json:
        return
    if not asks and not solution:
        echo_aside(f"The solution: {shlex.join([*again, '--solution'])}")
    elif seed is None:
        echo_aside(f"The same again: {shlex.join(again)}")


def ask(terminal: Terminal, solver: Solver, puzzle: Puzzle) -> bool:
    """Ask for the column until it is found or given up.

    Returns:
        Whether the input goes on.
    """
    last = COLUMNS[solver.shape.width - 1]
    for answer in terminal.lines(f"Your column, 1 to {last}, or ? for the solution: "):
        if answer == "?":
            terminal.say_apart(_solution(puzzle))
            return True
        try:
            column = puzzle.board.column(answer)
            reply = refutation(solver, puzzle, column)
        except InvalidMove as error:
            terminal.say_apart(str(error))
            continue
        if reply is None:
            terminal.say_apart(f"Right. {_solution(puzzle)}")
            return True
        terminal.say_apart(_refuted(puzzle, column, reply))
    return False


def _lines(puzzle: Puzzle) -> Iterator[str]:
    """A puzzle for people, without its solution."""
    board = puzzle.board
    shape = board.shape
    yield f"{shape}, {shape.win} in a row, seed {puzzle.seed}: {in_words(puzzle.level)}"
    yield board.picture()
    yield f"{board.turn} to move wins in {puzzle.stones} stones."


def _solution(puzzle: Puzzle) -> str:
    """The column, and how the game goes on."""
    quiet = " The first stone threatens no line." if puzzle.quiet else ""
    return f"Column {COLUMNS[puzzle.column - 1]}: {line_in_words(puzzle)}.{quiet}"


def _refuted(puzzle: Puzzle, column: int, reply: int) -> str:
    """Why a column is not the solution.

    >>> from moolab.trilobite.board import Board
    >>> _refuted(Puzzle(Board.parse("12"), 2, 0, 3, "343", 1, quiet=True), 8, 4)
    'Not column 8: O answers in column 4, and X does not win in 2 stones.'
    """
    after = puzzle.board.play(column)
    end = after.play(reply)
    what = "wins" if end.winner else f"{end.turn} does not win in {puzzle.stones} stones"
    return (
        f"Not column {COLUMNS[column - 1]}: {after.turn} answers in column {COLUMNS[reply - 1]}, "
        f"and {what}."
    )
