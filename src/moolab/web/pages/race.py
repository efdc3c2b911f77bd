"""Races: many look for one secret, each in a game like any other."""

from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from functools import lru_cache
from secrets import choice
from string import ascii_lowercase, digits
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlencode

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moolab.codes.rules import Rules
from moolab.errors import MoolabError
from moolab.games.race import Entry, parse_race_name, race_setup
from moolab.support.text import clock
from moolab.web.http.errors import NoSuchGame, Overtaken, TooManyRequests
from moolab.web.http.identity import player_of, player_or_new, redirect_player
from moolab.web.http.middleware import check_same_site
from moolab.web.http.throttling import client_of
from moolab.web.limits import MOST_ENTRIES, MOST_STREAMS_OF_RACE, playable
from moolab.web.pages.forms import LONGEST, RulesOfForm, RulesOfQuery, Text, name_of
from moolab.web.rendering import render
from moolab.web.server import Server, ServerHere
from moolab.web.store.store import digest

router = APIRouter(prefix="/race", include_in_schema=False)

_RACES = 8
"""Races whose entries are kept until something changes, for all who look at them."""

_LANES = 20
"""How many others a player sees beside the own board."""

_LOOK = 5.0
"""Seconds after which guesses that another server has accepted are seen here."""


class _Race(NamedTuple):
    """A race, as the address of its page names it.

    Attributes:
        name: of the race.
        rules: of its games.
    """

    name: str
    rules: Rules

    @property
    def key(self) -> str:
        """What its games have in common in the database."""
        return f"{self.name} {self.rules}"

    @property
    def path(self) -> str:
        """Where its page is."""
        return f"/race/{self.name}?{urlencode({'rules': self.rules})}"

    def part(self, name: str) -> str:
        """Where a part of its page is."""
        return f"/race/{self.name}/{name}?{urlencode({'rules': self.rules})}"

    @classmethod
    def of_key(cls, key: str) -> "_Race":
        """The race that a game belongs to.

        >>> _Race.of_key("friday-42 mm4x6").path
        '/race/friday-42?rules=mm4x6'
        """
        name, _, rules = key.partition(" ")
        return cls(name, Rules.parse(rules))


class Lanes(NamedTuple):
    """How far the others in a race are.

    Attributes:
        race: which one.
        others: some of them, by their names.
        more: how many there are beside those.
    """

    race: _Race
    others: list[Entry]
    more: int


def lanes_of(server: Server, key: str, player: str | None) -> Lanes:
    """How far those are who race with a player, as its game shows it."""
    running = _Race.of_key(key)
    others = [entry for entry, own in _results(server, running, player).entries if not own]
    others.sort(key=lambda entry: entry.name.casefold())
    return Lanes(running, others[:_LANES], max(0, len(others) - _LANES))


def _of_query(name: str, rules: RulesOfQuery) -> _Race:
    return _Race(parse_race_name(name), playable(rules))


def _of_form(name: str, rules: RulesOfForm) -> _Race:
    return _Race(parse_race_name(name), playable(rules))


@router.get("")
async def new(
    request: Request, rules: RulesOfQuery, name: Annotated[str, Query(max_length=LONGEST)] = ""
) -> Response:
    """Where a name is made up, or entered."""
    if not name:
        drawn = "".join(choice(ascii_lowercase + digits) for _ in range(6))
        return render(request, "race_new.html", {"name": f"moo-{drawn}", "rules": rules})
    try:
        return RedirectResponse(_of_query(name, rules).path, 303)
    except MoolabError as error:
        return render(request, "race_new.html", {"name": name, "rules": rules}, error)


@router.get("/{name}")
async def show(
    request: Request, running: Annotated[_Race, Depends(_of_query)], server: ServerHere
) -> Response:
    """A race: who takes part, and how far they are."""
    results = await run_sync(_results, server, running, player_of(request))
    values: dict[str, Any] = {
        "race": running,
        "clock": clock,
        "rules": running.rules,
        "results": results,
        "link": f"{str(request.base_url).rstrip('/')}{running.path}",
        "events": running.part("events"),
    }
    return render(request, "race.html", values)


@router.post("/{name}", dependencies=[Depends(check_same_site)])
async def enter(
    request: Request,
    running: Annotated[_Race, Depends(_of_form)],
    server: ServerHere,
    player_name: Text = "",
) -> Response:
    """Take part; nobody does so twice.

    Raises:
        TooManyRequests: if too many do.
    """
    player = player_or_new(request)
    game = server.invitations.entry(running.key, player)
    await run_sync(_check_room, server, running, game)
    setup = race_setup(server.race_key, running.rules, running.name)
    names = {"player": name_of(player_name, "Somebody")}
    with suppress(Overtaken):
        await server.games.open(
            "duel", setup, {"player": player}, race=running.key, names=names, game=game
        )
    return redirect_player(request, f"/play/{game}", player)


def _check_room(server: Server, running: _Race, game: str) -> None:
    if server.store.progress(running.key)[0] >= MOST_ENTRIES:
        try:
            server.store.find(game)
        except NoSuchGame as error:
            raise TooManyRequests(
                f"{MOST_ENTRIES} players take part in this race already; begin another one"
            ) from error


Running = Annotated[_Race, Depends(_of_query)]


async def _watching(running: Running, request: Request, server: ServerHere) -> AsyncIterator[None]:
    with server.streams.held(client_of(request), running.key, MOST_STREAMS_OF_RACE):
        yield


@router.get("/{name}/events", response_class=EventSourceResponse, dependencies=[Depends(_watching)])
async def events(running: Running, server: ServerHere) -> AsyncIterator[ServerSentEvent]:
    """The versions of a race as they come."""

    async def look() -> str:
        return _version(*await run_sync(server.store.progress, running.key))

    told = ""
    async with aclosing(server.games.topics.watch(running.key, "", look, _LOOK)) as versions:
        async for version in versions:
            if version != told:
                told = version
                yield ServerSentEvent(data={"version": version})


@router.get("/{name}/lanes")
async def lanes(request: Request, running: Running, server: ServerHere) -> Response:
    """How far the others are, as a part of the page of a game."""
    shown = await run_sync(lanes_of, server, running.key, player_of(request))
    return render(request, "lanes.html", {"lanes": shown})


class _Results(NamedTuple):
    """How a race stands, for one who looks at it.

    Attributes:
        version: changes with all that the page shows.
        entries: who takes part, the best first; each with whether it is the one who looks.
        game: the game of the one who looks; None for who takes no part.
        done: whether that one is done, and may see everything.
    """

    version: str
    entries: list[tuple[Entry, bool]]
    game: str | None
    done: bool


def _results(server: Server, running: _Race, player: str | None) -> _Results:
    version = _version(*server.store.progress(running.key))
    mine = None if player is None else digest(player)
    entries = [(entry, who == mine) for who, entry in _entries(server, running, version)]
    own = next((entry for entry, is_own in entries if is_own), None)
    done = own is not None and own.over
    # In the order of their places, others would tell how far they are.
    entries.sort(key=lambda line: line[0].rank if done else (line[0].name.casefold(),))
    return _Results(
        version=version,
        entries=entries,
        game=server.invitations.entry(running.key, player) if player and own else None,
        done=done,
    )


@lru_cache(_RACES)
def _entries(server: Server, running: _Race, _version: str) -> list[tuple[str | None, Entry]]:
    """Who takes part, and how far each is; for all who look at the same version."""
    setup = race_setup(server.race_key, running.rules, running.name)
    return [
        (run.player, Entry.of(setup, run.name or "Somebody", run.moves, run.seconds))
        for run in server.store.runs(running.key)
    ]


def _version(entries: int, moves: int) -> str:
    return f"{entries}.{moves}"
