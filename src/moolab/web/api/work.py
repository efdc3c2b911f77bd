"""Computations that take long, as server-sent events.

Each is computed in a process of its own, while a client listens: ``progress`` events say how
far it has come, and the last one is ``result``, or ``failed``, with an error.
"""

from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent

from moolab.codes.rules import Rules
from moolab.strategies.base import StrategySpec
from moolab.web import limits
from moolab.web.answers.computing import ComputingEvents
from moolab.web.api.schema import errors
from moolab.web.server import ServerHere
from moolab.web.work import jobs

router = APIRouter(prefix="/api", tags=["computations"])

SHARE = 0.7
"""What part of its time a search may use before it says what it has found so far: starting a
process, and compiling for a new kind of game, take some of it."""

STREAM: dict[str, Any] = {"response_class": EventSourceResponse, "responses": errors(503)}
"""How an address of server-sent events is described."""


def _walked(
    rules: Annotated[str, Query(max_length=limits.LONGEST_TEXT, examples=["ab4x10"])] = "ab4x10",
) -> Rules:
    return limits.playable(rules, limits.MOST_CODES_WALKED)


def _solved(
    rules: Annotated[str, Query(max_length=limits.LONGEST_TEXT, examples=["ab4x6"])] = "ab4x6",
) -> Rules:
    return limits.playable(rules, limits.MOST_CODES_SOLVED)


Walked = Annotated[Rules, Depends(_walked)]


def _strategy(
    rules: Walked,
    server: ServerHere,
    strategy: Annotated[str, Query(max_length=16, examples=["consistent"])] = "entropy",
) -> str:
    name = limits.check_strategy(strategy, rules)
    limits.check_tree(name, rules, server.settings.seconds)
    return name


@router.get("/evaluate", **STREAM)
async def evaluate_strategy(
    rules: Walked,
    strategy: Annotated[str, Depends(_strategy)],
    computing: ComputingEvents,
    seed: Annotated[int, Query(ge=-(2**63), lt=2**63)] = 0,
    consistent: Annotated[bool, Query(description="guess only what may be the secret")] = False,
) -> AsyncIterator[ServerSentEvent]:
    """Play a strategy against every secret.

    Server-sent events: `progress` {"done", "of", "text"} now and then; `result`, as from
    `moo evaluate --json`, or `failed` {"error"} at last. Games of up to 100,000 codes; 422 says
    which are too large for a strategy.
    """
    spec = StrategySpec(strategy, seed, consistent=consistent)
    async for event in computing.events(jobs.evaluation, rules, spec):
        yield event


@router.get("/optimal", **STREAM)
async def find_best_tree(
    rules: Annotated[Rules, Depends(_solved)],
    computing: ComputingEvents,
    objective: Literal["mean", "worst", "tail", "least-max"] = "mean",
    consistent: Annotated[bool, Query(description="guess only what may be the secret")] = False,
) -> AsyncIterator[ServerSentEvent]:
    """Find the best decision tree of a game, and prove it.

    Server-sent events as from `/api/evaluate`; the result is as from `moo optimal --search --json`,
    not `proven` where the time was too short. Games of up to 2,000 codes.
    """
    job, args = jobs.optimum, (rules, objective, consistent, SHARE * computing.seconds)
    async for event in computing.events(job, *args):
        yield event
