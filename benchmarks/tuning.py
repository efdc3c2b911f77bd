"""What another weight does to the searches of trilobite: ``python -m benchmarks.tuning``.

``python -m benchmarks.tuning NAME=VALUE ...`` runs the searches with the weights as they are and
with these others, and prints nodes and user CPU seconds of both, and their ratios. The names
are those of ``Weights`` in ``trilobite/solver/kernel.py`` for the exact search, and with
``player.`` before them those in ``solver/evaluation.py``. Without arguments it sets each weight of
the exact search to 0 in turn. After ``--long`` the exact search solves few early positions instead
of many late ones: some seconds for each run.

The exact search solves positions of ``tests/data/positions``, the engine of play looks 8 stones
ahead in the same ones: there the moves that come out otherwise are counted too, and who plays
better has to be asked of games.
Each run is a process of its own, with an empty cache of kernels: the weights are constants in them.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import NamedTuple

from moolab.trilobite.board import Board, Shape
from moolab.trilobite.solver import evaluation, kernel

POSITIONS = Path(__file__).parents[1] / "tests" / "data" / "positions"

SETS = [("rand_7x6_ply16", 30), ("rand_8x7_ply22", 20), ("rand_8x7_ply26", 60)]
"""The sets of positions, and how many of each: some 1 million nodes."""

LONG = "--long"
_EARLY = [("rand_8x7_ply18", 8)]
"""The same for long searches; these positions are taken back to ``_STONES`` stones."""

_STONES = 14

PLAYER = "player."
_RUN = "--run"

_REPEATS = 5
"""The fastest run counts: others are disturbed by whatever else the machine does."""


class Work(NamedTuple):
    """What a run took.

    Args:
        moves: those that the engine chose, none in a run of the exact search.
    """

    nodes: int
    seconds: float
    moves: str = "-"


def compare(changes: dict[str, int], searches: str = "solver") -> None:
    """Print the work with changed weights beside the work with those of the project."""
    for of_player in (False, True):
        changed = {name: n for name, n in changes.items() if name.startswith(PLAYER) == of_player}
        if not changed:
            continue
        kind = "engine" if of_player else searches
        before, after = _unchanged(kind), _run(kind, changed)
        title = " ".join(f"{name}={value}" for name, value in changed.items())
        others = sum(one != other for one, other in zip(before.moves, after.moves, strict=True))
        print(
            f"{title:<28} nodes {before.nodes:>10,} -> {after.nodes:>10,} "
            f"x{after.nodes / before.nodes:.2f}   seconds {before.seconds:.2f} -> "
            f"{after.seconds:.2f} x{after.seconds / before.seconds:.2f}"
            + (f"   other moves: {others} of {len(before.moves)}" if of_player else ""),
            flush=True,
        )


@cache
def _unchanged(kind: str) -> Work:
    return _run(kind, {})


def _run(kind: str, changes: dict[str, int]) -> Work:
    """A run in a process whose kernels are compiled with these weights."""
    arguments = [f"{name}={value}" for name, value in changes.items()]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.tuning", _RUN, kind, *arguments],
            env={**os.environ, "NUMBA_CACHE_DIR": folder},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    nodes, seconds, moves = done.stdout.split()
    return Work(int(nodes), float(seconds), moves)


def _work(kind: str, changes: dict[str, int]) -> Work:
    """The work that this process does with changed weights."""
    for name, value in changes.items():
        module = evaluation if name.startswith(PLAYER) else kernel
        # Kernels are not compiled yet, and take such constants in when they are.
        constant = "_" + name.removeprefix(PLAYER).upper()
        assert hasattr(module, constant), f"there is no weight {name}"
        setattr(module, constant, value)
    return _play() if kind == "engine" else _solve(long=kind == LONG)


def _solve(*, long: bool) -> Work:
    from moolab.trilobite.solver.exact import Solver

    nodes, seconds = 0, 0.0
    for name, boards in _boards(_EARLY, _STONES) if long else _boards():
        solver = Solver(Shape.parse(name.split("_")[1]), 16 << 20, book=False)
        solver.search(boards[0], nodes=1)  # compiles
        took = []
        for _ in range(1 if long else _REPEATS):
            solver.clear()
            before, start = solver.nodes, time.process_time()
            for board in boards:
                solver.search(board)
            took.append(time.process_time() - start)
        nodes, seconds = nodes + solver.nodes - before, seconds + min(took)
    return Work(nodes, seconds)


def _play() -> Work:
    from moolab.trilobite.player.engine import Engine

    nodes, seconds, moves = 0, 0.0, ""
    for name, boards in _boards():
        engine = Engine(Shape.parse(name.split("_")[1]), 16 << 20)
        engine.search(boards[0], depth=1)  # compiles
        before, start = engine.nodes, time.process_time()
        for board in boards:
            moves += str(engine.search(board, depth=8).column)
        nodes, seconds = nodes + engine.nodes - before, seconds + time.process_time() - start
    return Work(nodes, seconds, moves)


def _boards(
    chosen: list[tuple[str, int]] = SETS, stones: int | None = None
) -> list[tuple[str, list[Board]]]:
    sets = []
    for name, count in chosen:
        lines = (POSITIONS / f"{name}.txt").read_text(encoding="ascii").splitlines()[:count]
        shape = Shape.parse(name.split("_")[1])
        sets.append((name, [Board.parse(line.split()[0][:stones], shape) for line in lines]))
    return sets


def _changes(arguments: list[str]) -> dict[str, int]:
    names = [*kernel.Weights._fields, *(PLAYER + name for name in evaluation.Weights._fields)]
    changes = {}
    for argument in arguments:
        match = re.fullmatch(r"([a-z_.]+)=(-?\d+)", argument)
        if match is None or match[1] not in names:
            raise SystemExit(f"{argument!r} is not NAME=VALUE; the names are {', '.join(names)}")
        changes[match[1]] = int(match[2])
    return changes


if __name__ == "__main__":
    asked = sys.argv[1:]
    if asked[:1] == [_RUN]:
        print(*_work(asked[1], _changes(asked[2:])))
    else:
        searches = LONG if asked[:1] == [LONG] else "solver"
        if changes := _changes(asked[searches == LONG :]):
            compare(changes, searches)
        else:
            for field in kernel.Weights._fields:
                compare({field: 0}, searches)
