"""How two people come together: in the lobby, or by an invitation."""

from datetime import timedelta
from hmac import compare_digest
from typing import Annotated, NamedTuple

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Request
from starlette.responses import RedirectResponse, Response

from moolab.codes.rules import Rules
from moolab.errors import MoolabError
from moolab.games.duel.duel import Setup as DuelSetup
from moolab.games.people.game import SEATS, Setup, choose_secret, opponent
from moolab.support.language import translate
from moolab.web.answers.identity import player_of, player_or_new, redirect_player
from moolab.web.http.errors import NoSuchGame, NotYours
from moolab.web.pages.forms import USUAL_OPPONENT, Text, explain
from moolab.web.pages.room import mark_here
from moolab.web.pages.two import clocks
from moolab.web.pages.visit import Visit, visit_to
from moolab.web.play.watching import ABSENT
from moolab.web.rendering import render
from moolab.web.server import Server, ServerHere
from moolab.web.store.store import digest

router = APIRouter(include_in_schema=False)

_RULES = Rules.parse("ab4x10")
"""One game for all, so that any two strangers can play."""

_SECONDS = 60
"""For each guess: who leaves a stranger alone has lost after that."""

_FORGOTTEN = timedelta(hours=1)


@router.get("/lobby")
async def elsewhere() -> Response:
    """Where the address is that of a form: to it."""
    return RedirectResponse("/two", 303)


@router.post("/lobby")
async def enter(request: Request, server: ServerHere, name: Text = "") -> Response:
    """Play with a player who waits, or wait."""
    player = player_or_new(request)
    called = server.store.moderation.take(name, public=True)
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
    """The game of the player who has waited longest, with the visitor in it; else the own one."""
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


@router.post("/lobby/{game}/computer")
async def play_computer(visit: Annotated[Visit, visit_to("two")]) -> Response:
    """Wait no longer, and play against the computer instead."""
    request, server, game, _ = visit
    if not await run_sync(server.store.lobby.leave, game):
        # Another player has come at this very moment.
        return RedirectResponse(f"/two/{game}", 303)
    await visit.move("resign", None)
    player = player_of(request) or ""
    setup = DuelSetup.new(rules=_RULES, role="both", strategy=USUAL_OPPONENT)
    opened = await server.games.open("duel", setup, {"player": player})
    return RedirectResponse(f"/play/{opened.id}", 303)


@router.get("/two/{game}/join/{token}")
async def invitation(request: Request, game: str, token: str, server: ServerHere) -> Response:
    """What an invited player sees."""
    asked = await run_sync(_asked, server, game, token, player_of(request))
    if asked.already and not asked.own:
        return RedirectResponse(f"/two/{game}", 303)
    return _join_page(request, asked)


@router.post("/two/{game}/join/{token}")
async def join(
    request: Request, game: str, token: str, server: ServerHere, name: Text = "", text: Text = ""
) -> Response:
    """Sit down and set a secret; that can be done once."""
    player = player_or_new(request)
    asked = await run_sync(_asked, server, game, token, player)
    if asked.already:
        return RedirectResponse(f"/two/{game}", 303)
    try:
        code = choose_secret(asked.rules, text)
    except MoolabError as error:
        return _join_page(
            request, asked, name=name, typed=text, error=explain(error, asked.rules, text)
        )
    called = server.store.moderation.take(name, public=False)
    await run_sync(server.store.claim, game, asked.free, player, called)
    await server.games.move(game, asked.free, f"secret {code}")
    return redirect_player(request, f"/two/{game}", player)


def _of_link(game: str, token: str, server: ServerHere) -> str:
    """The seat to which a player's own link leads."""
    for seat in SEATS:
        if compare_digest(server.invitations.way_back(game, seat).encode(), token.encode()):
            return seat
    raise NoSuchGame(translate("this link leads to no game"))


SeatOfLink = Annotated[str, Depends(_of_link)]


@router.get("/two/{game}/back/{token}")
async def see_way_back(
    request: Request, game: str, server: ServerHere, seat: SeatOfLink
) -> Response:
    """Where a player's own link leads; a preview of it changes nothing."""
    seats = {each.seat: each.player for each in await run_sync(server.store.seats, game)}
    if seats.get(seat) == digest(player_of(request) or ""):
        return RedirectResponse(f"/two/{game}", 303)
    return render(request, "two_back.html")


@router.post("/two/{game}/back/{token}")
async def go_back(request: Request, game: str, server: ServerHere, seat: SeatOfLink) -> Response:
    """Go on here with a game that was begun in another browser.

    Raises:
        NotYours: if this browser plays the other side.
    """
    player = player_or_new(request)
    seats = {each.seat: each.player for each in await run_sync(server.store.seats, game)}
    if seats.get(opponent(seat)) == digest(player):
        raise NotYours(translate("this browser plays the other side; open the link in another one"))
    await run_sync(server.store.move_seat, game, seat, player)
    return redirect_player(request, f"/two/{game}", player)


class _Asked(NamedTuple):
    """An invitation, as it looks to one visitor, who may sit in the game or have made it.

    ``clock`` and ``free``, the seat, are empty if there is none.
    """

    game: str
    rules: Rules
    clock: str
    free: str
    inviter: str
    name: str
    already: bool
    own: bool


def _asked(server: Server, game: str, token: str, player: str | None) -> _Asked:
    """An invitation that exists and has not been used by others."""
    if not server.invitations.opens(game, token):
        raise NoSuchGame(translate("there is no such invitation"))
    row = server.store.find(game)
    seats = server.store.seats(game)
    free = next((seat for seat in seats if seat.player is None), None)
    already = player is not None and digest(player) in [seat.player for seat in seats]
    if free is None and not already:
        raise NotYours(translate("this invitation has been used already"))
    if free is not None and row.outcome is not None:
        raise NotYours(translate("whoever has sent this invitation does not want to play any more"))
    setup = server.games.settled(row)
    inviter = next(seat for seat in seats if seat is not free)
    return _Asked(
        game=game,
        rules=setup.rules,
        clock="" if setup.clock == "none" else clocks()[f"{setup.clock} {setup.seconds}"],
        free=free.seat if free else "",
        inviter=inviter.name or translate("Somebody"),
        name=(free and free.name) or "",
        already=already,
        own=already and free is not None,
    )


def _join_page(
    request: Request,
    asked: _Asked,
    *,
    name: str = "",
    typed: str = "",
    error: MoolabError | None = None,
) -> Response:
    values = {"asked": asked, "rules": asked.rules, "name": name or asked.name, "typed": typed}
    return render(request, "two_join.html", values, error)
