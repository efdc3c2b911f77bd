"""A game analysed: how good each guess was, how lucky, and what would have been better."""

from collections.abc import AsyncIterator, Sequence
from itertools import groupby
from math import ceil, sqrt
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Query, Request, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent

from moolab.analysis.field import Field
from moolab.codes.rules import Rules
from moolab.deduction.history import parse_history
from moolab.errors import MoolabError
from moolab.games.duel.duel import Setup
from moolab.web.answers.computing import Computing, ComputingEvents, ComputingHere
from moolab.web.answers.identity import player_or_new, redirect_player
from moolab.web.limits import MOST_CODES_COMPARED, is_expensive, playable
from moolab.web.pages.forms import RulesOfForm, RulesOfQuery
from moolab.web.rendering import render, render_fragment
from moolab.web.server import ServerHere
from moolab.web.store.tables import PRACTICE
from moolab.web.telling import Told
from moolab.web.work import jobs
from moolab.web.work.jobs import Judged

router = APIRouter(include_in_schema=False)

Turns = Annotated[str, Query(max_length=2000)]


@router.get("/analysis")
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
            found = await computing.run(True, jobs.judged, game, turns, None)
            values |= _values(Told(found, game))
        else:
            await computing.run(False, jobs.check_analysable, game, turns)
            values["asked"] = urlencode({"rules": game, "turns": turns})
    except MoolabError as error:
        return render(request, "analysis.html", values, error)
    return render(request, "analysis.html", values)


def _analysable(rules: RulesOfQuery) -> Rules:
    return playable(rules, MOST_CODES_COMPARED)


@router.get("/analysis/judged", response_class=EventSourceResponse)
async def judged(
    rules: Annotated[Rules, Depends(_analysable)], computing: ComputingEvents, turns: Turns
) -> AsyncIterator[ServerSentEvent]:
    """The analysis, as a part of its page."""
    async for event in judged_events(computing, rules, turns):
        yield event


_BROADER = 1.6
"""How much broader than high a field of dots is."""

MOST_STEPS = 24
"""Turns that the field of dots tells apart; its style knows as many."""


class Dots(NamedTuple):
    """A field of dots as it is drawn: those that the same turn has ruled out are one path.

    Attributes:
        columns, rows: how many there are.
        paths: by the number of the turn; 0 for the codes that are still possible.
    """

    columns: int
    rows: int
    paths: dict[int, str]

    @classmethod
    def of(cls, field: Field) -> "Dots":
        """The dots of a field, row by row.

        A line of dashes without length is a row of dots.

        >>> Dots.of(Field(6, (1, 0, 1, 1, 1, 2)))
        Dots(columns=4, rows=2, paths={1: 'M0 0h.1M2 0h1.1M0 1h.1', 0: 'M1 0h.1', 2: 'M1 1h.1'})
        """
        columns = ceil(sqrt(_BROADER * len(field.excluded)))
        rows = ceil(len(field.excluded) / columns)
        paths: dict[int, str] = {}
        for y in range(rows):
            x = 0
            row = (
                min(turn, MOST_STEPS) for turn in field.excluded[y * columns : (y + 1) * columns]
            )
            for turn, dots in groupby(row):
                number = len(list(dots))
                length = f"{number - 1 or ''}.1"
                paths[turn] = f"{paths.get(turn, '')}M{x} {y}h{length}"
                x += number
        return cls(columns, rows, paths)


class Step(NamedTuple):
    """What the field of dots shows at once.

    Attributes:
        turn: the number of the last turn that counts.
        left: how many codes it leaves.
    """

    turn: int
    left: int


def steps(judged: Judged) -> Sequence[Step]:
    """The steps of a game's field: before the first turn, and after each."""
    turns = judged.analysis.turns
    left = [turns[0].candidates_before, *(turn.candidates_after for turn in turns)]
    return [Step(turn, codes or 0) for turn, codes in enumerate(left)][: MOST_STEPS + 1]


def judged_events(
    computing: Computing,
    rules: Rules,
    turns: str,
    side: str = "",
    picture: str = "",
    secret: str | None = None,
    *,
    yours: bool = True,
) -> AsyncIterator[ServerSentEvent]:
    """A game judged, as events: the last one has the part of a page that shows it.

    Args:
        side: whose guesses these are, where a page has two.
        picture: the address of a picture to share, if there is one.
        secret: what was not found, if that is known.
        yours: whether the reader has guessed.
    """

    def answer(found: Judged) -> dict[str, str]:
        told = Told(found, rules, yours=yours)
        return {"html": render_fragment("judged.html", _values(told, side, picture))}

    return computing.events(jobs.judged, rules, turns, secret, answer=answer)


def _values(told: Told, side: str = "", picture: str = "") -> dict[str, object]:
    judged = told.judged
    return {
        "told": told,
        # The pages of games have begun with it.
        "headline": "" if side or picture else told.headline,
        "judged": judged,
        "analysis": judged.analysis,
        "dots": Dots.of(judged.field),
        "steps": steps(judged),
        "rules": told.rules,
        "side": side,
        "picture": picture,
    }


@router.post("/practice")
async def practise(
    request: Request,
    server: ServerHere,
    computing: ComputingHere,
    rules: RulesOfForm,
    turns: Annotated[str, Form(max_length=2000)] = "",
) -> Response:
    """Begin a game in which these turns have been played, and go to its page.

    Its code is drawn from those that fit: the one of the first game says nothing about it.
    """
    player = player_or_new(request)
    game = playable(rules, MOST_CODES_COMPARED)
    history = parse_history(game, turns)
    secret = await computing.run(is_expensive(game), jobs.draw_possible, game, turns)
    opened = await server.games.open(
        "duel",
        Setup.new(game, role="breaker", secret=secret, tries=0),
        {"player": player},
        moves=[f"guess {turn.guess}" for turn in history],
        race=PRACTICE,
    )
    return redirect_player(request, f"/play/{opened.id}", player)
