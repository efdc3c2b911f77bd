"""The first page, and where the player's games are listed."""

from collections import Counter
from collections.abc import Collection
from typing import Any

import anyio.to_thread
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from moolab.games import game
from moolab.games.setup import decode
from moolab.web.costs import COSTS
from moolab.web.http.identity import player_of
from moolab.web.pages.faces import DUEL
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

PATHS = {"duel": "/play", "machine": "/machines"}
"""Where kinds of games are played whose path is not their name."""


@router.get("/")
async def home(request: Request, server: ServerHere) -> Response:
    """Where everybody begins."""
    values = {"unfinished": await list_unfinished(request, server, *_GAMES), "faces": DUEL}
    return render(request, "home.html", values)


@router.get("/games")
async def games(request: Request, server: ServerHere) -> Response:
    """The player's games."""
    counted = await _games_of(request, server, _GAMES, _COUNTED)
    outcomes: dict[str, Counter[str]] = {}
    for each in counted:
        outcomes.setdefault(each["title"], Counter())[each["outcome"] or "unfinished"] += 1
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
        "url": f"{PATHS.get(row.kind, f'/{row.kind}')}/{row.id}",
        "title": played.title(decode(played.setup, row.setup)),
        "created": row.created,
        "outcome": row.outcome if first else _OTHER.get(row.outcome or "", row.outcome),
    }
