"""``moo trilobite bench``: how fast positions are solved."""

import time
from collections.abc import Iterable
from random import Random
from typing import NamedTuple

import click

from moolab.cli.options import json_option, workers_option
from moolab.cli.terminal.output import echo_json
from moolab.cli.terminal.status import waiting
from moolab.cli.terminal.waiting import prepare_kernels
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.commands.options import memory_option
from moolab.trilobite.kernels import solving
from moolab.trilobite.solver.exact import Solver
from moolab.trilobite.threats import completes
from moolab.trilobite.views import PositionBenchView, RatesView

SETS = [
    *(("7x6", ply, count) for ply, count in ((30, 200), (24, 200), (20, 100), (16, 50))),
    *(("8x7", ply, count) for ply, count in ((38, 200), (34, 200), (30, 100), (26, 50), (22, 20))),
]
"""Board, stones played, and how many positions."""


class Rates(NamedTuple):
    """Means of positions searched, and of seconds: of the processor, if one thread searches."""

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
    now = time.process_time if solver.workers == 1 else time.perf_counter
    for board in boards:
        start = now()
        solver.score(board)
        seconds += now() - start
        count += 1
    return Rates(count, (solver.nodes - nodes) / count, seconds / count)


def random_boards(shape: Shape, ply: int, count: int) -> list[Board]:
    """Positions of random play, always the same; neither player has won or wins at once."""
    chance = Random(f"{shape} {ply}")
    boards: list[Board] = []
    while len(boards) < count:
        board = Board.empty(shape)
        while board.ply < ply and not board.is_over:
            board = board.play(chance.choice(board.columns))
        if not (board.is_over or completes(board)):
            boards.append(board)
    return boards


@click.command("bench")
@memory_option
@workers_option
@json_option
def command(memory: int, workers: int, as_json: bool) -> None:
    """Measure how fast positions are solved.

    The positions come from random play, the same ones every time. With one thread the time is that
    of the processor; with several it is that of the clock, and should be taken on an idle machine.
    """
    prepare_kernels("trilobite", solving())
    if not as_json:
        click.echo("board  stones  positions       nodes         ms   million nodes/s")
    rows = []
    solvers = {size: Solver(Shape.parse(size), memory, False, workers) for size, *_ in SETS}
    for size, ply, count in SETS:
        solver = solvers[size]
        solver.score(Board.parse("123", solver.shape), seconds=0)  # loads what is compiled
        with waiting(f"{size}, {ply} stones"):
            rates = measure(solver, random_boards(solver.shape, ply, count))
        rows.append(
            RatesView(
                size=size,
                plies=ply,
                positions=rates.positions,
                tried=rates.nodes,
                seconds=rates.seconds,
            )
        )
        if not as_json:
            click.echo(
                f"{size:<6} {ply:>6} {count:>10} {rates.nodes:>11,.0f} "
                f"{rates.seconds * 1e3:>10.3f} {rates.nodes_per_second / 1e6:>17.2f}"
            )
    if as_json:
        echo_json(PositionBenchView(threads=workers, sets=tuple(rows)))
