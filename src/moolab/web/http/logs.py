"""What happened, one line of JSON each, on stderr."""

import json
import logging
import secrets
import time
from contextvars import ContextVar
from datetime import UTC, datetime

from starlette.types import ASGIApp, Message, Receive, Scope, Send

REQUEST_ID: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The id of the request that is answered now."""

LOGGER = logging.getLogger("moolab.web")

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


class RequestLog:
    """Gives each request an id, and logs how it was answered.

    The id is in the header ``X-Request-ID`` of the answer.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hold a WebSocket."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        request = secrets.token_hex(8)
        scope.setdefault("state", {})["request_id"] = request
        token = REQUEST_ID.set(request)
        began, status = time.perf_counter(), 0

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"].endswith("http.response.start"):
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", request.encode())]
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            route = scope.get("route")
            LOGGER.info(
                "request",
                extra={
                    "method": scope.get("method", "WEBSOCKET"),
                    "route": getattr(route, "path", None),
                    "status": status or None,
                    "ms": round(1000 * (time.perf_counter() - began), 1),
                },
            )
            REQUEST_ID.reset(token)
