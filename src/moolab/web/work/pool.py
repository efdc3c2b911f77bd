"""Slow work in processes of its own, so that it holds up nobody else."""

import asyncio
import json
import signal
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeVar, TypeVarTuple

import anyio
import anyio.to_process
import anyio.to_thread

from moolab.answers.errors import error_fields
from moolab.deduction.contradiction import ContradictoryReplies
from moolab.support.atomic import replacing
from moolab.web.http.logs import LOGGER
from moolab.web.http.refusals import Lost, TooBusy, TooSlow

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

_WAITING = 8
"""For each process, how many computations may wait for it."""

_LOOK = 0.2
"""Seconds between two looks at how far a computation has come."""

_UNLIMITED = 1 << 20


class Progress(NamedTuple):
    """How far a computation has come.

    Attributes:
        done: of what there is to do.
        of: what there is to do; 0 where nobody knows.
        text: what is going on.
    """

    done: int
    of: int
    text: str


Report = Callable[[Progress], None]
"""Told by a computation how far it has come."""


class Pool:
    """Processes that compute.

    They are started when they are needed, kept for some minutes, and killed with what they compute
    when that takes too long or nobody waits for it any more.

    Args:
        processes: how many work at once.
        seconds: how long one computation may take, its waiting not counted.
    """

    def __init__(self, processes: int, seconds: float) -> None:
        self.seconds = seconds
        self._processes = processes
        self._turn = anyio.Semaphore(processes)
        # The semaphore decides; the library's own limit would count waiting as working.
        self._limiter = anyio.CapacityLimiter(_UNLIMITED)

    async def run(self, function: Callable[[*Ts], T], *args: *Ts) -> T:
        """What a function of a module returns, computed in another process.

        Raises:
            TooBusy: if too many computations wait already.
            TooSlow: if it takes too long.
            Lost: if its process dies, or has not enough memory.
            MoolabError: as the function does.
        """
        if self._turn.statistics().tasks_waiting >= _WAITING * self._processes:
            raise TooBusy("too many computations are waiting; try again in a minute")
        async with self._turn:
            try:
                with anyio.fail_after(self.seconds):
                    return await anyio.to_process.run_sync(
                        _undisturbed, function, *args, cancellable=True, limiter=self._limiter
                    )
            except TimeoutError as error:
                raise TooSlow(
                    f"this takes longer than the {self.seconds:g} seconds that a computation may "
                    "take here"
                ) from error
            except (anyio.BrokenWorkerProcess, MemoryError) as error:
                LOGGER.error("lost", exc_info=error)
                raise Lost("this computation has failed, perhaps for want of memory") from error

    async def run_if(self, heavy: bool, function: Callable[[*Ts], T], *args: *Ts) -> T:
        """The same, but what is not heavy is done in a thread of this process."""
        if heavy:
            return await self.run(function, *args)
        return await anyio.to_thread.run_sync(explained, function, *args)

    async def watch(
        self, function: Callable[[Report, *Ts], T], *args: *Ts
    ) -> AsyncIterator[Progress | T]:
        """How far a computation has come, now and then, and at last what it returns.

        Args:
            function: of a module; its first argument is called with its progress.
            args: the others.

        Raises:
            TooBusy: as ``run`` does; so do the others.
        """
        with TemporaryDirectory() as folder:
            path = Path(folder, "progress.json")
            work = asyncio.create_task(self.run(_reporting, str(path), function, *args))
            try:
                seen = None
                while not work.done():
                    await asyncio.wait([work], timeout=_LOOK)
                    now = _read(path)
                    if now is not None and now != seen:
                        yield now
                        seen = now
                yield work.result()
            finally:
                if not work.done():
                    work.cancel()
                    await asyncio.wait([work])


def _undisturbed(function: Callable[[*Ts], T], *args: *Ts) -> T:
    # Ctrl-C is for the server, which ends its processes itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return explained(function, *args)


def explained(function: Callable[[*Ts], T], *args: *Ts) -> T:
    """What a function returns; a contradiction that it finds is explained."""
    try:
        return function(*args)
    except ContradictoryReplies as error:
        # The explanation takes long, too, so it is worked out here; the error remembers it.
        error_fields(error)
        raise


def _reporting(path: str, function: Callable[[Report, *Ts], T], *args: *Ts) -> T:
    due = 0.0

    def report(progress: Progress) -> None:
        nonlocal due
        if time.monotonic() >= due:
            with replacing(Path(path)) as file:
                file.write(json.dumps(progress).encode())
            due = time.monotonic() + _LOOK

    return function(report, *args)


def _read(path: Path) -> Progress | None:
    try:
        return Progress(*json.loads(path.read_bytes()))
    except FileNotFoundError:
        return None
