"""Who does the tasks: a thread, processes, or a cluster, all behind one interface."""

import multiprocessing
import os
import re
import signal
import threading
from abc import ABC, abstractmethod
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from concurrent.futures import ThreadPoolExecutor as Threads
from types import TracebackType
from typing import Self
from weakref import WeakKeyDictionary

from moolab.errors import SearchFailed
from moolab.search.task import Answer, Task, perform, stop

_ADDRESS = re.compile(r"([a-z]+://)?[^/\s]+:\d+")


class Workers(ABC):
    """Does tasks, some at a time; a context manager that leaves nothing running."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close()

    @abstractmethod
    def submit(self, task: Task) -> "Future[Answer]":
        """Have a task done; tasks are begun in the order in which they come."""

    @abstractmethod
    def abandon(self) -> None:
        """Give up all tasks that are under way, and be ready for others."""

    @abstractmethod
    def close(self) -> None:
        """Stop at once, whatever is under way."""

    def revive(self, _lost: "Future[Answer]") -> None:  # noqa: B027 - most need no help
        """Make ready for a task that was lost with its worker to be submitted again."""


class OneThread(Workers):
    """One thread of this process."""

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        self._executor: Executor = Threads(max_workers=1)

    def submit(self, task: Task) -> "Future[Answer]":
        return self._executor.submit(perform, task)

    def abandon(self) -> None:
        self.close()
        self._start()

    def close(self) -> None:
        stop()
        self._executor.shutdown(cancel_futures=True)
        stop(False)


class Processes(Workers):
    """Several processes of this machine; if one is killed, its task is done again."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._executor = self._start()
        # Answers with their trees must not be held longer than somebody waits for them.
        self._started_by: WeakKeyDictionary[Future[Answer], ProcessPoolExecutor]
        self._started_by = WeakKeyDictionary()

    def _start(self) -> ProcessPoolExecutor:
        # A forked copy of a process with threads may hang.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._count, mp_context=context, initializer=_depend_on_parent)

    def submit(self, task: Task) -> "Future[Answer]":
        try:
            future = _apart(self._executor.submit(perform, task))
        except BrokenExecutor:
            self._executor = self._start()
            future = _apart(self._executor.submit(perform, task))
        self._started_by[future] = self._executor
        return future

    def revive(self, lost: "Future[Answer]") -> None:
        """Start new processes, unless another lost task has done so already."""
        if self._started_by.pop(lost) is self._executor:
            self._executor = self._start()

    def abandon(self) -> None:
        self.close()
        self._executor = self._start()

    def close(self) -> None:
        for process in list((self._executor._processes or {}).values()):
            process.terminate()
        self._executor.shutdown(cancel_futures=True)


def _apart(future: "Future[Answer]") -> "Future[Answer]":
    """A future that may be cancelled: a pool which breaks stumbles over one of its own that was."""
    copy: Future[Answer] = Future()

    def pass_on(done: "Future[Answer]") -> None:
        if done.cancelled():
            copy.cancel()
        elif copy.set_running_or_notify_cancel():
            if error := done.exception():
                copy.set_exception(error)
            else:
                copy.set_result(done.result())

    future.add_done_callback(pass_on)
    return copy


class Cluster(Workers):
    """The workers of a Dask cluster; Dask itself does again what a lost worker had."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise SearchFailed(
                "--cluster needs the package 'distributed': pip install 'moolab[cluster]'"
            ) from None
        if not _ADDRESS.fullmatch(address):
            raise SearchFailed(
                f"there is no Dask scheduler at {address}: an address looks like tcp://HOST:8786"
            )
        try:
            self._client = Client(address, timeout="10s", set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise SearchFailed(f"there is no Dask scheduler at {address}: {error}") from None
        self._executor = self._start()

    def _start(self) -> Executor:
        executor: Executor = self._client.get_executor(pure=False, retries=3)
        return executor

    def submit(self, task: Task) -> "Future[Answer]":
        future: Future[Answer] = self._executor.submit(perform, task)
        return future

    def abandon(self) -> None:
        self._executor.shutdown(wait=False)
        self._executor = self._start()

    def close(self) -> None:
        self._executor.shutdown(wait=False)
        self._client.close()


def workers(count: int = 1, cluster: str | None = None) -> Workers:
    """The workers that were asked for.

    Args:
        count: how many processes of this machine; 1 is a thread of this one.
        cluster: the address of a Dask scheduler, to use its workers instead.

    Raises:
        SearchFailed: if there is no such cluster.
    """
    if cluster is not None:
        return Cluster(cluster)
    return OneThread() if count == 1 else Processes(count)


def _depend_on_parent() -> None:
    """Let the process that started this one say when to stop, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None, "this is a child"

    def end() -> None:
        parent.join()
        os._exit(1)

    # If the parent is killed nobody else tells: this process would wait for tasks for ever.
    threading.Thread(target=end, daemon=True).start()
