"""Duels against the computer, in the browser."""

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moolab.errors import MoolabError
from moolab.web.answering import status_of
from moolab.web.guard import check_same_site
from moolab.web.identity import by_cookie, known_player, remember
from moolab.web.kinds.duel import new_setup
from moolab.web.rendering import page
from moolab.web.server import Server, ServerHere

router = APIRouter(prefix="/play", include_in_schema=False)

Seat = Annotated[str, by_cookie("duel")]
Text = Annotated[str, Form(max_length=400)]


@router.post("", dependencies=[Depends(check_same_site)])
async def begin(
    request: Request,
    server: ServerHere,
    rules: Text = "ab4x10",
    role: Text = "both",
    strategy: Text = "consistent",
    rated: Annotated[bool, Form()] = False,
) -> Response:
    """Begin a game, and go to its page."""
    player = known_player(request)
    setup = new_setup(rules, role=role, strategy=strategy, rated=rated)
    opened = await server.games.open("duel", setup, {"player": player})
    response = RedirectResponse(f"/play/{opened.id}", 303)
    remember(request, response, player)
    return response


@router.get("/{game}")
async def show(request: Request, game: str, seat: Seat, server: ServerHere) -> Response:
    """A game."""
    return await _page(request, server, game, seat)


@router.post("/{game}", dependencies=[Depends(check_same_site)])
async def move(
    request: Request,
    game: str,
    seat: Seat,
    server: ServerHere,
    move: Text,
    after: Annotated[int | None, Form()] = None,
) -> Response:
    """Make a move; where it is not possible, the page says why and keeps what was typed."""
    try:
        await server.games.move(game, seat, move, after)
    except MoolabError as error:
        return await _page(request, server, game, seat, error=error, typed=move)
    return RedirectResponse(f"/play/{game}", 303)


@router.get("/{game}/events", response_class=EventSourceResponse)
async def events(game: str, _seat: Seat, server: ServerHere) -> AsyncIterator[ServerSentEvent]:
    """The versions of a game as they come."""
    async for version in server.games.watch(game):
        yield ServerSentEvent(data={"version": version})


async def _page(
    request: Request,
    server: Server,
    game: str,
    seat: str,
    *,
    error: MoolabError | None = None,
    typed: str = "",
) -> Response:
    row, view = await server.games.look(game, seat)
    values: dict[str, Any] = {
        "id": game,
        "game": view,
        "created": row.created,
        "error": None if error is None else str(error),
        "typed": typed,
    }
    return page(request, "play.html", values, 200 if error is None else status_of(error))
