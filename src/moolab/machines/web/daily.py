"""The code of a day, which machines look for as well: how far they are, and who was better."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from moolab.games.daily import FIRST, Daily, latest_day
from moolab.games.race import bits
from moolab.machines.breaking import HIDDEN, RULES
from moolab.machines.targets import NAMES
from moolab.machines.web.contest import KIND, Contest, Lane
from moolab.support.language import translate, translate_plural
from moolab.web.answers.identity import player_of
from moolab.web.http.errors import Deleted, NoSuchGame
from moolab.web.pages.daily import OwnGame, own_game
from moolab.web.rendering import render
from moolab.web.server import Server, ServerHere

router = APIRouter(prefix=f"/daily/{{day}}/{KIND}/machines", include_in_schema=False)


def contest_of(server: Server) -> Contest:
    """The machines that look for the codes of the day on a server."""
    if Contest not in server.kept:
        server.kept[Contest] = Contest(server.race_key, server.work)
    contest: Contest = server.kept[Contest]
    return contest


async def prepare(server: Server) -> None:
    """Let the machines play the codes of days that it is somewhere, and of one that soon begins."""
    now = server.store.now()
    for moment in (now, now + _AHEAD):
        day = latest_day(moment)
        for each in (day - timedelta(days=1), day):
            if each >= FIRST:
                await contest_of(server).wait(Daily(KIND, each))


_AHEAD = timedelta(hours=2)
"""More than an hour, after which a server looks again what there is to prepare."""


def _of_path(day: str, server: ServerHere) -> Daily:
    return Daily.parse(KIND, day, server.store.now())


DailyHere = Annotated[Daily, Depends(_of_path)]


class Beside(NamedTuple):
    """The machines beside a player's board.

    Attributes:
        lanes: how far each is, by its name; None where that is not known yet.
        most: the bits of who knows the code.
    """

    daily: Daily
    lanes: dict[str, Lane | None]
    most: float

    @property
    def known(self) -> bool:
        """Whether all of them are."""
        return None not in self.lanes.values()


def beside(
    server: Server, daily: Daily | None, turns: int, *, over: bool
) -> dict[str, Beside | None]:
    """What the template beside a duel shows."""
    return {"machines": _beside(server, daily, turns, over=over)}


def _beside(server: Server, daily: Daily | None, turns: int, *, over: bool) -> Beside | None:
    """The machines that look for the same code; None if it is one that they cannot look for."""
    if daily is None or daily.kind != KIND:
        return None
    lanes = contest_of(server).lanes(daily, None if over else turns)
    named = {NAMES[machine]: lane for machine, lane in lanes.items()}
    return Beside(daily, named, bits(HIDDEN.size, 1))


class _Place(NamedTuple):
    """A row of the table; that of the player has no name and no lane.

    ``place`` counts those who were better, and one more; None if the code was not found.
    """

    place: int | None
    name: str | None
    guesses: int
    lane: Lane | None


def _places(own: OwnGame, lanes: dict[str, Lane]) -> list[_Place]:
    """Who was better, the best first; at the same place, the player is first."""
    counts = [len(lane.steps) for lane in lanes.values()] + [len(own.turns)] * own.found
    place = {count: 1 + sum(other < count for other in counts) for count in counts}
    mine = len(own.turns)
    rows = [_Place(place[mine] if own.found else None, None, mine, None)]
    for name, lane in lanes.items():
        count = len(lane.steps)
        rows.append(_Place(place[count], name, count, lane))
    return sorted(rows, key=lambda row: (row.place is None, row.place or 0))


def _verdict(places: Sequence[_Place]) -> str:
    [own] = [row for row in places if row.lane is None]
    machines = len(places) - 1
    if own.place is None:
        return translate("Each of the machines has found the code, and you have not.")
    level = sum(row.place == own.place for row in places) - 1
    beaten = machines - level - (own.place - 1)
    if beaten:
        said = translate_plural(
            "You were better than {number} of {machines} [machines.|machines.]",
            beaten,
            machines=machines,
        )
    else:
        said = translate("No machine needed more guesses than you.")
    if not level:
        return said
    also = translate_plural("{number} needed as many guesses as [you.|you.]", level)
    return f"{said} {also}"


@router.get("")
async def show(request: Request, daily: DailyHere, server: ServerHere) -> Response:
    """The machines: the way to them, how far they are, or once the game is over all they did."""
    own: OwnGame | None = None
    deleted = ""
    try:
        own = await own_game(server, daily, player_of(request))
    except Deleted as error:
        deleted = str(error)
    shown, places = None, []
    if own is not None:
        shown = _beside(server, daily, len(own.turns), over=own.over)
    if own is not None and shown is not None and own.over:
        lanes = {name: lane for name, lane in shown.lanes.items() if lane is not None}
        places = _places(own, lanes)
    values = {
        "daily": daily,
        "rules": RULES,
        "own": own,
        "deleted": deleted,
        "machines": shown,
        "places": places,
        "verdict": _verdict(places) if places and shown and shown.known else "",
    }
    return render(request, "machine/contest.html", values)


@router.get("/lanes")
async def lanes(request: Request, daily: DailyHere, server: ServerHere) -> Response:
    """How far the machines are, as a part of the page of a game, as soon as that is known.

    Raises:
        NoSuchGame: if the player has not begun this game.
        Deleted: if the player has deleted it.
    """
    own = await own_game(server, daily, player_of(request))
    if own is None:
        raise NoSuchGame(translate("you have not begun this game"))
    await contest_of(server).wait(daily)
    shown = _beside(server, daily, len(own.turns), over=own.over)
    return render(request, "machine/contest_lanes.html", {"machines": shown})
