"""Exact scores of trilobite beside other solvers: ``python -m benchmarks.trilobite``.

The positions are those of ``tests/data/positions``; means for each set, one thread, after warm-up,
the table empty at the start of a set. The figures of the others, both C++, were taken on another
machine; theirs for 7x6 are for sets of their own, which random play of the same length is compared
with only roughly, so they are left out here.

``python -m benchmarks.trilobite boards [SIZE...]`` solves empty boards, four in a row, whose scores
others have published, and keeps what it finds in ``results/trilobite.txt``; stopped with Ctrl-C, it
goes on with those that are not there. ``boards --memory 4096`` gives the table of
positions 4 GiB, which the largest boards need. ``python -m benchmarks.trilobite table`` prints them
all.

``python -m benchmarks.trilobite calls`` measures calls of the library for late positions, text to
score, and what ``score_moves`` takes for each of a hundred.

``python -m benchmarks.trilobite threads`` has several threads search the same positions, and
many at once: some five minutes. ``threads 14 8 16`` does it with 8 and with 16, after 14 stones.
"""

import sys
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import NamedTuple

import numpy as np

from moolab import Trilobite
from moolab.results.field import published
from moolab.trilobite.board import MAX_SIDE, Board, Shape
from moolab.trilobite.solver.exact import MEMORY, Solver

BOARDS = Path(__file__).parents[1] / "results" / "trilobite.txt"
"""A line for each board that was solved: size, score, positions searched, CPU seconds."""

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

_LATE = ("rand_7x6_ply30", "rand_7x6_ply24", "rand_8x7_ply38", "rand_8x7_ply34")
"""Sets of positions of which so little is left that a call costs more than the search."""

_CALLS = 9
"""How often each set is measured; the fastest time counts."""

_ROUNDS = {18: 8, 14: 1}
"""How often threads search the positions after so many stones: a minute on one thread."""

_COUNTS = (1, 2, 4)
"""Numbers of threads."""

_MOMENT = 0.1
"""Seconds: a set that takes less is measured again."""

PUBLISHED = {row.game: int(row.theirs) for row in published() if row.question == "score"}
"""The scores of empty boards, by size, that others have found."""


class Rates(NamedTuple):
    """Means of positions searched, and of seconds of the processor."""

    positions: int
    nodes: float
    seconds: float

    @property
    def nodes_per_second(self) -> float:
        """Positions searched in a second."""
        return self.nodes / self.seconds


def measure(solver: Solver, boards: Iterable[Board]) -> Rates:
    """Solve some positions, beginning with an empty table."""
    solver.clear()
    count, nodes, seconds = 0, solver.nodes, 0.0
    for board in boards:
        start = time.process_time()
        solver.score(board)
        seconds += time.process_time() - start
        count += 1
    return Rates(count, (solver.nodes - nodes) / count, seconds / count)


def compare_positions() -> None:
    """Print a line for each set of positions."""
    print("board plies      n       nodes         ms   Mnodes/s    Pons ms      c4 ms")
    for file in sorted(POSITIONS.glob("*.txt"), key=lambda file: (file.name[:9], -_ply(file))):
        size, ply = file.stem.split("_")[1], _ply(file)
        solver = Solver(Shape.parse(size), book=False)
        boards = [Board.parse(line.split()[0], solver.shape) for line in file.open()]
        measure(solver, boards[:3])
        rates = measure(solver, boards)
        if rates.seconds * rates.positions < _MOMENT:
            # The first time, late positions wait for memory more than they are searched.
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


def measure_calls() -> None:
    """Print what calls take, each time from an empty table; all scores are checked."""
    print("board plies  one call, ms  all columns, ms")
    for name in _LATE:
        lines = (POSITIONS / f"{name}.txt").read_text(encoding="ascii").splitlines()
        texts, scores = zip(*map(str.split, lines), strict=True)
        game, expected = Trilobite(name.split("_")[1]), [*map(int, scores)]
        milliseconds = []
        for ask in (
            lambda game=game, texts=texts: [game.score(text).lower for text in texts],
            lambda game=game, texts=texts: game.score_moves(texts).max(axis=1).tolist(),
        ):
            took = []
            for _ in range(_CALLS):
                game.solver.clear()
                start = time.process_time()
                found = ask()
                took.append(time.process_time() - start)
                assert found == expected
            milliseconds.append(min(took) / len(texts) * 1e3)
        one, each = milliseconds
        print(f"{game.shape!s:<5} {len(texts[0]):>5} {one:>13.4f} {each:>16.4f}", flush=True)


def compare_threads(plies: Iterable[int] = _ROUNDS, counts: Iterable[int] = _COUNTS) -> None:
    """Print what several threads gain that search the same positions.

    Beside it stands what as many threads gain that have nothing in common: no machine gives more,
    and one that shares its cores with others gives less at times.
    """
    print("plies threads       nodes  by one thread at most  times as fast  with nothing in common")
    lines = (POSITIONS / "rand_8x7_ply18.txt").read_text(encoding="ascii").splitlines()
    for ply in plies:
        boards = _ROUNDS.get(ply, 1) * [Board.parse(line[:ply]) for line in lines]
        for workers in counts:
            apart = [_ready_solver(Shape()) for _ in range(workers)]
            several = _ready_solver(Shape(), workers=workers)
            before, clocks = several.nodes_by_thread, np.zeros(3)
            for board in boards:
                clocks += [_clock(solvers, board) for solvers in (apart[:1], apart, [several])]
            nodes = np.subtract(several.nodes_by_thread, before) // len(boards)
            one, separate, together = clocks
            print(
                f"{ply:>5} {workers:>7} {nodes.sum():>11,} {nodes.max():>22,} "
                f"{one / together:>14.2f} {workers * one / separate:>23.2f}",
                flush=True,
            )


def compare_many_at_once(counts: Iterable[int] = _COUNTS) -> None:
    """Print what threads gain that score the moves of many positions, each another one."""
    print("plies threads  times as fast, many positions at once")
    lines = (POSITIONS / "rand_8x7_ply22.txt").read_text(encoding="ascii").splitlines()
    boards = [Board.parse(line.split()[0]) for line in lines]
    solver, clocks = Solver(Shape()), dict[int, float]()
    solver.score_moves(boards[:1])  # compiles, and reads the book
    for workers in sorted({1, *counts}):
        solver.clear()
        start = time.perf_counter()
        solver.score_moves(boards, workers)
        clocks[workers] = time.perf_counter() - start
        print(f"{boards[0].ply:>5} {workers:>7} {clocks[1] / clocks[workers]:>14.2f}", flush=True)


def _ready_solver(shape: Shape, memory: int = MEMORY, workers: int = 1) -> Solver:
    """A solver that is compiled and knows nothing."""
    solver = Solver(shape, memory, book=False, workers=workers)
    solver.score(Board.parse("11", shape), seconds=0)
    solver.clear()
    return solver


def _clock(solvers: list[Solver], board: Board) -> float:
    """The seconds until all have searched a position of which they know nothing."""
    for solver in solvers:
        solver.clear()
    with ThreadPoolExecutor(len(solvers)) as pool:
        start = time.perf_counter()
        others = [pool.submit(solver.search, board) for solver in solvers[1:]]
        solvers[0].search(board)
        wait(others)
        return time.perf_counter() - start


def solve_boards(sizes: list[str], memory: int = MEMORY >> 20) -> None:
    """Solve the empty boards that are not solved yet, with so many MiB, and keep what is found."""
    for shape in _shapes():
        if str(shape) in _solved() or (sizes and str(shape) not in sizes):
            continue
        solver = _ready_solver(shape, memory << 20)
        nodes, start = solver.nodes, time.process_time()
        score = solver.score(Board.empty(shape)).lower
        line = f"{shape} {score} {solver.nodes - nodes} {time.process_time() - start:.1f}"
        with BOARDS.open("a", encoding="ascii") as file:
            file.write(f"{line}\n")
        print(line, flush=True)


def print_table() -> None:
    """Print what is known of boards that took a second, as it is in ``docs/results.md``."""
    print("| board | score | positions searched | CPU s |")
    print("| --- | ---: | ---: | ---: |")
    solved = _solved()
    for size in filter(solved.get, map(str, _shapes())):
        score, nodes, seconds = solved[size]
        if float(seconds) >= 1:
            print(f"| {size} | {score} | {int(nodes):,} | {seconds} |")


def _shapes() -> list[Shape]:
    """The boards whose scores are published, the smallest first."""
    sides = ((int(width), int(height)) for width, height in (size.split("x") for size in PUBLISHED))
    shapes = (Shape(*size) for size in sides if max(size) <= MAX_SIDE)
    return sorted(shapes, key=lambda shape: (shape.cells, shape.width))


def _solved() -> dict[str, tuple[str, str, str]]:
    lines = BOARDS.read_text(encoding="ascii").splitlines() if BOARDS.exists() else []
    return {size: (score, nodes, seconds) for size, score, nodes, seconds in map(str.split, lines)}


def _ply(file: Path) -> int:
    return int(file.stem.split("ply")[1])


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["boards", "--memory", memory, *sizes]:
            solve_boards(sizes, int(memory))
        case ["boards", *sizes]:
            solve_boards(sizes)
        case ["table"]:
            print_table()
        case ["calls"]:
            measure_calls()
        case ["threads", *asked]:
            plies, counts = asked[:1] or _ROUNDS, asked[1:] or _COUNTS
            compare_threads(map(int, plies), [*map(int, counts)])
            compare_many_at_once(map(int, counts))
        case _:
            compare_positions()
