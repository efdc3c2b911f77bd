"""Who makes a request, and in which language: a seat by its token, a player by a cookie."""

from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any

import anyio.to_thread
from fastapi import APIRouter, Depends, Form, Path
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from moolab.support.language import language_of_header, offered, speaking, translate
from moolab.web.http.errors import Blocked, NotSignedIn
from moolab.web.http.middleware import Layer, with_headers
from moolab.web.http.throttling import client_of
from moolab.web.limits import MOST_STREAMS_OF_GAME
from moolab.web.server import ServerHere
from moolab.web.store.store import digest, is_token, new_token

COOKIE = "moolab_player"
"""Its name without TLS."""

COOKIE_TLS = f"__Host-{COOKIE}"
"""Its name with TLS: browsers let no other server of the same domain set one of such a name."""

_YEAR = 365 * 24 * 60 * 60

_bearer = HTTPBearer(
    scheme_name="token", auto_error=False, description="As `POST /api/games` has answered it."
)

GameId = Annotated[str, Path(description="As `POST /api/games` has answered it.")]


def by_token(kind: str) -> Any:
    """For games of a kind: the seat in the game ``game`` that the request's bearer token opens.

    Raises:
        NotSignedIn: without a token; NoSuchGame and NotYours, too, come from the answer.
    """

    async def seat(
        game: GameId,
        server: ServerHere,
        credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
    ) -> str:
        if credentials is None:
            raise NotSignedIn("this needs the header Authorization: Bearer TOKEN")
        find, token = server.store.seat_of_token, credentials.credentials
        return await anyio.to_thread.run_sync(find, kind, game, token)

    return Depends(seat)


def by_cookie(kind: str) -> Any:
    """For games of a kind: the seat in the game ``game`` of the player whose browser this is.

    Raises:
        NotSignedIn: if the browser was never here; NoSuchGame and NotYours as well.
    """

    async def seat(game: str, request: HTTPConnection, server: ServerHere) -> str:
        find, player = server.store.seat_of_player, known_player(request)
        return await anyio.to_thread.run_sync(find, kind, game, player)

    return Depends(seat)


async def watching(
    game: str, connection: HTTPConnection, server: ServerHere
) -> AsyncIterator[None]:
    """Count an answer to a spectator of the game ``game`` as long as it lasts.

    Raises:
        TooManyRequests: if there are too many who watch.
    """
    with server.streams.held(client_of(connection), game, MOST_STREAMS_OF_GAME):
        yield


def player_of(request: HTTPConnection) -> str | None:
    """The token of the player whose browser this is, if it has been here before."""
    return _remembered(request)[0] or None


def known_player(request: HTTPConnection) -> str:
    """The token of the player whose browser this is.

    Raises:
        NotSignedIn: if it was never here.
    """
    if (player := player_of(request)) is None:
        raise NotSignedIn(translate("this game belongs to somebody else, or to another browser"))
    return player


def language_of(request: HTTPConnection) -> str | None:
    """The language that was chosen in this browser, if one was."""
    language = _remembered(request)[1]
    return language if language in offered() else None


def _remembered(request: HTTPConnection) -> tuple[str, str]:
    """What the one cookie remembers: the player's token, and after a dot the language."""
    token, _, language = request.cookies.get(_cookie(request), "").partition(".")
    # A browser does not choose its own: others might know that one.
    return token if is_token(token) else "", language


def _cookie(request: HTTPConnection) -> str:
    return COOKIE_TLS if request.url.scheme in ("https", "wss") else COOKIE


def player_or_new(request: Request) -> str:
    """The token of the player whose browser this is, or a new one for ``redirect_player``."""
    return player_of(request) or new_token()


def redirect_player(request: Request, path: str, player: str) -> Response:
    """Send a browser on to a page of its player, and let it keep the player's token."""
    response = RedirectResponse(path, 303)
    keep_cookie(request, response, player=player)
    return response


def keep_cookie(
    request: HTTPConnection,
    response: Response,
    *,
    player: str | None = None,
    language: str | None = None,
) -> None:
    """Let a browser remember a player, or a language; what is not given stays as it was."""
    player = player or player_of(request) or ""
    language = language or language_of(request)
    name = _cookie(request)
    response.set_cookie(
        name,
        f"{player}.{language}" if language else player,
        max_age=_YEAR,
        httponly=True,
        samesite="lax",
        secure=name == COOKIE_TLS,
    )


def forget_cookie(response: Response) -> None:
    """Let a browser forget who its player is, and the language."""
    response.delete_cookie(COOKIE)
    response.delete_cookie(COOKIE_TLS, secure=True)


_FOR_PROGRAMS = ("/api/", "/static/")
"""What is answered there is the same everywhere."""


class Language(Layer):
    """Answers a request in the language of its client."""

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"].startswith(_FOR_PROGRAMS):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        chosen = language_of(connection)
        code = chosen or language_of_header(connection.headers.get("accept-language", ""))

        def label(headers: MutableHeaders, _status: int) -> None:
            if "Content-Language" not in headers:
                headers["Content-Language"] = code
                headers.add_vary_header("Accept-Language, Cookie")

        with speaking(code):
            await self._app(scope, receive, with_headers(send, label))


class Blocks(Layer):
    """Answers nothing to clients that the operator has blocked.

    Args:
        blocked: whether that is so of an address, or of the digest of a player.
    """

    def __init__(self, app: ASGIApp, blocked: Callable[[str, Callable[[], str]], bool]) -> None:
        super().__init__(app)
        self._blocked = blocked

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        if self._blocked(client_of(connection), lambda: digest(player_of(connection) or "")):
            raise Blocked(
                translate("this server does not answer you for some time, as its operator decided")
            )
        await self._app(scope, receive, send)


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
