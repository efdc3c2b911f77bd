"""Exact scores of trilobite beside other solvers: ``python -m benchmarks.trilobite``.

The positions are those of ``tests/data/positions``; means for each set, one thread, after warm-up,
the table empty at the start of a set. The figures of the others, both C++, were taken on another
machine; theirs for 7x6 are for sets of their own, which random play of the same length is compared
with only roughly, so they are left out here.

``python -m benchmarks.trilobite boards [SIZE...]`` prints the scores of empty boards, four in a
row, beside the published ones: of those that take less than a minute.
"""

import sys
import time
from pathlib import Path

from moolab.cli.commands.trilobite.bench import measure
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.solver.exact import Solver

POSITIONS = Path(__file__).parents[1] / "tests" / "data" / "positions"

OTHERS = {
    ("8x7", 38): (0.064, 0.075),
    ("8x7", 34): (0.44, 0.23),
    ("8x7", 30): (1.88, 1.15),
    ("8x7", 26): (7.1, 4.1),
    ("8x7", 22): (55, 30),
    ("8x7", 18): (663, 215),
}
"""Mean milliseconds of Pons' solver and of Steininger's c4, by board and stones played."""

LAST_MOVES = {
    (4, 4): 0,
    (5, 4): 0,
    (6, 4): -24,
    (7, 4): 0,
    (8, 4): -32,
    (9, 4): -36,
    (4, 5): 0,
    (5, 5): 0,
    (6, 5): 0,
    (7, 5): 0,
    (8, 5): 39,
    (9, 5): 41,
    (4, 6): 0,
    (5, 6): 0,
    (6, 6): -36,
    (7, 6): 41,
    (4, 7): 0,
    (5, 7): 0,
    (6, 7): 41,
    (4, 8): 0,
    (5, 8): 0,
}
"""By width and height, the last move of perfect play, negative if the second player wins, 0 for a
draw (Tromp; Steininger)."""


def compare_positions() -> None:
    """Print a line for each set of positions."""
    print("board plies      n       nodes         ms   Mnodes/s    Pons ms      c4 ms")
    for file in sorted(POSITIONS.glob("*.txt"), key=lambda file: (file.name[:9], -_ply(file))):
        size, ply = file.stem.split("_")[1], _ply(file)
        solver = Solver(Shape.parse(size), book=False)
        boards = [Board.parse(line.split()[0], solver.shape) for line in file.open()]
        measure(solver, boards[:3])
        rates = measure(solver, boards)
        milliseconds = rates.seconds * 1e3
        beside = "".join(
            f" {other:>6.6g} {other / milliseconds:>3.1f}x" for other in OTHERS.get((size, ply), ())
        )
        print(
            f"{size:<5} {ply:>5} {rates.positions:>6} {rates.nodes:>11,.0f} {milliseconds:>10.3f} "
            f"{rates.nodes_per_second / 1e6:>10.2f}{beside}",
            flush=True,
        )


def compare_boards(sizes: list[str]) -> None:
    """Print a line for each empty board."""
    print("board   score  published           nodes    seconds")
    for (width, height), last in LAST_MOVES.items():
        shape = Shape(width, height)
        if sizes and str(shape) not in sizes:
            continue
        solver = Solver(shape, book=False)
        start = time.process_time()
        score = solver.score(Board.empty(shape)).lower
        seconds = time.process_time() - start
        print(
            f"{shape!s:<6} {score:>6} {_score(shape, last):>10} "
            f"{solver.nodes:>15,} {seconds:>10.2f}",
            flush=True,
        )


def _score(shape: Shape, last: int) -> int:
    """The score of an empty board on which perfect play ends with this move."""
    stones = (shape.cells - abs(last)) // 2 + 1
    return stones if last > 0 else -stones if last < 0 else 0


def _ply(file: Path) -> int:
    return int(file.stem.split("ply")[1])


if __name__ == "__main__":
    if sys.argv[1:2] == ["boards"]:
        compare_boards(sys.argv[2:])
    else:
        compare_positions()
