"""Duels against the computer, for programs."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING, Annotated

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import BaseModel, Field

from moolab.games.daily import KINDS, Daily
from moolab.games.duel.duel import Setup
from moolab.games.duel.view import DuelView, HintView
from moolab.views.errors import ErrorAnswer
from moolab.web.answers.identity import GameId, by_token, watching
from moolab.web.api.schema import Body, errors, request_of
from moolab.web.http.errors import HttpError
from moolab.web.limits import LONGEST_TEXT
from moolab.web.play import games as play
from moolab.web.server import ServerHere

router = APIRouter(prefix="/api", tags=["games"])


if TYPE_CHECKING:
    NewGame = Body
else:
    NewGame = request_of(Setup, "NewGame")


class State(BaseModel):
    """The state of a game."""

    state: DuelView


class Opened(BaseModel):
    """A new game."""

    id: str
    token: str = Field(description="for the header Authorization: Bearer TOKEN; told only here")
    commitment: str | None
    state: DuelView

    @classmethod
    def of(cls, opened: play.Opened) -> "Opened":
        """A game that has just begun, as a program is told of it."""
        return cls(
            id=opened.id,
            token=opened.tokens["player"],
            commitment=opened.view.commitment,
            state=opened.view,
        )


class Move(Body):
    """A move in text form."""

    move: str = Field(
        max_length=LONGEST_TEXT,
        examples=["guess 1234"],
        description="guess CODE, reply 02, correct 2 11 (my second reply was 11), undo (one move), "
        "undo turn (back to my last guess), resign",
    )
    after: int | None = Field(
        None,
        ge=0,
        lt=2**31,
        description="the version that this move belongs to: so a move that is sent twice is made "
        "once",
    )


@router.post("/games", status_code=201, responses=errors(503))
async def open_game(new: NewGame, server: ServerHere) -> Opened:
    """Begin a game."""
    setup = await run_sync(partial(Setup.new, **new.model_dump()))
    opened = await server.games.open("duel", setup, {"player": None})
    return Opened.of(opened)


Seat = Annotated[str, by_token("duel")]


@router.get("/games/{game}", responses=errors(401, 403, 404, 503))
async def get_game(game: GameId, seat: Seat, server: ServerHere) -> State:
    """Look at a game."""
    _, view = await server.games.look(game, seat)
    return State(state=view)


@router.post("/games/{game}/moves", responses=errors(401, 403, 404, 409, 503))
async def make_move(game: GameId, new: Move, seat: Seat, server: ServerHere) -> State:
    """Make a move.

    409 says that it is not possible now, and why; nothing has changed then.
    """
    view = await server.games.move(game, seat, new.move, new.after)
    return State(state=view)


@router.get("/games/{game}/hint", responses=errors(401, 403, 404, 409, 503))
async def get_hint(game: GameId, seat: Seat, server: ServerHere) -> HintView:
    """Ask what the computer would guess in your place; not in a rated game."""
    hint: HintView = await server.games.ask(game, seat, "hint")
    return hint


@router.get(
    "/games/{game}/events",
    response_class=EventSourceResponse,
    responses=errors(401, 403, 404),
    dependencies=[Depends(watching)],
)
async def watch_game(
    game: GameId, seat: Seat, server: ServerHere
) -> AsyncIterator[ServerSentEvent]:
    """Follow a game by server-sent events: its state now, after each move, and when it is over.

    The name of the events is `state`, their id the version, their data as from `GET /api/games/ID`.
    A last one that is `failed` has an `error`; ask again then.
    """
    told = -1
    try:
        async with aclosing(server.games.follow(game, seat)) as states:
            async for state in states:
                if state.version > told:
                    told = state.version
                    written = State(state=state).model_dump_json()
                    yield ServerSentEvent(raw_data=written, event="state", id=str(told))
                if state.phase == "over":
                    return
    except HttpError as error:
        yield ServerSentEvent(data=ErrorAnswer.of(error), event="failed")


class NewDaily(Body):
    """Which daily game."""

    kind: str = Field("digits", max_length=16, description=", ".join(KINDS))
    day: str | None = Field(
        None, max_length=10, description="its date, as in 2026-11-22; default: today, by UTC"
    )


@router.post("/daily", status_code=201, responses=errors(503))
async def open_daily(new: NewDaily, server: ServerHere) -> Opened:
    """Begin the game of a day, which goes on as a game of `/api/games`.

    It counts in no table: a program can begin as often as it likes.
    """
    now = server.store.now()
    daily = Daily.parse(new.kind, str(new.day or now.date()), now)
    setup = daily.setup(server.race_key)
    opened = await server.games.open("duel", setup, {"player": None})
    return Opened.of(opened)
