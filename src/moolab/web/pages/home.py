"""The first page, and where the player's games are listed."""

from collections import Counter
from collections.abc import Collection
from typing import Any

import anyio.to_thread
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from moolab.web.http.identity import player_of
from moolab.web.kinds import KINDS
from moolab.web.rendering import page
from moolab.web.server import Server, ServerHere
from moolab.web.store.store import Row

router = APIRouter(include_in_schema=False)

_UNFINISHED = 3
"""Games that a page offers to go on with."""

_COUNTED, _LISTED = 2000, 100
"""Games that the summary counts, and games in the list."""

_GAMES = [name for name, kind in KINDS.items() if kind.ends]
"""The kinds of games that can be won; a machine is none."""

PATHS = {"duel": "/play", "machine": "/machines"}
"""Where kinds of games are played whose path is not their name."""


@router.get("/")
async def home(request: Request, server: ServerHere) -> Response:
    """Where everybody begins."""
    return page(request, "home.html", {"unfinished": await unfinished(request, server, *_GAMES)})


@router.get("/games")
async def games(request: Request, server: ServerHere) -> Response:
    """The player's games."""
    counted = await _games_of(request, server, _GAMES, _COUNTED)
    outcomes: dict[str, Counter[str]] = {}
    for game in counted:
        outcomes.setdefault(game["title"], Counter())[game["outcome"] or "unfinished"] += 1
    return page(request, "games.html", {"games": counted[:_LISTED], "outcomes": outcomes})


async def unfinished(request: Request, server: Server, *kinds: str) -> list[dict[str, Any]]:
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
    return [_listed(row, seat) for row, seat in rows]


def _listed(row: Row, seat: str) -> dict[str, Any]:
    kind = KINDS[row.kind]
    return {
        "url": f"{PATHS.get(row.kind, f'/{row.kind}')}/{row.id}",
        "title": kind.title(row.setup),
        "created": row.created,
        "outcome": row.outcome and kind.outcome_for(row.outcome, seat),
    }
