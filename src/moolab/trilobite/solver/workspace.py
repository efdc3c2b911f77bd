"""What an exact search works on: the arguments of its kernel, and where their parts are."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.trilobite.board import Shape
from moolab.trilobite.solver.bits import split
from moolab.trilobite.solver.cells import WORD, Cells, part, trailing_zeros, words_in
from moolab.trilobite.solver.grid import Grid, in_words
from moolab.trilobite.solver.table import BUCKET, Entries, new_table, table_shift

UNKNOWN = 127
"""More than any score; its negation is less."""

NO_GUESS = UNKNOWN
"""The guess for ``begin`` where no score is more likely than others."""

ENDLESS = 1 << 62
"""More nodes than any search takes."""

ROOM, NEAR = 13, 16
"""Positions with at most ``NEAR`` empty cells share 2**ROOM buckets: half a MiB, which fits the
cache of a core. Every two cells more double that, until the table ends. Most positions are late,
and are met again soon or never: on 8x7 after 18 stones 7 of 100 more are searched, in two thirds of
the time."""

SHARED = 22
"""Empty cells: positions with fewer are a thread's own. It would wait longer for what another core
has just written than search, so it keeps them in a part of the table of its own, and does not tell
others about them. On 8x7 after 18 stones two threads then search 4 to 8 of 100 positions more, but
4 of 100 more in a second, and a third more where the cores are far from each other."""

BUSY = 1 << 12
"""How many positions threads can say that they are searching, a power of 2; chosen, not measured.
Of two that want one place the first is forgotten, and can be searched by several threads."""

COLUMN, MADE, ROWS = range(3)
"""Rows of sets, one for each column: its cells, and the threats that a stone in it makes; and how
many rows there are."""

_LINE = 64
"""Bytes of a cache line, which one core at a time can write to. So much is left free behind what a
thread writes all the time: two of them then search 5 of 100 positions more in a second."""

_NUMBERS = ("limit", "nodes", "lower", "upper", "guess", "middle", "depth")
STATE = np.dtype(
    {"names": _NUMBERS, "formats": ["i8"] * len(_NUMBERS), "itemsize": 8 * len(_NUMBERS) + _LINE}
)
"""A search: at which number of nodes it stops, how many there were, the bounds of the score, a
score that is likely, the alpha of the null window at the root, and the depth of the lowest frame,
-1 between two windows."""

FRAME = np.dtype(
    [
        (name, "i8")
        for name in ("slot", "alpha", "beta", "best", "floor", "moves", "children", "start")
    ]
)
"""A position that is being searched: its slot, its window, the best score so far, alpha before its
moves were searched, the moves to be searched, those of them that are left, and the nodes when its
search began."""


def _slot(words: int) -> Any:
    """A position: its stones, window and place in the table.

    ``same``: whether its player to move is that of the position above, which forced replies in
    between can bring about. ``place``, ``answer``: those of the move that led to it in the history,
    by the number of stones and by the move before. ``claimed``: whether its bounds are also those
    of claimeven.
    """
    numbers = ("ply", "same", "place", "answer", "rating", "lower", "upper", "claimed", "bucket")
    sets = ("own", "filled", "opponent_threats", "key")
    return np.dtype([(name, "i8") for name in numbers] + [(name, "u8", (words,)) for name in sets])


class Share(NamedTuple):
    """Where a thread keeps positions: the early ones anywhere, the late ones in its part.

    Args:
        whole: the shift for all buckets of the table.
        part: the shift for the buckets of one part.
        first: the first word of its part.
    """

    whole: int
    part: int
    first: int


def _share(memory: int, threads: int, thread: int = 0) -> Share:
    whole = table_shift(memory)
    # Two buckets at least, which several threads may have together: no word is shifted by 64.
    part = min(whole + (threads - 1).bit_length(), WORD - 1)
    return Share(whole, part, thread * (BUCKET << WORD - part) % (BUCKET << WORD - whole))


class Workspace(NamedTuple):
    """What a search works on; the arguments of ``solve``.

    Args:
        grid: the board, its sets split into words.
        share: where this thread keeps positions.
        states: one ``STATE`` for each thread.
        frames: for each thread, a ``FRAME`` for each ply.
        slots: for each thread, the root, and then the moves of each frame.
        rows: for each thread, rows of sets, one for each column; ``row_of`` says where.
        history: for each ply and cell, how good a stone there has been lately; then the same for
            each move before, of either player. Threads that search one position share it, without
            locks: what is lost of it is lost for the order alone.
        busy: the buckets, from 1 on, of positions that threads are searching; 0 for none.
    """

    grid: Grid
    share: Share
    thread: int
    states: NDArray[Any]
    frames: NDArray[Any]
    slots: NDArray[Any]
    rows: NDArray[np.uint64]
    history: NDArray[Any]
    busy: NDArray[Any]
    entries: Entries


def workspace(shape: Shape, memory: int, threads: int = 1) -> Workspace:
    """All that searches on a board of this shape need, with a table of ``memory`` bytes."""
    grid = Grid.of(shape)
    rows = np.zeros(row_of(grid, ROWS, 0) + _LINE // 8, np.uint64)
    for column in range(grid.width):
        start = row_of(grid, COLUMN, column)
        rows[start : start + grid.words] = split(shape.column(column + 1), grid.words)
    return Workspace(
        in_words(grid, split),
        _share(memory, threads),
        thread=0,
        states=np.zeros(threads, STATE),
        frames=np.zeros((threads, shape.cells + 1), FRAME),
        slots=np.zeros((threads, shape.cells * shape.width + 1), _slot(grid.words)),
        rows=np.tile(rows, (threads, 1)),
        history=np.zeros(place_of(grid, shape.cells + 2 * WORD * grid.words, 1), np.int16),
        busy=np.zeros(BUSY, np.int64),
        entries=new_table(memory),
    )


def of_thread(work: Workspace, thread: int) -> Workspace:
    """The same for another thread that searches the same position."""
    share = _share(work.entries.nbytes, len(work.states), thread)
    return work._replace(thread=thread, share=share)


def alone(work: Workspace, thread: int) -> Workspace:
    """All that one of the threads needs to search another position than the others."""
    own = slice(thread, thread + 1)
    return of_thread(work, thread)._replace(
        thread=0,
        states=work.states[own],
        frames=work.frames[own],
        slots=work.slots[own],
        rows=work.rows[own],
        history=np.zeros_like(work.history),
    )


def for_threads(work: Workspace, threads: int) -> Workspace:
    """A workspace for several threads that uses the table of another one."""
    return work._replace(
        share=_share(work.entries.nbytes, threads),
        thread=0,
        states=np.zeros(threads, STATE),
        frames=np.zeros((threads, work.frames.shape[1]), FRAME),
        slots=np.zeros((threads, work.slots.shape[1]), work.slots.dtype),
        rows=np.tile(work.rows[:1], (threads, 1)),
    )


def begin(
    work: Workspace, own: int, filled: int, lower: int, upper: int, guess: int = NO_GUESS
) -> None:
    """Set a position whose score is to be found, for all threads."""
    own_words, filled_words = split(own, work.grid.words), split(filled, work.grid.words)
    for n in range(len(work.states)):
        root, state = work.slots[n, 0], work.states[n]
        root["own"], root["filled"], root["ply"] = own_words, filled_words, filled.bit_count()
        state["lower"], state["upper"], state["guess"] = lower, upper, guess
        state["depth"] = -1
    work.history.fill(0)
    if len(work.states) > 1:
        work.busy.fill(0)


@part
def lanes(width: int) -> int:
    """The sets of a row: one for each column, and some to make vectors full."""
    return width + 3 & ~3


@part
def row_of(grid: Grid, kind: int, column: int) -> int:
    """Where the set of a column is among the rows."""
    return (kind * lanes(grid.width) + column) * words_in(grid.full, grid.words)


@part
def place_of(grid: Grid, row: int, move: Cells) -> int:
    """Where the history has a move: a row for each number of stones, and for each move before."""
    return row * WORD * words_in(move, grid.words) + trailing_zeros(move)


@part
def row_after(grid: Grid, place: int, ply: int) -> int:
    """The row of the answers to a move that has a place in another row."""
    return grid.cells + 2 * (place % (WORD * words_in(grid.full, grid.words))) + ply % 2
