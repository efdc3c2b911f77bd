"""What is kept of people, and how they have it deleted."""

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from moolab.web.answers.identity import forget_cookie, player_of
from moolab.web.http.middleware import check_same_site
from moolab.web.rendering import render
from moolab.web.server import ServerHere

router = APIRouter(prefix="/privacy", include_in_schema=False)


@router.get("")
async def show(request: Request, server: ServerHere) -> Response:
    """What is kept."""
    values = {
        "known": player_of(request) is not None,
        "unfinished": server.settings.days_unfinished,
        "finished": server.settings.days_finished,
        "deleted": None,
    }
    return render(request, "privacy.html", values)


@router.post("", dependencies=[Depends(check_same_site)])
async def delete(request: Request, server: ServerHere) -> Response:
    """Delete all that is kept of the player whose browser this is."""
    player = player_of(request)
    deleted = 0 if player is None else await run_sync(server.store.delete_player, player)
    server.count("games_deleted", deleted)
    values = {
        "known": False,
        "unfinished": server.settings.days_unfinished,
        "finished": server.settings.days_finished,
        "deleted": deleted,
    }
    response = render(request, "privacy.html", values)
    forget_cookie(response)
    return response
