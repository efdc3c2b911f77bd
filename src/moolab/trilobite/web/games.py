"""Trilobite against the computer, in the browser."""

from collections.abc import AsyncIterator, Mapping
from functools import partial
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Form
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moolab.errors import MoolabError
from moolab.support.language import translate, translate_number
from moolab.trilobite.board import COLUMNS, STONES, Board, Shape
from moolab.trilobite.game import GAME, HintView, Setup, TrilobiteView, parse_opening
from moolab.trilobite.player.levels import LEVELS
from moolab.trilobite.threats import marks, threat_in_words
from moolab.trilobite.threats import threats as found_threats
from moolab.trilobite.web import jobs
from moolab.trilobite.web.faces import trilobite
from moolab.trilobite.web.scores import Analysis
from moolab.views.errors import ErrorAnswer
from moolab.web.answers.computing import ComputingHere
from moolab.web.answers.identity import player_or_new, redirect_player
from moolab.web.pages.forms import OTHER, TIMES, Text, read_form
from moolab.web.pages.home import list_unfinished
from moolab.web.pages.visit import Visit, visit_to
from moolab.web.rendering import render, render_fragment
from moolab.web.server import Server, ServerHere

router = APIRouter(prefix="/trilobite", include_in_schema=False)

VisitHere = Annotated[Visit, visit_to("trilobite")]

_ROUNDS = (0.3, 1, 2, 4)
"""Seconds: so long are scores looked for, each time with what was found before."""

_AT_ONCE = 1


_USUAL: Mapping[str, Any] = {
    "board": "8x7x4",
    "size": "9x8",
    "win": 4,
    "level": "easy",
    "seconds": 2,
    "moves": "",
}
"""What the form offers at first; ``board`` is one of those to choose from, such as 8x7, four in a
row, or ``other``, and then ``size`` and ``win`` count."""


@router.get("")
async def entrance(request: Request, server: ServerHere) -> Response:
    """A new game, or one that goes on."""
    return await _entrance(request, server, _USUAL)


@router.post("")
async def begin(request: Request, server: ServerHere) -> Response:
    """Begin a game, from a position if there are moves, and go to its page."""
    player = player_or_new(request)
    form = await request.form()
    typed = {**_USUAL, **{name: str(form[name]) for name in form}}
    try:
        board = {"size": "".join(typed["size"].split()).replace(TIMES, "x")}
        if typed["board"] != OTHER:
            board["size"], _, board["win"] = typed["board"].rpartition("x")
        setup = GAME.settle(**read_form(Setup, trilobite(), {**typed, **board}))
        moves = parse_opening(setup.shape, "".join(typed["moves"].split()))
        opened = await server.games.open("trilobite", setup, {"player": player}, moves=moves)
    except MoolabError as error:
        return await _entrance(request, server, typed, error)
    return redirect_player(request, f"/trilobite/{opened.id}", player)


@router.get("/{game}")
async def show(
    visit: VisitHere,
    computing: ComputingHere,
    at: int | None = None,
    scores: str = "",
    threats: bool = False,
    hint: bool = False,
) -> Response:
    """A game, as it stands or as it stood after so many stones.

    Args:
        scores: "on" for scores that come later, "now" where no script can wait for them.
        threats: whether to show them.
    """
    advice, analysis, error = None, None, None
    try:
        if hint:
            advice = await visit.ask("hint")
        if scores == "now":
            _, view = await visit.look()
            found = await computing.brief(jobs.solution, _position(view, at), _AT_ONCE)
            analysis = Analysis.of(found)
    except MoolabError as refused:
        error = refused
    return await _page(
        visit, at=at, scores=scores, threats=threats, hint=advice, analysis=analysis, error=error
    )


@router.post("/{game}")
async def move(
    visit: VisitHere,
    move: Text,
    after: Annotated[int | None, Form()] = None,
    scores: str = "",
    threats: bool = False,
) -> Response:
    """Make a move; where it is not possible, the page says why."""
    try:
        await visit.move(move, after)
    except MoolabError as error:
        return await _page(visit, error=error, scores=scores, threats=threats)
    shown = _query(scores=scores, threats=threats).rstrip("?")
    return RedirectResponse(f"/trilobite/{visit.game}{shown}", 303)


@router.get("/{game}/scores", response_class=EventSourceResponse)
async def deeper(
    visit: VisitHere, computing: ComputingHere, at: int | None = None
) -> AsyncIterator[ServerSentEvent]:
    """The scores of a position, better and better known, until all are exact or time is over."""
    _, view = await visit.look()
    board = _position(view, at)
    for seconds in _ROUNDS:
        try:
            found = await computing.brief(jobs.solution, board, seconds)
        except MoolabError as error:
            yield ServerSentEvent(data=ErrorAnswer.of(error), event="failed")
            return
        analysis = Analysis.of(found)
        last = analysis.exact or seconds == _ROUNDS[-1]
        html = render_fragment("trilobite/scores.html", {"analysis": analysis, "last": last})
        yield ServerSentEvent(data={"html": html}, event="result" if last else "part")
        if last:
            return


def _query(*, at: int | None = None, **shown: str | bool) -> str:
    """What follows the address of a page, after so many stones, on which some things are shown.

    >>> _query(at=0, scores="", threats=True)
    '?at=0&threats=on'
    """
    told = {} if at is None else {"at": str(at)}
    told |= {name: "on" if each is True else each for name, each in shown.items() if each}
    return f"?{urlencode(told)}"


def _position(view: TrilobiteView, at: int | None) -> Board:
    """The board of a game after so many stones, or as it stands."""
    moves = view.moves if at is None else view.moves[: max(0, at)]
    return Board.parse(moves, Shape.parse(view.size, view.win))


def _said(view: TrilobiteView, board: Board) -> str:
    """What has happened last, and what is due."""
    if view.outcome == "resigned":
        return translate("You gave up.")
    if view.last == "undo":
        return translate("Taken back. Your turn: you play {stone}.", stone=view.you)
    yours = STONES.index(view.you)
    # From the player's last stone on, if there is one.
    since = max(0, board.ply - 1 - ((board.ply - 1) % 2 != yours))
    said = [
        translate("You: column {column}.", column=board.moves[ply])
        if ply % 2 == yours
        else translate("Computer: column {column}.", column=board.moves[ply])
        for ply in range(since, board.ply)
    ]
    stones = (board.ply + 1) // 2
    due = translate("Your turn: you play {stone}.", stone=view.you)
    ended = {
        "won": translate_number("You win in {number} move.", "You win in {number} moves.", stones),
        "lost": translate_number(
            "The computer wins in {number} move.", "The computer wins in {number} moves.", stones
        ),
        "drawn": translate("A draw: the board is full."),
        None: translate("Your turn.") if said else due,
    }
    said.append(ended[view.outcome])
    return " ".join(said)


async def _entrance(
    request: Request, server: Server, typed: Mapping[str, Any], error: MoolabError | None = None
) -> Response:
    values = {
        "faces": trilobite(),
        "typed": typed,
        "unfinished": await list_unfinished(request, server, "trilobite"),
    }
    return render(request, "trilobite/entrance.html", values, error)


async def _page(
    visit: Visit,
    *,
    at: int | None = None,
    scores: str = "",
    threats: bool = False,
    hint: HintView | None = None,
    analysis: Analysis | None = None,
    error: MoolabError | None = None,
) -> Response:
    _, view = await visit.look()
    board = _position(view, at)
    over = view.phase == "over"
    now = board.ply == len(view.moves)
    values: dict[str, Any] = {
        "id": visit.game,
        "game": view,
        "board": board,
        "names": COLUMNS[: board.shape.width],
        "now": now,
        "over": over,
        "playable": now and not over,
        "undoable": not over and len(view.moves) > STONES.index(view.you),
        "level": LEVELS[view.level],
        "said": hint.said if hint else _said(view, board),
        "advised": hint and hint.column,
        "scores": scores or ("on" if over else ""),
        "analysis": analysis,
        "threats": threats,
        "threatened": found_threats(board) if threats else (),
        "marks": marks(board) if threats else {},
        "said_of": threat_in_words,
        "query": partial(_query, scores="on" if scores else "", threats=threats),
    }
    return render(visit.request, "trilobite/game.html", values, error)
