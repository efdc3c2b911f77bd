"""Exact scores as JSON, for programs."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.sse import ServerSentEvent

from moolab.errors import InvalidMove, InvalidPosition
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.score import position
from moolab.trilobite.web import jobs
from moolab.web.answers.computing import ComputingEvents
from moolab.web.api.work import SHARE, STREAM

router = APIRouter(prefix="/api", tags=["computations"])


def _position(
    moves: Annotated[str, Query(max_length=144, description="columns", examples=["2332"])] = "",
    board: Annotated[
        str, Query(max_length=5, description="WIDTHxHEIGHT", examples=["4x5"])
    ] = "8x7",
    win: Annotated[int, Query(ge=2, le=12, description="how many in a row win")] = 4,
) -> Board:
    try:
        return position(moves, Shape.parse(board, win))
    except InvalidMove as error:
        # Nothing here is in conflict with the state of a game.
        raise InvalidPosition(str(error)) from error


@router.get("/trilobite/scores", **STREAM)
async def solve_position(
    board: Annotated[Board, Depends(_position)], computing: ComputingEvents
) -> AsyncIterator[ServerSentEvent]:
    """Find the exact scores of a position of trilobite, and of each of its moves.

    Server-sent events as from `/api/evaluate`; the result is as from `moo trilobite solve --json`,
    with `lower` and `upper` bounds of what was not found in time.
    """
    async for event in computing.events(jobs.scores, board, SHARE * computing.seconds):
        yield event
