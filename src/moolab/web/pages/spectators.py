"""A duel between two people for those who only watch: no secret is seen before the end."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import replace
from typing import Annotated, Any

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import Response

from moolab.codes.rules import Rules
from moolab.games.people.game import SEATS, MatchView, RevealedSecrets
from moolab.support.language import translate
from moolab.web.http.errors import NoSuchGame
from moolab.web.http.throttling import client_of
from moolab.web.limits import MOST_WATCHERS
from moolab.web.pages.room import WATCHER, RoomState, clock_of, room_state, watched
from moolab.web.pages.two import how_it_ended
from moolab.web.rendering import render
from moolab.web.server import ServerHere

router = APIRouter(prefix="/two/{game}/watch/{token}", include_in_schema=False)


def _of_path(game: str, token: str, server: ServerHere) -> str:
    if not server.invitations.shows(game, token):
        raise NoSuchGame(translate("there is no such game to watch"))
    return game


Watched = Annotated[str, Depends(_of_path)]


@router.get("")
async def show(request: Request, game: Watched, token: str, server: ServerHere) -> Response:
    """The game."""
    _, view = await server.games.look(game, SEATS[0])
    over = view.phase == "over"
    if not over:
        view = replace(view, revealed=RevealedSecrets(yours=None, other=None))
    here = await run_sync(room_state, server, game, WATCHER)
    one, two = (here.names[seat] for seat in SEATS)
    values: dict[str, Any] = {
        "path_of_game": f"/two/{game}/watch/{token}",
        "game": view,
        "rules": Rules.parse(view.rules),
        "here": here,
        "names": [one, two],
        "said": how_it_ended(view, one, two) if over else _said(view, here),
        "times": await run_sync(clock_of, server, game),
    }
    return render(request, "two_watch.html", values)


def _said(view: MatchView, here: RoomState) -> str:
    if not here.joined:
        return translate("The game has not begun yet.")
    if view.phase == "secret":
        return translate("They choose their secrets.")
    name = here.names[SEATS[0 if view.turn == "yours" else 1]]
    return translate("It is {name}'s turn.", name=name)


async def _held(game: Watched, request: Request, server: ServerHere) -> AsyncIterator[None]:
    with server.streams.held(client_of(request), f"watch {game}", MOST_WATCHERS):
        yield


@router.get("/events", response_class=EventSourceResponse, dependencies=[Depends(_held)])
async def events(game: Watched, server: ServerHere) -> AsyncIterator[ServerSentEvent]:
    """What happens."""
    async with aclosing(watched(server, game)) as messages:
        async for message in messages:
            yield ServerSentEvent(data=message)
