"""Thinking ahead, deeper and deeper, until the end is in sight or the time is over."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from moolab.trilobite.board import Board, Shape
from moolab.trilobite.player.alphabeta import WON, Memory, search_words
from moolab.trilobite.player.deadline import within
from moolab.trilobite.player.evaluation import Frame
from moolab.trilobite.score import score_of_win
from moolab.trilobite.solver.bits import split, word_count
from moolab.trilobite.solver.table import new_table, table_shift

_ENDLESS = 2 * WON
_AT_ONCE = 2
"""So many stones are looked ahead at least: one's own line, and the opponent's answer."""


class Thought(NamedTuple):
    """What came of thinking.

    Args:
        column: the best one found.
        value: what it is worth: a forced win or loss is told by ``score``.
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


class Thinker:
    """Alpha-beta search with a table of what it has seen.

    Args:
        shape: of the boards it thinks about.
        memory: how many bytes the table may take; a power of 2 is used, as large as fits.
        count: of how many words sets of cells are, if not as few as will do.

    Once ``stop[0]`` is not 0, it has thought enough.

    >>> thought = Thinker(Shape(5, 4), 1 << 20).think(Board.parse("1525", Shape(5, 4)))
    >>> thought.column, thought.score, thought.exact
    (3, 0, True)
    """

    def __init__(self, shape: Shape, memory: int, count: int | None = None) -> None:
        self._frame = Frame.of(shape, count)
        self._count = count or word_count(shape)
        self.stop = np.zeros(1, np.int64)
        entries = new_table(memory)
        self._memory = Memory(
            entries,
            shift=table_shift(entries),
            moves=np.zeros((shape.cells, 2, shape.width), np.int64),
            nodes=np.zeros(1, np.int64),
            stop=self.stop,
        )

    @property
    def nodes(self) -> int:
        """How many positions were looked at so far."""
        return int(self._memory.nodes[0])

    @property
    def size(self) -> int:
        """How many bytes its table takes."""
        return int(self._memory.entries.nbytes)

    def forget(self) -> None:
        """Empty the table, so that nothing depends on what was thought before."""
        # Memory that is new and not written to costs nothing.
        self._memory = self._memory._replace(entries=new_table(self.size))

    def think(
        self,
        board: Board,
        columns: Sequence[int] | None = None,
        depth: int | None = None,
        seconds: float | None = None,
    ) -> Thought:
        """The best column of a board that is not over.

        Args:
            columns: those to choose from, the ones preferred among equals first; unless given,
                all, from the centre outward.
            depth: how many stones to look ahead at most.
            seconds: how long to think; two stones are looked ahead in any case.

        Raises:
            KeyboardInterrupt: on Ctrl-C.
        """
        columns = columns or board.shape.from_centre(board.columns)
        remaining = board.shape.cells - board.ply
        deepest = remaining if depth is None else min(depth, remaining)
        thought = Thought(columns[0], 0, 0, False)
        stop = self.stop

        def deepen(until: int) -> None:
            nonlocal thought
            while thought.depth < until and not (thought.exact or stop[0]):
                thought = self._deeper(board, columns, thought)

        stop[0] = 0
        deepen(min(_AT_ONCE, deepest))
        if thought.depth < deepest and not thought.exact:
            within(seconds, stop, lambda: deepen(deepest))
        return thought

    def _deeper(self, board: Board, columns: Sequence[int], known: Thought) -> Thought:
        """What is known after one stone more, or as much of it as there is time for."""
        depth, remaining = known.depth + 1, board.shape.cells - board.ply
        best, value = known.column, -_ENDLESS
        for column in sorted(columns, key=lambda column: column != known.column):
            child = board.play(column)
            # Those that are preferred need only be as good.
            bar = value - (columns.index(column) < columns.index(best))
            found = self._value(child, depth - 1, bar, bar + 1)
            if found > bar:
                found = self._value(child, depth - 1, bar, _ENDLESS)
            if self.stop[0]:
                return known if value == -_ENDLESS else known._replace(column=best, value=value)
            if found > bar:
                best, value = column, found
        thought = Thought(best, value, depth, False)
        # All that ends so soon has been looked at.
        seen = remaining + 2 - 2 * abs(thought.score) if thought.score else remaining
        return thought._replace(exact=depth >= min(seen, remaining))

    def _value(self, board: Board, depth: int, alpha: int, beta: int) -> int:
        """As ``alphabeta`` promises, but for the player who moved last."""
        if board.winner:
            return WON + score_of_win(board.shape.cells, board.ply - 1)
        if board.is_full:
            return 0
        words = split(board.mover, self._count), split(board.filled, self._count)
        memory = self._memory
        return -int(search_words(self._frame, memory, *words, board.ply, depth, -beta, -alpha))
