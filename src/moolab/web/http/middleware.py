"""What is asked of every request, and what every answer says to browsers."""

from collections.abc import Callable, Collection
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from moolab.support.language import translate
from moolab.support.text import quote
from moolab.web.http.errors import CrossSite, TooManyRequests, UnknownHost
from moolab.web.http.throttling import CLIENT, RateLimiter, client_of
from moolab.web.limits import MOST_BODY_BYTES, MOST_BODY_BYTES_AT

POLICY = "; ".join(
    [
        "default-src 'none'",
        *(
            f"{kind}-src 'self'"
            for kind in ("script", "style", "connect", "font", "manifest", "worker")
        ),
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

_RAW = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

_TOO_LARGE = 413

_DIGITS = 18
"""Of a length that is announced: more are too many in any case."""


class Layer:
    """What is between the server and an application; this one changes nothing."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer requests; that a server begins or ends is for the application."""
        if scope["type"] in ("http", "websocket"):
            await self.answer(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hold a WebSocket."""
        await self._app(scope, receive, send)


def with_headers(send: Send, change: Callable[[MutableHeaders, int], None]) -> Send:
    """Send answers whose headers are changed.

    Args:
        change: changes the headers of an answer, which has a status, too.
    """

    async def changed(message: Message) -> None:
        if message["type"].endswith("http.response.start"):
            change(MutableHeaders(scope=message), message["status"])
        await send(message)

    return changed


class SecurityHeaders(Layer):
    """Adds ``HEADERS`` to every answer, and keeps out of caches what does not say otherwise."""

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        def guard(headers: MutableHeaders, _status: int) -> None:
            # No answer has one of them itself.
            headers.raw.extend(_RAW)
            headers.setdefault("Cache-Control", "no-store")

        await self._app(scope, receive, with_headers(send, guard))


class BodyLimit(Layer):
    """Refuses bodies that are too long, whether or not they say their length.

    They may have ``MOST_BODY_BYTES``, or what ``MOST_BODY_BYTES_AT`` allows at their path.
    """

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        most = MOST_BODY_BYTES_AT.get(scope["path"], MOST_BODY_BYTES)
        announced = Headers(scope=scope).get("content-length", "")
        is_long = announced.isdecimal() and int(announced[:_DIGITS]) > most
        length = 0

        async def measured() -> Message:
            nonlocal length
            # Raised where the body is read, so that it is answered as all errors are.
            if is_long:
                raise HTTPException(_TOO_LARGE)
            message = await receive()
            length += len(message.get("body", b""))
            if length > most:
                raise HTTPException(_TOO_LARGE)
            return message

        await self._app(scope, measured, send)


class HostCheck(Layer):
    """Refuses requests for other hosts.

    A page of another site could have its own name lead to this machine, and would then be taken for
    a page of this server's. Without a name it is not a browser; of several, each has to be one of
    this server's.

    Args:
        names: those that the server goes by; None for any.
    """

    def __init__(self, app: ASGIApp, names: Collection[str] | None) -> None:
        super().__init__(app)
        self._names = names

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        hosts = Headers(scope=scope).getlist("host") if self._names is not None else ()
        for host in hosts:
            if host and _name_of(host) not in (self._names or ()):
                raise UnknownHost(
                    f"this server does not go by the name {quote(host)}; whoever runs it can "
                    "allow that with MOOLAB_HOSTS"
                )
        await self._app(scope, receive, send)


class RateLimit(Layer):
    """Refuses requests of clients that ask for too much."""

    def __init__(self, app: ASGIApp, limiter: RateLimiter) -> None:
        super().__init__(app)
        self._limiter = limiter

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = client_of(HTTPConnection(scope))
        CLIENT.set(client)
        if not self._limiter.spend(client):
            raise TooManyRequests(translate("too many requests; wait some seconds"))
        await self._app(scope, receive, send)


def _name_of(host: str) -> str | None:
    """The name in a header ``Host``, without the port.

    >>> [_name_of(host) for host in ("LOCALHOST:8000", "moo.example.", "[::1]:8000", "[")]
    ['localhost', 'moo.example', '::1', None]
    """
    with suppress(ValueError):
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    return None


async def check_form(connection: HTTPConnection) -> None:
    """Refuse a form that a page of another site sends in the name of a player.

    Raises:
        CrossSite: if the browser says so.
    """
    if connection.scope.get("method") == "POST":
        check_same_site(connection)


def check_same_site(connection: HTTPConnection) -> None:
    """Refuse what a page of another site sends in the name of a player.

    Raises:
        CrossSite: if the browser says so.
    """
    origin = connection.headers.get("origin")
    host = connection.headers.get("host", "")
    foreign = origin is not None and origin.partition("://")[2] != host
    site = connection.headers.get("sec-fetch-site", "same-origin")
    if foreign or site not in ("same-origin", "none"):
        raise CrossSite(translate("this form was sent from another site"))


ASKED = b"x-follow"
"""The header by which a script asks for the page that a form leads to, and not for its address."""

_SEE_OTHER = 303


class OneTrip(Layer):
    """Follows a redirection on this side of the line, where a script has asked for that.

    The answer says by ``Content-Location`` which page it is. Cookies that the redirection sets are
    known to the page, and set with it.
    """

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        wanted = scope["type"] == "http" and any(name == ASKED for name, _ in scope["headers"])
        if not wanted or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        followed: dict[str, str] = {}
        cookies: list[str] = []

        async def looked_at(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == _SEE_OTHER:
                headers = Headers(raw=message["headers"])
                # Only a path is one of this server's pages.
                if headers["location"].startswith("/"):
                    followed["to"] = headers["location"]
                    cookies.extend(headers.getlist("set-cookie"))
            if not followed:
                await send(message)

        await self._app(scope, receive, looked_at)
        if not followed:
            return

        def label(headers: MutableHeaders, _status: int) -> None:
            headers["Content-Location"] = followed["to"]
            for cookie in cookies:
                headers.append("set-cookie", cookie)

        target = _get(scope, followed["to"], cookies)
        await self._app(target, receive, with_headers(send, label))


def _get(scope: Scope, location: str, cookies: list[str]) -> Scope:
    path, _, query = location.partition("?")
    kept = [(name, value) for name, value in scope["headers"] if not name.startswith(b"content-")]
    if cookies:
        pairs = "; ".join(cookie.partition(";")[0] for cookie in cookies)
        kept = [(name, value) for name, value in kept if name != b"cookie"]
        kept.append((b"cookie", pairs.encode()))
    return {
        **{name: value for name, value in scope.items() if name not in ("path_params", "endpoint")},
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": kept,
        "state": {},
    }
