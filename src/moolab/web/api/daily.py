"""The codes of the day, for programs."""

from fastapi import APIRouter
from pydantic import Field

from moolab.games.daily import KINDS, Daily
from moolab.web.api.games import Opened
from moolab.web.api.schema import Body, errors
from moolab.web.server import ServerHere

router = APIRouter(prefix="/api/daily", tags=["games"])


class NewDaily(Body):
    """Which daily game."""

    kind: str = Field("digits", max_length=16, description=", ".join(KINDS))
    day: str | None = Field(
        None, max_length=10, description="its date, as in 2026-11-22; default: today, by UTC"
    )


@router.post("", status_code=201, responses=errors(503))
async def open_daily(new: NewDaily, server: ServerHere) -> Opened:
    """Begin the game of a day, which goes on as a game of `/api/games`.

    It counts in no table: a program can begin as often as it likes.
    """
    now = server.store.now()
    daily = Daily.parse(new.kind, str(new.day or now.date()), now)
    setup = daily.setup(server.race_key)
    opened = await server.games.open("duel", setup, {"player": None})
    return Opened.of(opened)
