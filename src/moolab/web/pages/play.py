"""Duels against the computer, in the browser."""

from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moolab.codes.rules import Rules
from moolab.duel.game import MOVES, moves_in_words
from moolab.duel.hint import STEPS
from moolab.errors import InvalidMove, InvalidReply, MoolabError
from moolab.support.text import counted
from moolab.web.http.answering import status_of
from moolab.web.http.guard import check_same_site
from moolab.web.http.identity import arrival, by_cookie, known_player
from moolab.web.kinds.duel import manner, new_setup
from moolab.web.limits import MOST_CODES_COMPARED
from moolab.web.pages.forms import LONGEST, RulesOfForm, Text
from moolab.web.pages.race import race_path
from moolab.web.rendering import page
from moolab.web.server import Server, ServerHere

router = APIRouter(prefix="/play", include_in_schema=False)

Seat = Annotated[str, by_cookie("duel")]


@router.post("", dependencies=[Depends(check_same_site)])
async def begin(
    request: Request,
    server: ServerHere,
    rules: RulesOfForm,
    role: Text = "both",
    strategy: Text = "consistent",
    rated: Annotated[bool, Form()] = False,
    maker: Text = "honest",
    mistakes: Annotated[int, Form()] = 0,
) -> Response:
    """Begin a game, and go to its page."""
    player = known_player(request)
    chosen: dict[str, Any] = {
        "rules": rules,
        "role": role,
        "strategy": strategy,
        "rated": rated,
        "maker": maker,
        "mistakes": mistakes,
    }
    try:
        opened = await server.games.open("duel", new_setup(**chosen), {"player": player})
    except MoolabError as error:
        values = {"unfinished": [], "error": str(error), "chosen": chosen}
        return page(request, "home.html", values, status_of(error))
    return arrival(request, f"/play/{opened.id}", player)


@router.get("")
async def choose() -> Response:
    """Where the address is that of a game that could not begin: to the form."""
    return RedirectResponse("/", 303)


@router.get("/{game}")
async def show(
    request: Request,
    game: str,
    seat: Seat,
    server: ServerHere,
    hint: Annotated[int, Query(ge=0, le=STEPS)] = 0,
    check: bool = False,
    text: Annotated[str, Query(max_length=LONGEST)] = "",
) -> Response:
    """A game, and where that is asked for, a step of a hint, or what may be said of an idea.

    Args:
        hint: which step.
        check: whether there is an idea.
        text: the idea, as it was typed.
    """
    said, failed = "", None
    try:
        if hint or check:
            question = f"idea {text}" if check else f"step {hint}"
            said = (await server.games.ask(game, seat, question))["said"]
    except InvalidMove:
        pass  # the back button leads to hints whose time is over
    except MoolabError as error:
        failed = error
    shown = {"step": hint, "said": said}
    return await _page(request, server, game, seat, error=failed, typed={"guess": text}, hint=shown)


@router.post("/{game}", dependencies=[Depends(check_same_site)])
async def move(
    request: Request,
    game: str,
    seat: Seat,
    server: ServerHere,
    verb: Text,
    text: Annotated[list[Text], Form(max_length=2)] = [],  # noqa: B006 - FastAPI copies it
    after: Annotated[int | None, Form()] = None,
) -> Response:
    """Make a move; where it is not possible, the page says why and keeps what was typed."""
    words = " ".join(part.strip() for part in text)
    try:
        if verb == "reply" and not all(words.split(" ")):
            # Of two fields, one alone may read as a reply: 10 as 1 bull, 0 cows.
            raise InvalidReply("a reply is two numbers: how many bulls, and how many cows")
        await server.games.move(game, seat, f"{verb} {words}", after)
    except MoolabError as error:
        return await _page(request, server, game, seat, error=error, typed={verb: words})
    return RedirectResponse(f"/play/{game}", 303)


async def _page(
    request: Request,
    server: Server,
    game: str,
    seat: str,
    *,
    error: MoolabError | None = None,
    typed: dict[str, str] | None = None,
    hint: dict[str, Any] | None = None,
) -> Response:
    row, view = await server.games.look(game, seat)
    rules = Rules.parse(view["rules"])
    values: dict[str, Any] = {
        "url": f"/play/{game}",
        "race": None if row.race is None else race_path(row.race),
        "game": view,
        "rules": rules,
        "replies": [str(reply) for reply in rules.replies],
        "needed": {side: _needed(rules, turns) for side, turns in view["turns"].items()},
        "found": {side: _found(rules, turns) for side, turns in view["turns"].items()},
        "undoable": moves_in_words(view["undoable"]) if view["undoable"] else "",
        "error": None if error is None else str(error),
        "typed": dict.fromkeys(MOVES, "") | (typed or {}),
        "hint": hint or {"step": 0, "said": ""},
        "manner": manner(view),
        "story": _story(rules, view) if view["finished"] else None,
        "analyses": _analyses(rules, view) if view["finished"] else {},
    }
    return page(request, "play.html", values, status_of(error))


def _needed(rules: Rules, turns: list[dict[str, str]]) -> int:
    """How many guesses a side has made, or has needed to find the code."""
    win = str(rules.win)
    return next((n for n, turn in enumerate(turns, 1) if turn["reply"] == win), len(turns))


def _found(rules: Rules, turns: list[dict[str, str]]) -> bool:
    """Whether a side has found the code."""
    return any(turn["reply"] == str(rules.win) for turn in turns)


def _analyses(rules: Rules, view: dict[str, Any]) -> dict[str, str]:
    """Which guesses can be analysed, and the part of an address that asks for it."""
    if view["mistakes"] or rules.size > MOST_CODES_COMPARED:
        return {}
    queries = {}
    for side, name in {"yours": "Analyse your guesses", "computer": "Analyse mine"}.items():
        turns = view["turns"][side]
        if needed := _needed(rules, turns):
            said = " ".join(f"{turn['guess']}={turn['reply']}" for turn in turns[:needed])
            queries[name] = urlencode({"rules": str(rules), "turns": said})
    return queries


def _story(rules: Rules, view: dict[str, Any]) -> str:
    """A finished game as text that its player may send to others.

    >>> won = {"role": "breaker", "strategy": "entropy", "outcome": "won", "rated": True}
    >>> turns = [{"guess": "1234", "reply": "12"}, {"guess": "4271", "reply": "40"}]
    >>> print(_story(Rules.parse("ab4x10"), won | {"turns": {"yours": turns, "computer": []}}))
    Bulls & Cows, ab4x10, rated: I won.
    My 2 guesses:
    1. 1234: 1 bull, 2 cows
    2. 4271: 4 bulls, 0 cows
    """
    ends = {"won": "I won", "lost": "the computer won", "drawn": "a draw", "resigned": "I gave up"}
    game = ", ".join([str(rules), *manner(view)])
    lines = [f"Bulls & Cows, {game}: {ends[view['outcome']]}."]
    sides = {"yours": "My", "computer": f"The computer's ({view['strategy']})"}
    for side, whose in sides.items():
        turns = view["turns"][side]
        if turns:
            lines.append(f"{whose} {counted(len(turns), 'guess')}:")
        for number, turn in enumerate(turns, start=1):
            lines.append(f"{number}. {turn['guess']}: {rules.reply(turn['reply']).words}")
    return "\n".join(lines)
