"""Tasks on their way to workers and back."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

from moolab.errors import SearchFailed
from moolab.search.checkpoint import Checkpoint, Source
from moolab.search.task import Answer, Task
from moolab.search.workers import Workers
from moolab.support.interrupts import closing_later
from moolab.support.threads import can_start_threads

T = TypeVar("T")

_WATCHING = 1.0
"""Seconds after which it is told again how far a search is, though no task was done."""


class Runner:
    """Has tasks done, unless the checkpoint knows their answers, and keeps accounts.

    Args:
        tried: guesses tried by all tasks, those of the checkpoint included.
        cpu: seconds of processor time that they took.
        tasks: how many there were.
        watch: called after each, and every second meanwhile.
    """

    def __init__(self, workers: Workers, checkpoint: Checkpoint) -> None:
        self._workers = workers
        self._checkpoint = checkpoint
        self.tried = 0
        self.cpu = 0.0
        self.tasks = 0
        self.watch: Callable[[], None] = lambda: None

    @asynccontextmanager
    async def begun(self) -> AsyncIterator[None]:
        """Wait until there is a worker; while the block lasts, ``watch`` is called every second.

        Raises:
            SearchFailed: if none connects in time.
        """
        await self._workers.begin()
        watching = asyncio.create_task(self._go_on_watching())
        try:
            yield
        finally:
            watching.cancel()

    async def _go_on_watching(self) -> None:
        while True:
            await asyncio.sleep(_WATCHING)
            self.watch()

    async def __call__(self, task: Task) -> Answer:
        """The answer to a task.

        Raises:
            SearchFailed: if the cluster that had it was lost.
        """
        answer = self._checkpoint.find(task)
        if answer is None:
            answer = await asyncio.wrap_future(self._workers.submit(task))
            self._checkpoint.keep(task, answer)
        self.tasks += 1
        self.cpu += answer.cpu
        self.tried += answer.work.guesses
        self.watch()
        return answer

    def knows(self, task: Task) -> bool:
        """Whether the checkpoint has the answer to a task."""
        return self._checkpoint.find(task) is not None

    @property
    def source(self) -> Source | None:
        """The file from which answers were taken, if any were."""
        return self._checkpoint.source

    def abandon(self) -> None:
        """Give up what is under way, and be ready for other tasks."""
        self._workers.abandon()

    def fault(self, what: str) -> SearchFailed:
        """The error that says so of the answers that were given."""
        if (source := self.source) is not None:
            return SearchFailed(
                f"nothing is proved, because what {source.path} keeps of this search is wrong "
                f"({what}): search again without it"
            )
        return SearchFailed(f"nothing is proved, because the search has made a mistake ({what})")


def result_of(search: Coroutine[Any, Any, T]) -> T:
    """The result of a search, also where an event loop runs already, as in a notebook.

    Raises:
        KeyboardInterrupt: on Ctrl-C, unless the search ends with a result then.
        Closed: on a polite kill or a closed window, if the program ends with it then.
    """
    try:
        if _is_within_a_loop():
            return _result_beside(search) if can_start_threads() else _result_within(search)
        # If the program has a handler of its own for Ctrl-C, that one stays.
        is_free = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        with closing_later() as told:
            return asyncio.run(_interruptible(search, told) if is_free else search)
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None


def _is_within_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _result_beside(search: Coroutine[Any, Any, T]) -> T:
    """The result of a search in an event loop of its own, which needs a thread of its own."""
    cancel: Future[Callable[[], object]] = Future()

    async def cancellable() -> T:
        loop, task = asyncio.get_running_loop(), _this_task()
        cancel.set_result(lambda: loop.call_soon_threadsafe(task.cancel))
        return await search

    with ThreadPoolExecutor(max_workers=1) as helper:
        found = helper.submit(asyncio.run, cancellable())
        try:
            return found.result()
        except KeyboardInterrupt:
            # If the search has just ended, its loop is closed.
            with suppress(RuntimeError):
                cancel.result()()
            return found.result()


def _result_within(search: Coroutine[Any, Any, T]) -> T:
    """The result of a search where a loop runs already and no thread can be started.

    That of the search takes its place meanwhile, as code that implements loops may tell asyncio.
    """
    outer = asyncio.get_running_loop()
    asyncio._set_running_loop(None)
    try:
        return asyncio.run(search)
    finally:
        asyncio._set_running_loop(outer)


async def _interruptible(search: Coroutine[Any, Any, T], told: list[Callable[[], object]]) -> T:
    """The same, but Ctrl-C and its like cancel it between two callbacks of its loop, and once.

    asyncio does so in the midst of one. Then Tornado, for one, finds done what it has just found
    open and is about to finish, and prints a traceback. And pressed once more, it loses all that
    a search would have given.
    """
    task = _this_task()

    def cancel() -> None:
        if not task.cancelling():
            task.cancel()

    # Neither on Windows nor in other threads than the main one.
    with suppress(NotImplementedError, RuntimeError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, cancel)
    loop = asyncio.get_running_loop()
    told.append(lambda: loop.call_soon_threadsafe(cancel))
    return await search


def _this_task() -> "asyncio.Task[Any]":
    task = asyncio.current_task()
    assert task is not None, "a coroutine that runs is part of a task"
    return task
