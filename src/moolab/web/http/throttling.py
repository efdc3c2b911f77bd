"""How much a client may ask for: how often, how much at once, and who that client is."""

import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from contextvars import ContextVar
from functools import lru_cache
from ipaddress import IPv6Address
from threading import Lock

from anyio import Semaphore
from starlette.requests import HTTPConnection

from moolab.support.language import translate, translate_plural
from moolab.web.http.counting import Count, ignore
from moolab.web.http.errors import TooManyRequests

CLIENT: ContextVar[str] = ContextVar("client", default="")
"""Whose request is answered now."""

LOADED: ContextVar[bool] = ContextVar("loaded", default=False)
"""Whether it was asked for by a page, beside what it shows, and not by a person who waits."""

_MOST_CLIENTS = 10_000

_OWN = 64
"""Bits of an IPv6 address that its owner can choose."""


class RateLimiter:
    """How much each client may ask for: so much a second, and some at once (a token bucket).

    Args:
        per_second: in the long run; 0 for no limit.
        burst: at once.

    >>> limiter = RateLimiter(1, 2)
    >>> [limiter.spend("somebody", now=0) for _ in range(3)]
    [True, True, False]
    >>> limiter.spend("somebody", now=1)
    True
    >>> [limiter.spend("somebody", amount, now=3) for amount in (3, 2)]
    [False, True]
    """

    def __init__(self, per_second: float, burst: int) -> None:
        self._per_second = per_second
        self._burst = burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        # Between taking a client out and putting it back, another thread would find it full.
        self._lock = Lock()

    def spend(self, client: str, amount: int = 1, *, now: float | None = None) -> bool:
        """Whether a client may ask for so much more now; if so, it has."""
        if not self._per_second:
            return True
        now = time.monotonic() if now is None else now
        with self._lock:
            left, then = self._left.pop(client, (float(self._burst), now))
            left = min(self._burst, left + (now - then) * self._per_second)
            allowed = left >= amount
            self._left[client] = left - amount if allowed else left, now
            if len(self._left) > _MOST_CLIENTS:
                self._left.popitem(last=False)
        return allowed


class Streams:
    """How many event streams and WebSockets can be held at once.

    Args:
        of_client: by each client; 0 for no limit.
        count: told how many there are.

    >>> streams = Streams(2)
    >>> with streams.held("somebody", "a game", most=1):
    ...     with streams.held("somebody", "a game", most=1):
    ...         pass
    Traceback (most recent call last):
    moolab.web.http.errors.TooManyRequests: this is watched 1 time already; close some windows
    """

    def __init__(self, of_client: int, count: Count = ignore) -> None:
        self._of_client = of_client
        self._count = count
        self._held: Counter[tuple[str, str]] = Counter()

    @contextmanager
    def held(self, client: str, topic: str, most: int) -> Iterator[None]:
        """Hold one.

        Args:
            most: how many can be about that.

        Raises:
            TooManyRequests: if there are too many already.
        """
        if self._held["topic", topic] >= most:
            raise TooManyRequests(
                translate_plural(
                    "this is watched {number} [time|times] already; close some windows", most
                )
            )
        if self._of_client and self._held["client", client] >= self._of_client:
            raise TooManyRequests(
                translate_plural(
                    "you watch {number} [game|games] already; close some windows", self._of_client
                )
            )
        both = [("topic", topic), ("client", client)]
        self._held.update(both)
        self._count("streams")
        try:
            yield
        finally:
            self._count("streams", -1)
            self._held.subtract(both)
            for one in both:
                if not self._held[one]:
                    del self._held[one]


class ConcurrencyLimiter:
    """How many slow computations each client may have at once; further ones wait their turn.

    What pages load may take all turns but one, which is free for what a person has clicked; where
    there is only one, what pages load takes none, and has one place of its own.

    Args:
        waiting: how many of one client may wait.
    """

    def __init__(self, at_once: int, waiting: int) -> None:
        self._at_once = at_once
        self._most = at_once + waiting
        self._turns: dict[str, Semaphore] = {}
        self._loading: dict[str, Semaphore] = {}
        self._present: Counter[str] = Counter()

    def check(self, client: str) -> None:
        """Refuse a client that has enough to wait for.

        Raises:
            TooManyRequests: if it has.
        """
        if self._present[client] >= self._most:
            raise TooManyRequests(
                translate(
                    "{most} computations of yours are under way; wait until one has ended",
                    most=self._most,
                )
            )

    @asynccontextmanager
    async def slot(self, client: str) -> AsyncIterator[None]:
        """Wait for a client's turn, and take it.

        Raises:
            TooManyRequests: if too many of the same client wait already.
        """
        self.check(client)
        self._present[client] += 1
        turn = self._turns.setdefault(client, Semaphore(self._at_once))
        loading = self._loading.setdefault(client, Semaphore(max(1, self._at_once - 1)))
        loaded = LOADED.get()
        apart = loaded and self._at_once == 1
        try:
            async with loading if loaded else nullcontext(), nullcontext() if apart else turn:
                yield
        finally:
            self._present[client] -= 1
            if not self._present[client]:
                del self._present[client], self._turns[client], self._loading[client]


@lru_cache(_MOST_CLIENTS)
def network_of(host: str) -> str:
    """The client that limits count: an address, of IPv6 the half that is given to a network.

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
