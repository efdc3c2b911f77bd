"""Searches for the tests: with given costs, in tasks of given size, with tasks counted."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from moolab.codes.rules import Rules
from moolab.search.bounds import FORBIDDEN
from moolab.search.branches import Pass
from moolab.search.checkpoint import Checkpoint
from moolab.search.objective import Costs, Objective, plain_costs
from moolab.search.optimal import Optimum, searched
from moolab.search.task import Answer, Problem, Task, perform
from moolab.search.workers import Runner, Threads, Workers
from moolab.trees.reading import open_tree
from moolab.trees.verify import Proof, verify
from moolab.trees.writing import write


class AtOnce(Workers):
    """Does a task when it comes: to hand over so small ones takes longer than to do them."""

    def submit(self, task: Task) -> "Future[Answer]":
        done: Future[Answer] = Future()
        done.set_result(perform(task))
        return done

    def abandon(self) -> None:
        """There is nothing under way."""

    def close(self) -> None:
        """There is nothing to stop."""


class Watched(Workers):
    """Workers whose tasks are written down."""

    def __init__(self, workers: Workers | None = None) -> None:
        self.tasks: list[Task] = []
        self._workers = workers or Threads()

    async def begin(self) -> None:
        await self._workers.begin()

    def submit(self, task: Task) -> "Future[Answer]":
        self.tasks.append(task)
        return self._workers.submit(task)

    def abandon(self) -> None:
        self._workers.abandon()

    def close(self) -> None:
        self._workers.close()


def problem(rules: str, *, consistent: bool = False, symmetric: bool = True) -> Problem:
    costs = tuple(plain_costs().tolist())
    return Problem(Rules.parse(rules), costs, consistent, symmetric, entries=1 << 16)


def search(
    problem: Problem,
    objective: Objective = "mean",
    workers: Workers | None = None,
    checkpoint: Checkpoint | None = None,
    **options: Any,
) -> Optimum:
    """As ``find``, for any problem and workers; these are closed in the end."""
    with workers or Threads() as ready:
        run = Runner(ready, checkpoint or Checkpoint(None, {}))
        return asyncio.run(searched(problem, objective, run, **options)).optimum()


def least_cost(problem: Problem, costs: Costs) -> int:
    """The value of a whole game with some costs; at least FORBIDDEN where there is no tree."""

    async def settled() -> int:
        run = Runner(AtOnce(), Checkpoint(None, {}))
        now = Pass(problem._replace(costs=tuple(costs.tolist())), run, FORBIDDEN << 10, None)
        await now.settle()
        assert now.low == now.high or now.low >= FORBIDDEN
        return now.low

    return asyncio.run(settled())


def proof(best: Optimum, folder: Path) -> Proof:
    """The proof of a tree that was written to a file and read back."""
    path = folder / "best.json.gz"
    write(path, best.rules, "best", best.tree)
    with open_tree(path) as file:
        return verify(file.rules, file.steps)


_CLUSTER = """
from distributed import LocalCluster
cluster = LocalCluster(
    n_workers={}, threads_per_worker=1, processes=False, host="127.0.0.1",
    dashboard_address="127.0.0.1:0", protocol="tcp",
)
print(cluster.scheduler_address, flush=True)
input()
"""


@contextmanager
def dask_cluster(workers: int) -> Iterator[tuple[str, int]]:
    """A Dask scheduler with its workers, all in one process: its address, and the process."""
    with subprocess.Popen(
        [sys.executable, "-c", _CLUSTER.format(workers)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip(), process.pid
        finally:
            process.send_signal(signal.SIGKILL)
