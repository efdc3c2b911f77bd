"""Computations that take long, as server-sent events.

Each is computed in a process of its own, as long as somebody listens: ``progress`` events say how
far it has come, and the last one is ``result``, or ``failed``, with an error.
"""

from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent

from moolab.codes.rules import Rules
from moolab.errors import InvalidMove, InvalidPosition
from moolab.strategies.spec import StrategySpec
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.solution import position
from moolab.web.answers.computing import ComputingEvents
from moolab.web.api.schema import errors
from moolab.web.limits import (
    LONGEST_TEXT,
    MOST_CODES_SOLVED,
    MOST_CODES_WALKED,
    check_strategy,
    playable,
)
from moolab.web.work import jobs

router = APIRouter(prefix="/api", tags=["computations"])

_SHARE = 0.7
"""What part of its time a search may use before it says what it has found so far: starting a
process, and compiling for a new kind of game, take some of it."""

_STREAM: dict[str, Any] = {"response_class": EventSourceResponse, "responses": errors(503)}


def _walked(
    rules: Annotated[str, Query(max_length=LONGEST_TEXT, examples=["ab4x10"])] = "ab4x10",
) -> Rules:
    return playable(rules, MOST_CODES_WALKED)


def _solved(
    rules: Annotated[str, Query(max_length=LONGEST_TEXT, examples=["ab4x6"])] = "ab4x6",
) -> Rules:
    return playable(rules, MOST_CODES_SOLVED)


Walked = Annotated[Rules, Depends(_walked)]


def _strategy(
    rules: Walked,
    strategy: Annotated[str, Query(max_length=16, examples=["consistent"])] = "entropy",
) -> str:
    return check_strategy(strategy, rules)


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


@router.get("/evaluate", **_STREAM)
async def evaluate_strategy(
    rules: Walked,
    strategy: Annotated[str, Depends(_strategy)],
    computing: ComputingEvents,
    seed: Annotated[int, Query(ge=-(2**63), lt=2**63)] = 0,
    consistent: Annotated[bool, Query(description="guess only what may be the secret")] = False,
) -> AsyncIterator[ServerSentEvent]:
    """Play a strategy against every secret.

    Server-sent events: `progress` {"done", "of", "text"} now and then; `result`, as from
    `moo evaluate --json`, or `failed` {"error"} at last. Games of up to 100,000 codes.
    """
    spec = StrategySpec(strategy, seed, consistent=consistent)
    async for event in computing.events(jobs.evaluation, rules, spec):
        yield event


@router.get("/optimal", **_STREAM)
async def find_best_tree(
    rules: Annotated[Rules, Depends(_solved)],
    computing: ComputingEvents,
    objective: Literal["mean", "worst", "tail", "least-max"] = "mean",
    consistent: Annotated[bool, Query(description="guess only what may be the secret")] = False,
) -> AsyncIterator[ServerSentEvent]:
    """Find the best decision tree of a game, and prove it.

    Server-sent events as from `/api/evaluate`; the result is as from `moo optimal --json`, not
    `proven` where the time was too short. Games of up to 2,000 codes.
    """
    job, args = jobs.optimum, (rules, objective, consistent, _SHARE * computing.seconds)
    async for event in computing.events(job, *args):
        yield event


@router.get("/trilobite/scores", **_STREAM)
async def solve_position(
    board: Annotated[Board, Depends(_position)], computing: ComputingEvents
) -> AsyncIterator[ServerSentEvent]:
    """Find the exact scores of a position of trilobite, and of each of its moves.

    Server-sent events as from `/api/evaluate`; the result is as from `moo trilobite solve --json`,
    with `lower` and `upper` bounds of what was not found in time.
    """
    async for event in computing.events(jobs.scores, board, _SHARE * computing.seconds):
        yield event
