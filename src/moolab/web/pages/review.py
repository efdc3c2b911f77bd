"""A finished game, at an address of its own that others may open: who knows its name may look."""

from collections.abc import AsyncIterator
from typing import Annotated, Any, NamedTuple

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Request, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent

from moolab.analysis.game import Side
from moolab.codes.rules import Rules
from moolab.deduction.history import History, format_history
from moolab.games import game as game_called
from moolab.games.duel.duel import guesses_needed
from moolab.games.solving.game import SolvingView
from moolab.support.language import translate
from moolab.trees.breaker import OPPONENTS
from moolab.views.turns import history_of
from moolab.web.answers.computing import ComputingEvents, ComputingHere
from moolab.web.http.errors import NoSuchGame
from moolab.web.limits import MOST_CODES_COMPARED
from moolab.web.pages.analysis import judged_events
from moolab.web.pages.thumbnails import picture_of
from moolab.web.rendering import origin_of, render
from moolab.web.server import Server, ServerHere
from moolab.web.store.tables import IMPORTED
from moolab.web.wings import of_kind

router = APIRouter(prefix="/game", include_in_schema=False)


class Reviewed(NamedTuple):
    """A finished game, as everybody may see it.

    Attributes:
        id: its name.
        rules: of the game.
        title: what it was.
        verdict: how it ended.
        sides: who guessed, each with a name, and with the guesses until the code was found.
        secrets: the codes that were looked for, by the same words.
        judged: whether its guesses can be judged.
    """

    id: str
    rules: Rules
    title: str
    verdict: str
    sides: dict[str, tuple[str, History]]
    secrets: dict[str, str]
    judged: bool


async def _reviewed(game: str, server: ServerHere) -> Reviewed:
    """The game of this name, if it is finished and can be reviewed."""
    row = await run_sync(server.store.find, game)
    if row.kind not in _KINDS or row.outcome is None:
        raise NoSuchGame(translate("this game is not finished, or cannot be reviewed"))
    found = await _KINDS[row.kind](server, game)
    if found is None:
        raise NoSuchGame(translate("this game is not finished yet"))
    return found._replace(sides={side: who for side, who in found.sides.items() if who[1]})


async def _duel(server: Server, game: str) -> Reviewed | None:
    row, view = await server.games.look(game, "player")
    if not view.finished:
        return None
    rules = Rules.parse(view.rules)
    named = view.strategy in OPPONENTS
    opponent = translate(view.strategy).capitalize() if named else translate("The computer")
    sides = {
        "yours": (translate("The player"), history_of(rules, view.turns.yours)),
        "computer": (opponent, history_of(rules, view.turns.computer)),
    }
    ends = {
        "won": translate("The player won."),
        "lost": translate("Not solved.")
        if view.role == "breaker"
        else translate("{name} won.", name=opponent),
        "drawn": translate("A draw."),
        "resigned": translate("The player gave up."),
    }
    return Reviewed(
        game,
        rules,
        game_called(row.kind).title(server.games.settled(row)),
        ends[view.outcome],
        {
            side: (name, turns[: guesses_needed(rules, turns)])
            for side, (name, turns) in sides.items()
        },
        {"yours": view.secret} if view.secret else {},
        judged=not view.mistakes and rules.size <= MOST_CODES_COMPARED,
    )


async def _two(server: Server, game: str) -> Reviewed | None:
    _, view = await server.games.look(game, "first")
    if view.phase != "over":
        return None
    rules = Rules.parse(view.rules)
    seats = await run_sync(server.store.seats, game)
    names = [
        seat.name or translate("Player {number}", number=n) for n, seat in enumerate(seats, start=1)
    ]
    sides = {
        "yours": (names[0], history_of(rules, view.turns.yours)),
        "computer": (names[1], history_of(rules, view.turns.other)),
    }
    ends = {
        "won": translate("{name} won.", name=names[0]),
        "lost": translate("{name} won.", name=names[1]),
        "drawn": translate("A draw."),
        "resigned": translate("{name} gave up.", name=names[0]),
    }
    secrets = {"yours": view.revealed.other, "computer": view.revealed.yours}
    return Reviewed(
        game,
        rules,
        translate("{first} and {second}", first=names[0], second=names[1]),
        ends[view.outcome],
        sides,
        {side: revealed.secret for side, revealed in secrets.items() if revealed},
        judged=rules.size <= MOST_CODES_COMPARED,
    )


_KINDS = {"duel": _duel, "two": _two}
"""The kinds of games that are reviewed."""

ReviewedHere = Annotated[Reviewed, Depends(_reviewed)]


@router.get("/{game}")
async def show(
    request: Request, game: str, server: ServerHere, computing: ComputingHere, whole: bool = False
) -> Response:
    """The page.

    Args:
        whole: whether it comes with what takes long, for those whose browsers cannot ask later.
    """
    row = await run_sync(server.store.find, game)
    if (page := of_kind("reviews", row.kind)) is not None:
        shown: Response = await page(request, server, computing, game, whole=whole)
        return shown
    if row.kind == "solving":
        return await solved_page(request, server, game)
    reviewed = await _reviewed(game, server)
    link = f"{origin_of(request)}/game/{reviewed.id}"
    values = {"reviewed": reviewed, "rules": reviewed.rules, "link": link}
    return render(request, "review.html", {**values, "imported": row.race == IMPORTED})


@router.get("/{game}/judged/{side}", response_class=EventSourceResponse)
async def judged(
    reviewed: ReviewedHere, side: Side, computing: ComputingEvents
) -> AsyncIterator[ServerSentEvent]:
    """How good and how lucky the guesses of a side were, as a part of the page."""
    if side not in reviewed.sides or not reviewed.judged:
        return
    history = format_history(reviewed.sides[side][1])
    picture = f"/game/{reviewed.id}/picture/{side}.svg"
    async for event in judged_events(computing, reviewed.rules, history, side, picture):
        yield event


@router.get("/{game}/picture/{side}.svg")
async def picture(reviewed: ReviewedHere, side: Side) -> Response:
    """The guesses of a side as a picture, in which no code is.

    Raises:
        NoSuchGame: if that side has not guessed.
    """
    if side not in reviewed.sides:
        raise NoSuchGame(translate("nobody has guessed on this side"))
    rules, (_, turns) = reviewed.rules, reviewed.sides[side]
    found = turns[-1].reply == rules.win
    return picture_of("moolab", str(rules), turns, rules, found=found)


async def solved_page(request: Request, server: Server, game: str) -> Response:
    """The page.

    Raises:
        NoSuchGame: if the puzzle is not over.
    """
    view: SolvingView
    row, view = await server.games.look(game, "player")
    if view.solution is None:
        raise NoSuchGame(translate("this puzzle is not over yet"))
    rules = Rules.parse(view.rules)
    ends = {"won": translate("Solved."), "resigned": translate("Given up.")}
    values: dict[str, Any] = {
        "game": view,
        "rules": rules,
        "verdict": ends.get(view.outcome or "", translate("Not solved.")),
        "imported": row.race == IMPORTED,
        "link": f"{origin_of(request)}/game/{game}",
    }
    return render(request, "review_puzzle.html", values)
