"""A game analysed: how good each guess was, how lucky, and what would have been better."""

from collections.abc import AsyncIterator
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import Response

from moolab.codes.rules import Rules
from moolab.errors import MoolabError
from moolab.web.answers.computing import ComputingEvents, ComputingHere
from moolab.web.limits import MOST_CODES_COMPARED, playable
from moolab.web.pages.forms import RulesOfQuery
from moolab.web.pages.judged import judged_html, judged_values
from moolab.web.rendering import render
from moolab.web.work import jobs
from moolab.web.work.jobs import Judged

router = APIRouter(prefix="/analysis", include_in_schema=False)


Turns = Annotated[str, Query(max_length=2000)]


@router.get("")
async def show(
    request: Request,
    computing: ComputingHere,
    rules: RulesOfQuery,
    turns: Turns = "",
    whole: bool = False,
) -> Response:
    """The turns that the address names, of which the analysis follows, or the form to ask for one.

    Args:
        whole: whether the page comes with the analysis, however long that takes.
    """
    values: dict[str, Any] = {"chosen": rules, "turns": turns, "analysis": None, "asked": None}
    if not turns.strip():
        return render(request, "analysis.html", values)
    try:
        values["rules"] = game = _analysable(rules)
        if whole:
            found = await computing.run(True, jobs.judged, game, turns)
            values |= judged_values(found, game)
        else:
            await computing.run(False, jobs.check_analysable, game, turns)
            values["asked"] = urlencode({"rules": game, "turns": turns})
    except MoolabError as error:
        return render(request, "analysis.html", values, error)
    return render(request, "analysis.html", values)


def _analysable(rules: RulesOfQuery) -> Rules:
    return playable(rules, MOST_CODES_COMPARED)


@router.get("/judged", response_class=EventSourceResponse)
async def judged(
    rules: Annotated[Rules, Depends(_analysable)], computing: ComputingEvents, turns: Turns
) -> AsyncIterator[ServerSentEvent]:
    """The analysis, as a part of its page."""

    def answer(found: Judged) -> dict[str, str]:
        return {"html": judged_html(found, rules)}

    async for event in computing.events(jobs.judged, rules, turns, answer=answer):
        yield event
