"""Learning from mistakes: the guesses of a game that cost most, tried again."""

from typing import Annotated, Any

from anyio.to_thread import run_sync
from fastapi import APIRouter, Form, Request, Response

from moolab.codes.rules import Rules
from moolab.deduction.history import format_history, parse_history
from moolab.errors import InvalidTurn, MoolabError
from moolab.games.duel.duel import guesses_needed
from moolab.games.training.game import Setup, TrainingView
from moolab.support.language import translate
from moolab.views.turns import history_of
from moolab.web.answers.identity import known_player, player_or_new, redirect_player
from moolab.web.limits import MOST_CODES_COMPARED, playable
from moolab.web.pages.forms import RulesOfForm, Text, explain
from moolab.web.pages.home import list_entries
from moolab.web.pages.visit import Visit, take_moves, visit_to
from moolab.web.rendering import render
from moolab.web.server import Server, ServerHere

router = APIRouter(prefix="/train", include_in_schema=False)

VisitHere = Annotated[Visit, visit_to("training")]

_LISTED = 20
"""Games of the player that the page offers."""

_LOOKED_AT = 200
"""Games among which it looks for them."""


@router.get("")
async def choose(request: Request, server: ServerHere) -> Response:
    """The player's games, and a form for the turns of any other."""
    return await _entrance(request, server)


async def _entrance(
    request: Request,
    server: Server,
    typed: dict[str, str] | None = None,
    error: MoolabError | None = None,
) -> Response:
    entries = await list_entries(request, server, ("duel",), _LOOKED_AT)
    trainable = [
        each
        for each in entries
        if each["outcome"]
        and each["setup"]["role"] != "maker"
        and not each["setup"]["mistakes"]
        and Rules.parse(each["setup"]["rules"]).size <= MOST_CODES_COMPARED
    ]
    typed = {"rules": "ab4x10", "turns": ""} | (typed or {})
    values = {"games": trainable[:_LISTED], "typed": typed}
    return render(request, "train.html", values, error)


@router.post("")
async def begin(
    request: Request,
    server: ServerHere,
    rules: RulesOfForm,
    turns: Annotated[str, Form(max_length=2000)] = "",
    game: Text = "",
) -> Response:
    """Begin a training: with a game of the player, or with turns."""
    player = player_or_new(request)
    try:
        if game:
            setup = await _setup_of(server, request, game)
        else:
            known = playable(rules, MOST_CODES_COMPARED)
            setup = Setup(rules=known, turns=tuple(map(str, parse_history(known, turns))))
        opened = await server.games.open("training", setup, {"player": player})
    except MoolabError as error:
        typed = {"rules": rules, "turns": turns}
        return await _entrance(request, server, typed, error)
    return redirect_player(request, f"/train/{opened.id}", player)


async def _setup_of(server: Server, request: Request, game: str) -> Setup:
    """The turns of a duel of the player, if it is over and has a guess of the player."""
    seat = await run_sync(server.store.seat_of_player, "duel", game, known_player(request))
    _, view = await server.games.look(game, seat)
    if view.phase != "over":
        raise InvalidTurn(translate("this game is not over yet"))
    rules = Rules.parse(view.rules)
    turns = history_of(rules, view.turns.yours)
    turns = turns[: guesses_needed(rules, turns)]
    if not turns:
        raise InvalidTurn(translate("in this game you have not guessed"))
    return Setup(rules=rules, turns=tuple(map(str, turns)))


@router.get("/{game}")
async def show(visit: VisitHere) -> Response:
    """A training."""
    return await _page(visit)


async def _page(
    visit: Visit, error: MoolabError | None = None, _verb: str = "", typed: str = ""
) -> Response:
    view: TrainingView
    _, view = await visit.look()
    rules = Rules.parse(view.rules)
    if error and typed:
        error = explain(error, rules, typed)
    turns = history_of(rules, view.turns)
    due = view.exercises[-1] if view.phase != "over" else None
    # A best guess has gone on to the next turn.
    passed = view.exercises[-2] if due and len(view.exercises) > 1 and not due.tries else None
    values: dict[str, Any] = {
        "url": f"/train/{visit.game}",
        "game": view,
        "rules": rules,
        "turns": turns,
        "due": due,
        "passed": passed,
        "number": len(view.exercises),
        "all": len(view.exercises) + view.waiting,
        "known": turns[: due.turn - 1] if due else turns,
        "history": format_history(turns),
        "typed": typed,
    }
    return render(visit.request, "training.html", values, error)


take_moves(router, "training", _page)
