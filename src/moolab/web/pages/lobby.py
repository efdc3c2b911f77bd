"""The lobby: a duel with whoever comes next, or with the computer if nobody does."""

from datetime import timedelta
from typing import Annotated

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moolab.codes.rules import Rules
from moolab.games.duel.duel import Setup as DuelSetup
from moolab.games.people.game import SEATS, Setup, choose_secret
from moolab.web.answers.identity import player_of, player_or_new, redirect_player
from moolab.web.http.middleware import check_same_site
from moolab.web.pages.faces import USUAL_OPPONENT
from moolab.web.pages.forms import Text, name_of
from moolab.web.pages.room import mark_here
from moolab.web.pages.visit import Visit, visit_to
from moolab.web.play.presence import ABSENT
from moolab.web.server import Server, ServerHere
from moolab.web.store.store import digest

router = APIRouter(prefix="/lobby", include_in_schema=False)

_RULES = Rules.parse("ab4x10")
"""One game for all, so that nobody waits for somebody who likes the same."""

_SECONDS = 60
"""For each guess: whoever leaves a stranger alone has lost after that."""

_FORGOTTEN = timedelta(hours=1)


@router.get("")
async def elsewhere() -> Response:
    """Where the address is that of a form: to it."""
    return RedirectResponse("/two", 303)


@router.post("", dependencies=[Depends(check_same_site)])
async def enter(request: Request, server: ServerHere, name: Text = "") -> Response:
    """Play with whoever waits, or wait."""
    player = player_or_new(request)
    called = name_of(name)
    own = await run_sync(server.store.lobby.own, digest(player))
    game = await run_sync(_find, server, player, called, own)
    if game is None:
        own = await _wait(server, player, called)
        # Of two who come at the same moment, neither sees the other before both wait.
        game = await run_sync(_find, server, player, called, own)
    if game is not None and game != own:
        await server.games.move(game, SEATS[1], f"secret {choose_secret(_RULES, '')}")
        if own is not None:
            await server.games.move(own, SEATS[0], "resign")
    return redirect_player(request, f"/two/{game}", player)


async def _wait(server: Server, player: str, name: str) -> str:
    setup = Setup.new(_RULES, clock="move", seconds=_SECONDS)
    moves = [f"{SEATS[0]} secret {choose_secret(_RULES, '')}"]
    seats, names = {SEATS[0]: player, SEATS[1]: None}, {SEATS[0]: name}
    game = (await server.games.open("two", setup, seats, moves=moves, names=names)).id
    await run_sync(server.store.lobby.enter, game, digest(player), server.store.now())
    return game


def _find(server: Server, player: str, name: str, own: str | None) -> str | None:
    """The game of whoever has waited for longest, where the player sits now; else the own one."""
    lobby, now = server.store.lobby, server.store.now()
    lobby.delete_old(now - _FORGOTTEN)
    if own is not None:
        mark_here(server, own, SEATS[0])
    for game, who in lobby.waiting(now - ABSENT):
        if who == digest(player):
            break
        if lobby.leave(game):
            if own is not None:
                lobby.leave(own)
            server.store.claim(game, SEATS[1], player, name)
            return game
    return own


@router.post("/{game}/computer", dependencies=[Depends(check_same_site)])
async def play_computer(visit: Annotated[Visit, visit_to("two")]) -> Response:
    """Wait no longer, and play against the computer instead."""
    request, server, game, _ = visit
    if not await run_sync(server.store.lobby.leave, game):
        # Somebody has come at this very moment.
        return RedirectResponse(f"/two/{game}", 303)
    await visit.move("resign", None)
    player = player_of(request) or ""
    setup = DuelSetup.new(rules=_RULES, role="both", strategy=USUAL_OPPONENT)
    opened = await server.games.open("duel", setup, {"player": player})
    return RedirectResponse(f"/play/{opened.id}", 303)
