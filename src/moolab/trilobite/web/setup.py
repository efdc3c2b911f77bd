"""A board that is set up by clicking, or read from a drawing: its cells are in the address."""

from collections.abc import AsyncIterator
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moolab.errors import InvalidPosition, MoolabError
from moolab.support.language import translate
from moolab.support.text import sentence
from moolab.trilobite.arrays import from_array
from moolab.trilobite.board import COLUMNS, MAX_SIDE, STONES, Board, Shape
from moolab.trilobite.drawn import MOST_SIGNS, read_board
from moolab.trilobite.player.levels import LEVELS
from moolab.trilobite.score import outcome
from moolab.trilobite.web import jobs
from moolab.trilobite.web.games import AT_ONCE, Analysis, AskedBoard, Short, deepen, trilobite
from moolab.web.answers.computing import ComputingHere
from moolab.web.rendering import render

router = APIRouter(prefix="/trilobite/board", include_in_schema=False)

_SIGNS = f".{STONES}"
"""How cells are written in an address: an empty one, and both stones."""


class Asked:
    """What an address asks for.

    Args:
        cells: row by row from above; if they do not fit the board, it is empty.
        stone: what a click puts into a cell.
        scores: "on" for scores that come later, "now" where no script can wait for them.
    """

    def __init__(
        self,
        board: Annotated[AskedBoard, Depends()],
        cells: Annotated[str, Query(max_length=MAX_SIDE * (MAX_SIDE + 1))] = "",
        stone: Short = STONES[0],
        scores: Short = "",
    ) -> None:
        self.typed, self.stone, self.scores = board.typed, stone, scores
        self.error: MoolabError | None = None
        self.shape = Shape()
        try:
            self.shape = board.read()
        except MoolabError as error:
            self.error = error
        rows, width = cells.split("/"), self.shape.width
        fits = [*map(len, rows)] == [width] * self.shape.height and {*cells} <= {*_SIGNS, "/"}
        self.rows = rows if fits else ["." * width] * self.shape.height

    def address(self, path: str = "", **changed: str) -> str:
        """The address of this board, with what is said otherwise."""
        told = {"board": f"{self.shape}x{self.shape.win}", "cells": "/".join(self.rows)}
        told |= {"stone": self.stone, "scores": self.scores} | changed
        return f"{router.prefix}{path}?{urlencode({n: text for n, text in told.items() if text})}"


AskedHere = Annotated[Asked, Depends()]


def _position(asked: AskedHere) -> Board:
    cells = [[_SIGNS.index(sign) for sign in row] for row in asked.rows]
    return from_array(cells, asked.shape.win)


@router.get("")
async def show(request: Request, asked: AskedHere, computing: ComputingHere) -> Response:
    """A board as far as it is set up, and whose turn it is, or why no game leads there."""
    board, analysis = None, None
    try:
        board = _position(asked)
        said = outcome(board) or translate("{stone} to move", stone=board.turn)
        if asked.scores == "now" and not board.is_over:
            analysis = Analysis.of(await computing.brief(jobs.solution, board, AT_ONCE))
    except InvalidPosition as refused:
        # What is not finished is not a mistake.
        said = sentence(str(refused))
    except MoolabError as refused:
        return _page(request, asked, refused)
    if board and not board.ply:
        said = translate("Choose a stone, and tap the cells where it lies.")
    return _page(request, asked, asked.error, board=board, said=said, analysis=analysis)


@router.post("")
async def change(
    request: Request,
    asked: AskedHere,
    put: Annotated[str, Form(pattern="^[XO]$")] = STONES[0],
    cell: Annotated[str, Form(pattern=r"^(\d\d?-\d\d?)?$")] = "",
    drawing: Annotated[str, Form(max_length=MOST_SIGNS)] = "",
) -> Response:
    """Put a stone into a cell, or take it away if it is there; or show what is drawn."""
    asked.stone, (column, _, row) = put, cell.partition("-")
    try:
        if drawing:
            board = read_board(drawing, asked.shape, sized=False)
            asked.shape = board.shape
            asked.rows = ["".join(each.stone or "." for each in row) for row in board.rows]
    except MoolabError as error:
        return _page(request, asked, error, drawing=drawing)
    if cell and int(row) < asked.shape.height and int(column) < asked.shape.width:
        cells = [*asked.rows[int(row)]]
        cells[int(column)] = "." if cells[int(column)] == put else put
        asked.rows[int(row)] = "".join(cells)
    return RedirectResponse(asked.address(), 303)


@router.get("/scores", response_class=EventSourceResponse)
async def deeper(
    board: Annotated[Board, Depends(_position)], computing: ComputingHere
) -> AsyncIterator[ServerSentEvent]:
    """The scores of the position, better and better known."""
    async for event in deepen(computing, board):
        yield event


def _page(request: Request, asked: Asked, error: MoolabError | None, **shown: Any) -> Response:
    levels = {level: translate(level) for level in LEVELS}
    values = {"faces": trilobite(), "asked": asked, "names": COLUMNS, "levels": levels}
    values |= {"board": None, "said": "", "analysis": None, "drawing": "", **shown}
    return render(request, "trilobite/setup.html", values, error)
