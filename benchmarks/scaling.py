"""How soon many workers would end a search: ``python -m benchmarks.scaling [GAME[:AIM] ...]``.

The tasks of a search are done here one by one, and each is timed; how long so many workers would
take follows from which task waits for which. What it costs to send a task to another machine, and
its answer back, is left out: they have a few hundred bytes.

``python -m benchmarks.scaling threads [GAME[:AIM] ...]`` lets as many threads do it as this machine
has cores, and takes the time.
"""

import asyncio
import heapq
import os
import sys
from concurrent.futures import Future
from unittest.mock import patch

from moolab.codes.rules import Rules
from moolab.search import optimal
from moolab.search.objective import OBJECTIVES, Objective
from moolab.search.optimal import find
from moolab.search.task import Answer, Task, forget, perform
from moolab.search.workers import Workers

COUNTS = (1, 2, 4, 8, 16, 32, 64, 128)

GAMES = ("ab4x10", "ab4x10:tail", "mm4x8")

_SETTLING = 20
"""Turns of the event loop until whoever waited for an answer has submitted what comes next."""


class Imagined(Workers):
    """Workers with a clock of their own: a task takes what it took when it was really done.

    Attributes:
        now: seconds that have passed for them.
        busy: seconds of all tasks together.
        longest: those of the longest task.
    """

    def __init__(self, count: int, known: dict[Task, Answer]) -> None:
        self._count = count
        self._known = known
        self._waiting: list[tuple[Task, Future[Answer]]] = []
        self._at_work: list[tuple[float, int, Future[Answer], Answer]] = []
        self._begun = 0
        self.now = self.busy = self.longest = 0.0

    async def begin(self) -> None:
        self._clock = asyncio.create_task(self._pass_time())

    def submit(self, task: Task) -> "Future[Answer]":
        future: Future[Answer] = Future()
        self._waiting.append((task, future))
        return future

    async def _pass_time(self) -> None:
        while True:
            for _ in range(_SETTLING):
                await asyncio.sleep(0)
            while self._waiting and len(self._at_work) < self._count:
                task, future = self._waiting.pop(0)
                if task not in self._known:
                    self._known[task] = perform(task)
                answer = self._known[task]
                self._begun += 1
                entry = (self.now + answer.cpu, self._begun, future, answer)
                heapq.heappush(self._at_work, entry)
                self.busy += answer.cpu
                self.longest = max(self.longest, answer.cpu)
            if self._at_work:
                self.now, _, future, answer = heapq.heappop(self._at_work)
                future.set_result(answer)

    def abandon(self) -> None:
        self._waiting.clear()

    def close(self) -> None:
        self._clock.cancel()


def imagine(name: str) -> None:
    """Print how long each number of workers would take."""
    rules, objective = _asked(name)
    known: dict[Task, Answer] = {}
    alone = 0.0
    forget()
    for count in COUNTS:
        ready = Imagined(count, known)
        with patch.object(optimal, "workers", lambda *_, ready=ready, **_options: ready):
            find(rules, objective)
        alone = alone or ready.now
        print(
            f"{rules!s:<8} {objective:<6} {len(known):>5} tasks, {ready.busy:>6.1f} s, the longest "
            f"{ready.longest:>5.2f} s; {count:>3} workers: {ready.now:>6.2f} s, "
            f"{alone / ready.now:>5.1f}x",
            flush=True,
        )


def measure(name: str) -> None:
    """Print how long threads take, up to one for each core."""
    rules, objective = _asked(name)
    alone = 0.0
    for count in (count for count in COUNTS if count <= (os.cpu_count() or 1)):
        forget()
        taken = find(rules, objective, count=count).seconds
        alone = alone or taken
        print(
            f"{rules!s:<8} {objective:<6} {count:>3} threads: {taken:>6.2f} s, "
            f"{alone / taken:>5.1f}x",
            flush=True,
        )


def _asked(name: str) -> tuple[Rules, Objective]:
    rules, _, chosen = name.partition(":")
    objective: Objective = next((key for key in OBJECTIVES if key == chosen), "mean")
    return Rules.parse(rules), objective


if __name__ == "__main__":
    find(Rules.parse("ab3x4"), "worst")
    match sys.argv[1:]:
        case ["threads", *names]:
            for name in names or GAMES:
                measure(name)
        case names:
            for name in names or GAMES:
                imagine(name)
