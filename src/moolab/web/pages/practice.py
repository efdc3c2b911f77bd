"""A turn of a game tried again: from the same turns on, against a code that fits them."""

from typing import Annotated

from fastapi import APIRouter, Depends, Form
from starlette.requests import Request
from starlette.responses import Response

from moolab.deduction.history import parse_history
from moolab.games.duel.duel import Setup
from moolab.web.answers.computing import ComputingHere
from moolab.web.answers.identity import player_or_new, redirect_player
from moolab.web.http.middleware import check_same_site
from moolab.web.limits import MOST_CODES_COMPARED, is_expensive, playable
from moolab.web.pages.forms import RulesOfForm
from moolab.web.server import ServerHere
from moolab.web.store.marks import PRACTICE
from moolab.web.work import jobs

router = APIRouter(prefix="/practice", include_in_schema=False)


@router.post("", dependencies=[Depends(check_same_site)])
async def begin(
    request: Request,
    server: ServerHere,
    computing: ComputingHere,
    rules: RulesOfForm,
    turns: Annotated[str, Form(max_length=2000)] = "",
) -> Response:
    """Begin a game in which these turns have been played, and go to its page.

    Its code is drawn from those that fit: whoever has seen the one of the first game is no wiser.
    """
    player = player_or_new(request)
    game = playable(rules, MOST_CODES_COMPARED)
    history = parse_history(game, turns)
    secret = await computing.run(is_expensive(game), jobs.draw_possible, game, turns)
    opened = await server.games.open(
        "duel",
        Setup.new(game, role="breaker", secret=secret),
        {"player": player},
        moves=[f"guess {turn.guess}" for turn in history],
        race=PRACTICE,
    )
    return redirect_player(request, f"/play/{opened.id}", player)
