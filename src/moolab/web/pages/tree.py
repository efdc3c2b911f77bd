"""Decision trees, walked node by node."""

from collections.abc import AsyncIterator, Iterator
from typing import Annotated, Any
from urllib.parse import urlencode

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Query, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.responses import RedirectResponse, Response

from moolab.codes.rules import Rules
from moolab.deduction.history import History, format_history, parse_history
from moolab.errors import InvalidCode, MoolabError, SpaceTooLarge
from moolab.strategies.base import StrategySpec
from moolab.views.trees import EvaluateView
from moolab.web import limits
from moolab.web.answers.computing import ComputingEvents, ComputingHere
from moolab.web.http.errors import status_of
from moolab.web.pages.forms import RulesOfQuery
from moolab.web.rendering import render, render_fragment
from moolab.web.server import ServerHere
from moolab.web.work import jobs

router = APIRouter(prefix="/tree", include_in_schema=False)

_FIRST_CODES = 12

_MOST_KNOWN = 256
_known: dict[tuple[Rules, str], EvaluateView] = {}
"""The totals of trees that were counted; those counted last, so many."""


class Chosen:
    """A tree: the rules and the strategy that the address names."""

    def __init__(
        self,
        rules: RulesOfQuery,
        strategy: Annotated[str, Query(max_length=limits.LONGEST_TEXT)] = "entropy",
    ) -> None:
        self.rules_text = rules
        self.strategy = strategy

    def game(self) -> Rules:
        """The rules, if trees of their game are shown here.

        Raises:
            MoolabError: if they are none, or their game is too large.
        """
        return limits.playable(self.rules_text, limits.MOST_CODES_WALKED)

    def checked(self) -> tuple[Rules, str]:
        """The rules and the name of the strategy, if their tree is shown here.

        Raises:
            MoolabError: if there is no such tree, or its game is too large.
        """
        rules = self.game()
        return rules, limits.check_strategy(self.strategy, rules)

    def query(self, history: str = "", **more: str) -> str:
        """The part of an address that says which tree, and where in it."""
        fields = {"rules": self.rules_text, "strategy": self.strategy}
        return urlencode(fields | ({"history": history} if history else {}) | more)


def _checked(chosen: Annotated[Chosen, Depends()], server: ServerHere) -> tuple[Rules, str]:
    rules, name = chosen.checked()
    limits.check_tree(name, rules, server.settings.seconds)
    return rules, name


Checked = Annotated[tuple[Rules, str], Depends(_checked)]


@router.get("")
async def show(
    request: Request,
    chosen: Annotated[Chosen, Depends()],
    computing: ComputingHere,
    history: Annotated[str, Query(max_length=1000)] = "",
    secret: Annotated[str, Query(max_length=64)] = "",
    totals: bool = False,
) -> Response:
    """A node of a tree, or the way to a secret."""
    values: dict[str, Any] = {"chosen": chosen, "history": history, "secret": secret}
    values |= {
        "game": None,
        "node": None,
        "way": (),
        "secret_error": "",
        "totals": None,
        "too_long": "",
    }
    try:
        values["game"] = rules = await run_sync(chosen.game)
        name = limits.check_strategy(chosen.strategy, rules)
    except MoolabError as error:
        return render(request, "tree.html", values, error)
    expensive = limits.is_expensive(rules, name)
    status = 200
    if secret:
        try:
            goal = await computing.run(expensive, jobs.way, rules, name, rules.code(secret))
            return RedirectResponse(f"/tree?{chosen.query(goal)}", 303)
        except InvalidCode as error:
            values["secret_error"], status = str(error), status_of(error)
    try:
        turns = parse_history(rules, history)
        values["node"] = await computing.run(
            expensive, jobs.node, rules, name, history, _FIRST_CODES
        )
        values |= {"history": format_history(turns), "way": list(_way(chosen, turns))}
    except MoolabError as error:
        return render(request, "tree.html", values, error)
    try:
        limits.check_tree(name, rules, computing.seconds)
    except SpaceTooLarge as error:
        values["too_long"], totals = str(error), False
    if totals and (rules, name) not in _known:
        _remember(
            (rules, name), await computing.run(True, jobs.evaluation, rules, StrategySpec(name))
        )
    values["totals"] = _known.get((rules, name))
    return render(request, "tree.html", values, status=status)


@router.get("/totals", response_class=EventSourceResponse)
async def totals(checked: Checked, computing: ComputingEvents) -> AsyncIterator[ServerSentEvent]:
    """How many guesses the whole tree needs, as a part of its page."""

    def answer(totals: EvaluateView) -> dict[str, str]:
        _remember(checked, totals)
        return {"html": render_fragment("totals.html", {"totals": totals})}

    rules, name = checked
    spec = StrategySpec(name)
    async for event in computing.events(jobs.evaluation, rules, spec, answer=answer):
        yield event


@router.get("/file")
async def file(checked: Checked, computing: ComputingHere) -> Response:
    """The whole tree as a file."""
    rules, name = checked
    content = await computing.run(True, jobs.tree_file, rules, name)
    shape = f"{rules.family}{rules.places}x{rules.symbols}"
    disposition = f'attachment; filename="{shape}-{name}.json"'
    return Response(content, 200, {"Content-Disposition": disposition}, "application/json")


def _remember(tree: tuple[Rules, str], totals: EvaluateView) -> None:
    while len(_known) >= _MOST_KNOWN:
        del _known[next(iter(_known))]
    _known[tree] = totals


def _way(chosen: Chosen, turns: History) -> Iterator[dict[str, Any]]:
    """The nodes on the way to where some turns lead, with their addresses."""
    for number, turn in enumerate(turns):
        before = format_history(turns[:number])
        yield {"guess": turn.guess, "reply": turn.reply, "query": chosen.query(before)}
