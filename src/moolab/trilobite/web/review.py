"""A finished game of trilobite, reviewed: each stone of its player judged."""

from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Depends
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import Response

from moolab.support.language import translate
from moolab.trilobite.board import COLUMNS, STONES, Board, Shape
from moolab.trilobite.book import open_book
from moolab.trilobite.game import TrilobiteView
from moolab.trilobite.judgement import JudgedStone, reason_in_words
from moolab.trilobite.score import outlook, possible
from moolab.trilobite.web import jobs
from moolab.trilobite.web.games import stated
from moolab.web.answers.computing import Computing, ComputingEvents
from moolab.web.http.errors import NoSuchGame
from moolab.web.rendering import origin_of, render, render_fragment
from moolab.web.server import Server, ServerHere
from moolab.web.store.store import Row
from moolab.web.store.tables import IMPORTED

router = APIRouter(prefix="/game", include_in_schema=False)

_SHARE = 0.6
"""What part of the time of a computation is for the scores: the process may have to begin first."""

_LEAST_SCALE = 4
"""The curve is as high as can be from this score on, unless other scores are higher."""


class Stone(NamedTuple):
    """A judged stone as it is shown.

    Attributes:
        ply: how many stones were there before it.
        column: the name of its column.
        label: how good it was.
        better: the names of the best columns, if it was not one.
        best, played: what could be reached, and what still can, in words; empty if not known.
        before: the columns of the stones before it.
        known: whether anything is known of how the game ends.
        bounds: what is known of the best score otherwise, in words; empty if nothing is.
        why: the reason, if it was not the best, and the reason is known.
    """

    ply: int
    column: str
    label: str
    better: list[str]
    best: str
    played: str
    before: str
    known: bool
    bounds: str
    why: str

    @classmethod
    def of(cls, judged: JudgedStone) -> "Stone":
        """A stone as it is shown."""
        board = judged.board
        names = [COLUMNS[column - 1] for column in judged.better]
        best, played = (
            f"{outlook(board, score) or translate('not known')} ({stated(score)[1]})"
            for score in (judged.best, judged.played)
        )
        column = COLUMNS[judged.column - 1]
        known = any(outlook(board, score) for score in (judged.best, judged.played))
        bounds = stated(judged.best)[1] if judged.best != possible(board) else ""
        why = reason_in_words(judged.reason) if judged.reason else ""
        return cls(
            board.ply, column, judged.label, names, best, played, str(board), known, bounds, why
        )


class Point(NamedTuple):
    """A point of the curve: what the player could reach.

    Attributes:
        x: 0 at the first stone of the game, 1 at the end.
        y: 1 for the best score, -1 for the worst.
    """

    x: float
    y: float
    text: str


def curve(judged: Sequence[JudgedStone], plies: int) -> list[list[Point]]:
    """The scores for the player over the game: lines, with gaps where one is not known."""
    exact = [score.lower for stone in judged for score in (stone.best, stone.played) if score.exact]
    scale = max([_LEAST_SCALE, *map(abs, exact)])
    lines: list[list[Point]] = [[]]
    for stone in judged:
        for ply, score in ((stone.board.ply, stone.best), (stone.board.ply + 1, stone.played)):
            if score.exact:
                x = ply / max(1, plies)
                lines[-1].append(Point(x, score.lower / scale, stated(score)[0]))
            elif lines[-1]:
                lines.append([])
    return [line for line in lines if line]


async def _look(server: Server, game: str) -> tuple[Row, TrilobiteView]:
    """A game that is over."""
    row, view = await server.games.look(game, "player")
    if row.kind != "trilobite" or not isinstance(view, TrilobiteView) or view.phase != "over":
        raise NoSuchGame(translate("this game is not finished, or cannot be reviewed"))
    return row, view


async def _of_path(game: str, server: ServerHere) -> TrilobiteView:
    return (await _look(server, game))[1]


async def stones_page(
    request: Request, server: Server, computing: Computing, game: str, *, whole: bool
) -> Response:
    """The page of a game of trilobite."""
    row, view = await _look(server, game)
    shape = Shape.parse(view.size, view.win)
    values: dict[str, Any] = {
        "id": game,
        "game": view,
        "board": Board.parse(view.moves, shape),
        "names": COLUMNS[: shape.width],
        "link": f"{origin_of(request)}/game/{game}",
        "judged": None,
        "imported": row.race == IMPORTED,
    }
    if whole and view.moves:
        judged = await computing.run(True, jobs.stones, *_asked(view, computing))
        values |= judged_values(view, judged, _seconds(computing))
    return render(request, "trilobite/review.html", values)


@router.get("/{game}/stones", response_class=EventSourceResponse)
async def judged_stones(
    view: Annotated[TrilobiteView, Depends(_of_path)], computing: ComputingEvents
) -> AsyncIterator[ServerSentEvent]:
    """What each stone of the player gave away, as a part of the page."""

    def answer(judged: Sequence[JudgedStone]) -> dict[str, str]:
        return {
            "html": render_fragment(
                "trilobite/judged.html", judged_values(view, judged, _seconds(computing))
            )
        }

    async for event in computing.events(jobs.stones, *_asked(view, computing), answer=answer):
        yield event


def _asked(view: TrilobiteView, computing: Computing) -> tuple[Shape, str, bool, float]:
    shape = Shape.parse(view.size, view.win)
    return shape, view.moves, view.you == STONES[0], _seconds(computing)


def _seconds(computing: Computing) -> float:
    return _SHARE * computing.seconds


def judged_values(
    view: TrilobiteView, judged: Sequence[JudgedStone], seconds: float
) -> dict[str, Any]:
    """What the page says of the stones of a game."""
    known = [stone for stone in judged if stone.label != "unknown"]
    shape = Shape.parse(view.size, view.win)
    return {
        "game": view,
        "stones": [Stone.of(stone) for stone in judged],
        "lines": curve(judged, len(view.moves)),
        "known": len(known),
        "unknown": len(judged) - len(known),
        "seconds": round(seconds),
        "book": open_book(shape).last_ply > 0,
        "perfect": bool(judged) and all(stone.label == "best" for stone in judged),
        "judged": True,
    }
