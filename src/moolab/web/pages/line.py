"""The lines of a duel between two people: moves come in, what happens goes out to all who look."""

from collections.abc import AsyncIterator
from contextlib import ExitStack, aclosing
from dataclasses import replace
from typing import Annotated, Any

import anyio
from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, WebSocket, WebSocketDisconnect
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import BaseModel, Field, ValidationError
from starlette.requests import Request
from starlette.responses import Response

from moolab.codes.rules import Rules
from moolab.errors import MoolabError
from moolab.games.people.game import SEATS, MatchView, RevealedSecrets
from moolab.support.language import translate
from moolab.web.answers.identity import by_cookie, known_player, watching
from moolab.web.http.errors import NoSuchGame, TooManyRequests
from moolab.web.http.middleware import check_same_site
from moolab.web.http.throttling import client_of
from moolab.web.limits import LONGEST_TEXT, MOST_STREAMS_OF_GAME, MOST_WATCHERS
from moolab.web.pages.room import WATCHER, RoomState, clock_of, make_move, notifications, room_state
from moolab.web.pages.two import how_it_ended
from moolab.web.rendering import render
from moolab.web.server import Server, ServerHere

router = APIRouter(prefix="/two", include_in_schema=False)

_DELETED = 4410
"""The code with which a line ends when its game has been deleted, so that the page is loaded again
and says so: 4000 to 4999 are for applications (RFC 6455, section 7.4.2), and 410 is HTTP's."""


@router.get("/{game}/events", response_class=EventSourceResponse, dependencies=[Depends(watching)])
async def events(
    game: str, seat: Annotated[str, by_cookie("two")], server: ServerHere
) -> AsyncIterator[ServerSentEvent]:
    """What happens, where WebSockets are blocked."""
    async with aclosing(notifications(server, game, seat)) as messages:
        async for message in messages:
            yield ServerSentEvent(data=message)


@router.websocket("/{game}/socket")
async def socket(websocket: WebSocket, game: str, server: ServerHere) -> None:
    """Moves come in, as ``{"move", "after"}``; what happens goes out.

    Messages that go out have one or more of ``version`` (the page is to be fetched again when it is
    another), ``presence`` (what the other one does, in words), and, after a move that came in,
    ``made``, true or false, with ``message`` saying why it could not be made.
    """
    with ExitStack() as held:
        try:
            check_same_site(websocket)
            find = server.store.seat_of_player
            seat = await run_sync(find, "two", game, known_player(websocket))
            client = client_of(websocket)
            held.enter_context(server.streams.held(client, game, MOST_STREAMS_OF_GAME))
        except MoolabError:
            await websocket.close()
            return
        await websocket.accept()
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(_send_notifications, websocket, server, game, seat)
                await _receive_moves(websocket, server, game, seat)
                tasks.cancel_scope.cancel()
        except* WebSocketDisconnect:
            pass  # nobody hears any more what was just said


class _Sent(BaseModel):
    """A move that comes through a WebSocket."""

    move: str = Field(max_length=LONGEST_TEXT)
    after: int | None = Field(None, ge=0, lt=2**31)


async def _receive_moves(websocket: WebSocket, server: Server, game: str, seat: str) -> None:
    while (message := await websocket.receive())["type"] == "websocket.receive":
        try:
            if not server.requests.spend(client_of(websocket)):
                raise TooManyRequests(translate("too many moves; wait some seconds"))
            sent = _Sent.model_validate_json(message.get("text") or "")
            await make_move(server, game, seat, sent.move, sent.after)
        except ValidationError:
            await websocket.send_json({"made": False, "message": translate("this is not a move")})
        except MoolabError as error:
            await websocket.send_json({"made": False, "message": str(error)})
        else:
            await websocket.send_json({"made": True})


async def _send_notifications(websocket: WebSocket, server: Server, game: str, seat: str) -> None:
    async with aclosing(notifications(server, game, seat)) as messages:
        async for message in messages:
            await websocket.send_json(message)
    await websocket.close(_DELETED)


def _of_path(game: str, token: str, server: ServerHere) -> str:
    if not server.invitations.shows(game, token):
        raise NoSuchGame(translate("there is no such game to watch"))
    return game


Watched = Annotated[str, Depends(_of_path)]


@router.get("/{game}/watch/{token}")
async def watch(request: Request, game: Watched, token: str, server: ServerHere) -> Response:
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


@router.get(
    "/{game}/watch/{token}/events",
    response_class=EventSourceResponse,
    dependencies=[Depends(_held)],
)
async def watched_events(game: Watched, server: ServerHere) -> AsyncIterator[ServerSentEvent]:
    """What happens."""
    async with aclosing(notifications(server, game, WATCHER)) as messages:
        async for message in messages:
            yield ServerSentEvent(data=message)
