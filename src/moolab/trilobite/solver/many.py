"""The scores of all moves of many positions, in threads that share a table."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from moolab.support.threads import executor, lending
from moolab.trilobite.board import Board
from moolab.trilobite.solver import kernel, workspace
from moolab.trilobite.solver.bits import split

IMPOSSIBLE = kernel.IMPOSSIBLE
"""Where a column is full; less than any score."""

_BATCH = 64
"""Positions that a thread takes at a time."""

_FEW_LEFT = 32
"""Empty cells of positions that are taken so; others, which take longer, are taken singly."""


def score_moves(
    work: workspace.Workspace,
    boards: Sequence[Board],
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> NDArray[np.int8]:
    """The exact score of each move of each position, for the player who makes it.

    Args:
        work: of the boards' shape; its table is used and filled.
        boards: games that go on.
        workers: how many threads search, each for itself, in one table.
        progress: is called with the number of positions that are done.

    Returns:
        An array of shape (positions, width); where a column is full, ``IMPOSSIBLE``.

    >>> from moolab.trilobite.board import Shape
    >>> shape = Shape(3, 3, 3)
    >>> boards = [Board.parse(moves, shape) for moves in ("", "111")]
    >>> score_moves(workspace.workspace(shape, 1 << 16), boards).tolist()
    [[0, 0, 0], [-128, -1, 0]]
    """
    count = work.grid.words
    stones = np.array(
        [[split(cells, count) for cells in (board.mover, board.filled)] for board in boards],
        np.uint64,
    ).reshape(len(boards), 2 * count)
    scores = np.full((len(boards), work.grid.width), IMPOSSIBLE, np.int8)
    team, done = workspace.for_threads(work, workers), 0
    team.states["limit"] = workspace.ENDLESS

    def score(own: workspace.Workspace, part: slice) -> int:
        kernel.score_moves(*own, stones[part].reshape(-1), scores[part])
        return len(scores[part])

    take = lending((workspace.alone(team, thread) for thread in range(workers)), score)
    with executor(workers) as threads:
        try:
            for n in threads.map(take, _parts(boards)):
                done += n
                if progress is not None:
                    progress(done)
        finally:
            # Of Ctrl-C, threads do not know.
            team.states["limit"] = 0
    return scores


def _parts(boards: Sequence[Board]) -> list[slice]:
    parts, start = [], 0
    for n, board in enumerate(boards, start=1):
        late = board.shape.cells - board.ply <= _FEW_LEFT
        if not late or n - start == _BATCH or n == len(boards):
            parts.append(slice(start, n))
            start = n
    return parts
