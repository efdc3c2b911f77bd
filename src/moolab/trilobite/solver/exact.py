"""Exact scores, of positions and of their moves."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from copy import copy
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.support.checks import check_count, naming
from moolab.support.threads import executor, lending
from moolab.trilobite.board import Board, Shape, check_going_on, check_shape
from moolab.trilobite.book import Book, open_book
from moolab.trilobite.score import Bounds, Solution, combined, final_score, possible, score_of_win
from moolab.trilobite.solver import kernel, workspace
from moolab.trilobite.solver.grid import word_count
from moolab.trilobite.solver.kernel import IMPOSSIBLE, NEAR_WINS, REFUSED
from moolab.trilobite.solver.table import LEAST_MEMORY

_BATCH = 64
"""Positions that a thread takes at a time."""

_FEW_LEFT = 32
"""Empty cells of positions that are taken so; others, which take longer, are taken singly."""


_NO_ROWS = np.zeros((0, 0), np.int8)
"""Instead of scores of moves, where that of a position is asked."""


MEMORY = 256 << 20
"""Bytes of the transposition table by default: the empty 7x6 is solved with it in seven seconds."""

NO_GUESS = workspace.NO_GUESS
"""Farther than any score."""

_UNKNOWN = Bounds(-NO_GUESS, NO_GUESS)

_MOMENT = 1 << 12
"""Nodes that are searched before other threads begin: half a millisecond."""

_SLICE = 1 << 16
"""The most nodes between two looks at the clock: some 10 ms."""

_LONG_SLICE = 1 << 19
"""The same where threads have to be started again after each."""

_SHORT_SLICE = 1 << 10
"""The least nodes between two looks at the clock: some 10 ms on boards of 169 cells."""

_PAUSE = 0.1
"""Seconds between two looks at the clock at most, roughly: as Ctrl-C waits for it, too."""

_LONG = 15
"""Seconds: what takes longer, as before the tenth stone on 8x7, is worth a warning."""

_PER_CELL, _PER_PAIR, _AT_ALL = 0.475, 0.098, -22.2
"""The binary logarithm of the seconds that an empty board takes: what cells and pairs of columns
add. Fitted to those in ``results/trilobite.txt``, most of which are within a factor of two."""

_PER_WORD = 1
"""The same for each further word that cells take: 8x7 takes twice as long in two, four times as
long in three."""

_THREE = 1.0
"""Seconds that an empty board takes at most where three in a row win, or two: such wins are near.
13x2 takes as long, all others a quarter of it or less."""

PER_STONE = -0.68
"""The same for stones: on 8x7, ten of them bring half an hour down to a quarter of a minute."""

_FIRST_LOOK = 1.0
"""Seconds for bounds of such a score, before it is looked for: a small part of what it takes."""

_SHARES = 0.4, 0.7
"""The parts of a time limit after which it should be known whether the player to move wins, and
whether it at least draws. Of 20 positions with 18 stones on 8x7, 200,000 nodes say of 17 who wins,
or that it is a draw, where they said it of 15 when half of them went into the first question
(``benchmarks/limits.py``)."""

_HOPELESS, _GLANCES = 0.05, (0.05, 0.1)
"""Part of the time that the score takes, roughly: with less there is hardly an answer to these, and
so they get these parts."""


def _expected_seconds(shape: Shape, ply: int) -> float:
    if shape.win <= NEAR_WINS:
        return _THREE
    size = _PER_CELL * shape.cells + _PER_PAIR * shape.width**2 + _AT_ALL
    size += _PER_WORD * (word_count(shape) - 1)
    return float(2 ** (size + PER_STONE * ply))


class Question(NamedTuple):
    """What a search is about to find out.

    Attributes:
        score: the search asks whether the score is this or more.
        seen: what part of the moves it has seen for that, from 0 to 1. It grows evenly only where
            the answer is no.
        depth: how many stones ahead it looks at this moment.
    """

    score: int
    seen: float
    depth: int


class Solver:
    """Finds scores on boards of one shape, and remembers what it has met on the way.

    One thread at a time may use it. For several there are ``workers``, ``score_moves`` and
    ``apart``.

    Args:
        memory: bytes of the transposition table; a power of 2 is used, as large as fits.
        book: whether to look into the opening book of the shape, if there is one; or another book.
        workers: threads that search one position together; the scores are the same, the nodes vary.

    Raises:
        InvalidCommand: if ``workers`` is less than 1, or ``memory`` too small or more than exists.
        InvalidPosition: if the book is for another board; later, if a position is.

    Attributes:
        workers: how many threads search.
        size: how many bytes the transposition table takes.
        book: the opening book of the shape; an empty one if there is none.
        watch: called periodically with the position being searched and its bounds.

    >>> solver = Solver(Shape(5, 4), memory=1 << 20)
    >>> solver.score(Board.parse("4432", Shape(5, 4)))
    Bounds(lower=-1, upper=-1)
    """

    def __init__(
        self, shape: Shape, memory: int = MEMORY, book: bool | Book = True, workers: int = 1
    ) -> None:
        self.workers = workers = check_count("workers", workers)
        memory = check_count("memory, in bytes,", memory, LEAST_MEMORY)
        self.shape = shape
        self._work = workspace.workspace(shape, memory, workers)
        self.size = int(self._work.entries.nbytes)
        self._helpers = ThreadPoolExecutor(workers - 1) if workers > 1 else None
        if not isinstance(book, Book):
            book = open_book(shape) if book else Book(shape)
        check_shape("book", book.shape, "solver", shape)
        self.book = book
        self.watch: Callable[[Board, Bounds], None] | None = None
        plies = range(shape.cells + 1)
        self._late = next(ply for ply in plies if _expected_seconds(shape, ply) <= _LONG)

    @property
    def nodes(self) -> int:
        """How many positions have been searched so far."""
        return sum(self.nodes_by_thread)

    @property
    def nodes_by_thread(self) -> list[int]:
        """The same for each thread."""
        return [int(nodes) for nodes in self._work.states["nodes"]]

    def is_early(self, board: Board) -> bool:
        """Whether finding the score may take from half a minute to hours: nothing is near."""
        return self.expected_seconds(board) > _LONG and self.book.get(board) is None

    def expected_seconds(self, board: Board) -> float:
        """About how long finding the score of an early position takes, on one thread.

        That is for four in a row, and for three, which take a moment; five were not measured.

        >>> round(Solver(Shape(), memory=1 << 16).expected_seconds(Board.parse("444444")))
        96
        """
        return _expected_seconds(board.shape, board.ply)

    def is_short(self, board: Board, seconds: float) -> bool:
        """Whether a time is so short that it hardly tells who wins, unless the book does."""
        return seconds < _HOPELESS * self.expected_seconds(board)

    @property
    def question(self) -> Question:
        """What the search, or that of the first thread, is about to find out."""
        state, frames = self._work.states[0], self._work.frames[0]
        depth = max(0, int(state["depth"]))
        seen, part = 0.0, 1.0
        for frame in frames[:depth]:
            part /= int(frame["moves"])
            # One of those that are not left is being searched.
            seen += part * int(frame["moves"] - frame["children"] - 1)
        return Question(int(state["middle"]) + 1, seen, depth)

    def apart(self) -> list["Solver"]:
        """A solver for each thread, to search another position each, with the table of this one.

        What they search counts here, too.

        >>> one, two = Solver(Shape(4, 4), memory=1 << 16, workers=2).apart()
        >>> one.workers, two.size
        (1, 65536)
        """
        solvers = [copy(self) for _ in range(self.workers)]
        for thread, solver in enumerate(solvers):
            solver.workers, solver._helpers = 1, None
            solver._work = workspace.alone(self._work, thread)
        return solvers

    def stop(self) -> None:
        """Have whatever another thread searches raise ``CancelledError``, and all that comes."""

        def cancel(_board: Board, _known: Bounds) -> None:
            raise CancelledError

        self.watch = cancel

    def clear(self) -> None:
        """Empty the transposition table."""
        self._work.entries.fill(0)

    def score_at_once(self, moves: str) -> Bounds | None:
        """The score of a late position, without a ``Board``, which costs more than such a search.

        None if the position is early, or watched, or if ``score`` has to say why it is not one.

        Args:
            moves: the columns played, by their names, without blanks.
        """
        late = len(moves) >= self._late and len(moves) > self.book.last_ply
        state, text, done = self._work.states[0], moves.encode(errors="replace"), 0
        while late and moves.isalnum() and self.workers == 1 and not (self.watch or done):
            state["limit"] = state["nodes"] + _SLICE
            # Between slices Python handles Ctrl-C.
            done, text = kernel.solve(*self._work, text, _NO_ROWS), b""
        return Bounds(*[int(state["lower"])] * 2) if done > 0 else None

    def score(self, board: Board, seconds: float | None = None, least: int | None = None) -> Bounds:
        """The score of a game that goes on, for the player to move.

        Args:
            seconds: when to stop and say what is known so far; without it, never.
            least: what the score is at least, if that is known. It is asked first whether it is
                more: often the last move has given nothing away.

        Raises:
            InvalidMove: if the game is over.
        """
        if seconds is None and least is None and board.shape == self.shape:
            found = self.score_at_once(board.moves)
            if found is not None:
                return found
        guess = -NO_GUESS if least is None else least
        known = Bounds(guess, NO_GUESS)
        if seconds is not None:
            return self._score_in(seconds, board, known, guess)
        if self.is_early(board) and not board.is_over:
            # A search that is stopped after hours has some bounds.
            end = time.perf_counter() + _FIRST_LOOK
            known = self._narrow(board, known & self.book.bounds(board), end)
        return self._score(board, None, known=known, guess=guess)

    def _score_in(
        self, seconds: float, board: Board, known: Bounds = _UNKNOWN, guess: int = -NO_GUESS
    ) -> Bounds:
        """What is found out in time: first who wins, and then as much of the score as can be."""
        began = time.perf_counter()
        shares = _GLANCES if self.is_short(board, seconds) else _SHARES
        for score, share in zip((1, 0), shares, strict=True):
            left = began + share * seconds - time.perf_counter()
            if score == 1 or left > 0:
                known = self._score(board, left, score - 1, score, known)
        if known.lower > 0 or known.upper < 0:
            left = began + shares[-1] * seconds - time.perf_counter()
            known = self._score(board, left, known=known, guess=guess) if left > 0 else known
        return self._narrow(board, known, began + seconds)

    def _narrow(self, board: Board, known: Bounds, end: float) -> Bounds:
        """Bring both bounds inwards, from where questions are easy, until the time is over."""
        while not known.exact and (left := end - time.perf_counter()) > 0:
            # What is farther from a draw is found faster.
            limit = known.upper - 1 if known.upper > -known.lower else known.lower
            known = self._score(board, left, limit, limit + 1, known)
        return known

    def scores(
        self,
        board: Board,
        seconds: float | None = None,
        progress: Callable[[int], None] | None = None,
        most: int = NO_GUESS,
    ) -> dict[int, Bounds]:
        """For each column that can be played, the score for the player who plays it.

        Args:
            seconds: for all together, when to stop and say what is known so far; what is left
                is shared among the columns that are left.
            progress: called after each column with the number of columns done.
            most: what the score of the position is at most, if that is known.
        """
        end = None if seconds is None else time.perf_counter() + seconds
        scores = {}
        for done, column in enumerate(self.shape.from_centre(board.columns)):
            after = board.play(column)
            final = final_score(after)
            left = None if end is None else max(0.0, end - time.perf_counter())
            if final is not None:
                scores[column] = Bounds(-final, -final)
            elif left is None:
                scores[column] = -self.score(after)
            else:
                share = left / (len(board.columns) - done)
                scores[column] = -self._score_in(share, after, Bounds(-most, NO_GUESS))
            if progress is not None:
                progress(len(scores))
        return dict(sorted(scores.items()))

    def score_moves(self, positions: Sequence[Board | str], workers: int = 1) -> NDArray[np.int8]:
        """The exact score of each move of many positions, for the player who makes it.

        Positions of which the opening book knows something come first, one by one.

        Args:
            positions: boards, or the moves that lead there.
            workers: how many threads search, each another position, with one table.

        Returns:
            An array of shape (positions, width); where a column is full, ``IMPOSSIBLE``.

        Raises:
            InvalidCommand: if ``workers`` is less than 1.
            InvalidMove: if moves are not possible, or a game is over; the error says which.
        """
        workers = check_count("workers", workers)
        lines = [each if isinstance(each, str) else each.moves for each in positions]
        scores = np.full((len(lines), self.shape.width), IMPOSSIBLE, np.int8)
        here = all(isinstance(each, str) or each.shape == self.shape for each in positions)
        late = min(map(len, lines), default=0) > self.book.last_ply
        if here and late and self._fill(lines, scores, workers):
            return scores
        boards = []
        for n, each in enumerate(positions, start=1):
            with naming(f"position {n:,} of {len(positions):,}"):
                boards.append(Board.parse(each, self.shape) if isinstance(each, str) else each)
                check_going_on(boards[-1], "solver", self.shape)
        searched = []
        for n, board in enumerate(boards):
            if self._is_recalled(board):
                for column, bounds in self.scores(board).items():
                    scores[n, column - 1] = bounds.lower
            else:
                searched.append(n)
        found = np.full((len(searched), self.shape.width), IMPOSSIBLE, np.int8)
        self._fill([boards[n].moves for n in searched], found, workers)
        scores[searched] = found
        return scores

    def _fill(self, lines: Sequence[str], scores: NDArray[np.int8], workers: int) -> bool:
        """Write the scores of moves into rows; False if a line is not of a game that goes on."""
        parts, start = list[slice](), 0
        for n, line in enumerate(lines, start=1):
            late = self.shape.cells - len(line) <= _FEW_LEFT
            if not late or n - start == _BATCH or n == len(lines):
                parts.append(slice(start, n))
                start = n

        def score(own: workspace.Workspace, part: slice) -> bool:
            text = "\n".join(lines[part]).encode(errors="replace")
            return bool(kernel.solve(*own, text, scores[part]) != REFUSED)

        team = workspace.for_threads(self._work, workers)
        own = [workspace.alone(team, thread) for thread in range(workers)]
        # Without nodes to search, this says at once whether all can be played.
        if not parts or not score(own[0], slice(None)):
            return not parts
        team.states["limit"] = workspace.ENDLESS
        with executor(workers) as threads:
            try:
                list(threads.map(lending(own, score), parts))
                return True
            finally:
                # Of Ctrl-C, threads do not know.
                team.states["limit"] = 0

    def solve(
        self,
        board: Board,
        seconds: float | None = None,
        progress: Callable[[int], None] | None = None,
        share: float = 1,
    ) -> Solution:
        """The score of a game that goes on, and then, in what is left of the time, its moves'.

        Args:
            seconds: when to stop and say what is known so far; without it, never.
            progress: is called after each move with the number of moves that are done.
            share: what part of that time the score may take.

        Raises:
            InvalidMove: if the game is over.

        >>> found = Solver(Shape(3, 3, 3), memory=1 << 16).solve(Board.empty(Shape(3, 3, 3)))
        >>> found.score, found.best
        (Bounds(lower=0, upper=0), [1, 2, 3])
        """
        began, before = time.perf_counter(), self.nodes
        found = self.score(board, seconds and seconds * share)
        left = None if seconds is None else max(0.0, began + seconds - time.perf_counter())
        scores = self.scores(board, left, progress, found.upper)
        nodes, took = self.nodes - before, time.perf_counter() - began
        solution = combined(board, found, scores, nodes, took)
        return solution._replace(book=self._is_recalled(board))

    def reaches(self, board: Board, score: int, seconds: float | None = None) -> bool | None:
        """Whether the player to move can reach a score; None if the time is too short to tell.

        Faster than finding the score itself.
        """
        found = self._score(board, seconds, score - 1, score)
        return True if found.lower >= score else False if found.upper < score else None

    def proves(self, board: Board, score: int, seconds: float | None = None) -> bool:
        """Whether a search shows that the player to move can reach a score.

        It does not ask the book: the table is to know by which column.
        """
        return self.search(board, seconds, lower=score - 1, upper=score).lower >= score

    def has_reached(self, board: Board, score: int, seconds: float | None = None) -> bool | None:
        """Whether the player who moved last has reached a score; None if the time is too short.

        The game can be over.
        """
        final = final_score(board)
        if final is not None:
            return -final >= score
        answered = self.reaches(board, 1 - score, seconds)
        return None if answered is None else not answered

    def recalled_bounds(self, board: Board) -> Bounds:
        """What the opening book knows of the score of a game that goes on."""
        return self.book.bounds(board) & possible(board)

    def _score(
        self,
        board: Board,
        seconds: float | None,
        lower: int = -NO_GUESS,
        upper: int = NO_GUESS,
        known: Bounds = _UNKNOWN,
        guess: int = -NO_GUESS,
    ) -> Bounds:
        check_going_on(board, "solver", self.shape)
        recalled = self.book.bounds(board)
        known &= recalled
        if known.exact or known.lower >= upper or known.upper <= lower:
            known &= possible(board)
            if self.watch is not None:
                self.watch(board, known)
            return known
        guess = max(guess, recalled.lower)
        return self.search(board, seconds, lower=lower, upper=upper, guess=guess, known=known)

    def search(
        self,
        board: Board,
        seconds: float | None = None,
        *,
        nodes: int | None = None,
        lower: int = -NO_GUESS,
        upper: int = NO_GUESS,
        guess: int = NO_GUESS,
        known: Bounds = _UNKNOWN,
    ) -> Bounds:
        """As ``score``, without the book.

        Args:
            nodes: how many positions to search at most.
            lower, upper: look no further than this: whether the score is up to ``lower``, or from
                ``upper`` on, is all that is found out then.
            guess: a score that is likely; the search is shorter if it is right. A win or a loss
                at once is not a guess.
            known: the bounds that the score is known to have, beyond which nothing is asked.

        Raises:
            InvalidMove: if the game is over.
        """
        check_going_on(board, "solver", self.shape)
        most = score_of_win(self.shape.cells, board.ply)
        state = self._work.states[0]
        guess = guess if abs(guess) < most else NO_GUESS
        lower, upper = max(lower, known.lower, -most), min(upper, known.upper, most)
        workspace.begin(self._work, board.mover, board.filled, lower, upper, guess)
        end = None if seconds is None else time.perf_counter() + seconds
        last = None if nodes is None else self.nodes + nodes
        go_on, most_nodes = self._search_alone, _SLICE
        if self._helpers is not None:
            go_on, most_nodes = partial(self._search_together, self._helpers), _LONG_SLICE
        # What takes a moment is over before other threads have begun.
        pace = self._pace_of(self._search_alone, min(_MOMENT, self._left(last)))
        while True:
            low, high = int(state["lower"]), int(state["upper"])
            # Limits of the search are not bounds of the score.
            found = Bounds(low if low > lower else -most, high if high < upper else most)
            bounds = possible(board) & known & found
            if self.watch is not None:
                self.watch(board, bounds)
            left = _PAUSE if end is None else min(_PAUSE, end - time.perf_counter())
            if low >= high or self._left(last) <= 0 or left <= 0:
                return bounds
            # Between slices Python handles Ctrl-C, and the table keeps what was found.
            timely = max(_SHORT_SLICE, int(pace * left))
            pace = self._pace_of(go_on, min(timely, most_nodes, self._left(last)))

    def _is_recalled(self, board: Board) -> bool:
        """Whether the opening book has a position, or one that a move leads to."""
        if board.ply > self.book.last_ply:
            return False
        near = (board, *map(board.play, board.columns))
        return any(self.book.entry(each) is not None for each in near)

    def _left(self, last: int | None) -> int:
        """How many more positions can be searched, if the search ends after ``last``."""
        return workspace.ENDLESS if last is None else last - self.nodes

    def _pace_of(self, go_on: Callable[[int], None], nodes: int) -> float:
        """Search so many positions more, and say how many the first thread searched in a second."""
        began, before = time.perf_counter(), self.nodes_by_thread[0]
        go_on(nodes)
        took = max(time.perf_counter() - began, 1e-9)  # the clock may not have moved
        return (self.nodes_by_thread[0] - before) / took

    def _search_alone(self, nodes: int) -> None:
        state = self._work.states[0]
        # The limits of other threads are 0: they do not search.
        state["limit"] = state["nodes"] + nodes
        kernel.solve(*self._work, b"", _NO_ROWS)

    def _search_together(self, helpers: ThreadPoolExecutor, nodes: int) -> None:
        """Search in all threads, until this one has searched so many nodes or one is done."""
        work = self._work
        _agree(work)
        threads: list[Future[None]] = []
        try:
            work.states["limit"] = workspace.ENDLESS
            work.states[0]["limit"] = work.states[0]["nodes"] + nodes
            for n in range(1, len(work.states)):
                own = workspace.of_thread(work, n)
                threads.append(helpers.submit(partial(kernel.solve, *own, b"", _NO_ROWS)))
            kernel.solve(*work, b"", _NO_ROWS)
        finally:
            work.states["limit"] = 0
            wait(threads)
            _agree(work)


def _agree(work: workspace.Workspace) -> None:
    """Have all threads know what one has found, and begin again where that has settled it."""
    states = work.states
    lower, upper = states["lower"].max(), states["upper"].min()
    settled = (states["middle"] < lower) | (states["middle"] >= upper)
    if settled.any():
        work.busy.fill(0)
    states["depth"][settled] = -1
    states["lower"], states["upper"] = lower, upper
