"""Moving to another device: a phrase or a QR code leads it to the same games, once."""

from typing import Annotated

from anyio.to_thread import run_sync
from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moolab.errors import MoolabError
from moolab.support.language import translate
from moolab.web.answers.identity import player_of, redirect_player
from moolab.web.http.errors import NoSuchTransfer, NotSignedIn, TooManyRequests
from moolab.web.http.invitations import new_phrase, read_phrase
from moolab.web.http.throttling import client_of
from moolab.web.pages.forms import Text
from moolab.web.pages.home import won_or_lost
from moolab.web.rendering import origin_of, render
from moolab.web.server import Server, ServerHere
from moolab.web.store.transfers import begin_transfer, end_transfer

router = APIRouter(prefix="/device", include_in_schema=False)


@router.get("")
async def choose(request: Request, server: ServerHere) -> Response:
    """From this device, or to it."""
    return await _page(request, server)


@router.post("")
async def begin(request: Request, server: ServerHere) -> Response:
    """Show a phrase that leads another device to the games of this one.

    Raises:
        NotSignedIn: if this browser has none.
    """
    player = player_of(request)
    if player is None:
        raise NotSignedIn(translate("this browser has no games yet that another device could get"))
    phrase, transfers = new_phrase(), server.transfers
    sealed = transfers.seal(phrase, player)
    await run_sync(begin_transfer, server.store, player, transfers.name(phrase), sealed)
    return await _page(request, server, phrase=phrase)


@router.get("/take")
async def elsewhere() -> Response:
    """Where the address is that of a form: to it."""
    return RedirectResponse("/device", 303)


@router.get("/{phrase}")
async def arrive(
    request: Request, phrase: Annotated[str, Path(max_length=64)], server: ServerHere
) -> Response:
    """Where the QR code leads: nothing happens before somebody says so."""
    return await _page(request, server, typed=phrase)


@router.post("/take")
async def take(request: Request, server: ServerHere, phrase: Text = "") -> Response:
    """Be the player to whom a phrase leads, from now on."""
    try:
        if not server.phrases.spend(client_of(request)):
            raise TooManyRequests(translate("too many phrases were tried; wait half a minute"))
        said = read_phrase(phrase)
        if said is None:
            raise NoSuchTransfer(
                translate("a phrase has four words of five letters, as the other device shows")
            )
        sealed = await run_sync(end_transfer, server.store, server.transfers.name(said))
    except MoolabError as error:
        return await _page(request, server, typed=phrase, error=error)
    return redirect_player(request, "/games", server.transfers.open(said, sealed))


async def _page(
    request: Request,
    server: Server,
    *,
    phrase: str = "",
    typed: str = "",
    error: MoolabError | None = None,
) -> Response:
    player = player_of(request)
    own = [] if player is None else await run_sync(server.store.games_of, player, won_or_lost(), 1)
    values = {"phrase": phrase, "typed": typed, "own": bool(own)}
    values["link"] = f"{origin_of(request)}/device/{phrase}"
    return render(request, "device.html", values, error)
