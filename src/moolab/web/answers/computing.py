"""Slow computations, each for a client that waits for it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any, TypeVar, TypeVarTuple

import anyio.to_thread
from fastapi import Depends, Request
from fastapi.sse import ServerSentEvent

from moolab.deduction.contradiction import ContradictoryReplies
from moolab.errors import MoolabError
from moolab.views.errors import ErrorAnswer
from moolab.web.http.errors import Gone
from moolab.web.http.throttling import LOADED, client_of
from moolab.web.server import ServerHere
from moolab.web.work.pool import Progress, Report

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Computing:
    """Has the server compute something for a client, in its turn, and only while it waits.

    Args:
        request: what the client asks for.
    """

    def __init__(self, request: Request, server: ServerHere) -> None:
        self._request = request
        self._client = client_of(request)
        self._server = server

    def check(self) -> None:
        """Refuse a client that waits for enough already.

        Raises:
            TooManyRequests: if it does.
        """
        self._server.concurrency.check(self._client)

    @property
    def seconds(self) -> float:
        """How long a computation may take."""
        return self._server.work.seconds

    async def run(self, expensive: bool, function: Callable[[*Ts], T], *args: *Ts) -> T:
        """What a function of a module returns.

        Args:
            expensive: whether another process has to do it, and not just a thread of this one.

        Raises:
            TooManyRequests: if the client waits for too much already.
            Gone: if the client does not wait for it any more.
            MoolabError: as ``Pool.run`` does.
        """
        if not expensive:
            try:
                return await anyio.to_thread.run_sync(function, *args)
            except ContradictoryReplies:
                # To explain that may take long, so it is asked again where there is time.
                pass
        async with self._server.concurrency.slot(self._client):
            work = asyncio.create_task(self._server.work.run(function, *args))
            gone = asyncio.create_task(self._gone())
            try:
                await asyncio.wait([work, gone], return_when=asyncio.FIRST_COMPLETED)
                if not work.done():
                    raise Gone("nobody waits for this any more")
                return work.result()
            finally:
                work.cancel()
                gone.cancel()
                await asyncio.wait([work, gone])

    async def brief(self, function: Callable[[*Ts], T], *args: *Ts) -> T:
        """What a function of a module returns that soon ends by itself.

        It is not stopped when its client goes, so its process lives on, with all that it
        keeps for the next one.

        Raises:
            MoolabError: as ``run`` does.
        """

        async def work() -> T:
            async with self._server.concurrency.slot(self._client):
                return await self._server.work.run(function, *args)

        return await asyncio.shield(work())

    async def events(
        self,
        function: Callable[[*Ts, Report], T],
        *args: *Ts,
        answer: Callable[[T], Any] = lambda found: found,
    ) -> AsyncIterator[ServerSentEvent]:
        """A computation as server-sent events.

        They are ``progress`` now and then, and at last ``result``, or ``failed`` with the error.

        Args:
            function: of a module; its last argument is told its progress.
            answer: makes the data of ``result`` of what the function returns.
        """
        LOADED.set(True)
        try:
            async with self._server.concurrency.slot(self._client):
                async for news in self._server.work.watch(function, *args):
                    if isinstance(news, Progress):
                        yield ServerSentEvent(event="progress", data=news._asdict())
                    else:
                        yield ServerSentEvent(event="result", data=answer(news))
        except MoolabError as error:
            yield ServerSentEvent(event="failed", data=ErrorAnswer.of(error))

    async def _gone(self) -> None:
        while (await self._request.receive())["type"] != "http.disconnect":
            pass


ComputingHere = Annotated[Computing, Depends()]
"""For the function that answers a request: computes for its client."""


async def _with_room(computing: ComputingHere) -> Computing:
    computing.check()
    return computing


ComputingEvents = Annotated[Computing, Depends(_with_room)]
"""The same where the answer is events: once these have begun, there is no other status to give."""
