"""Slow work in processes of its own, so that it holds up no one else."""

import asyncio
import json
import os
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeVar, TypeVarTuple

import anyio
import anyio.to_process

from moolab.deduction.contradiction import ContradictoryReplies
from moolab.support.atomic import replace_file
from moolab.support.language import drawn, language, speaking, translate
from moolab.web.http.counting import Count, ignore
from moolab.web.http.errors import Lost, TooBusy, TooSlow
from moolab.web.http.logs import LOGGER
from moolab.web.http.throttling import CLIENT, LOADED

try:
    import resource
except ModuleNotFoundError:  # Windows has no such limits
    resource = None  # type: ignore[assignment] # Windows has none

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
        of: what there is to do; 0 where that is unknown.
    """

    done: int
    of: int
    text: str


Report = Callable[[Progress], None]
"""Told by a computation how far it has come."""


def untold(_: Progress) -> None:
    """The report of a computation that does not say how far it has come."""


class Turns:
    """Who computes next: of the clients who wait, one with the least at work; of these, the first.

    What a person has clicked comes before what pages load. Where one client has all processes at
    work, there is one more for another; where all of them do what pages load, one for a click.

    Args:
        most: how many processes work at once.
        count: told how many wait, and how many compute.
    """

    def __init__(self, most: int, count: Count = ignore) -> None:
        self._most = most
        self._count = count
        self._working: Counter[str] = Counter()
        self._loading = 0
        self._waiting: list[tuple[str, bool, anyio.Event]] = []

    @property
    def waiting(self) -> int:
        """How many computations wait."""
        return len(self._waiting)

    @asynccontextmanager
    async def of(self, client: str) -> AsyncIterator[None]:
        """Wait for a client's turn, and take it."""
        mine = client, LOADED.get(), anyio.Event()
        self._waiting.append(mine)
        self._count("work_waiting")
        self._begin()
        try:
            await mine[2].wait()
            yield
        finally:
            if mine in self._waiting:
                self._waiting.remove(mine)
                self._count("work_waiting", -1)
            else:
                self._working -= Counter([client])  # which drops those with none
                self._loading -= mine[1]
                self._count("work_running", -1)
            self._begin()

    def _begin(self) -> None:
        while self._waiting:
            chosen = min(self._waiting, key=lambda one: (one[1], self._working[one[0]]))
            one_has_all = len(self._working) == 1 and chosen[0] not in self._working
            at_work = self._working.total()
            only_loading = self._loading == at_work and not chosen[1]
            if at_work >= self._most + (one_has_all or only_loading):
                return
            self._waiting.remove(chosen)
            self._working[chosen[0]] += 1
            self._loading += chosen[1]
            self._count("work_waiting", -1)
            self._count("work_running")
            chosen[2].set()


class Pool:
    """Processes that compute.

    They are started when they are needed, kept for some minutes, and killed with what they compute
    when that takes too long or is not waited for any more.

    Args:
        processes: how many work at once.
        seconds: how long one computation may take, its waiting not counted.
        megabytes: how much memory each process may take, where the system can limit it (Linux); 0
            for no limit.
        count: told how many wait, compute and are refused.
    """

    def __init__(
        self, processes: int, seconds: float, megabytes: int = 0, count: Count = ignore
    ) -> None:
        self.seconds = seconds
        self._processes = processes
        self._megabytes = megabytes
        self._count = count
        self._turns = Turns(processes, count)
        # The turns decide; the library's own limit would count waiting as working.
        self._limiter = anyio.CapacityLimiter(_UNLIMITED)

    async def run(self, function: Callable[[*Ts], T], *args: *Ts) -> T:
        """What a function of a module returns, computed in another process.

        Raises:
            TooBusy: if too many computations wait already.
            TooSlow: if it takes too long.
            Lost: if its process dies, or has not enough memory.
            MoolabError: as the function does.
        """
        if self._turns.waiting >= _WAITING * self._processes:
            self._count("work_refused")
            raise TooBusy(translate("too many computations are waiting; try again in a minute"))
        async with self._turns.of(CLIENT.get()):
            try:
                # A process whose start is broken off is lost to the library, and stays.
                with anyio.CancelScope(shield=True):
                    await anyio.to_process.run_sync(os.getpid, limiter=self._limiter)
                with anyio.fail_after(self.seconds):
                    return await anyio.to_process.run_sync(
                        _undisturbed,
                        self._megabytes << 20,
                        (language(), drawn()),
                        function,
                        *args,
                        cancellable=True,
                        limiter=self._limiter,
                    )
            except TimeoutError as error:
                raise TooSlow(
                    translate(
                        "this takes longer than the {seconds} seconds that a computation may take "
                        "here",
                        seconds=f"{self.seconds:g}",
                    )
                ) from error
            except anyio.BrokenWorkerProcess as error:
                LOGGER.error("lost", exc_info=error)
                said = translate("this computation has failed, possibly out of memory")
                if self._megabytes:
                    said = translate(
                        "{said}; it may take {most} MB here", said=said, most=self._megabytes
                    )
                raise Lost(said) from error

    async def watch(
        self, function: Callable[[*Ts, Report], T], *args: *Ts
    ) -> AsyncIterator[Progress | T]:
        """How far a computation has come, now and then, and at last what it returns.

        Args:
            function: of a module; its last argument is called with its progress.

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


def _undisturbed(
    most: int, spoken: tuple[str, bool], function: Callable[[*Ts], T], *args: *Ts
) -> T:
    # Ctrl-C is for the server, which ends its processes itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit_memory(most)
    try:
        with speaking(spoken[0], drawn=spoken[1]):
            return run_explained(function, *args)
    except MemoryError:
        # What this process has kept may leave too little for all that follow; a fresh one has room.
        os._exit(1)


def _limit_memory(most: int) -> None:
    if resource is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        within = [limit for limit in (most or hard, hard) if limit != resource.RLIM_INFINITY]
        soft = min(within, default=resource.RLIM_INFINITY)
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def run_explained(function: Callable[[*Ts], T], *args: *Ts) -> T:
    """What a function returns; a contradiction that it finds is explained."""
    try:
        return function(*args)
    except ContradictoryReplies as error:
        # The explanation takes long, too, so it is worked out here; the error remembers it.
        _ = error.conflict, error.repairs
        raise


def _reporting(path: str, function: Callable[[*Ts, Report], T], *args: *Ts) -> T:
    due = 0.0

    def report(progress: Progress) -> None:
        nonlocal due
        if time.monotonic() >= due:
            with replace_file(Path(path)) as file:
                file.write(json.dumps(progress).encode())
            due = time.monotonic() + _LOOK

    return function(*args, report)


def _read(path: Path) -> Progress | None:
    try:
        return Progress(*json.loads(path.read_bytes()))
    except FileNotFoundError:
        return None
