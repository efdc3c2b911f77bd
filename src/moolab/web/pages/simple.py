"""The pages of a game that one template shows."""

from typing import Any

from fastapi import APIRouter, Request, Response

from moolab.errors import MoolabError
from moolab.games.game import Game
from moolab.games.setup import options
from moolab.web.answers.identity import player_or_new, redirect_player
from moolab.web.pages.forms import Face, read_form
from moolab.web.pages.visit import Visit, show_game, take_moves
from moolab.web.rendering import render
from moolab.web.server import ServerHere


def pages_of(game: Game[Any, Any], template: str) -> APIRouter:
    """The pages of a game: at ``/NAME`` one begins, at ``/NAME/ID`` it is played.

    The template is given ``game``, the view of the game, or None where one begins; ``hint``, if one
    was asked for by ``?hint=yes``; and ``error``. A form sent to ``/NAME`` has the fields of the
    setup; one sent to ``/NAME/ID`` has the first word of a move as ``verb``, what follows as
    ``text``, and ``game.version`` as ``after``.
    """
    router = APIRouter(prefix=f"/{game.name}", include_in_schema=False)
    faces = {each.name: Face("") for each in options(game.setup) if each.by == "player"}

    def entrance(request: Request, error: MoolabError | None = None) -> Response:
        return render(request, template, {"game": None, "hint": ""}, error)

    @router.get("")
    async def offer(request: Request) -> Response:
        return entrance(request)

    @router.post("")
    async def begin(request: Request, server: ServerHere) -> Response:
        player = player_or_new(request)
        try:
            setup = game.settle(**read_form(game.setup, faces, await request.form()))
            opened = await server.games.open(game.name, setup, {game.seats[0]: player})
        except MoolabError as error:
            return entrance(request, error)
        return redirect_player(request, f"{router.prefix}/{opened.id}", player)

    async def page(
        visit: Visit, error: MoolabError | None = None, *_typed: str, said: str = ""
    ) -> Response:
        _, view = await visit.look()
        return render(visit.request, template, {"game": view, "hint": said}, error)

    show_game(router, game.name, page)
    take_moves(router, game.name, page)
    return router
