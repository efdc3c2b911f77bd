"""A game analysed: how good each guess was, how lucky, and what would have been better."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from moolab.errors import MoolabError
from moolab.web.limits import MOST_CODES_COMPARED, playable
from moolab.web.pages.forms import RulesOfQuery
from moolab.web.rendering import render
from moolab.web.work import jobs
from moolab.web.work.computing import ComputingHere

router = APIRouter(prefix="/analysis", include_in_schema=False)


@router.get("")
async def show(
    request: Request,
    computing: ComputingHere,
    rules: RulesOfQuery,
    turns: Annotated[str, Query(max_length=2000)] = "",
) -> Response:
    """The analysis of the turns that the address names, or the form to ask for one."""
    values: dict[str, Any] = {"chosen": rules, "turns": turns, "analysis": None}
    if not turns.strip():
        return render(request, "analysis.html", values)
    try:
        values["rules"] = playable(rules, MOST_CODES_COMPARED)
        values["analysis"] = await computing.run(True, jobs.analysis, values["rules"], turns)
    except MoolabError as error:
        return render(request, "analysis.html", values, error)
    return render(request, "analysis.html", values)
