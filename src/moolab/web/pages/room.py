"""Two people in one game: what each is told of the other, and what those are who watch."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import ExitStack, aclosing, nullcontext, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Annotated, Any, NamedTuple

import anyio
from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import BaseModel, Field, ValidationError

from moolab.codes.rules import Rules
from moolab.errors import MoolabError
from moolab.games.people.game import (
    GAME,
    SEATS,
    MatchView,
    RevealedSecrets,
    Setup,
    Times,
    opponent,
    times,
)
from moolab.games.setup import decode
from moolab.support.language import translate
from moolab.web.answers.identity import by_cookie, known_player, watching
from moolab.web.http.errors import NoSuchGame, Overtaken, TooManyRequests
from moolab.web.http.middleware import check_same_site
from moolab.web.http.throttling import client_of
from moolab.web.limits import LONGEST_TEXT, MOST_STREAMS_OF_GAME, MOST_WATCHERS
from moolab.web.play.watching import ABSENT, BEAT
from moolab.web.rendering import render
from moolab.web.server import Server, ServerHere
from moolab.web.store.store import Seat

REACTIONS = ("👏", "😮", "🤔", "😅")
"""What players show each other."""

_SHOWN, _PAUSE = timedelta(seconds=8), timedelta(seconds=2)
"""How long a reaction is shown, and after which time the next one is taken."""

WATCHER = ""
"""Instead of a seat: a spectator."""


class RoomState(NamedTuple):
    """What there is to know of a game besides its moves.

    Attributes:
        version: changes with all that the page shows.
        names: what both are called, by seat.
        joined: whether both seats are taken.
        presence: whether the other one is here, in words.
        rematch: whether this game follows another one, so that both are known before they join.
        follower: the path of the game that follows, or of the invitation to it.
        invited: whether it is an invitation, by the other one.
        reaction: what players show each other at the moment, in words.
        waiting: since when a stranger may join, if one may.
    """

    version: str
    names: dict[str, str]
    joined: bool
    presence: str
    rematch: bool
    follower: str | None
    invited: bool
    reaction: str = ""
    waiting: datetime | None = None


def room_state(server: Server, game: str, seat: str) -> RoomState:
    """What there is to know of a game, for the player in a seat, or for ``WATCHER``.

    Raises:
        NoSuchGame: if it has been deleted.
    """
    seats, now = _seats(server, game), server.store.now()
    names = {
        s: taken.name or translate("Player {number}", number=n)
        for n, (s, taken) in enumerate(seats.items(), start=1)
    }
    other = seats[opponent(seat or SEATS[0])]
    joined = all(taken.player is not None for taken in seats.values())
    name, presence = names[other.seat], ""
    if joined and seat:
        here, away = (
            translate("{name} is here.", name=name),
            translate("{name} is away.", name=name),
        )
        presence = here if _is_here(other, now) else away
    follower, invited = _follower(server, game, seat)
    moves = server.store.versions([game]).get(game, 0)
    deeds = server.store.moderation.version  # another one when a name is hidden
    version = f"{moves}.{joined:d}.{follower is not None:d}{f'.{deeds}' if deeds else ''}"
    rematch = not joined and other.name is not None
    reaction = " · ".join(
        f"{names[taken.seat]} {taken.reaction}"
        for taken in seats.values()
        if taken.reaction and taken.reacted and now - taken.reacted < _SHOWN
    )
    waiting = None if joined else server.store.lobby.since(game)
    return RoomState(
        version, names, joined, presence, rematch, follower, invited, reaction, waiting
    )


def clock_of(server: Server, game: str) -> Times | None:
    """What the clock of a game shows, if it has one."""
    row, moves = server.store.load(game)
    setup = decode(Setup, row.setup)
    if not GAME.is_timed(setup):
        return None
    made = server.store.made(game)[: len(moves)]
    return times(GAME.replay(setup, moves), made, server.store.now())


def react(server: Server, game: str, seat: str, reaction: str) -> None:
    """Show the other one, and all who watch, what one thinks; not too often."""
    if reaction in REACTIONS:
        server.store.react(game, seat, reaction, _PAUSE)


def mark_here(server: Server, game: str, seat: str) -> None:
    """Note a player who may have nothing but the page."""
    if not _is_here(_seats(server, game)[seat], server.store.now()):
        server.store.mark_seen(game, seat)


async def notifications(server: Server, game: str, seat: str) -> AsyncGenerator[dict[str, str]]:
    """The version and the presence of the other one, now and as they change, until it is deleted.

    A listener counts as here, and the other one is told so; ``WATCHER`` is told of no presence.
    """

    async def look() -> dict[str, str]:
        if seat:
            await server.presence.note(game, seat)
        here = await run_sync(room_state, server, game, seat)
        presence = {"presence": here.presence} if seat else {}
        return {"version": here.version, **presence, "reaction": here.reaction}

    told: dict[str, str] = {}
    topics = server.games.topics
    with suppress(NoSuchGame):
        async with (
            server.presence.of(game, seat) if seat else nullcontext(),
            aclosing(topics.watch(game, seat, look, BEAT)) as messages,
        ):
            async for message in messages:
                if message != told:
                    told = message
                    yield message


async def make_move(server: Server, game: str, seat: str, text: str, after: int | None) -> None:
    """Make a move; one that is sent again, as its answer was lost, has been made already.

    Raises:
        MoolabError: if it is not possible.
    """
    try:
        await server.games.move(game, seat, text, after)
    except Overtaken:
        moves = await run_sync(server.store.moves, game)
        made = ("" if after is None else "".join(moves[after : after + 1])).casefold()
        asked = f"{seat} {text}".casefold()
        # A secret that was left to chance is kept with its code.
        if made != asked and not (text == "secret" and made.startswith(f"{asked} ")):
            raise


def _follower(server: Server, game: str, seat: str) -> tuple[str | None, bool]:
    """The path of the game that follows, if any, and whether the player is invited to it."""
    follower = server.invitations.rematch(game)
    try:
        seats = _seats(server, follower)
    except NoSuchGame:
        return None, False
    if seat == WATCHER:
        return f"/two/{follower}/watch/{server.invitations.watching(follower)}", False
    # Both change seats.
    if seats[opponent(seat)].player is not None:
        return f"/two/{follower}", False
    return f"/two/{follower}/join/{server.invitations.token(follower)}", True


def _seats(server: Server, game: str) -> dict[str, Seat]:
    seats = {seat.seat: seat for seat in server.store.seats(game)}
    if not seats:
        raise NoSuchGame(translate("there is no such game"))
    return seats


def _is_here(seat: Seat, now: datetime) -> bool:
    return seat.seen is not None and now - seat.seen < ABSENT


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
            pass  # no one listens any more


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
    # The version first: a move made meanwhile then has another one, and the page is fetched again.
    here = await run_sync(room_state, server, game, WATCHER)
    _, view = await server.games.look(game, SEATS[0])
    over = view.phase == "over"
    if not over:
        view = replace(view, revealed=RevealedSecrets(yours=None, other=None))
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


def how_it_ended(view: MatchView, one: str, two: str) -> str:
    """The end of a game, as others are told of it.

    Args:
        one: the name of the one who has this view.
    """
    if view.outcome == "drawn":
        return translate("a draw.")
    if view.outcome == "resigned":
        return translate("{name} gave up.", name=one)
    winner, loser = (one, two) if view.outcome == "won" else (two, one)
    if view.late:
        return translate("{name} won, as the time of {other} ran out.", name=winner, other=loser)
    return translate("{name} won.", name=winner)


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
