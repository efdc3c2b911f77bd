"""A puzzle that is over, reviewed: its clues, what was answered, and how it is solved."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from moolab.codes.rules import Rules
from moolab.games.solving.game import SolvingView
from moolab.support.language import translate
from moolab.web.http.errors import NoSuchGame
from moolab.web.rendering import origin_of, render
from moolab.web.server import Server
from moolab.web.store.marks import IMPORTED


async def solved_page(request: Request, server: Server, game: str) -> Response:
    """The page.

    Raises:
        NoSuchGame: if the puzzle is not over.
    """
    view: SolvingView
    row, view = await server.games.look(game, "player")
    if view.solution is None:
        raise NoSuchGame(translate("this puzzle is not over yet"))
    rules = Rules.parse(view.rules)
    ends = {"won": translate("Solved."), "resigned": translate("Given up.")}
    values: dict[str, Any] = {
        "game": view,
        "rules": rules,
        "verdict": ends.get(view.outcome or "", translate("Not solved.")),
        "imported": row.race == IMPORTED,
        "link": f"{origin_of(request)}/game/{game}",
    }
    return render(request, "review_puzzle.html", values)
