"""Puzzles that people make themselves, and those that are sent to others: all is in the address."""

from collections.abc import Sequence
from typing import Annotated, Any
from urllib.parse import urlencode

from anyio.to_thread import run_sync
from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from moolab.codes.listed import secret_of
from moolab.codes.rules import Rules
from moolab.deduction.history import History, Turn, format_history, parse_history
from moolab.errors import InvalidCode, MoolabError
from moolab.support.language import translate
from moolab.views.turns import turn_views
from moolab.web.answers.computing import ComputingHere
from moolab.web.limits import LONGEST_TEXT, playable
from moolab.web.pages.forms import RulesOfQuery, explain
from moolab.web.rendering import origin_of, render
from moolab.web.work import jobs

router = APIRouter(prefix="/puzzles", include_in_schema=False)

MOST_CODES = 10_000
"""Codes of the largest game for which there are puzzles here: making one takes about a second."""

_FEWEST_ROWS, _MOST_CLUES = 4, 12

Text = Annotated[str, Query(max_length=LONGEST_TEXT)]
Codes = Annotated[list[Annotated[str, Query(max_length=64)]], Query(max_length=_MOST_CLUES)]


def path_of(rules: Rules | str, clues: Sequence[object], *, liar: bool = False) -> str:
    """Where a puzzle is for others; its solution is not in the address.

    >>> path_of("ab2x4", ["13=01", "03=01"])
    '/puzzles/clues?rules=ab2x4&turns=13%3D01+03%3D01'
    """
    fields = {"rules": str(rules), "turns": " ".join(map(str, clues))}
    return f"/puzzles/clues?{urlencode(fields | ({'liar': 'yes'} if liar else {}))}"


@router.get("/clues")
async def show(
    request: Request, computing: ComputingHere, rules: Text, turns: Text, liar: Text = ""
) -> Response:
    """A puzzle that somebody has sent, and the way into it."""
    values: dict[str, Any] = {"rules": None, "text": turns, "liar": bool(liar)}
    try:
        known = await run_sync(playable, rules, MOST_CODES)
        clues = parse_history(known, turns)
        values |= {"rules": known, "clues": turn_views(clues)}
        # Whether it is one is found out where that may take long.
        await computing.run(True, jobs.check_puzzle, known, tuple(map(str, clues)), bool(liar))
    except MoolabError as error:
        return render(request, "puzzle_sent.html", values, error)
    return render(request, "puzzle_sent.html", values)


@router.get("/make")
async def make(
    request: Request,
    computing: ComputingHere,
    rules: RulesOfQuery,
    code: Text = "",
    clue: Codes = [],  # noqa: B006 - FastAPI copies it
) -> Response:
    """The form of a puzzle: a code, and guesses that get true replies."""
    asked = [text.strip() for text in clue if text.strip()]
    rows = min(_MOST_CLUES, max(_FEWEST_ROWS, len(asked) + 1))
    values: dict[str, Any] = {
        "chosen": rules,
        "code": code.strip(),
        "clues": asked + [""] * (rows - len(asked)),
        "game": None,
        "link": None,
    }
    try:
        known = playable(rules, MOST_CODES)
        if not code.strip():
            return render(request, "puzzle_make.html", values)
        turns = _clues(known, code, asked)
        left = await computing.run(True, jobs.count_after_each, known, format_history(turns))
    except MoolabError as error:
        return render(request, "puzzle_make.html", values, error)
    values |= {"game": known, "turns": turn_views(turns), "left": left}
    if left[-1] == 1:
        values["path"] = path_of(known, turns)
        values["link"] = f"{origin_of(request)}{values['path']}"
    return render(request, "puzzle_make.html", values)


def _clues(rules: Rules, code: str, asked: Sequence[str]) -> History:
    """The turns of a puzzle.

    Raises:
        InvalidCode: if the code cannot be the secret, or a clue is not a code, or is the secret.
    """
    try:
        secret = secret_of(rules, code)
    except InvalidCode as error:
        raise InvalidCode(str(explain(error, rules, code))) from error
    turns = []
    for number, text in enumerate(asked, start=1):
        try:
            guess = rules.code(text)
        except InvalidCode as error:
            reason = explain(error, rules, text)
            raise InvalidCode(
                translate("clue {number}: {reason}", number=number, reason=reason)
            ) from error
        if guess == secret:
            raise InvalidCode(translate("clue {number} is the code itself", number=number))
        turns.append(Turn(guess, rules.reply_rule(guess, secret)))
    return tuple(turns)
