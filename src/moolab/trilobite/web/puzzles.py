"""Win in n, on boards of trilobite: the board, the seed and what was tried are in the address."""

from datetime import date
from secrets import randbelow
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moolab.errors import InvalidDaily, InvalidMove, MoolabError
from moolab.games.daily import FIRST, latest_day, parse_day
from moolab.games.drawing import draw_number
from moolab.puzzles.reasoning import LEVELS
from moolab.support.language import translate
from moolab.trilobite.board import COLUMNS, Shape
from moolab.trilobite.puzzle import MOST_STONES, said
from moolab.trilobite.web import jobs
from moolab.trilobite.web.games import AskedBoard, Short, trilobite
from moolab.web.answers.computing import ComputingHere
from moolab.web.pages.forms import Text as Sent
from moolab.web.pages.forms import number_of
from moolab.web.pages.puzzles import name_of
from moolab.web.rendering import origin_of, render
from moolab.web.server import Server, ServerHere

router = APIRouter(prefix="/trilobite/puzzle", include_in_schema=False)

_PATH = router.prefix

_DRAWN_SEEDS = 10**6
"""A seed that chance decides is short enough to be typed again."""

_OF_DAY = 3
"""In how many stones the puzzle of a day is won: found in a minute or two, and made in a second."""

_MOST_TRIED = 200

_SOLUTION = 3
"""The help after two hints."""


class Asked:
    """What an address asks for, as it was typed.

    Args:
        moves: in how many stones the player to move wins.
        day: of the puzzle of a day, to which nothing else that is chosen belongs.
        difficulty: how hard it is; empty for any.
        seed: what the puzzle is made of; empty where none is chosen yet.
        tried: the names of the columns that were tried.
        help: how much help was asked for: 1 and 2 are hints, 3 is the solution.
    """

    def __init__(
        self,
        board: Annotated[AskedBoard, Depends()],
        moves: Short = "3",
        difficulty: Short = "",
        seed: Short = "",
        day: Short = "",
        tried: Annotated[str, Query(max_length=_MOST_TRIED)] = "",
        help: Annotated[int, Query(ge=0, le=_SOLUTION)] = 0,  # noqa: A002 - its name in the address
    ) -> None:
        self.shape, self.board = board, board.text
        self.moves, self.difficulty, self.seed = moves, difficulty, seed
        self.day, self.tried, self.help = day, tried, help

    def wished(self, server: Server) -> jobs.Wished:
        """The puzzle."""
        if self.day:
            seed = draw_number(server.race_key, f"four in a row {self._day(server)}", _DRAWN_SEEDS)
            return jobs.Wished(Shape(), _OF_DAY, None, seed)
        stones = number_of(self.moves, 2, MOST_STONES)
        level = number_of(self.difficulty, min(LEVELS), max(LEVELS)) if self.difficulty else None
        return jobs.Wished(self.shape.read(), stones, level, number_of(self.seed, 0, 10**18))

    def _day(self, server: Server) -> date:
        day = parse_day(self.day)
        if not FIRST <= day <= latest_day(server.store.now()):
            raise InvalidDaily(translate("there is no puzzle of that day, or not yet"))
        return day

    def address(self, **changed: Any) -> str:
        """The address of a puzzle, with what is said otherwise: it is as at the beginning else.

        >>> asked = Asked(AskedBoard("other", "9 x 8", "5"), moves="3", seed="7", tried="4")
        >>> asked.address(), asked.address(seed=8, tried="42")
        ('/trilobite/puzzle?board=9x8x5&moves=3&seed=7', \
'/trilobite/puzzle?board=9x8x5&moves=3&seed=8&tried=42')
        """
        chosen = ("day",) if self.day else ("board", "moves", "difficulty", "seed")
        fields = {name: getattr(self, name) for name in chosen}
        told = {name: value for name, value in (fields | changed).items() if value}
        return f"{_PATH}?{urlencode(told)}"

    @property
    def typed(self) -> dict[str, str]:
        """What a form shows as chosen."""
        return self.shape.typed | {"moves": self.moves, "difficulty": self.difficulty}


AskedHere = Annotated[Asked, Depends()]


@router.get("")
async def show(
    request: Request, asked: AskedHere, server: ServerHere, computing: ComputingHere
) -> Response:
    """A puzzle as far as it is solved; without a seed, another one; with nothing, that of today."""
    if not request.query_params:
        asked.day = str(server.store.now().date())
    try:
        if not asked.day:
            asked.shape.read()
            if not asked.seed:
                return RedirectResponse(asked.address(seed=randbelow(_DRAWN_SEEDS)), 303)
        wished = asked.wished(server)
        try:
            found = await computing.run(True, jobs.look, wished, asked.tried, asked.help)
        except InvalidMove as error:
            asked.tried = asked.tried[:-1]
            found = await computing.run(True, jobs.look, wished, asked.tried, 0)
            return render(request, "trilobite/puzzle.html", _values(request, asked, found), error)
    except MoolabError as error:
        return render(request, "trilobite/puzzle.html", _form(asked), error)
    return render(request, "trilobite/puzzle.html", _values(request, asked, found))


@router.post("")
async def tap(asked: AskedHere, move: Sent) -> Response:
    """Try a column."""
    return RedirectResponse(asked.address(tried=f"{asked.tried}{move}"[:_MOST_TRIED]), 303)


def _form(asked: Asked) -> dict[str, Any]:
    return {
        "faces": trilobite(),
        "typed": asked.typed,
        "stones": {str(number): str(number) for number in range(2, MOST_STONES + 1)},
        "levels": {"": translate("Any level")} | {str(n): name_of(str(n)) for n in LEVELS},
        "attempt": None,
    }


def _values(request: Request, asked: Asked, found: jobs.Tried) -> dict[str, Any]:
    attempt = found.attempt
    puzzle = attempt.puzzle
    return {
        **_form(asked),
        "attempt": attempt,
        "names": COLUMNS[: puzzle.board.shape.width],
        "level": name_of(str(puzzle.difficulty)),
        "said": found.help or said(attempt),
        "advised": found.advised and COLUMNS[found.advised - 1],
        "action": asked.address(tried=attempt.tried),
        "again": asked.address(),
        "day": asked.day,
        "next": f"{_PATH}?moves={_OF_DAY}" if asked.day else asked.address(seed=puzzle.seed + 1),
        "helps": {n: asked.address(tried=attempt.tried, help=n) for n in range(1, _SOLUTION + 1)},
        "helped": asked.help,
        "link": f"{origin_of(request)}{asked.address()}",
    }
