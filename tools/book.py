"""Makes an opening book, or continues one: ``python -m tools.book --size 5x5 -o 5x5.txt``.

It finds which early positions are worth keeping, and their scores.
A search that takes hours would lose everything if it were stopped. So the score of an early
position follows from questions, each whether a player reaches some score: what the solver does not
answer within ``PATIENCE`` nodes is asked about the moves instead. Every answer goes into the book.
"""

import math
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor, as_completed
from pathlib import Path
from threading import Event, Lock
from typing import NamedTuple, TextIO

import click

from moolab.cli.numbers import IntegerType
from moolab.cli.options import workers_option
from moolab.cli.terminal.status import StatusLine
from moolab.errors import InvalidPosition, MoolabError
from moolab.support.atomic import check_writable, claim
from moolab.support.checks import check_count
from moolab.support.text import count_noun, quote
from moolab.support.threads import lending
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.book import Book, entry, heading
from moolab.trilobite.commands.options import memory_option, shape_options
from moolab.trilobite.player.engine import Engine
from moolab.trilobite.score import Bounds, final_score
from moolab.trilobite.solver.exact import MEMORY, NO_GUESS, PER_STONE, Solver
from moolab.trilobite.solver.table import LEAST_MEMORY

EASY = 2_000_000
"""A position that a fresh solver settles within this many nodes is not in the book, by default:
some 0.3 s, of the 2 that a player thinks. Chosen, not measured."""

PATIENCE = 100_000_000
"""Nodes that a question may take before it is asked about the moves: some 15 s. A larger table than
the usual one may take as many more, as it still remembers what it has met."""

_HOPELESS = 50
"""Empty cells: with more, a question is asked about the moves at once, with the usual table.
Chosen, not measured."""

_GLANCE = 200_000
"""Nodes for a first look at each move: some 30 ms."""

_MOMENT = 1_000
"""Nodes for a look at what the table has: less than a millisecond."""

_AHEAD = 14
"""Stones that the engine looks ahead to say which moves are promising; chosen, not measured."""

_ROOM = 34
"""Bytes of the fresh solver's table for each such node: for two entries or more, or for one where a
position takes three words. With the usual number, 64 MiB."""

_ENGINE_MEMORY = 64 << 20
"""Bytes for looking ahead; chosen, not measured."""


class _Met(NamedTuple):
    """A position that a game has come to, in which the side that a book is for is to move.

    Args:
        goal: the score that is to be reached; None if it is the best one there is.
    """

    board: Board
    goal: int | None


class _Easy(NamedTuple):
    """What is left out.

    Args:
        nodes: that a fresh solver may take for it.
        known: positions that were found to be so.
    """

    nodes: int
    known: set[_Met]


class BookMaker:
    """Finds the positions that perfect play needs to know, ply by ply.

    Args:
        solver: does the work; the more memory it has, the faster. Its threads search one position
            together; where there are many, each another one.
        book: what is known already; what is found is entered.
        found: called with each new position and its bounds, which are one score in the end.
        easy: what a fresh solver settles within so many nodes is left out.

    Raises:
        InvalidCommand: if ``easy`` is less than 1, or so many take more memory than exists.
    """

    def __init__(
        self,
        solver: Solver,
        book: Book,
        found: Callable[[Board, Bounds], None],
        easy: int = EASY,
    ) -> None:
        self._solver = solver
        self._book = book
        self._found = found
        self._entering = Lock()
        self._kept = 0
        self._easy = _Easy(check_count("easy", easy), set())
        self._asker = _Asker(solver, book, self._enter, self._easy)
        self._empty_board = Board.empty(solver.shape)

    def score_empty(self, guess: int = NO_GUESS) -> None:
        """Score the empty board.

        Args:
            guess: a score that is likely.
        """
        self._asker.score(self._empty_board, guess)

    def score_first_moves(self) -> None:
        """Score all first moves, and the empty board."""
        score = self._asker.score(self._empty_board)
        for after in self._first_moves():
            self._asker.score(after, -score)

    def hold(self, roles: tuple[int, ...]) -> None:
        """Follow games in which one side holds a win or a draw, and the other one plays anything.

        The first player holds the score of the empty board, the second that of each first move, as
        far as it is known. What is easy is left out.

        Args:
            roles: which sides hold their scores: 0 for the first player, 1 for the second.
        """
        score = self._asker.score(self._empty_board)
        second = [
            (after, max(-score, self._book.bounds(after).lower)) for after in self._first_moves()
        ]
        starts = {0: [(self._empty_board, score)], 1: second}
        held = [_Met(*start) for role in roles for start in starts[role] if start[1] >= 0]
        # One line after the other: the table still has what is near.
        self._follow(held, ply_by_ply=False)

    def perfect_play(self, roles: tuple[int, ...]) -> None:
        """Follow games in which one side plays perfectly, and the other one anything, ply by ply.

        What is easy is left out.

        Args:
            roles: which sides play perfectly: 0 for the first player, 1 for the second.
        """
        boards = {0: [self._empty_board], 1: self._first_moves()}
        starts = [board for role in roles for board in boards[role]]
        for board in starts:
            self._asker.score(board)
        self._follow([_Met(board, None) for board in starts], ply_by_ply=True)

    def _first_moves(self) -> list[Board]:
        empty = self._empty_board
        return [empty.play(column) for column in empty.shape.from_centre(empty.columns)]

    def _follow(self, starts: list[_Met], ply_by_ply: bool) -> None:
        """Follow games until the book knows a column wherever the side that it is for needs one.

        Args:
            starts: where they begin.
            ply_by_ply: whether all that are waiting come next, or the last one of them.
        """
        kept = -1
        # When the book knows more, another column may be the first that it knows.
        while kept < self._kept:
            kept = self._kept
            waiting, met = list(starts), set(starts)
            while waiting:
                if ply_by_ply:
                    taken, waiting = waiting, []
                else:
                    taken = [waiting.pop()]
                for answered in self._play_all(taken):
                    if answered not in met:
                        met.add(answered)
                        waiting.append(answered)

    def _play_all(self, met: list[_Met]) -> list[_Met]:
        """Play a move in each of these positions, and then any: what has been come to then."""
        if len(met) == 1:
            return self._asker.play(met[0])
        over = Event()

        def look(board: Board, known: Bounds) -> None:
            if over.is_set():
                raise CancelledError
            if self._solver.watch is not None:
                self._solver.watch(board, known)

        solvers = self._solver.apart()
        for solver in solvers:
            solver.watch = look
        askers = [_Asker(solver, self._book, self._enter, self._easy) for solver in solvers]

        def play(asker: _Asker, images: list[_Met]) -> list[_Met]:
            return [answered for image in images for answered in asker.play(image)]

        play_one = lending(askers, play)
        # A position and its mirror image are one question.
        twins: dict[Board, list[_Met]] = {}
        for one in met:
            twins.setdefault(one.board.canonical, []).append(one)
        with ThreadPoolExecutor(self._solver.workers) as threads:
            try:
                plays = [threads.submit(play_one, images) for images in twins.values()]
                for each in as_completed(plays):
                    each.result()  # raises what has been raised there
            finally:
                # One that is stopped stops all; of Ctrl-C, threads do not know.
                over.set()
                threads.shutdown(wait=False, cancel_futures=True)
        return [answered for each in plays for answered in each.result()]

    def _enter(self, board: Board, known: Bounds) -> None:
        with self._entering:
            if known != self._book.entry(board):
                self._kept += 1
                self._book.add(board, known)
                self._found(board, known)


class _Asker:
    """Asks the book about positions, and searches where it has no answer.

    Args:
        solver: searches.
        book: what is known.
        enter: enters what is found into the book.
        easy: what is left out; positions that are found to be so are added.
    """

    def __init__(
        self,
        solver: Solver,
        book: Book,
        enter: Callable[[Board, Bounds], None],
        easy: _Easy,
    ) -> None:
        self._solver = solver
        self._book = book
        self._enter = enter
        self._easy = easy
        room = max(1.0, solver.size / MEMORY)
        self._patience = int(PATIENCE * room)
        self._hopeless = _HOPELESS + round(math.log2(room) / -PER_STONE)
        self._engine = Engine(solver.shape, _ENGINE_MEMORY)
        self._probe = Solver(solver.shape, max(LEAST_MEMORY, _ROOM * easy.nodes), book=False)

    def play(self, met: _Met) -> list[_Met]:
        """Enter what a move in a position needs to be known: what can follow it, if anything does.

        Nothing does after what is easy.
        """
        board, goal = met
        if self._is_easy(board, goal):
            return []
        after = self._best(board, self.score(board) if goal is None else goal)
        if after.is_over:
            return []
        self._enter(after, self._book.bounds(after))
        answers = map(after.play, after.shape.from_centre(after.columns))
        return [_Met(answered, goal) for answered in answers if not answered.is_over]

    def score(self, board: Board, guess: int = NO_GUESS) -> int:
        """The exact score, found by questions around the guess, else around a draw."""
        known = self._book.bounds(board)
        if not known.exact and self._empty(board) <= self._hopeless:
            # What a player is known to have is often all that it has.
            likely = known.lower if guess == NO_GUESS else guess
            known &= self._solver.search(board, nodes=self._patience, guess=likely, known=known)
        while known.lower < known.upper:
            near = min(max(0 if guess == NO_GUESS else guess, known.lower), known.upper)
            self._reaches(board, near if near > known.lower else near + 1)
            known &= self._book.bounds(board)
        self._enter(board, known)
        return known.lower

    def _is_easy(self, board: Board, goal: int | None) -> bool:
        """Whether the book need not know it: a fresh solver settles it by searching few."""
        known = self._book.get(board) if goal is None else self._book.recall(board, goal)
        if known is not None:
            return False
        met = _Met(board.canonical, goal)
        if met not in self._easy.known:
            lower, upper = (-NO_GUESS, NO_GUESS) if goal is None else (goal - 1, goal)
            self._probe.clear()
            self._probe.watch = self._solver.watch
            found = self._probe.search(met.board, nodes=self._easy.nodes, lower=lower, upper=upper)
            if not (found.exact if goal is None else found.lower >= goal):
                return False
            self._easy.known.add(met)
        return True

    def _reaches(self, board: Board, score: int) -> bool:
        """Whether the player to move reaches a score."""
        nodes = self._patience if self._empty(board) <= self._hopeless else 0
        known = self._ask(board, score, nodes)
        if board.is_over:
            return known.lower >= score
        if known.lower < score <= known.upper:
            yes = any(not self._reaches(after, 1 - score) for after in self._moves(board, score))
            known = Bounds(score, known.upper) if yes else Bounds(known.lower, score - 1)
        self._enter(board, known)
        return known.lower >= score

    def _ask(self, board: Board, score: int, nodes: int) -> Bounds:
        """What is known when the solver has been asked whether a score is reached.

        Args:
            nodes: how many it may search.
        """
        final = final_score(board)
        if final is not None:
            return Bounds(final, final)
        known = self._book.bounds(board)
        if nodes and known.lower < score <= known.upper:
            known = self._solver.search(
                board, nodes=nodes, lower=score - 1, upper=score, known=known
            )
        return known

    def _moves(self, board: Board, score: int) -> Iterator[Board]:
        """What can follow: what reaches the score by the table, then first what seems to."""
        afters = [board.play(column) for column in board.shape.from_centre(board.columns)]
        yield from (
            after for after in afters if self._ask(after, 1 - score, _MOMENT).upper < 1 - score
        )
        yield from sorted(afters, key=lambda after: self._promise(after, 1 - score))

    def _promise(self, board: Board, score: int) -> float:
        """How near the player to move seems to come to a score."""
        known = self._ask(board, score, _GLANCE)
        if known.upper < score:
            return -math.inf
        return math.inf if known.lower >= score else self._engine.search(board, depth=_AHEAD).value

    def _empty(self, board: Board) -> int:
        return self._solver.shape.cells - board.ply

    def _best(self, board: Board, score: int) -> Board:
        """The position after a move that reaches a score; the one that the book knows, if any."""
        column = self._book.recall(board, score)
        if column is not None:
            return board.play(column)
        if self._empty(board) <= self._hopeless:
            # The book may be sure of it: this is for the table, to know by which move.
            self._solver.search(board, nodes=self._patience, lower=score - 1, upper=score)
        for after in self._moves(board, score):
            if not self._reaches(after, 1 - score):
                return after
        raise InvalidPosition(
            f"the book is wrong: it says that {board.moves or 'the empty board'} has the score "
            f"{score}, but no move reaches it"
        )


_ROLES = {"first": (0,), "second": (1,), "both": (0, 1)}


def make_book(
    output: Path,
    solver: Solver,
    role: str = "both",
    guess: int | None = None,
    easy: int = EASY,
) -> Book:
    """Make a book, or go on with one; what is found is written at once.

    Raises:
        InvalidPosition: if the file is not a book of this board.
        OSError: if it cannot be written.
    """
    check_writable(output)
    with output.open("a", encoding="ascii") as file:
        claim(file, output)
        book = _continued(file, output, solver.shape)
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
    return book


def _continued(file: TextIO, path: Path, shape: Shape) -> Book:
    """The book that is in a file; a new one gets its first line."""
    data = path.read_bytes()
    end = data.rfind(b"\n") + 1
    # Some editors put a mark before a text.
    parts = data[:end], data[end:]
    whole, cut_off = (part.decode("utf-8-sig", errors="replace") for part in parts)
    if not (whole or heading(shape).startswith(cut_off)):
        raise InvalidPosition(f"{path} is not a book: its first line has no end")
    try:
        book = Book(shape, whole.splitlines())
    except MoolabError as error:
        raise InvalidPosition(f"{path}: {error}") from error
    if cut_off:
        # Of 4 -2..9, a crash may have left 4 -2.
        file.truncate(end)
        click.echo(f"{path}: the last line was cut off and is left out: {quote(cut_off)}", err=True)
    if not whole:
        file.write(f"{heading(shape)}\n")
    return book


@click.command()
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
def main(
    shape: Shape, output: Path, role: str, guess: int | None, easy: int, memory: int, workers: int
) -> None:
    """Make an opening book, or continue one.

    First it finds the score of the empty board, and how a side that does not lose holds it against
    anything; then the scores of all first moves, and how they are held; then those of positions in
    which one side plays perfectly. What is quick to solve is left out. It takes minutes to days;
    stop with Ctrl-C whenever you like, and the same command goes on from there.
    """
    try:
        book = make_book(
            output, Solver(shape, memory, book=False, workers=workers), role, guess, easy
        )
    except (MoolabError, OSError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{output}: {count_noun(len(book), 'position')}")


if __name__ == "__main__":
    main()
