"""In which language a page is: the one that was chosen on it, or that the browser asks for."""

from typing import Annotated

from fastapi import APIRouter, Form
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from moolab.support.language import language_of_header, offered, speaking
from moolab.web.answers.identity import keep_cookie, language_of

_FOR_PROGRAMS = ("/api/", "/static/")
"""What is answered there is the same everywhere."""


class Language:
    """Answers a request in the language of whoever made it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        people = scope["type"] in ("http", "websocket")
        if not people or scope["path"].startswith(_FOR_PROGRAMS):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        chosen = language_of(connection)
        code = chosen or language_of_header(connection.headers.get("accept-language", ""))

        async def labelled(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if "Content-Language" not in headers:
                    headers["Content-Language"] = code
                    headers.add_vary_header("Accept-Language, Cookie")
            await send(message)

        with speaking(code):
            await self._app(scope, receive, labelled)


_LONGEST_BACK = 8000
"""Characters of an address to go back to; that of the assistant holds all its rows."""

router = APIRouter(include_in_schema=False)


@router.post("/language")
async def choose(
    request: Request,
    language: Annotated[str, Form(max_length=2)],
    back: Annotated[str, Form(max_length=_LONGEST_BACK)] = "/",
) -> Response:
    """Choose a language, and go back to the page where that was done."""
    # Only a path of this server's: two slashes would be another one's name.
    own = back.startswith("/") and not back.startswith(("//", "/\\"))
    response = RedirectResponse(back if own else "/", 303)
    if language in offered():
        keep_cookie(request, response, language=language)
    return response
