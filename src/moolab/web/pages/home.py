"""The first page, and where the player's games are listed."""

from collections import Counter
from typing import Any

import anyio.to_thread
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from moolab.web.identity import player_of
from moolab.web.kinds import KINDS
from moolab.web.rendering import page
from moolab.web.server import Server, ServerHere
from moolab.web.store.store import Row

router = APIRouter(include_in_schema=False)

_UNFINISHED = 3
"""Games that the first page offers to go on with."""

_COUNTED, _LISTED = 2000, 100
"""Games that the summary counts, and games in the list."""

PATHS = {"duel": "/play", "machine": "/machines"}
"""Where kinds of games are played whose path is not their name."""


@router.get("/")
async def home(request: Request, server: ServerHere) -> Response:
    """Where everybody begins."""
    unfinished = [game for game in await games_of(request, server) if game["outcome"] is None]
    return page(request, "home.html", {"unfinished": unfinished[:_UNFINISHED]})


@router.get("/games")
async def games(request: Request, server: ServerHere) -> Response:
    """The player's games."""
    counted = await games_of(request, server, _COUNTED)
    outcomes: dict[str, Counter[str]] = {}
    for game in counted:
        outcomes.setdefault(game["title"], Counter())[game["outcome"] or "unfinished"] += 1
    return page(request, "games.html", {"games": counted[:_LISTED], "outcomes": outcomes})


async def games_of(request: Request, server: Server, most: int = _LISTED) -> list[dict[str, Any]]:
    """The games of the player whose browser this is, as they are listed, the newest first."""
    player = player_of(request)
    if player is None:
        return []
    rows = await anyio.to_thread.run_sync(server.store.games_of, player, most)
    return [_listed(row, seat) for row, seat in rows]


def _listed(row: Row, seat: str) -> dict[str, Any]:
    kind = KINDS[row.kind]
    return {
        "kind": row.kind,
        "url": f"{PATHS.get(row.kind, f'/{row.kind}')}/{row.id}",
        "title": kind.title(row.setup),
        "created": row.created,
        "outcome": row.outcome and kind.outcome_for(row.outcome, seat),
    }
