"""Making opening books: which early positions are worth keeping, and their scores."""

from collections import deque
from collections.abc import Callable

from moolab.trilobite.board import Board
from moolab.trilobite.book import Book
from moolab.trilobite.score import final_score
from moolab.trilobite.solver.exact import NO_GUESS, Solver

EASY = 2_000_000
"""A position that a fresh solver settles within this many nodes is not in the book."""

_PROBE_MEMORY = 64 << 20
"""Bytes: room for twice as many entries as EASY nodes can make."""


class BookMaker:
    """Finds the positions that perfect play needs to know, ply by ply.

    Args:
        solver: does the work; the more memory it has, the faster.
        book: what is known already; what is found is entered.
        found: called with each new position and its score.
    """

    def __init__(self, solver: Solver, book: Book, found: Callable[[Board, int], None]) -> None:
        self._solver = solver
        self._book = book
        self._found = found
        self._probe = Solver(solver.shape, _PROBE_MEMORY, book=False)

    def first_moves(self) -> None:
        """Score the empty board and all first moves."""
        empty = Board.empty(self._solver.shape)
        score = self._score(empty)
        for column in empty.shape.from_centre(empty.columns):
            self._score(empty.play(column), -score)

    def perfect_play(self, roles: tuple[int, ...]) -> None:
        """Follow games in which one side plays perfectly, and the other one anything.

        Of the best moves, the most central is followed. What is easy is left out.

        Args:
            roles: which sides play perfectly: 0 for the first player, 1 for the second, in turn.
        """
        empty = Board.empty(self._solver.shape)
        waiting = deque((empty, role == 0) for role in roles)
        met = set()
        while waiting:
            board, perfect = waiting.popleft()
            if (board, perfect) in met:
                continue
            met |= {(board, perfect), (board.mirror, perfect)}
            score = self._score(board)
            if perfect:
                after = self._best(board, score)
                if not after.is_over:
                    waiting.append((after, False))
                continue
            for column in board.shape.from_centre(board.columns):
                after = board.play(column)
                if not (after.is_over or self._is_easy(after)):
                    self._score(after, -score)
                    waiting.append((after, True))

    def _is_easy(self, board: Board) -> bool:
        if self._book.get(board) is not None:
            return False
        self._probe.clear()
        return self._probe.search(board, nodes=EASY).exact

    def _score(self, board: Board, guess: int = NO_GUESS) -> int:
        score = self._book.get(board)
        if score is None:
            score = self._solver.search(board, guess=guess).lower
            self._keep(board, score)
        return score

    def _best(self, board: Board, score: int) -> Board:
        """The position after the most central of the best moves."""
        afters = [board.play(column) for column in board.shape.from_centre(board.columns)]
        for after in afters:
            final = final_score(after)
            known = self._book.get(after) if final is None else final
            if known is None and not self._solver.reaches(after, 1 - score):
                self._keep(after, -score)
                known = -score
            if known == -score:
                return after
        raise AssertionError(f"no move reaches the score {score} of {board!r}")

    def _keep(self, board: Board, score: int) -> None:
        self._book.add(board, score)
        self._found(board, score)
