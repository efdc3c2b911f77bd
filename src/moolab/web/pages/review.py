"""A finished game, at an address of its own that others may open: who knows its name may look."""

from collections.abc import AsyncIterator
from contextlib import suppress
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
from moolab.web.answers.identity import known_player
from moolab.web.http.errors import NoSuchGame, NotSignedIn, NotYours
from moolab.web.limits import MOST_CODES_COMPARED
from moolab.web.pages.analysis import judged_events
from moolab.web.pages.thumbnails import picture_of
from moolab.web.rendering import origin_of, render
from moolab.web.server import Server, ServerHere
from moolab.web.store.tables import IMPORTED
from moolab.web.telling import headline
from moolab.web.wings import of_kind

router = APIRouter(prefix="/game", include_in_schema=False)


class Reviewed(NamedTuple):
    """A finished game, as all may see it.

    Attributes:
        outcome: how it ended, for the first side.
        sides: who guessed, each with a name, and with the guesses until the code was found.
        secrets: the codes that were looked for, by the same words.
        judged: whether its guesses can be judged.
        opponent: what the computer is called, if it is one of the two.
        tries: how many guesses the player had; 0 if there was no limit.
        own: the side of the reader; None for others.
    """

    id: str
    rules: Rules
    title: str
    outcome: str
    sides: dict[Side, tuple[str, History]]
    secrets: dict[Side, str]
    judged: bool
    opponent: str = ""
    tries: int = 0
    own: Side | None = None

    @property
    def shown(self) -> dict[Side, tuple[str, History]]:
        """The sides that have guessed, that of the reader first."""
        order = sorted(self.sides, key=lambda side: side != self.own)
        return {side: self.sides[side] for side in order if self.sides[side][1]}

    def how(self, side: Side) -> str:
        """What is above the guesses of the other side, which are folded."""
        if self.opponent:
            return translate("How the {opponent} did", opponent=self.opponent)
        return translate("How {name} did", name=self.sides[side][0])

    @property
    def contested(self) -> bool:
        """Whether more is to be said of how it ended than whether the code was found."""
        return len(self.shown) > 1 or self.outcome == "resigned"

    @property
    def verdict(self) -> str:
        """How the game ended for its two sides."""
        names = {side: name for side, (name, _) in self.sides.items()}
        if self.outcome == "drawn":
            return translate("A draw.")
        if self.outcome == "resigned" and self.own == "yours":
            return translate("You gave up.")
        if self.outcome == "resigned":
            return translate("{name} gave up.", name=names["yours"])
        winner: Side = "yours" if self.outcome == "won" else "computer"
        if winner == self.own:
            return translate("You won.")
        return translate("{name} won.", name=names[winner])

    @property
    def headline(self) -> str:
        """How it ended for the side that is shown first."""
        for side, (name, turns) in self.shown.items():
            return headline(
                found=turns[-1].reply == self.rules.win,
                guesses=len(turns),
                name="" if side == self.own else name,
                tries=self.tries if len(turns) == self.tries else 0,
            )
        return self.verdict


_SIDES: dict[str, Side] = {"player": "yours", "first": "yours", "second": "computer"}
"""Which side a seat is."""


async def _reviewed(game: str, server: ServerHere, request: Request) -> Reviewed:
    """The game of this name, if it is finished and can be reviewed."""
    row = await run_sync(server.store.find, game)
    if row.kind not in _KINDS or row.outcome is None:
        raise NoSuchGame(translate("this game is not finished, or cannot be reviewed"))
    found = await _KINDS[row.kind](server, game)
    if found is None:
        raise NoSuchGame(translate("this game is not finished yet"))
    with suppress(NotSignedIn, NotYours):
        find, player = server.store.seat_of_player, known_player(request)
        seat = await run_sync(find, row.kind, game, player)
        return found._replace(own=_SIDES[seat])
    return found


async def _duel(server: Server, game: str) -> Reviewed | None:
    row, view = await server.games.look(game, "player")
    if not view.finished:
        return None
    rules = Rules.parse(view.rules)
    named = view.strategy in OPPONENTS
    opponent = translate(view.strategy) if named else translate("computer")
    turns: dict[Side, History] = {
        "yours": history_of(rules, view.turns.yours),
        "computer": history_of(rules, view.turns.computer),
    }
    names: dict[Side, str] = {"yours": translate("The player"), "computer": opponent.capitalize()}
    return Reviewed(
        game,
        rules,
        game_called(row.kind).title(server.games.settled(row)),
        view.outcome,
        {side: (names[side], made[: guesses_needed(rules, made)]) for side, made in turns.items()},
        {"yours": view.secret} if view.secret else {},
        not view.mistakes and rules.size <= MOST_CODES_COMPARED,
        opponent,
        view.tries,
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
    revealed: dict[Side, Any] = {"yours": view.revealed.other, "computer": view.revealed.yours}
    return Reviewed(
        game,
        rules,
        translate("{first} and {second}", first=names[0], second=names[1]),
        view.outcome,
        {
            "yours": (names[0], history_of(rules, view.turns.yours)),
            "computer": (names[1], history_of(rules, view.turns.other)),
        },
        {side: code.secret for side, code in revealed.items() if code},
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
    reviewed = await _reviewed(game, server, request)
    link = f"{origin_of(request)}/game/{reviewed.id}"
    values = {"reviewed": reviewed, "rules": reviewed.rules, "link": link}
    return render(request, "review.html", {**values, "imported": row.race == IMPORTED})


@router.get("/{game}/judged/{side}", response_class=EventSourceResponse)
async def judged(
    reviewed: ReviewedHere, side: Side, computing: ComputingEvents
) -> AsyncIterator[ServerSentEvent]:
    """How good and how lucky the guesses of a side were, as a part of the page."""
    if side not in reviewed.shown or not reviewed.judged:
        return
    history, secret = format_history(reviewed.sides[side][1]), reviewed.secrets.get(side)
    picture, yours = f"/game/{reviewed.id}/picture/{side}.svg", side == reviewed.own
    async for event in judged_events(
        computing, reviewed.rules, history, side, picture, secret, yours=yours
    ):
        yield event


@router.get("/{game}/picture/{side}.svg")
async def picture(reviewed: ReviewedHere, side: Side) -> Response:
    """The guesses of a side as a picture, in which no code is.

    Raises:
        NoSuchGame: if that side has not guessed.
    """
    if side not in reviewed.shown:
        raise NoSuchGame(translate("nobody has guessed on this side"))
    rules, (_, turns) = reviewed.rules, reviewed.shown[side]
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
