"""The engine: iterative deepening, until the end is in sight or the time is over.

It runs the search in plain Python or compiled. Both search the same nodes and find the same moves;
compiled it is more than 100 times as fast, but has to be compiled once, which takes seconds.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, NamedTuple, TypeVar

from moolab.support.checks import check_count
from moolab.trilobite.board import Board, Shape, check_going_on
from moolab.trilobite.player import alphabeta
from moolab.trilobite.player.alphabeta import WON, Memory
from moolab.trilobite.score import score_of_win
from moolab.trilobite.solver.grid import Grid, in_words
from moolab.trilobite.solver.table import LEAST_MEMORY, SparseEntries, new_table, table_shift

T = TypeVar("T")


def within(seconds: float | None, stop: Any, work: Callable[[], T]) -> T:
    """The result of work done in a thread of its own, so that this one can end it.

    Args:
        seconds: when to raise the flag; never if it is None.
        stop: the flag, an array of one number that the work looks at again and again: once it
            is not 0, the work returns what it has.

    Raises:
        KeyboardInterrupt: on Ctrl-C, when the work has ended.

    >>> stop = [0]
    >>> def work():
    ...     while not stop[0]:
    ...         pass
    ...     return "as far as it goes"
    >>> within(0.01, stop, work)
    'as far as it goes'
    """
    stop[0] = 0
    with ThreadPoolExecutor(max_workers=1) as thread:
        # Ctrl-C may come as soon as the work has begun, and must end it: the thread is waited for.
        try:
            result = thread.submit(work)
            wait([result], seconds)
        finally:
            stop[0] = 1
        return result.result()


_ENDLESS = 2 * WON
"""Beyond any value: the widest window."""

_UNINTERRUPTED = 2
"""The stones that are looked ahead at least: one's own line, and the opponent's answer."""


class SearchResult(NamedTuple):
    """What a search has found.

    Args:
        column: the best one found.
        value: its value; ``score`` reads a forced win or loss from it.
        depth: how many stones were looked ahead for all columns.
        exact: whether the value is exact: the end was in sight.
    """

    column: int
    value: int
    depth: int
    exact: bool

    @property
    def score(self) -> int:
        """The score if the value is exact, and of a forced win or loss; else 0."""
        return max(0, abs(self.value) - WON) * (1 if self.value > 0 else -1)


class Engine:
    """Iterative deepening with a transposition table.

    Args:
        shape: of the boards it searches.
        memory: how many bytes the table may take; a power of 2 is used, as large as fits.
        words: that a set of cells takes, if not as few as will do.
        plain: whether to search in plain Python.

    Raises:
        InvalidCommand: if ``memory`` is too small.

    Attributes:
        size: how many bytes its table takes at most.
        stop: once ``stop[0]`` is not 0, it has searched enough.

    >>> found = Engine(Shape(5, 4), 1 << 20).search(Board.parse("1525", Shape(5, 4)))
    >>> found.column, found.score, found.exact
    (3, 0, True)
    """

    def __init__(
        self, shape: Shape, memory: int, words: int | None = None, plain: bool = False
    ) -> None:
        memory = check_count("memory, in bytes,", memory, LEAST_MEMORY)
        self.size = 1 << memory.bit_length() - 1
        self._shape, grid = shape, Grid.of(shape, words)
        self._search, self._memory = (_plainly if plain else _compile_search)(
            shape, grid, self.size
        )
        self.stop = self._memory.stop

    @property
    def nodes(self) -> int:
        """How many positions were looked at so far."""
        return int(self._memory.nodes[0])

    def clear(self) -> None:
        """Empty the table, so that nothing depends on what was searched before."""
        plain = isinstance(self._memory.entries, SparseEntries)
        # An array that is new and not written to costs nothing.
        entries = SparseEntries() if plain else new_table(self.size)
        self._memory = self._memory._replace(entries=entries)

    def search(
        self,
        board: Board,
        columns: Sequence[int] | None = None,
        depth: int | None = None,
        seconds: float | None = None,
    ) -> SearchResult:
        """The best column of a game that goes on.

        Args:
            columns: those to choose from, the ones preferred among equals first; unless given,
                all, from the centre outward.
            depth: how many stones to look ahead at most.
            seconds: how long to search; two stones are looked ahead in any case.

        Raises:
            InvalidMove: if the game is over.
            InvalidPosition: if it is on another board.
            KeyboardInterrupt: on Ctrl-C.
        """
        check_going_on(board, "engine", self._shape)
        columns = columns or board.shape.from_centre(board.columns)
        remaining = board.shape.cells - board.ply
        deepest = remaining if depth is None else min(depth, remaining)
        found = SearchResult(columns[0], 0, 0, False)
        stop = self.stop

        def deepen(until: int) -> None:
            nonlocal found
            while found.depth < until and not (found.exact or stop[0]):
                found = self._deepen(board, columns, found)

        stop[0] = 0
        deepen(min(_UNINTERRUPTED, deepest))
        if found.depth < deepest and not found.exact:
            within(seconds, stop, lambda: deepen(deepest))
        return found

    def _deepen(self, board: Board, columns: Sequence[int], known: SearchResult) -> SearchResult:
        """What is known after one stone more, or as much of it as there is time for."""
        depth, remaining = known.depth + 1, board.shape.cells - board.ply
        best, value = known.column, -_ENDLESS
        for column in sorted(columns, key=lambda column: column != known.column):
            child = board.play(column)
            # Those that are preferred need only be as good.
            bar = value - (columns.index(column) < columns.index(best))
            child_value = self._value(child, depth - 1, bar, bar + 1)
            if child_value > bar:
                child_value = self._value(child, depth - 1, bar, _ENDLESS)
            if self.stop[0]:
                return known if value == -_ENDLESS else known._replace(column=best, value=value)
            if child_value > bar:
                best, value = column, child_value
        found = SearchResult(best, value, depth, False)
        # All that ends so soon has been looked at.
        seen = remaining + 2 - 2 * abs(found.score) if found.score else remaining
        return found._replace(exact=depth >= min(seen, remaining))

    def _value(self, board: Board, depth: int, alpha: int, beta: int) -> int:
        """As ``alphabeta`` promises, but for the player who moved last."""
        if board.winner:
            return WON + score_of_win(board.shape.cells, board.ply - 1)
        if board.is_full:
            return 0
        own, filled = board.mover, board.filled
        return -self._search(self._memory, own, filled, board.ply, depth, -beta, -alpha)


_Search = Callable[[Memory, int, int, int, int, int, int], int]


def _plainly(shape: Shape, grid: Grid, memory: int) -> tuple[_Search, Memory]:
    def search(memory: Memory, *position: int) -> int:
        return alphabeta.search(grid, memory, *position)

    moves = [[[0] * shape.width, [0] * shape.width] for _ in range(shape.cells)]
    return search, Memory(SparseEntries(), table_shift(memory), moves, nodes=[0], stop=[0])


def _compile_search(shape: Shape, grid: Grid, memory: int) -> tuple[_Search, Memory]:
    import numpy as np  # the plain search does without, and without Numba

    from moolab.trilobite.player import kernel
    from moolab.trilobite.solver.bits import split

    constants = in_words(grid, split)

    def search(memory: Memory, own: int, filled: int, *others: int) -> int:
        sets = split(own, grid.words), split(filled, grid.words)
        return int(kernel.search(constants, memory, *sets, *others))

    moves = np.zeros((shape.cells, 2, shape.width), np.int64)
    one = np.zeros((2, 1), np.int64)
    return search, Memory(new_table(memory), table_shift(memory), moves, nodes=one[0], stop=one[1])
