"""Tasks on their way to those who do them, threads or a cluster, and back."""

import asyncio
import logging
import re
import signal
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Self, TypeVar
from weakref import WeakSet

from moolab.errors import SearchFailed
from moolab.search.checkpoint import Checkpoint, Source
from moolab.search.task import Answer, Task, forget, new_stop, perform
from moolab.support.extras import how_to_get
from moolab.support.interrupts import closing_later
from moolab.support.threads import can_start_threads, executor, let_go_of_freed_memory

if TYPE_CHECKING:
    from distributed import Client
    from distributed import Future as DaskFuture

_ANSWERING = 12.0
"""Seconds in which a Dask scheduler has to answer; its own timeouts leave some cases out."""

_STAFFING = 60.0
"""Seconds in which one that has no workers has to get some."""

_LOOKING = 0.2
"""Seconds between two looks whether it has."""

_ADDRESS = re.compile(r"([a-z]+://)?[^/\s]+:\d+")


class Workers(ABC):
    """Does tasks, some at a time; a context manager that leaves nothing running."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    async def begin(self) -> None:  # noqa: B027 - most are there at once
        """Wait until there is a worker."""

    @abstractmethod
    def submit(self, task: Task) -> "Future[Answer]":
        """Have a task done; tasks are begun in the order in which they come."""

    @abstractmethod
    def abandon(self) -> None:
        """Give up all tasks that are under way, and be ready for others."""

    @abstractmethod
    def close(self) -> None:
        """Stop at once, whatever is under way."""


class Threads(Workers):
    """Threads of this process, which share a transposition table; kernels leave Python's lock.

    Where no thread can be started, as in a browser, tasks are done as they come.
    """

    def __init__(self, count: int = 1, *, keep: bool = False) -> None:
        self._count, self._keep = count, keep
        let_go_of_freed_memory()
        forget()
        self._start()

    def _start(self) -> None:
        self._executor, self._stop = executor(self._count), new_stop()

    def submit(self, task: Task) -> "Future[Answer]":
        return self._executor.submit(perform, task, self._stop)

    def abandon(self) -> None:
        self.close()
        self._start()

    def close(self) -> None:
        self._stop[0] = 1
        self._executor.shutdown(cancel_futures=True)
        if not self._keep:
            forget()  # tables may have hundreds of megabytes


class Cluster(Workers):
    """The workers of a Dask cluster; Dask itself does again what a lost worker had.

    Args:
        tell: called with a sentence if there are no workers yet.

    Raises:
        SearchFailed: if Dask is not installed, or this is not an address.
    """

    def __init__(self, address: str, tell: Callable[[str], None] | None = None) -> None:
        if find_spec("distributed") is None:
            raise SearchFailed(
                f"--cluster needs the package 'distributed': {how_to_get('cluster')}"
            )
        if not _ADDRESS.fullmatch(address):
            raise SearchFailed(
                f"there is no Dask scheduler at {address}: an address looks like tcp://HOST:8786"
            )
        self._address = address
        self._tell = tell
        self._client: Client | None = None
        self._under_way: WeakSet[DaskFuture] = WeakSet()

    async def begin(self) -> None:
        await _wait_for_workers(self._address, self._tell)
        from distributed import Client

        # A lost connection is reported in one sentence.
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
        try:
            self._client = Client(self._address, timeout=_ANSWERING, set_as_default=False)
        except (OSError, ValueError, ImportError) as error:
            raise SearchFailed(
                f"the Dask scheduler at {self._address} is of no use: {error}"
            ) from None

    def submit(self, task: Task) -> "Future[Answer]":
        assert self._client is not None, "the search has begun"
        there = self._client.submit(perform, task, pure=False, retries=3)
        self._under_way.add(there)
        here: Future[Answer] = Future()
        self._client.loop.add_callback(self._bring, there, here)
        return here

    async def _bring(self, there: "DaskFuture", here: "Future[Answer]") -> None:
        """Pass on what comes of a task; Dask's own executor forgets some that are lost."""
        from distributed import KilledWorker
        from distributed.comm import CommClosedError

        answer: Answer | None = None
        error: Exception | None = None
        try:
            answer = await there
        except (CancelledError, CommClosedError):
            error = SearchFailed(f"the Dask scheduler at {self._address} was lost")
        except KilledWorker as killed:
            error = SearchFailed(f"workers were lost again and again: {killed}")
        except Exception as raised:
            error = raised
        if not here.set_running_or_notify_cancel():
            return
        if answer is not None:
            here.set_result(answer)
        else:
            here.set_exception(error)

    def abandon(self) -> None:
        assert self._client is not None, "the search has begun"
        self._client.cancel(list(self._under_way))

    def close(self) -> None:
        if self._client is not None:
            # The scheduler drops tasks without a waiting client.
            self._client.close()


async def _wait_for_workers(address: str, tell: Callable[[str], None] | None) -> None:
    """Wait until a scheduler has workers.

    Dask's own client waits for ever for a scheduler that is silent, and for workers.
    """
    from distributed.core import rpc

    none = f"there is no Dask scheduler at {address}"
    late = f"{none}: none answers within {_ANSWERING:.0f} seconds"
    waiting = False
    try:
        async with rpc(address) as scheduler, asyncio.timeout(_ANSWERING) as limit:
            while not (await scheduler.identity())["workers"]:
                if not waiting:
                    waiting = True
                    late = f"the Dask scheduler at {address} has no workers: dask worker {address}"
                    limit.reschedule(asyncio.get_running_loop().time() + _STAFFING)
                    if tell is not None:
                        tell(f"waiting for workers of the Dask scheduler at {address}")
                await asyncio.sleep(_LOOKING)
    except TimeoutError:
        raise SearchFailed(late) from None
    except (OSError, ValueError, TypeError) as error:
        raise SearchFailed(f"{none}: {error}") from None
    except Exception as error:
        # What listens there may say anything, and Dask fails on it in any way.
        raise SearchFailed(f"{none}, but something else") from error


def workers(
    count: int = 1,
    cluster: str | None = None,
    tell: Callable[[str], None] | None = None,
    *,
    keep: bool = False,
) -> Workers:
    """The workers that were asked for: some threads, or those of a cluster, as for ``find``.

    Raises:
        SearchFailed: if there can be no such cluster.
    """
    return Threads(count, keep=keep) if cluster is None else Cluster(cluster, tell)


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
        """Wait until there is a worker; while the block lasts, ``watch`` is called every second."""
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
        if asyncio._get_running_loop() is not None:
            return _result_beside(search) if can_start_threads() else _result_within(search)
        # What a program does about Ctrl-C stays; a job in the background of a shell ignores it.
        is_free = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        with closing_later() as told:
            return asyncio.run(_interruptible(search, told, is_free))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None


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


async def _interruptible(
    search: Coroutine[Any, Any, T], told: list[Callable[[], object]], is_free: bool
) -> T:
    """The same, but Ctrl-C and its like cancel it between two callbacks of its loop, and once.

    asyncio does so in the midst of one. Then Tornado, for one, finds done what it has just found
    open and is about to finish, and prints a traceback. And pressed once more, it loses all that
    a search would have given.
    """
    task = _this_task()

    def cancel() -> None:
        if not task.cancelling():
            task.cancel()

    loop = asyncio.get_running_loop()
    if is_free:
        # Neither on Windows nor in other threads than the main one.
        with suppress(NotImplementedError, RuntimeError):
            loop.add_signal_handler(signal.SIGINT, cancel)
    told.append(lambda: loop.call_soon_threadsafe(cancel))
    return await search


def _this_task() -> "asyncio.Task[Any]":
    task = asyncio.current_task()
    assert task is not None, "a coroutine that runs is part of a task"
    return task
