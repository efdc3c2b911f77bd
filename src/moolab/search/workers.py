"""Who does the tasks: threads or a cluster, behind one interface."""

import asyncio
import logging
import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from importlib.util import find_spec
from types import TracebackType
from typing import TYPE_CHECKING, Self
from weakref import WeakSet

from moolab.errors import SearchFailed
from moolab.search.task import Answer, Task, forget, new_stop, perform
from moolab.support.extras import how_to_get
from moolab.support.threads import executor

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

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close()

    async def begin(self) -> None:  # noqa: B027 - most are there at once
        """Wait until there is a worker.

        Raises:
            SearchFailed: if none connects in time.
        """

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

    Args:
        keep: whether the table stays until another search begins.
    """

    def __init__(self, count: int = 1, *, keep: bool = False) -> None:
        self._count, self._keep = count, keep
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
        address: of the scheduler.
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

    Raises:
        SearchFailed: if there is no scheduler, or no worker connects to it in time.
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
    """The workers that were asked for.

    Args:
        count: how many threads of this machine.
        cluster: the address of a Dask scheduler, to use its workers instead.
        tell: called with a sentence if these have to be waited for.
        keep: whether what threads have found stays until another search begins.

    Raises:
        SearchFailed: if there can be no such cluster.
    """
    if cluster is not None:
        return Cluster(cluster, tell)
    return Threads(count, keep=keep)
