"""Trilobite against the computer, in the browser."""

from collections.abc import AsyncIterator, Mapping
from functools import partial
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moolab.errors import InvalidMove, InvalidPosition, MoolabError
from moolab.support.language import translate, translate_plural
from moolab.support.typed import normal
from moolab.trilobite.board import COLUMNS, MAX_SIDE, STONES, Board, Shape
from moolab.trilobite.drawn import MOST_SIGNS
from moolab.trilobite.game import GAME, HintView, Setup, TrilobiteView, parse_opening
from moolab.trilobite.player.levels import LEVELS
from moolab.trilobite.score import Bounds, Solution, outlook, position
from moolab.trilobite.threats import marks, threat_in_words
from moolab.trilobite.threats import threats as found_threats
from moolab.trilobite.web import jobs
from moolab.trilobite.web.costs import MOST_THINKING
from moolab.views.errors import ErrorAnswer
from moolab.web.answers.computing import Computing, ComputingEvents, ComputingHere
from moolab.web.answers.identity import player_or_new, redirect_player
from moolab.web.api.work import SHARE, STREAM
from moolab.web.pages.ending import Ending, Step, again, review
from moolab.web.pages.forms import OTHER, Face, Text, number_of, read_form
from moolab.web.pages.home import list_unfinished
from moolab.web.pages.visit import Visit, visit_to
from moolab.web.rendering import render, render_fragment
from moolab.web.server import Server, ServerHere

router = APIRouter(prefix="/trilobite", include_in_schema=False)
api = APIRouter(prefix="/api", tags=["computations"])

VisitHere = Annotated[Visit, visit_to("trilobite")]

_ROUNDS = (0.3, 1, 2, 4)
"""Seconds: so long are scores looked for, each time with what was found before."""

AT_ONCE = 1
"""Seconds for scores where no script can wait for better ones."""


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

_LEAST_SCALE = 4
"""A bar is as long as can be from this score on, unless other scores are higher."""


Short = Annotated[str, Query(max_length=20)]


class AskedBoard:
    """The board of an address.

    Args:
        board: width, height and how many in a row win, such as 8x7x4, or ``other``, and then
            ``size`` and ``win`` count.
    """

    def __init__(self, board: Short = "8x7x4", size: Short = "9x8", win: Short = "4") -> None:
        self.text = f"{''.join(normal(size).split())}x{win}" if board == OTHER else board
        chosen, _, number = self.text.rpartition("x")
        self.typed = {"board": self.text, "size": chosen or size, "win": number or win}
        """What a form shows as chosen."""

    def read(self) -> Shape:
        """The shape.

        Raises:
            InvalidBoard: if there is no such board.
        """
        size, _, win = self.text.rpartition("x")
        return Shape.parse(size, number_of(win, 1, MAX_SIDE))


def trilobite() -> dict[str, Face]:
    """The options of a game."""
    return {
        "size": Face(
            translate("Its size"),
            hint=translate(
                "Width {times} height, each 1 to {most}: 9 {times} 8 or 9x8.",
                times="\u00d7",
                most=MAX_SIDE,
            ),
            widget="text",
        ),
        "win": Face(
            translate("How many in a row win"), {n: str(n) for n in range(2, MAX_SIDE + 1)}
        ),
        "first": Face(
            translate("Who moves first, with X"),
            {"human": translate("You"), "computer": translate("The computer")},
            widget="choice",
        ),
        "level": Face(
            translate("How well the computer plays"),
            {name: translate(level.description) for name, level in LEVELS.items()},
            widget="levels",
        ),
        "seconds": Face(
            translate("Thinking time"),
            {n: translate_plural("{number} [second|seconds]", n) for n in (1, 2, 3, MOST_THINKING)},
            translate("Expert and Perfect only."),
        ),
    }


class Bar(NamedTuple):
    """What a column is worth.

    Attributes:
        text: the score, as far as it is known, in few signs; empty for a full column.
        words: the same in words, or that the column is full.
        upper, lower: where the bar begins and ends, from 1 at the top to -1; None for a full one.
        exact: whether the score is known.
        best: whether no column is better for sure.
    """

    column: str
    text: str = ""
    words: str = ""
    upper: float | None = None
    lower: float | None = None
    exact: bool = True
    best: bool = False


class Analysis(NamedTuple):
    """What is known of a position's scores, as it is shown.

    Attributes:
        turn: the stone of the player to whom the scores refer.
        outlook: how the game ends with best play, if that is known.
        exact: whether all scores are.
    """

    turn: str
    outlook: str | None
    exact: bool
    bars: list[Bar]

    @classmethod
    def of(cls, found: Solution) -> "Analysis":
        """A solution as it is shown."""
        board, scores = found.board, found.scores
        known = (abs(each.lower) for each in scores.values() if each.exact)
        scale = max([_LEAST_SCALE, *known])
        bars = [
            _bar(board, column, scores[column], scale, best=column in found.best)
            if column in scores
            else Bar(COLUMNS[column - 1], words=translate("full"))
            for column in range(1, board.shape.width + 1)
        ]
        exact = all(bar.exact for bar in bars)
        return cls(board.turn, outlook(board, found.score), exact, bars)


def _bar(board: Board, column: int, score: Bounds, scale: int, *, best: bool) -> Bar:
    upper, lower = (max(-1.0, min(1.0, bound / scale)) for bound in (score.upper, score.lower))
    text, words = stated(score)
    end = outlook(board, score) or translate("not known yet")
    words = translate("{score}: {end}", score=words, end=end)
    return Bar(COLUMNS[column - 1], text, words, upper, lower, score.exact, best)


def stated(score: Bounds) -> tuple[str, str]:
    """A score as far as it is known, in few signs and in words.

    >>> stated(Bounds(3, 3)), stated(Bounds(0, 8))
    (('+3', '+3'), ('≥ 0', 'at least 0, at most +8'))
    >>> stated(Bounds(-2, 8))
    ('?', 'at least -2, at most +8')
    """
    lower, upper = (f"{bound:+d}" if bound else "0" for bound in score)
    if score.exact:
        return lower, lower
    text = f"≥ {lower}" if score.lower >= 0 else f"≤ {upper}" if score.upper <= 0 else "?"
    return text, translate("at least {lower}, at most {upper}", lower=lower, upper=upper)


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
        board = AskedBoard(typed["board"], typed["size"], str(typed["win"])).typed
        setup = GAME.settle(**read_form(Setup, trilobite(), {**typed, **board}))
        # On the entrance, the first stone begins the game.
        played = typed["moves"] + typed.get("move", "")
        moves = parse_opening(setup.shape, played)
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
            found = await computing.brief(jobs.solution, _position(view, at), AT_ONCE)
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
    async for event in deepen(computing, _position(view, at)):
        yield event


async def deepen(computing: Computing, board: Board) -> AsyncIterator[ServerSentEvent]:
    """The scores of a position, as events."""
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


def _due(view: TrilobiteView) -> str:
    """Whose turn it is, or who has won, in few words."""
    ends = {
        "won": translate("You win"),
        "lost": translate("The computer wins"),
        "drawn": translate("A draw"),
        "resigned": translate("You gave up"),
    }
    return ends[view.outcome] if view.outcome else translate("Your turn")


def _ending(view: TrilobiteView, board: Board, game: str) -> Ending:
    """The end card: who has won.

    >>> from moolab.trilobite.game import GAME
    >>> state = GAME.replay(GAME.settle(size="4x4", win=2, level="easy"), ["1", "resign"])
    >>> ending = _ending(GAME.view(state, "player"), state.board, "abc")
    >>> ending.title, [step.words for step in ending.steps]
    ('You gave up.', ['Try again', 'Another game'])
    """
    titles: dict[str | None, str] = {
        "won": translate("You won with {number} in a row!", number=view.win),
        "lost": translate("The computer won with {number} in a row.", number=view.win),
        "drawn": translate("A draw: the board is full."),
        "resigned": translate("You gave up."),
    }
    fields = {
        "board": f"{view.size}x{view.win}",
        "first": view.first,
        "level": view.level,
        "seconds": view.seconds,
        "moves": "",
    }
    steps = [Step(again(view.outcome), "/trilobite", fields, key="again")]
    levels = list(LEVELS)
    if view.outcome == "won" and view.level != levels[-1]:
        higher = levels[levels.index(view.level) + 1]
        words = translate("Next level: {level}", level=translate(higher))
        steps.append(Step(words, "/trilobite", {**fields, "level": higher}, key="higher"))
    stones = (board.ply + 1) // 2
    decided = view.outcome in ("won", "lost")
    moves = translate_plural("In {number} [move|moves].", stones)
    return Ending(
        view.outcome,
        titles[view.outcome],
        said=moves if decided else "",
        steps=[*steps, Step(translate("Another game"), "/trilobite", key="other")],
        review=review(view.outcome, game),
    )


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
        "won": translate_plural("You win in {number} [move|moves].", stones),
        "lost": translate_plural("The computer wins in {number} [move|moves].", stones),
        "drawn": translate("A draw: the board is full."),
        None: translate("Your turn.") if said else due,
    }
    said.append(ended[view.outcome])
    return " ".join(said)


async def _entrance(
    request: Request, server: Server, typed: Mapping[str, Any], error: MoolabError | None = None
) -> Response:
    board = Board.empty()
    values = {
        "faces": trilobite(),
        "typed": typed,
        "board": board,
        "names": COLUMNS[: board.shape.width],
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
        "due": _due(view),
        "ending": _ending(view, board, visit.game) if over else None,
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


def _asked_position(
    moves: Annotated[
        str, Query(max_length=MOST_SIGNS, description="columns, or a drawing", examples=["2332"])
    ] = "",
    board: Annotated[
        str,
        Query(
            max_length=5, description="WIDTHxHEIGHT; that of a drawing, or 8x7", examples=["4x5"]
        ),
    ] = "",
    win: Annotated[int, Query(ge=2, le=MAX_SIDE, description="how many in a row win")] = 4,
) -> Board:
    try:
        shape = Shape.parse(board or str(Shape()), win)
        return position(moves, shape, sized=bool(board))
    except InvalidMove as error:
        # Nothing here is in conflict with the state of a game.
        raise InvalidPosition(str(error)) from error


@api.get("/trilobite/scores", **STREAM)
async def solve_position(
    board: Annotated[Board, Depends(_asked_position)], computing: ComputingEvents
) -> AsyncIterator[ServerSentEvent]:
    """Find the exact scores of a position of trilobite, and of each of its moves.

    Server-sent events as from `/api/evaluate`; the result is as from `moo trilobite solve --json`,
    with `lower` and `upper` bounds of what was not found in time.
    """
    async for event in computing.events(jobs.scores, board, SHARE * computing.seconds):
        yield event
