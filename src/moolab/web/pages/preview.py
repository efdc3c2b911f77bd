"""Pages as pictures, for those who see their addresses in a message.

Whoever shows them has no cookie, so there is nothing in them that only a player may see. Their
words are English, as one picture is kept for all.
"""

from typing import Annotated

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Query
from starlette.requests import Request
from starlette.responses import Response

from moolab.codes.rules import Rules
from moolab.deduction.history import parse_history
from moolab.games import game as game_called
from moolab.games.daily import Daily
from moolab.games.race import parse_race_name
from moolab.support.language import translate
from moolab.support.text import count_noun
from moolab.web.http.errors import NoSuchGame
from moolab.web.http.throttling import client_of
from moolab.web.pages.analysis import Turns
from moolab.web.pages.arena import Chosen as ChosenMatch
from moolab.web.pages.daily import DailyHere
from moolab.web.pages.forms import RulesOfQuery
from moolab.web.pages.sketch import Sketch, drawn
from moolab.web.pages.thumbnails import thumbnail_of, thumbnail_of_replies
from moolab.web.pages.tree import Chosen as ChosenTree
from moolab.web.server import Server, ServerHere
from moolab.web.store.trees import PREFIX

router = APIRouter(include_in_schema=False)

_NAMED, _LANES = 3, 6
"""Players of a match that are named, and of a race that have a bar."""

_HOUR, _MINUTE = 3600, 60
"""How long others may keep a picture, and one that changes with every guess."""


async def _png(request: Request, server: Server, sketch: Sketch, seconds: int = _HOUR) -> Response:
    async with server.concurrency.slot(client_of(request)):
        content = await run_sync(drawn, sketch)
    return Response(content, 200, {"Cache-Control": f"public, max-age={seconds}"}, "image/png")


@router.get("/game/{game}/preview.png")
async def of_game(request: Request, game: str, server: ServerHere) -> Response:
    """A finished game: its replies, or its board.

    Raises:
        NoSuchGame: if there is none that is finished.
    """
    row, moves = await run_sync(server.store.load, game)
    if row.outcome is None or row.kind not in ("duel", "two", "trilobite", "solving"):
        raise NoSuchGame(translate("this game is not finished, or cannot be reviewed"))
    if row.kind == "trilobite":
        title, line = "Trilobite", f"{row.setup['size']}, {row.setup['win']} in a row"
    else:
        words = {"duel": "A duel with the computer", "two": "A duel of two", "solving": "A puzzle"}
        title, line = row.setup["rules"], words[row.kind]
    entry = {"kind": row.kind, "setup": row.setup, "seat": game_called(row.kind).seats[0]}
    return await _png(request, server, Sketch(title, (line,), thumbnail_of(entry, moves)))


@router.get("/daily/preview.png")
async def of_days(request: Request, server: ServerHere) -> Response:
    """The codes of the day."""
    day = server.store.now().date()
    sketch = Sketch(
        f"Daily {Daily('digits', day).number}", ("A code a day, for everybody", f"{day}")
    )
    return await _png(request, server, sketch)


@router.get("/daily/{day}/{kind}/preview.png")
async def of_day(request: Request, daily: DailyHere, server: ServerHere) -> Response:
    """One of them."""
    sketch = Sketch(f"Daily {daily.number}", (daily.kind.capitalize(), f"{daily.day}"))
    return await _png(request, server, sketch)


@router.get("/puzzles/preview.png")
async def of_puzzles(request: Request, server: ServerHere) -> Response:
    """The puzzles of the day."""
    lines = ("No guessing, only thinking", f"{server.store.now().date()}")
    return await _png(request, server, Sketch("Puzzles", lines))


@router.get("/race/{room}/preview.png")
async def of_race(request: Request, room: str, server: ServerHere) -> Response:
    """A race, and how much is known to those who are furthest."""
    race = await run_sync(server.store.rooms.current, parse_race_name(room))
    standing = await server.racing.stand(race)
    known = sorted((lane.bits / standing.most for lane in standing.lanes), reverse=True)
    lines = (f"{race.rules}, round {race.number}", count_noun(len(known), "player"))
    sketch = Sketch(f"Race {race.room}", lines, bars=tuple(known[:_LANES]) if any(known) else ())
    return await _png(request, server, sketch, _MINUTE)


@router.get("/arena/preview.png")
async def of_match(
    request: Request, server: ServerHere, chosen: Annotated[ChosenMatch, Depends()]
) -> Response:
    """A match: who plays, and how often."""
    if not chosen.players:
        lines: tuple[str, ...] = ("Who needs fewer guesses?",)
        return await _png(request, server, Sketch("Arena", lines))
    match = await run_sync(chosen.checked)
    names = ["a tree" if name.startswith(PREFIX) else name for name in match.players]
    lines = (f"{match.games:,} secrets of {match.rules}", *names[:_NAMED])
    if len(names) > _NAMED:
        lines += (f"and {len(names) - _NAMED} more",)
    return await _png(request, server, Sketch("Arena", lines))


@router.get("/tree/preview.png")
async def of_tree(
    request: Request,
    server: ServerHere,
    chosen: Annotated[ChosenTree, Depends()],
    history: Annotated[str, Query(max_length=1000)] = "",
) -> Response:
    """A tree, and the replies on the way to a node."""
    rules, name = await run_sync(chosen.checked)
    return await _png(request, server, _replies("Tree", rules, history, name))


@router.get("/analysis/preview.png")
async def of_analysis(
    request: Request, server: ServerHere, rules: RulesOfQuery, turns: Turns = ""
) -> Response:
    """The replies of a game that is analysed."""
    return await _png(request, server, _replies("Analysis", Rules.parse(rules), turns))


def _replies(title: str, rules: Rules, history: str, *lines: str) -> Sketch:
    replies = [turn.reply for turn in parse_history(rules, history)]
    return Sketch(title, (str(rules), *lines), thumbnail_of_replies(rules, replies))
