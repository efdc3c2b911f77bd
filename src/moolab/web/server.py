"""What all requests share: settings, games, processes, limits."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Annotated, Any

import anyio
from fastapi import Depends
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection

from moolab.support import kernel_cache
from moolab.web.http.counting import Count, ignore
from moolab.web.http.invitations import Invitations, Transfers
from moolab.web.http.logs import LOGGER
from moolab.web.http.names import read_words
from moolab.web.http.throttling import ConcurrencyLimiter, RateLimiter, Streams
from moolab.web.metrics import Metrics
from moolab.web.play.games import Games
from moolab.web.play.quota import Quota
from moolab.web.play.racing import Racing
from moolab.web.play.watching import Presence
from moolab.web.settings import Settings
from moolab.web.store.store import Store
from moolab.web.store.transfers import forget_transfers
from moolab.web.wings import wings
from moolab.web.work import jobs
from moolab.web.work.pool import Pool

_COMPILING_SECONDS = 600

_HOUR = _DELETING = 60 * 60
"""Seconds between two looks for games that have been kept for long enough, and for days to come."""

_PHRASES, _PHRASE_SECONDS = 10, 30
"""Phrases that a client may try at once, and seconds until another one."""

_REPORTS, _REPORT_SECONDS = 5, 60
"""Names that a client may report at once, and seconds until another one."""

_LOOKING = 0.5
"""Seconds between two looks for what the operator has done with ``moo admin``."""

_WAITING = 32
"""How many slow computations of one client may wait: a page asks for several, and many people may
share an address."""


class Server:
    """What a server consists of.

    Attributes:
        settings: as it was started with.
        metrics: what is counted, if that was asked for.
        count: told of what is counted.
        quota: how much can be kept in it.
        work: processes for long computations; games have their own.
        requests: what each client may ask for.
        streams: what each client may watch.
        concurrency: how many slow computations each client may have at once.
        phrases: how often each client may try a phrase that leads to a player.
        reports: how often each client may report a name.
        invitations: links to free seats, once it is running.
        transfers: what such phrases lead to, once it is running.
        race_key: what the secrets of races are drawn with, once it is running.
        racing: the races, once it is running.
        kept: what annexes keep as long as it runs, by their classes.
    """

    invitations: Invitations
    transfers: Transfers
    race_key: bytes
    racing: Racing

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics() if settings.metrics else None
        count: Count = self.metrics.count if self.metrics else ignore
        self.count = count
        self.store = Store(settings.database, count)
        moderation = self.store.moderation
        moderation.names, moderation.words = settings.names, read_words(settings.refused)
        limits = (settings.processes, settings.seconds, settings.memory)
        moves = Pool(*limits, partial(count, pool="moves"))
        # All of a client's games can be worked out at once, but not all processes wait for them.
        concurrency = ConcurrencyLimiter(settings.processes, _WAITING)
        self.quota = Quota(self.store, settings)
        self.games = Games(
            self.store, moves, concurrency, self.quota, shared=settings.shared, count=count
        )
        self.presence = Presence(self.store, self.games.topics)
        self.work = Pool(*limits, partial(count, pool="work"))
        self.requests = RateLimiter(settings.requests_per_second, settings.burst)
        self.phrases = RateLimiter(1 / _PHRASE_SECONDS, _PHRASES)
        self.reports = RateLimiter(1 / _REPORT_SECONDS, _REPORTS)
        self.streams = Streams(settings.streams, count)
        self.concurrency = ConcurrencyLimiter(settings.share, _WAITING)
        self.kept: dict[type, Any] = {}

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Hold the database open, and listen to other servers.

        Raises:
            InvalidDatabase: if the database cannot be used.
        """
        await anyio.to_thread.run_sync(self._prepare)
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self.games.listen)
                tasks.start_soon(self._look_after)
                tasks.start_soon(self._delete_old)
                if self.settings.warm:
                    tasks.start_soon(self._warm)
                yield
                tasks.cancel_scope.cancel()
        finally:
            self.store.close()

    def _prepare(self) -> None:
        self.store.migrate()
        self.store.moderation.refresh()
        self.invitations = Invitations(self.store.key("invitations"))
        self.transfers = Transfers(self.store.key("invitations"))
        self.race_key = self.store.key("races").encode()
        self.racing = Racing(self.games, self.quota, self.invitations, self.race_key, self.work)

    async def _look_after(self) -> None:
        while True:
            with suppress(SQLAlchemyError):
                if await anyio.to_thread.run_sync(self.store.moderation.refresh):
                    for topic in self.games.topics.names:
                        self.games.topics.notify(topic)
            await anyio.sleep(_LOOKING)

    async def _delete_old(self) -> None:
        while True:
            # Whatever fails now, such as a database that does not answer, may succeed next time.
            try:
                await anyio.to_thread.run_sync(forget_transfers, self.store)
                while gone := await anyio.to_thread.run_sync(self.quota.delete_old):
                    LOGGER.info("deleted", extra={"games": gone})
                    self.count("games_deleted", gone)
                await anyio.to_thread.run_sync(self.quota.delete_old_races)
            except Exception:
                LOGGER.warning("what is old was not deleted", exc_info=True)
            await anyio.sleep(_DELETING)

    async def _warm(self) -> None:
        if kernel_cache.folder_to_write() is None:
            LOGGER.warning("nothing is compiled: %s", kernel_cache.why_none())
            return
        # However long it takes: a client can be told meanwhile that it takes too long.
        try:
            await Pool(1, _COMPILING_SECONDS).run(jobs.compile_kernels)
        except Exception:
            # Only clients that need what could not be compiled will be told.
            LOGGER.warning("nothing was compiled", exc_info=True)
        while True:
            for wing in wings():
                if wing.prepare is not None:
                    await wing.prepare(self)
            await anyio.sleep(_HOUR)


async def _server(connection: HTTPConnection) -> Server:
    server: Server = connection.app.state.server
    return server


ServerHere = Annotated[Server, Depends(_server)]
"""The server, for the function that answers a request."""
