"""Races: many in a room look for one secret, each in a game like any other, round after round."""

import time
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from secrets import choice
from string import ascii_lowercase, digits
from typing import Annotated, Any, NamedTuple

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.responses import RedirectResponse, Response

from moolab.codes.rules import Rules
from moolab.errors import MoolabError
from moolab.games.race import MOST_SHARED, parse_race_name, place_of, table_text
from moolab.support.language import translate
from moolab.web.answers.identity import player_of, player_or_new, redirect_player
from moolab.web.http.errors import Deleted, NoSuchGame, Overtaken
from moolab.web.http.throttling import client_of
from moolab.web.limits import MOST_ROUND, MOST_STREAMS_OF_RACE, playable
from moolab.web.pages.forms import RulesOfForm, Text
from moolab.web.pages.thumbnails import podium_picture
from moolab.web.play.racing import Lane, Standing
from moolab.web.play.watching import BEAT
from moolab.web.rendering import origin_of, render, short_name
from moolab.web.server import Server, ServerHere
from moolab.web.store.rooms import Round
from moolab.web.store.store import digest

router = APIRouter(prefix="/race", include_in_schema=False)

_LANES = 20
"""How many others a player sees beside the own board: those who are furthest."""

_LOOK = 5.0
"""Seconds after which guesses that another server has accepted are seen here."""


class Lanes(NamedTuple):
    """How far those are who race, as their pages show it.

    Attributes:
        shown: some of them, each with whether it is the one who looks.
        more: how many there are beside those.
        most: the bits of who knows the secret.
        follows: whether another round has been opened.
    """

    race: Round
    shown: list[tuple[Lane, bool]]
    more: int
    most: float
    follows: bool


async def lanes_of(server: Server, key: str, player: str | None) -> Lanes:
    """How far those are who race with a player, as its game shows it.

    Args:
        key: what the games of the race have in common.

    Raises:
        NoSuchGame: if there is no such race, or it has been deleted.
    """
    rooms = server.store.rooms
    race = await run_sync(rooms.of_key, key)
    follows = (await run_sync(rooms.current, race.room)).number > race.number
    standing = await _stand(server, race)
    mine = digest(player or "")
    others = [(lane, False) for lane in standing.lanes if lane.player != mine]
    others.sort(key=lambda line: -line[0].bits)
    return Lanes(race, others[:_LANES], max(0, len(others) - _LANES), standing.most, follows)


async def _stand(server: Server, race: Round) -> Standing:
    """How a race stands; who gave no name has a number, in the viewer's language."""
    standing = await server.racing.stand(race)
    lanes = []
    for number, lane in enumerate(standing.lanes, start=1):
        name = lane.entry.name or translate("Player {number}", number=number)
        lanes.append(lane._replace(entry=lane.entry._replace(name=name)))
    return standing._replace(lanes=lanes)


async def _of_path(room: str, server: ServerHere) -> Round:
    return await run_sync(server.store.rooms.current, parse_race_name(room))


Here = Annotated[Round, Depends(_of_path)]


@router.get("")
async def new(request: Request) -> Response:
    """Where a race is opened."""
    drawn = "".join(choice(ascii_lowercase + digits) for _ in range(6))
    values = {"name": f"moo-{drawn}", "rules": "ab4x10", "player_name": ""}
    return render(request, "race_new.html", values)


@router.post("")
async def open_room(
    request: Request,
    server: ServerHere,
    rules: RulesOfForm,
    name: Text = "",
    player_name: Text = "",
) -> Response:
    """Open a race, as its host; one of this name that there is already is where it leads to."""
    player = player_or_new(request)
    try:
        room = parse_race_name(name)
        called = server.store.moderation.take(player_name, public=False)
        with suppress(Overtaken):
            await run_sync(server.racing.open, room, playable(rules), player, called)
    except MoolabError as error:
        values = {"name": name, "rules": rules, "player_name": player_name}
        return render(request, "race_new.html", values, error)
    return redirect_player(request, f"/race/{room}", player)


@router.get("/{room}")
async def show(request: Request, race: Here, server: ServerHere) -> Response:
    """A race: who waits, how far they are, and how it ended."""
    return render(request, "race.html", await _values(request, server, race))


@router.get("/{room}/watch")
async def watch(request: Request, race: Here, server: ServerHere) -> Response:
    """The same in large letters, for a screen that all can see."""
    return render(request, "race_watch.html", await _values(request, server, race))


@router.post("/{room}")
async def enter(
    request: Request, race: Here, server: ServerHere, player_name: Text = ""
) -> Response:
    """Take part; once the race has begun, this leads to the player's game.

    Raises:
        Deleted: if the player has deleted it.
    """
    player = player_or_new(request)
    called = server.store.moderation.take(player_name, public=False)
    await run_sync(server.racing.enter, race, player, called)
    server.games.topics.notify(race.key)
    if not race.begun(server.store.now()):
        return redirect_player(request, f"/race/{race.room}", player)
    return redirect_player(request, f"/play/{await server.racing.play(race, player)}", player)


@router.post("/{room}/start")
@router.post("/{room}/next")
async def go_on(request: Request, race: Here, server: ServerHere) -> Response:
    """Let the race begin in some seconds, or let another round follow."""
    starts = request.url.path.endswith("/start")
    step = server.racing.start if starts else server.racing.follow
    await run_sync(step, race, player_of(request) or "")
    server.games.topics.notify(race.key)
    return RedirectResponse(f"/race/{race.room}", 303)


async def _watching(race: Here, request: Request, server: ServerHere) -> AsyncIterator[None]:
    with server.streams.held(client_of(request), f"race {race.room}", MOST_STREAMS_OF_RACE):
        yield


@router.get("/{room}/events", response_class=EventSourceResponse, dependencies=[Depends(_watching)])
async def events(
    request: Request, race: Here, server: ServerHere
) -> AsyncIterator[ServerSentEvent]:
    """The versions of a room as they come, round after round; a listener counts as there."""
    player, noted = player_of(request), float("-inf")

    async def look() -> tuple[Round, str]:
        last = await run_sync(server.store.rooms.current, race.room)
        last = await run_sync(server.racing.succeed, last)
        return last, await run_sync(server.racing.version, last)

    async def note() -> float:
        if player is not None and time.monotonic() - noted >= BEAT:
            await run_sync(server.racing.attend, race, player)
            return time.monotonic()
        return noted

    noted = await note()
    told, seen = "", race
    with suppress(NoSuchGame):
        while True:
            async with aclosing(server.games.topics.watch(seen.key, "", look, _LOOK)) as versions:
                async for last, version in versions:
                    noted = await note()
                    if version != told:
                        told = version
                        yield ServerSentEvent(data={"version": version})
                    if last.number != seen.number:
                        seen = last
                        break


@router.get("/{room}/lanes")
async def lanes(
    request: Request,
    race: Here,
    server: ServerHere,
    number: Annotated[int, Query(ge=1, le=MOST_ROUND)] = 1,
) -> Response:
    """How far the others are, as a part of the page of a game.

    Args:
        number: of the round that the game belongs to.

    Raises:
        NoSuchGame: if there is no such round.
    """
    key = race._replace(number=number).key
    shown = await lanes_of(server, key, player_of(request))
    return render(request, "lanes.html", {"lanes": shown})


@router.get("/{room}/{number}/picture.svg")
async def picture(
    request: Request,
    race: Here,
    server: ServerHere,
    number: Annotated[int, Path(ge=1, le=MOST_ROUND)],
) -> Response:
    """The table of a round as a picture, for those who are done with it.

    Raises:
        NoSuchGame: if the player is not.
    """
    race = await run_sync(server.store.rooms.of_key, race._replace(number=number).key)
    standing = await _stand(server, race)
    mine = digest(player_of(request) or "")
    if not any(lane.entry.over for lane in standing.lanes if lane.player == mine):
        raise NoSuchGame(translate("you are not done with this race"))
    found = sorted(
        (lane.entry for lane in standing.lanes if lane.entry.found), key=lambda entry: entry.rank
    )
    title = translate("Race {name}", name=race.room)
    rows = [(entry.name, entry.words) for entry in found[:MOST_SHARED]]
    return podium_picture(title, short_name(Rules.parse(race.rules)), rows)


async def _values(request: Request, server: Server, race: Round) -> dict[str, Any]:
    player, now = player_of(request), server.store.now()
    if player is not None:
        await run_sync(server.racing.attend, race, player)
    race = await run_sync(server.racing.succeed, race)
    standing = await _stand(server, race)
    mine = digest(player or "")
    own = next((lane for lane in standing.lanes if lane.player == mine), None)
    done = own is not None and own.entry.over
    begun = race.begun(now)
    game, deleted = None, ""
    try:
        if player is not None and await run_sync(server.racing.has_begun, race, player):
            game = server.racing.game(race, player)
    except Deleted as error:
        deleted = str(error)
    link = f"{origin_of(request)}/race/{race.room}"
    names = {lane.player: lane.entry.name for lane in standing.lanes}
    entries = [lane.entry for lane in standing.lanes]
    shown = [(lane, lane.player == mine) for lane in standing.lanes]
    shown.sort(key=lambda line: -line[0].bits)
    return {
        "race": race,
        "rules": Rules.parse(race.rules),
        "version": standing.version,
        "lanes": Lanes(race, shown, 0, standing.most, follows=False),
        "places": sorted(standing.lanes, key=lambda lane: lane.entry.rank),
        "numbers": {lane.player: place_of(lane.entry, entries) for lane in standing.lanes},
        "mine": mine,
        "own": own,
        "host": player is not None and mine == race.host,
        "heir": names.get(race.host) if race.inherited else None,
        "done": done,
        "begun": begun,
        "countdown": max(0, round(1000 * (race.begins - server.store.now()).total_seconds()))
        if race.begins and not begun
        else None,
        "game": game,
        "deleted": deleted,
        "link": link,
        "cards": _cards(race, standing, link) if done else {},
        "picture": f"/race/{race.room}/{race.number}/picture.svg",
    }


def _cards(race: Round, standing: Standing, link: str) -> dict[str, str]:
    game = short_name(Rules.parse(race.rules))
    entries = [lane.entry for lane in standing.lanes]
    return {
        signs: f"{table_text(race.room, race.number, game, entries, signs=signs)}\n{link}"
        for signs in ("emoji", "text")
    }
