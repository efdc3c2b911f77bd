"""How good and how lucky a player's last games were; worked out when the player asks for it."""

from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Any

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import Response

from moolab.codes.rules import Rules
from moolab.deduction.history import History, Turn, format_history
from moolab.games.duel.duel import guesses_needed, without_undone
from moolab.support.language import translate
from moolab.web.answers.computing import ComputingEvents, ComputingHere
from moolab.web.answers.identity import player_of
from moolab.web.http.errors import NoSuchGame
from moolab.web.limits import MOST_CODES_COMPARED
from moolab.web.rendering import render, render_fragment
from moolab.web.server import Server, ServerHere
from moolab.web.store.standings import Ended
from moolab.web.store.store import digest
from moolab.web.work import jobs
from moolab.web.work.jobs import Rating

router = APIRouter(prefix="/games/skill", include_in_schema=False)

_LAST, _LOOKED_AT = 12, 100
"""Games that are judged, and among how many of the newest they are looked for."""


@router.get("")
async def show(
    request: Request, server: ServerHere, computing: ComputingHere, whole: bool = False
) -> Response:
    """The page.

    Args:
        whole: whether it comes with what takes long, for those whose browsers cannot ask later.
    """
    games = await _games_of(request, server)
    values: dict[str, Any] = {"games": len(games), "ratings": None}
    if whole and games:
        values |= _values(await computing.run(True, jobs.rate, games))
    return render(request, "skill.html", values)


async def _some_games(request: Request, server: ServerHere) -> list[tuple[Rules, str]]:
    """The games of a player who has some.

    Raises:
        NoSuchGame: if there are none.
    """
    if games := await _games_of(request, server):
        return games
    raise NoSuchGame(translate("no game is over yet in which your guesses could be judged"))


@router.get("/rated", response_class=EventSourceResponse)
async def rated(
    games: Annotated[list[tuple[Rules, str]], Depends(_some_games)], computing: ComputingEvents
) -> AsyncIterator[ServerSentEvent]:
    """What came of it, as a part of the page."""

    def answer(ratings: Sequence[Rating]) -> dict[str, str]:
        return {"html": render_fragment("ratings.html", _values(ratings))}

    async for event in computing.events(jobs.rate, games, answer=answer):
        yield event


def _values(ratings: Sequence[Rating]) -> dict[str, Any]:
    return {
        "ratings": ratings,
        "skill": sum(each.skill for each in ratings) / len(ratings),
        "luck": sum(each.luck for each in ratings) / len(ratings),
    }


async def _games_of(request: Request, server: Server) -> list[tuple[Rules, str]]:
    player = player_of(request)
    if player is None:
        return []
    duels = await run_sync(server.store.standings.duels, digest(player), _LOOKED_AT)
    games = [game for duel in duels if (game := _guesses_of(duel)) is not None]
    return games[-_LAST:]


def _guesses_of(duel: Ended) -> tuple[Rules, str] | None:
    """The player's guesses with their replies; None where they cannot be judged.

    An evil maker has no code from which the replies follow.
    """
    setup, rules = duel.setup, Rules.parse(duel.setup["rules"])
    secret = setup.get("secret")
    if secret is None or setup.get("mistakes") or rules.size > MOST_CODES_COMPARED:
        return None
    codes = [text[6:] for text in without_undone(duel.moves) if text.startswith("guess ")]
    turns: History = tuple(Turn(code, rules.reply_rule(code, secret)) for code in codes)
    turns = turns[: guesses_needed(rules, turns)]
    return (rules, format_history(turns)) if turns else None
