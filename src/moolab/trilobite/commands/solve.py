"""``moo trilobite solve``: the exact scores of positions."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from textwrap import fill

import click

from moolab.cli.numbers import SECONDS
from moolab.cli.options import json_option, workers_option
from moolab.cli.terminal.output import (
    BAD_INPUT,
    OK,
    SCORES_DIFFER,
    WIDTH,
    echo_aside,
    echo_json,
    echo_text,
)
from moolab.cli.terminal.status import StatusLine
from moolab.cli.terminal.waiting import prepare_kernels
from moolab.errors import InvalidPosition, MoolabError
from moolab.support.text import clock, count_noun, quote, roughly
from moolab.trilobite.board import COLUMNS, Board, Shape
from moolab.trilobite.book import EMPTY, entry, moves_of
from moolab.trilobite.commands.options import (
    memory_option,
    position_argument,
    read_position,
    shape_options,
)
from moolab.trilobite.kernels import SOLVING
from moolab.trilobite.score import (
    Bounds,
    Solution,
    gathered,
    outlook,
    position,
    possible,
    possible_ends,
)
from moolab.trilobite.solver.exact import Question, Solver
from moolab.trilobite.views import PositionScoreView, PositionSolveView, SearchView
from moolab.views.errors import ErrorAnswer, ErrorView

_LONGEST = 1 << 16
"""Characters of a line; those of positions and comments are much shorter."""

_SHARE = 0.5
"""What part of a time limit the position itself may take; the rest is for its moves."""

_UNLIMITED = (
    ". Ctrl-C stops the search and says what is known by then, as --time-limit SECONDS does."
)
_LIMITED = ", so the time limit may leave no more than bounds."
_SHORT = ". The time limit will leave wide bounds"
_BOOK = ", and who wins only if the opening book knows"

_ENDS = 3
"""How many ends a game can have: where all are possible, nothing is known of them."""

_PATIENCE = 1.0
"""Seconds of a search before anything is said of how long it may take."""


@click.command("solve")
@position_argument
@shape_options
@click.option("--file", "path", type=click.Path(path_type=Path, allow_dash=True), metavar="FILE",
              help="Solve every line, MOVES or MOVES SCORE; - is stdin.")  # fmt: skip
@click.option("--time-limit", type=SECONDS, metavar="SECONDS",
              help="Stop after this long, and say what is known.")  # fmt: skip
@memory_option
@workers_option
@click.option("--no-book", is_flag=True, help="Do not use the opening book.")
@json_option
@click.option("--stream", is_flag=True,
              help="With --json: a line every second, and for what becomes known.")  # fmt: skip
def command(
    moves: tuple[str, ...],
    shape: Shape,
    path: Path | None,
    time_limit: float | None,
    memory: int,
    workers: int,
    no_book: bool,
    as_json: bool,
    stream: bool,
) -> None:
    """Find the exact score of a position, and of every move.

    Solves the position after MOVES (default: the empty board), or of a BOARD that is drawn with X,
    O and a dot, or with other signs, or in a FILE; - is stdin. +n: the player to move wins with its
    n-th stone from the end; -n: the opponent does; 0: a draw.

    With --file, prints MOVES SCORE for every line; the exit code is 5 if a line has another score,
    2 if one cannot be read.
    """
    if path is not None and moves:
        raise click.UsageError("MOVES do not go with --file.")
    if stream and not as_json:
        raise click.UsageError("--stream goes with --json.")
    if stream and path is not None:
        raise click.UsageError("--stream does not go with --file.")
    board = read_position(moves, shape, position)
    shape = board.shape
    prepare_kernels("trilobite", SOLVING)
    solver = Solver(shape, memory, not no_book, workers)
    if path is not None:
        code = _check_file(path, shape, solver, time_limit, as_json=as_json)
        raise click.exceptions.Exit(code)
    known, before, began = dict[Board, Bounds](), solver.nodes, time.perf_counter()
    try:
        warning = _warning(solver, board, time_limit, moves=True)
        with _showing_bounds(solver, board, known, warning, stream=stream):
            solution = solver.solve(board, time_limit, share=_SHARE)
    except KeyboardInterrupt:

        def recall(each: Board) -> Bounds:
            return known.get(each, possible(each)) & solver.recalled_bounds(each)

        seconds = time.perf_counter() - began
        solution = gathered(board, recall, solver.nodes - before, seconds)
        _show(solution, "it was stopped", as_json=as_json)
        raise
    _show(solution, "the time is over", as_json=as_json)


def _show(solution: Solution, reason: str, *, as_json: bool) -> None:
    """Print a solution."""
    if as_json:
        echo_json(PositionSolveView.of(solution))
    else:
        echo_text("\n".join(_lines(solution, reason)))
        if sys.stderr.isatty():
            book = "; scores of the opening book, --no-book searches" if solution.book else ""
            echo_aside(f"{count_noun(solution.nodes, 'node')}, {solution.seconds:.2f} s{book}")


@contextmanager
def _showing_bounds(
    solver: Solver,
    board: Board,
    known: dict[Board, Bounds],
    warning: str | None,
    name: str = "score",
    *,
    stream: bool,
) -> Iterator[None]:
    """While a position is solved, the status line shows the bounds so far."""
    status = StatusLine()
    began, before = time.perf_counter(), solver.nodes
    spoken = 0.0

    def watch(searched: Board, score: Bounds) -> None:
        nonlocal warning, spoken
        better, known[searched] = known.get(searched) != score, score
        seconds, tried = time.perf_counter() - began, solver.nodes - before
        if warning and seconds >= _PATIENCE:
            status.tell(fill(warning, WIDTH))
            warning = None
        if stream and (better or seconds >= spoken + _PATIENCE):
            spoken = seconds
            echo_json(SearchView.of(searched, score, _asked(solver, score), tried, seconds))
        if status.due:
            column = searched.moves[board.ply :]
            shown = _in_short(f"column {column}" if column else name, searched, score)
            status.show(_on_one_line(shown, _asked(solver, score), _pace(tried, seconds)))

    solver.watch = watch
    with status:
        yield


def _warning(solver: Solver, board: Board, limit: float | None, *, moves: bool) -> str | None:
    """What to expect of the search of an early position; None if it is not one.

    The opening book may have its score and not those of its ``moves``.
    """
    early = [board]
    if not solver.is_early(board):
        afters = map(board.play, board.columns if moves else ())
        early = [after for after in afters if not after.is_over and solver.is_early(after)]
    expected = sum(map(solver.expected_seconds, early))
    if not early or (limit is not None and limit >= expected):
        return None
    subject = "This position is early: its score"
    if early != [board]:
        score = solver.recalled_bounds(board)
        subject = f"The score is {score}: {outlook(board, score)}. To score all moves, too,"
    if limit is None:
        end = _UNLIMITED
    elif early == [board] and solver.is_short(board, limit):
        end = f"{_SHORT}{_BOOK if solver.book.last_ply >= 0 else ''}."
    else:
        end = _LIMITED
    long = roughly(expected, least=60) if board.shape.win == 4 else "very long"
    return f"{subject} may take {long}{end}"


def _in_short(name: str, board: Board, score: Bounds) -> str:
    """The same on a status line, where there is little room.

    >>> _in_short("column 4", Board.parse("4"), Bounds(-9, 0))
    'column 4: -9..0, X wins or draw'
    """
    ends = possible_ends(board, score)
    return f"{name}: {score}" + (f", {' or '.join(ends)}" if len(ends) < _ENDS else "")


def _asked(solver: Solver, score: Bounds) -> Question | None:
    """What the search is about to find out; None between two questions."""
    question = solver.question
    return question if not score.exact and score.lower < question.score <= score.upper else None


def _on_one_line(score: str, question: Question | None, pace: str) -> str:
    """How far a search is; how deep it looks is left out where that would not fit.

    >>> _on_one_line("score: -9..0", Question(-3, 0.25, 18), "4.9 M/s, 0:07")
    'score: -9..0; -3 or more? 25% seen; 4.9 M/s, 0:07; 18 deep'
    """
    if question is None:
        return f"{score}; {pace}"
    line = f"{score}; {question.score} or more? {question.seen:.0%} seen; {pace}"
    whole = f"{line}; {question.depth} deep"
    return whole if len(whole) < WIDTH else line


def _pace(tried: int, seconds: float) -> str:
    """How many positions a second were searched, and for how long.

    >>> _pace(34_600_000, 7), _pace(34_600, 7)
    ('4.9 M/s, 0:07', '4,943/s, 0:07')
    """
    pace = tried / seconds
    return f"{f'{pace / 1e6:.1f} M' if pace >= 1e5 else f'{pace:,.0f}'}/s, {clock(seconds)}"


def _lines(solution: Solution, reason: str) -> Iterator[str]:
    """The solution for people."""
    _, score, scores, *_ = solution
    known = solution.outlook or "who wins is not known"
    yield f"score {score}: {known}" + ("" if score.exact else f"; {reason}")
    texts = [str(each) for each in scores.values()]
    names = [COLUMNS[column - 1] for column in scores]
    rows = [("column", *names), ("score", *texts)]
    width = max(map(len, texts)) + 2
    if len("column") + len(names) * width > WIDTH:
        rows = list(zip(*rows, strict=True))
    for title, *row in rows:
        yield f"{title:6}" + "".join(text.rjust(width) for text in row)


def _check_file(
    path: Path, shape: Shape, solver: Solver, limit: float | None, *, as_json: bool
) -> int:
    """Solve the lines of a file as they come, and say what is wrong with them."""
    differ, malformed, unwarned = False, False, True
    with click.open_file(str(path), encoding="utf-8-sig", errors="replace") as file:
        lines = iter(partial(file.readline, _LONGEST), "")
        for number, line in enumerate(lines, start=1):
            try:
                entered = _entry(line, shape)
            except MoolabError as error:
                message, malformed = f"line {number}: {error}", True
                if as_json:
                    echo_json(ErrorAnswer(error=ErrorView(kind=error.kind, message=message)))
                echo_aside(f"moo: {message}")
                if len(line) == _LONGEST:
                    break  # its end, if any, is unknown
                continue
            if entered is None:
                continue
            board, expected = entered
            began, before = time.perf_counter(), solver.nodes
            known = dict[Board, Bounds]()
            told = partial(_tell, solver, board, expected, before, began)
            warning = _warning(solver, board, limit, moves=False) if unwarned else None
            unwarned = unwarned and not warning
            try:
                with _showing_bounds(solver, board, known, warning, f"line {number}", stream=False):
                    score = solver.score(board, limit)
            except KeyboardInterrupt:
                if as_json:
                    told(known.get(board, possible(board)))
                else:
                    for searched, bounds in known.items():
                        end = outlook(searched, bounds)
                        name = f"{str(searched) or 'empty board'}: score {bounds}"
                        echo_aside(name + (f", {end}" if end else ""))
                raise
            if as_json:
                told(score)
            else:
                echo_text(entry(board, score))
            if expected is not None and (both := score & expected).lower > both.upper:
                name = board.moves or EMPTY
                echo_aside(f"line {number}: {name} has the score {score}, not {expected}")
                differ = True
    return BAD_INPUT if malformed else SCORES_DIFFER if differ else OK


def _tell(
    solver: Solver, board: Board, expected: Bounds | None, before: int, began: float, score: Bounds
) -> None:
    """Print what is known of a position of a file, as JSON."""
    tried, seconds = solver.nodes - before, time.perf_counter() - began
    echo_json(PositionScoreView.of(board, score, expected, tried, seconds))


def _entry(line: str, shape: Shape) -> tuple[Board, Bounds | None] | None:
    """A position of a file, and its score or bounds of it; None for a blank line or a comment."""
    if len(line) == _LONGEST:
        raise InvalidPosition("this is not a line of a file with positions: it is too long")
    words = line.partition("#")[0].split()
    if not words:
        return None
    moves, *scores = words
    if len(scores) > 1:
        text = quote(" ".join(words))
        raise InvalidPosition(f"{text} is not a position, or a position and its score: 4453 0")
    board = position(moves_of(moves), shape)
    return board, Bounds.parse(scores[0]) if scores else None
