"""``moo trilobite book``: makes opening books."""

from pathlib import Path

import click

from moolab.cli.numbers import IntegerType
from moolab.cli.options import json_option, workers_option
from moolab.cli.terminal.output import echo_aside, echo_json
from moolab.cli.terminal.status import StatusLine
from moolab.cli.terminal.waiting import prepare_kernels
from moolab.errors import InvalidPosition, MoolabError
from moolab.support.atomic import check_writable, claim
from moolab.support.text import count_noun, quote
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.book import Book, entry, heading
from moolab.trilobite.commands.options import memory_option, shape_options
from moolab.trilobite.kernels import solving
from moolab.trilobite.openings import EASY, BookMaker
from moolab.trilobite.score import Bounds
from moolab.trilobite.solver.exact import NO_GUESS, Solver
from moolab.trilobite.views import BookView

_ROLES = {"first": (0,), "second": (1,), "both": (0, 1)}


@click.command("book")
@shape_options
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, metavar="FILE",
              help="The book; scores that it has are not computed again.")  # fmt: skip
@click.option("--for", "role", type=click.Choice(list(_ROLES)), default="both", show_default=True,
              help="Which player the book is for.")  # fmt: skip
@click.option("--guess", type=IntegerType(-72, 72), metavar="SCORE",
              help="A likely score of the empty board: asked about first, and proved.")  # fmt: skip
@click.option("--easy", type=IntegerType(1), default=EASY, show_default=True, metavar="NODES",
              help="Leave out positions that a fresh solver settles by searching this many "
              "others or fewer.")  # fmt: skip
@memory_option
@workers_option
@json_option
def command(
    shape: Shape,
    output: Path,
    role: str,
    guess: int | None,
    easy: int,
    memory: int,
    workers: int,
    as_json: bool,
) -> None:
    """Make an opening book, or continue one.

    First it finds the score of the empty board, and how a side that does not lose holds it against
    anything; then the scores of all first moves, and how they are held; then those of positions in
    which one side plays perfectly. What is quick to solve is left out. It takes minutes to days;
    stop with Ctrl-C whenever you like, and the same command goes on from there: what is found is
    written at once.
    """
    if str(output) == "-":
        raise click.UsageError(
            "-o takes the name of a file: a book is read, too, to go on with it."
        )
    check_writable(output)
    with output.open("a", encoding="ascii") as file:
        claim(file, output)
        data = output.read_bytes()
        end = data.rfind(b"\n") + 1
        # Some editors put a mark before a text.
        parts = data[:end], data[end:]
        whole, cut_off = (part.decode("utf-8-sig", errors="replace") for part in parts)
        if not (whole or heading(shape).startswith(cut_off)):
            raise InvalidPosition(f"{output} is not a book: its first line has no end")
        try:
            book = Book(shape, whole.splitlines())
        except MoolabError as error:
            raise InvalidPosition(f"{output}: {error}") from error
        if cut_off:
            # Of 4 -2..9, a crash may have left 4 -2.
            file.truncate(end)
            echo_aside(f"{output}: the last line was cut off and is left out: {quote(cut_off)}")
        if not whole:
            file.write(f"{heading(shape)}\n")
        prepare_kernels("trilobite", solving())
        solver = Solver(shape, memory, book=False, workers=workers)
        status = StatusLine()

        def write(board: Board, known: Bounds) -> None:
            file.write(f"{entry(board, known)}\n")
            file.flush()

        def watch(board: Board, known: Bounds) -> None:
            if status.due:
                so_far = (
                    f"{count_noun(len(book), 'position')}, now at {str(board) or 'the empty board'}"
                )
                status.show(f"{so_far}: {known}; {count_noun(solver.nodes, 'node')}")

        solver.watch = watch
        maker = BookMaker(solver, book, write, easy)
        with status:
            maker.score_empty(NO_GUESS if guess is None else guess)
            maker.hold(_ROLES[role])
            maker.score_first_moves()
            maker.hold(_ROLES[role])
            maker.perfect_play(_ROLES[role])
    if as_json:
        echo_json(BookView(file=str(output), positions=len(book)))
    else:
        echo_aside(f"{output}: {count_noun(len(book), 'position')}")
