"""The line of a player in a duel between two people: moves come in, what happens goes out."""

from collections.abc import AsyncIterator
from contextlib import ExitStack, aclosing
from typing import Annotated

import anyio
from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, WebSocket, WebSocketDisconnect
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import BaseModel, Field, ValidationError

from moolab.errors import MoolabError
from moolab.support.language import translate
from moolab.web.answers.identity import by_cookie, player_of, watching
from moolab.web.http.errors import NotSignedIn, TooManyRequests
from moolab.web.http.middleware import check_same_site
from moolab.web.http.throttling import client_of
from moolab.web.limits import LONGEST_TEXT, MOST_STREAMS_OF_GAME
from moolab.web.pages.room import make_move, notifications
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
            await check_same_site(websocket)
            player = player_of(websocket)
            if player is None:
                raise NotSignedIn(
                    translate("this game belongs to somebody else, or to another browser")
                )
            seat = await run_sync(server.store.seat_of_player, "two", game, player)
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
