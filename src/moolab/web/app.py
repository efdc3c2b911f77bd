"""The application: all its parts put together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial
from importlib.metadata import version
from typing import Any

from fastapi import APIRouter, Depends, FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute

from moolab.web import api, pages
from moolab.web.answers.errors import CatchAll, add_error_handlers
from moolab.web.answers.identity import Blocks, Language
from moolab.web.answers.identity import router as of_language
from moolab.web.http import middleware
from moolab.web.http.logs import RequestLog
from moolab.web.http.static import VersionedFiles
from moolab.web.metrics import router_of
from moolab.web.server import Server
from moolab.web.settings import Settings

_DESCRIPTION = """\
Games are moves in text form. Who opens one is given a token that the other requests about it
need: `Authorization: Bearer TOKEN`. Errors are `{"schema", "error": {"kind", "message", "conflict",
"repairs"}}`: a word for programs, a sentence for people, and what explains contradictory replies.
Every answer has the header `X-Request-ID`, under which the server's log knows it.
"""

_SMALL, _LEVEL = 1000, 6
"""Bytes of the shortest answer that is compressed, and how thoroughly: the page of a game, 12.5 KB,
becomes 3.4 KB in 0.1 ms; no level makes it smaller than that.

Who sees lengths only (BREACH, 2013) learns nothing: what is secret in a page is sent to its player
alone, and browsers send the cookie that says who that is with no request of another site, except
where a person follows a link.
"""


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application.

    Args:
        settings: default: those of the environment.

    Raises:
        InvalidDatabase: if the settings name no database.
    """
    server = Server(settings or Settings())

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        async with server.running():
            yield

    app = FastAPI(
        title="moolab",
        summary="Play and solve code-breaking games.",
        description=_DESCRIPTION,
        version=version("moolab"),
        lifespan=lifespan,
        # The usual pages of documentation load scripts from other hosts.
        docs_url=None,
        redoc_url=None,
        middleware=[
            Middleware(RequestLog, note=server.metrics.note if server.metrics else None),
            Middleware(GZipMiddleware, minimum_size=_SMALL, compresslevel=_LEVEL),
            Middleware(middleware.SecurityHeaders),
            Middleware(Language),
            Middleware(CatchAll),
            Middleware(middleware.RateLimit, limiter=server.requests),
            Middleware(Blocks, blocked=server.store.moderation.is_blocked),
            Middleware(middleware.HostCheck, names=server.settings.known_hosts),
            Middleware(middleware.BodyLimit),
            Middleware(middleware.OneTrip),
            # Once more: the page to which a redirection leads can be in another language.
            Middleware(Language),
        ],
    )
    app.state.server = server
    add_error_handlers(app)
    app.router.routes.extend(_routes())
    if server.metrics:
        app.include_router(router_of(server.metrics, server.settings))
    app.openapi = cache(partial(describe, app))  # type: ignore[method-assign] # as FastAPI documents it
    app.mount("/static", VersionedFiles(), "static")
    return app


@cache
def _routes() -> tuple[BaseRoute, ...]:
    """What all applications answer. To prepare it takes a third of a second, so they share it."""
    shared = APIRouter(generate_unique_id_function=lambda route: route.name)
    for router in api.ROUTERS:
        shared.include_router(router)
    for router in (*pages.routers(), of_language):
        shared.include_router(router, dependencies=[Depends(middleware.check_form)])
    return tuple(shared.routes)


_VERSION = "2"
"""Counts up when a field is renamed, removed or given another meaning, not when one is added."""

_TAGS = [
    {"name": "games", "description": "Duels against the computer."},
    {"name": "questions", "description": "What the commands answer, with the same fields."},
    {"name": "computations", "description": "What takes long, as server-sent events."},
    {"name": "health", "description": "For the operator of the server."},
]

_OF_BODIES = ["400", "413"]
_OF_INPUTS = ["422"]
"""Statuses that only requests with a body, or with anything that can be wrong, can have."""


def describe(app: FastAPI) -> dict[str, Any]:
    """The interface of an application in OpenAPI's terms."""
    schema = get_openapi(
        title=app.title,
        version=_VERSION,
        summary=app.summary,
        description=app.description,
        routes=app.routes,
        tags=_TAGS,
        license_info={"name": "MIT", "identifier": "MIT"},
    )
    for path in schema["paths"].values():
        for operation in path.values():
            _mend(operation)
    return schema


def _mend(operation: dict[str, Any]) -> None:
    responses = operation["responses"]
    impossible = [] if "requestBody" in operation else list(_OF_BODIES)
    if not operation.keys() & {"requestBody", "parameters"}:
        impossible += _OF_INPUTS
    for status in impossible:
        responses.pop(status, None)
    for status, response in responses.items():
        # An error is JSON even where the answer would be a stream.
        if status >= "400" and "text/event-stream" in response["content"]:
            response["content"] = {"application/json": response["content"]["text/event-stream"]}
