"""Several boards at once, in the browser."""

from typing import Any

from fastapi import APIRouter, Request, Response

from moolab.codes.rules import Rules
from moolab.deduction.letters import squares
from moolab.errors import MoolabError
from moolab.games.boards.game import FEWEST, MOST, BoardsView, Setup
from moolab.games.tries import score
from moolab.support.language import translate, translate_plural
from moolab.views.turns import history_of
from moolab.web.answers.identity import player_or_new, redirect_player
from moolab.web.pages.ending import boards_ending
from moolab.web.pages.forms import Face, RulesOfForm, explain, read_form
from moolab.web.pages.visit import Visit, show_game, take_moves
from moolab.web.rendering import render, short_name
from moolab.web.server import ServerHere
from moolab.web.wording import letter_marks

router = APIRouter(prefix="/boards", include_in_schema=False)

_USUAL = {"rules": "words:english5", "boards": 4, "hard": False}


@router.get("")
async def entrance(request: Request) -> Response:
    """The form of a new game."""
    return _entrance(request, _USUAL)


@router.post("")
async def begin(request: Request, server: ServerHere, rules: RulesOfForm) -> Response:
    """Begin a game, and go to its page."""
    player = player_or_new(request)
    chosen: dict[str, Any] = {"rules": rules}
    try:
        asked = dict.fromkeys(("boards", "hard", "tries"), Face(""))
        chosen |= read_form(Setup, asked, await request.form())
        opened = await server.games.open("boards", Setup.new(**chosen), {"player": player})
    except MoolabError as error:
        return _entrance(request, _USUAL | chosen, error)
    return redirect_player(request, f"/boards/{opened.id}", player)


def _entrance(
    request: Request, chosen: dict[str, Any], error: MoolabError | None = None
) -> Response:
    values = {"chosen": chosen, "numbers": {n: str(n) for n in range(FEWEST, MOST + 1)}}
    return render(request, "boards_new.html", values, error)


async def _page(
    visit: Visit, error: MoolabError | None = None, _verb: str = "", typed: str = "", said: str = ""
) -> Response:
    view: BoardsView
    _, view = await visit.look()
    rules = Rules.parse(view.rules)
    values: dict[str, Any] = {
        "url": f"/boards/{visit.game}",
        "game": view,
        "rules": rules,
        "typed": typed,
        "hint": said,
        "marks": letter_marks(rules, *(() if one.found else one.turns for one in view.boards)),
        "ending": None,
    }
    if view.phase == "over":
        args = visit.request, visit.server, visit.game, view, _story(rules, view)
        values["ending"] = await boards_ending(*args)
    shown = explain(error, rules, typed) if error and typed else error
    return render(visit.request, "boards.html", values, shown)


show_game(router, "boards", _page)
take_moves(router, "boards", _page)


def _story(rules: Rules, view: BoardsView) -> str:
    """A finished game as text for others: what each board got, without a code.

    >>> from moolab.games.boards.game import GAME
    >>> setup = GAME.settle(boards=2, seed=1)
    >>> game = GAME.replay(setup, [f"guess {secret}" for secret in setup.secrets])
    >>> print(_story(setup.rules, GAME.view(game, "player")).splitlines()[0])
    moolab, 2 boards, words of 5 letters: 2/7
    """
    boards = translate_plural(
        "{number} [board|boards], {rules}", len(view.boards), rules=short_name(rules)
    )
    if view.tries and view.outcome in ("won", "lost"):
        told = score(view.guesses, view.tries, found=view.outcome == "won")
        head = translate("moolab, {boards}: {score}", boards=boards, score=told)
    elif view.outcome == "won":
        head = translate_plural(
            "moolab, {boards}: {number} [guess|guesses]", view.guesses, boards=boards
        )
    else:
        head = translate("moolab, {boards}: not found", boards=boards)
    lines = [head]
    for number, board in enumerate(view.boards, start=1):
        turns = history_of(rules, board.turns)
        lines.append(f"{number}: {len(turns) if board.found else '-'}")
        lines += [squares(turn.reply) for turn in turns] if rules.marked else []
    return "\n".join(lines)
