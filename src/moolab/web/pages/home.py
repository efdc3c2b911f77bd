"""The first page, and where the player's games are listed."""

from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

import anyio.to_thread
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from moolab.codes.rules import Rules
from moolab.errors import MoolabError
from moolab.games import game
from moolab.games.setup import decode
from moolab.trees.opponents import OPPONENTS
from moolab.web.costs import COSTS
from moolab.web.http.identity import player_of
from moolab.web.pages.faces import DUEL, USUAL_OPPONENT
from moolab.web.rendering import render
from moolab.web.server import Server, ServerHere
from moolab.web.store.store import Row

router = APIRouter(include_in_schema=False)

_UNFINISHED = 3
"""Games that a page offers to go on with."""

_COUNTED, _LISTED = 2000, 100
"""Games that the summary counts, and games in the list."""

_GAMES = [name for name in COSTS if game(name).ends]
"""The games played here that can be won; a session with a machine cannot."""

_OTHER = {"won": "lost", "lost": "won", "resigned": "won"}
"""The outcome for the second seat, by that for the first, which is stored."""

PATHS = {"duel": "/play", "machine": "/machines", "solving": "/puzzles"}
"""Where kinds of games are played whose path is not their name."""


@router.get("/")
async def home(request: Request, server: ServerHere) -> Response:
    """Where everybody begins."""
    return await render_home(request, server)


async def render_home(
    request: Request,
    server: Server,
    *,
    chosen: dict[str, Any] | None = None,
    typed: str = "",
    error: MoolabError | None = None,
) -> Response:
    """The first page.

    Args:
        chosen: what was chosen in its form, where that is not possible.
        typed: the first guess, if that was typed.
        error: why it is not possible.
    """
    games = await _games_of(request, server, _GAMES, _COUNTED)
    unfinished = [game for game in games[:_LISTED] if game["outcome"] is None][:_UNFINISHED]
    for each in unfinished:
        each.update(await _stage(server, each))
    records: dict[str, Counter[str]] = {}
    for each in games:
        if each["kind"] == "duel" and each["setup"]["role"] == "both" and each["outcome"]:
            records.setdefault(each["setup"]["strategy"], Counter())[each["outcome"]] += 1
    values = {
        "unfinished": unfinished,
        "records": records,
        "opponents": OPPONENTS.values(),
        "usual_opponent": USUAL_OPPONENT,
        "usual": Rules.parse("ab4x10"),
        "faces": DUEL,
        "chosen": chosen or {},
        "typed": typed,
    }
    return render(request, "home.html", values, error)


@router.get("/games")
async def games(request: Request, server: ServerHere) -> Response:
    """The player's games."""
    counted = await _games_of(request, server, _GAMES, _COUNTED)
    outcomes: dict[str, Counter[str]] = {}
    for each in counted:
        outcomes.setdefault(each["kind"], Counter())[each["outcome"] or "unfinished"] += 1
    return render(request, "games.html", {"games": counted[:_LISTED], "outcomes": outcomes})


async def list_unfinished(request: Request, server: Server, *kinds: str) -> list[dict[str, Any]]:
    """The newest games of these kinds with which the player could go on, as they are listed."""
    games = await _games_of(request, server, kinds, _LISTED)
    return [game for game in games if game["outcome"] is None][:_UNFINISHED]


async def _games_of(
    request: Request, server: Server, kinds: Collection[str], most: int
) -> list[dict[str, Any]]:
    player = player_of(request)
    if player is None:
        return []
    rows = await anyio.to_thread.run_sync(server.store.games_of, player, kinds, most)
    return [_list_entry(row, seat) for row, seat in rows]


def _list_entry(row: Row, seat: str) -> dict[str, Any]:
    played = game(row.kind)
    first = seat == played.seats[0]
    return {
        "id": row.id,
        "seat": seat,
        "kind": row.kind,
        "setup": row.setup,
        "url": f"{PATHS.get(row.kind, f'/{row.kind}')}/{row.id}",
        "title": played.title(decode(played.setup, row.setup)),
        "created": row.created,
        "outcome": row.outcome if first else _OTHER.get(row.outcome or "", row.outcome),
    }


async def _stage(server: Server, entry: dict[str, Any]) -> dict[str, Any]:
    """How far a game is: its rules, the player's last guess, and what is due."""
    stage: dict[str, Any] = {"rules": None, "last": None, "due": ""}
    if entry["kind"] not in _DUE:
        return stage
    with suppress(MoolabError):
        _, view = await server.games.look(entry["id"], entry["seat"])
        yours = view.turns.yours
        stage["rules"] = Rules.parse(view.rules)
        stage["last"] = yours[-1] if yours else None
        stage["due"] = _DUE[entry["kind"]](view).format(number=len(yours) + 1)
    return stage


_DUE: dict[str, Callable[[Any], str]] = {
    "duel": lambda view: {
        "guess": "guess {number}, your turn",
        "reply": "your reply is due",
        "contradiction": "your replies clash",
        "over": "for practice, guess {number}",
    }[view.phase],
    "two": lambda view: {
        "yours": "guess {number}, your turn",
        "other": "their turn",
        None: "not begun yet",
    }[view.turn],
}
"""What is due in a game, in words."""
