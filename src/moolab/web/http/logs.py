"""What happened, one line of JSON each, on stderr."""

import json
import logging
import secrets
import time
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from hashlib import blake2s
from typing import NamedTuple

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from moolab.web.http.middleware import Layer
from moolab.web.http.throttling import client_of

REQUEST_ID: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The id of the request that is answered now."""

LOGGER = logging.getLogger("moolab.web")

_BY_MESSAGE = {"websocket.accept": 101, "websocket.close": 403}
"""The status of answers to WebSockets that do not say it themselves."""

_OWN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC)
        fields = {
            "time": moment.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            "request": REQUEST_ID.get(),
            **{name: value for name, value in vars(record).items() if name not in _OWN},
        }
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        return json.dumps({k: v for k, v in fields.items() if v is not None}, default=str)


def configure(level: str) -> None:
    """Log in JSON from now on, and what the libraries say as well.

    Args:
        level: the least important that is logged: debug, info, warning, error.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(_Json())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    # In detail, the server's library would log headers, in which tokens are.
    for name, least in (("moolab", level), ("uvicorn", "info" if level == "debug" else level)):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(least.upper())
    # Its lines have full paths, in which invitations are; ours have the form of the path.
    logging.getLogger("uvicorn.access").disabled = True


class Answered(NamedTuple):
    """How a request was answered.

    Attributes:
        method: of the request; WEBSOCKET for one.
        route: the form of its path, if it has one.
        status: of the answer; 101 for a WebSocket that is accepted, 0 where nothing was answered.
        first: the seconds until the answer began, if it did.
    """

    method: str
    route: str | None
    status: int
    first: float | None


class RequestLog(Layer):
    """Gives each request an id, and logs how it was answered.

    The id is in the header ``X-Request-ID`` of the answer.

    Args:
        note: told of every answer, too.
    """

    def __init__(self, app: ASGIApp, note: Callable[[Answered], None] | None = None) -> None:
        super().__init__(app)
        self._note = note
        self._key = secrets.token_bytes(16)

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = secrets.token_hex(8)
        scope.setdefault("state", {})["request_id"] = request
        token = REQUEST_ID.set(request)
        began, status = time.perf_counter(), 0
        first: float | None = None

        async def noting(message: Message) -> None:
            nonlocal first, status
            if not status:
                # A WebSocket that is closed before it is accepted is refused.
                status = _BY_MESSAGE.get(message["type"]) or message["status"]
                first = time.perf_counter() - began
            if message["type"].endswith("http.response.start"):
                message["headers"] = [*message["headers"], (b"x-request-id", request.encode())]
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            method = scope.get("method", "WEBSOCKET")
            route = getattr(scope.get("route"), "path", None)
            LOGGER.info(
                "request",
                extra={
                    "method": method,
                    "route": route,
                    "status": status or None,
                    "ms": round(1000 * (time.perf_counter() - began), 1),
                    "client": self._pseudonym(client_of(HTTPConnection(scope))),
                },
            )
            if self._note is not None:
                self._note(Answered(method, route, status, first))
            REQUEST_ID.reset(token)

    def _pseudonym(self, client: str) -> str:
        """What tells clients apart, and nothing of them: the key of it is never kept."""
        return blake2s(client.encode(), key=self._key, digest_size=4).hexdigest()
