"""Connections within limits, before anything is known of a client but its address."""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from typing import Any, ClassVar, cast

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from moolab.web import limits
from moolab.web.http.logs import LOGGER
from moolab.web.http.throttling import network_of

try:
    import resource
except ModuleNotFoundError:  # Windows has no such limits
    resource = None  # type: ignore[assignment] # Windows has none

_BESIDES = 512
"""Files that a server process needs for other things: its database has some 150 open at most, and
each process that computes a handful."""


def allow_files() -> None:
    """Let this process, and those that it starts, have files open for all their connections."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.MOST_CONNECTIONS + _BESIDES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        # Where the system has a lower limit than it says, the old one stays.
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most_connections() -> int:
    """How many connections this process may have, so that it can still open other files."""
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0] if resource else None
    if soft is None or soft == resource.RLIM_INFINITY:
        return limits.MOST_CONNECTIONS
    return min(limits.MOST_CONNECTIONS, soft - min(_BESIDES, soft // 2))


_Phase = Enum("_Phase", "HEAD BODY COMPLETE")
"""What is being received: the head of a request, its body, or nothing, as it is complete."""


class _Alarm:
    """Calls a function after some seconds, unless it is stopped before."""

    handle: asyncio.TimerHandle | None = None

    def set(self, seconds: float, function: Callable[[], None]) -> None:
        """Start it, if it is not running already."""
        self.handle = self.handle or asyncio.get_running_loop().call_later(seconds, function)

    def stop(self) -> None:
        """Start again from nothing the next time."""
        if self.handle is not None:
            self.handle.cancel()
            self.handle = None


class LimitedConnection(HttpToolsProtocol):
    """A connection whose client is limited in bytes, in time, and in the number of connections.

    A trusted proxy may have any number, since all connections are the proxy's.

    Attributes:
        present: how many connections each client has.
    """

    present: ClassVar[Counter[str]] = Counter()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.url = b""
        self._phase = _Phase.HEAD
        self._bytes = 0  # of this phase
        self._late = _Alarm()
        self._stalled = _Alarm()
        self._counted = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        client = network_of(self.client[0]) if self.client else ""
        proxy = isinstance(self.app, ProxyHeadersMiddleware) and client in self.app.trusted_hosts
        if client and not proxy:
            self._counted = client
            self.present[client] += 1
        if len(self.connections) > most_connections():
            self._refuse(503, "this server has too many connections; try again in a minute")
        elif self.present[self._counted] > limits.MOST_CONNECTIONS_OF_CLIENT:
            self._refuse(429, "you have too many connections; close some of them")
        else:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        while data and not self.transport.is_closing():
            if self._phase is _Phase.COMPLETE:
                self._enter(_Phase.HEAD)
            head = self._phase is _Phase.HEAD
            most = limits.MOST_HEAD_BYTES if head else limits.MOST_BYTES_SENT
            part = data[: most - self._bytes]
            if part:
                self._bytes += len(part)
                data = data[len(part) :]
                super().data_received(part)
                if self.transport.get_protocol() is not self:
                    return  # it is a WebSocket now, whose client waits for the answer
            elif head:
                # There is no telling how much more of it would come.
                address = len(self.url) > most // 2
                self._refuse(414 if address else 431, f"this is longer than {most:,} bytes")
            else:
                # Its answer was, or would be, that it is too long.
                self.transport.close()
        self._wait()

    def on_message_begin(self) -> None:
        self._phase = _Phase.HEAD
        # Of what came in one piece with the request before, only this is sure.
        self._bytes = max(self._bytes, 1)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._enter(_Phase.BODY)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._enter(_Phase.COMPLETE)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        # From now on it counts as a stream.
        self._leave()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled.set(limits.READING_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        self._stalled.stop()
        super().resume_writing()

    def _enter(self, phase: _Phase) -> None:
        self._phase = phase
        self._bytes = 0
        self._late.stop()

    def _wait(self) -> None:
        """See to it that what has begun is completed in time."""
        if self.transport.is_closing():
            self._late.stop()
        elif self._phase is _Phase.HEAD:
            self._late.set(limits.HEAD_SECONDS, self._give_up)
        elif self._phase is _Phase.BODY:
            self._late.set(limits.BODY_SECONDS, self._give_up)

    def _give_up(self) -> None:
        if self._bytes or self._phase is _Phase.BODY:
            self._refuse(408, "the rest of this request has not come in time")
        else:
            self.transport.close()

    def _refuse(self, status: int, reason: str) -> None:
        LOGGER.info("refused", extra={"status": status})
        # In the middle of another answer, nothing can be said.
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            body = f"{reason}\n".encode()
            head = (
                "content-type: text/plain; charset=utf-8\r\n"
                f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
            )
            self.transport.write(STATUS_LINE[status] + head.encode() + body)
        self.transport.close()

    def _leave(self) -> None:
        self._late.stop()
        self._stalled.stop()
        if self._counted:
            self.present[self._counted] -= 1
            if not self.present[self._counted]:
                del self.present[self._counted]
            self._counted = ""
