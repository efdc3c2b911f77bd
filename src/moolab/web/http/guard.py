"""What every answer says to browsers, and how much a client may ask for."""

import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from ipaddress import IPv6Address
from urllib.parse import urlsplit

from anyio import Semaphore
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from moolab.support.text import counted, quoted
from moolab.web.http.refusals import CrossSite, TooManyRequests, UnknownHost
from moolab.web.limits import MOST_BODY_BYTES

POLICY = "; ".join(
    [
        "default-src 'none'",
        *(f"{kind}-src 'self'" for kind in ("script", "style", "connect", "font")),
        "img-src 'self' data:",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
"""Nothing from other sites, no script and no style inside pages."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Invitations are in paths; without a referrer at all, forms would not say where they come from.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""On every answer."""

CLIENT: ContextVar[str] = ContextVar("client", default="")
"""Whose request is answered now."""

_TOO_LARGE = 413

_MOST_CLIENTS = 10_000

_OWN = 64
"""Bits of an address of IPv6 that whoever has it may choose."""


class SecurityHeaders:
    """Adds ``HEADERS`` to every answer, and keeps what is not static out of caches."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def guarded(message: Message) -> None:
            if message["type"].endswith("http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                # What is static is asked for again, too, but seldom sent again.
                static = scope["path"].startswith("/static/")
                headers.setdefault("Cache-Control", "no-cache" if static else "no-store")
            await send(message)

        await self._app(scope, receive, guarded)


class Allowance:
    """How much each client may ask for: so much a second, and some at once (a token bucket).

    Args:
        per_second: in the long run; 0 for no limit.
        burst: at once.

    >>> allowance = Allowance(1, 2)
    >>> [allowance.spend("somebody", now=0) for _ in range(3)]
    [True, True, False]
    >>> allowance.spend("somebody", now=1)
    True
    >>> [allowance.spend("somebody", amount, now=3) for amount in (3, 2)]
    [False, True]
    """

    def __init__(self, per_second: float, burst: int) -> None:
        self._per_second = per_second
        self._burst = burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def spend(self, client: str, amount: int = 1, *, now: float | None = None) -> bool:
        """Whether a client may ask for so much more now; if so, it has."""
        if not self._per_second:
            return True
        now = time.monotonic() if now is None else now
        left, then = self._left.pop(client, (float(self._burst), now))
        left = min(self._burst, left + (now - then) * self._per_second)
        allowed = left >= amount
        self._left[client] = left - amount if allowed else left, now
        if len(self._left) > _MOST_CLIENTS:
            self._left.popitem(last=False)
        return allowed


class BodyLimit:
    """Refuses bodies of more than ``MOST_BODY_BYTES``, whether or not they say their length."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        length = 0

        async def measured() -> Message:
            nonlocal length
            message = await receive()
            length += len(message.get("body", b""))
            # Raised where the body is read, so that it is answered as all errors are.
            if length > MOST_BODY_BYTES:
                raise HTTPException(_TOO_LARGE)
            return message

        await self._app(scope, measured if scope["type"] == "http" else receive, send)


class HostCheck:
    """Refuses requests for other hosts.

    A page of another site could have its own name lead to this machine, and would then be taken for
    a page of this server's. Whoever says no name is no browser.

    Args:
        names: those that the server goes by; None for any.
    """

    def __init__(self, app: ASGIApp, names: Collection[str] | None) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request.

        Raises:
            UnknownHost: if it is for a host that is not named.
        """
        if self._names is not None and scope["type"] in ("http", "websocket"):
            host = HTTPConnection(scope).headers.get("host")
            if host and _name_of(host) not in self._names:
                raise UnknownHost(
                    f"this server does not go by the name {quoted(host)}; whoever runs it can "
                    "allow that with MOOLAB_HOSTS"
                )
        await self._app(scope, receive, send)


class RequestLimit:
    """Refuses requests of clients that ask for too much."""

    def __init__(self, app: ASGIApp, allowance: Allowance) -> None:
        self._app = app
        self._allowance = allowance

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request.

        Raises:
            TooManyRequests: if its client asks for too much.
        """
        if scope["type"] in ("http", "websocket"):
            client = client_of(HTTPConnection(scope))
            CLIENT.set(client)
            if not self._allowance.spend(client):
                raise TooManyRequests("too many requests; wait some seconds")
        await self._app(scope, receive, send)


class Streams:
    """How many event streams and WebSockets may be held at once.

    Args:
        of_client: by each client; 0 for no limit.

    >>> streams = Streams(2)
    >>> with streams.held("somebody", "a game", most=1):
    ...     with streams.held("somebody", "a game", most=1):
    ...         pass
    Traceback (most recent call last):
    moolab.web.http.refusals.TooManyRequests: this is watched 1 time already; close some windows
    """

    def __init__(self, of_client: int) -> None:
        self._of_client = of_client
        self._held: Counter[tuple[str, str]] = Counter()

    @contextmanager
    def held(self, client: str, topic: str, most: int) -> Iterator[None]:
        """Hold one.

        Args:
            client: who holds it.
            topic: what it is about.
            most: how many may be about that.

        Raises:
            TooManyRequests: if there are too many already.
        """
        if self._held["topic", topic] >= most:
            raise TooManyRequests(
                f"this is watched {counted(most, 'time')} already; close some windows"
            )
        if self._of_client and self._held["client", client] >= self._of_client:
            raise TooManyRequests(
                f"you watch {counted(self._of_client, 'game')} already; close some windows"
            )
        both = [("topic", topic), ("client", client)]
        self._held.update(both)
        try:
            yield
        finally:
            self._held.subtract(both)
            for one in both:
                if not self._held[one]:
                    del self._held[one]


class Shares:
    """How many slow computations each client may have at once; further ones wait their turn.

    Args:
        at_once: of one client.
        waiting: how many of one client may wait.
    """

    def __init__(self, at_once: int, waiting: int) -> None:
        self._at_once = at_once
        self._most = at_once + waiting
        self._turns: dict[str, Semaphore] = {}
        self._present: Counter[str] = Counter()

    def check(self, client: str) -> None:
        """Refuse a client that has enough to wait for.

        Raises:
            TooManyRequests: if it has.
        """
        if self._present[client] >= self._most:
            raise TooManyRequests(
                f"{self._most} computations of yours are under way; wait until one has ended"
            )

    @asynccontextmanager
    async def of(self, client: str) -> AsyncIterator[None]:
        """Wait for a client's turn, and take it.

        Raises:
            TooManyRequests: if too many of the same client wait already.
        """
        self.check(client)
        self._present[client] += 1
        try:
            async with self._turns.setdefault(client, Semaphore(self._at_once)):
                yield
        finally:
            self._present[client] -= 1
            if not self._present[client]:
                del self._present[client], self._turns[client]


def network_of(host: str) -> str:
    """Whom limits are about: an address, of IPv6 the half that is given to a network.

    >>> hosts = ["192.0.2.1", "2001:db8::1", "2001:db8::2", "::ffff:192.0.2.1"]
    >>> [network_of(host) for host in hosts]
    ['192.0.2.1', '2001:db8::', '2001:db8::', '192.0.2.1']
    """
    try:
        address = IPv6Address(host)
    except ValueError:
        return host
    return str(address.ipv4_mapped or IPv6Address(int(address) >> _OWN << _OWN))


def client_of(connection: HTTPConnection) -> str:
    """Who makes a request, as far as limits are concerned; a proxy says for whom it asks."""
    return network_of(connection.client.host if connection.client else "")


def _name_of(host: str) -> str | None:
    """The name in a header ``Host``, without the port.

    >>> [_name_of(host) for host in ("LOCALHOST:8000", "moo.example.", "[::1]:8000", "[")]
    ['localhost', 'moo.example', '::1', None]
    """
    with suppress(ValueError):
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    return None


def check_same_site(connection: HTTPConnection) -> None:
    """Refuse what a page of another site sends in the name of a player.

    Raises:
        CrossSite: if the browser says so.
    """
    origin = connection.headers.get("origin")
    host = connection.headers.get("host", "")
    if origin is not None and origin.partition("://")[2] != host:
        raise CrossSite("this form was sent from another site")
    if connection.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise CrossSite("this form was sent from another site")
