"""A move and the page after it in one answer, for scripts that would otherwise ask twice."""

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

ASKED = b"x-follow"
"""The header by which a script asks for the page that a form leads to, and not for its address."""

_SEE_OTHER = 303


class OneTrip:
    """Follows a redirection on this side of the line, where a script has asked for that.

    The answer says by ``Content-Location`` which page it is. Cookies that the redirection sets are
    known to the page, and set with it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
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

        async def labelled(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Location"] = followed["to"]
                for cookie in cookies:
                    headers.append("set-cookie", cookie)
            await send(message)

        await self._app(_get(scope, followed["to"], cookies), receive, labelled)


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
