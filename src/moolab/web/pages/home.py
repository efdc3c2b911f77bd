"""The first page, and where the player's games are listed."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any

from anyio.to_thread import run_sync
from fastapi import APIRouter, Query, Request, Response

from moolab.codes.rules import Rules
from moolab.errors import MoolabError
from moolab.games import game, playable
from moolab.games.daily import streak
from moolab.games.duel.duel import without_undone
from moolab.games.duel.stats import Game, summarize
from moolab.games.setup import decode
from moolab.results.known import known_results
from moolab.support.language import translate
from moolab.trees.breaker import OPPONENTS
from moolab.web.answers.identity import player_of
from moolab.web.costs import kinds
from moolab.web.pages.daily import record_of, standing_today, today_of
from moolab.web.pages.forms import USUAL_OPPONENT, duel
from moolab.web.pages.naming import daily_names, kind_names, stage_of, title_of
from moolab.web.pages.puzzles import solved_puzzles
from moolab.web.pages.thumbnails import Thumbnail, thumbnail_of
from moolab.web.play.watching import ABSENT
from moolab.web.rendering import render
from moolab.web.server import Server, ServerHere
from moolab.web.store.standings import Ended
from moolab.web.store.store import Row, digest
from moolab.web.store.tables import IMPORTED, PRACTICE
from moolab.web.wings import of_kind

router = APIRouter(include_in_schema=False)

_UNFINISHED, _OFFERED = 3, 2
"""Games that a page offers to go on with, and the first page."""

_SQUARES = 7
"""Days of the streak that the first page shows."""

_CALENDAR = 35
"""Days of the player's page: five weeks."""

_COUNTED, _LISTED = 2000, 100
"""Games that the summary counts, and games in the list."""


def won_or_lost() -> list[str]:
    """The games played here that can be won; a session that has no end cannot."""
    here = set(kinds())
    return [each.name for each in playable() if each.name in here and each.ends]


_OTHER = {"won": "lost", "lost": "won", "resigned": "won"}
"""The outcome for the second seat, by that for the first, which is stored."""

_MARKS = {PRACTICE: "practice", IMPORTED: "imported"}

PATHS = {"duel": "/play", "solving": "/puzzles", "training": "/train"}
"""Where the house plays kinds of games whose path is not their name."""

_REVIEWED = ("duel", "two", "solving")
"""The kinds of games of the house that have a page once they are over."""


@router.get("/")
async def home(
    request: Request, server: ServerHere, today: Annotated[str, Query(max_length=10)] = ""
) -> Response:
    """The first page."""
    return await render_home(request, server, today=today)


async def render_home(
    request: Request,
    server: Server,
    *,
    today: str = "",
    typed: str = "",
    error: MoolabError | None = None,
) -> Response:
    """The first page.

    Args:
        today: which day it is where the player is, if that is known.
        typed: the first guess, if that was typed.
        error: why it is not possible.
    """
    games = await list_entries(request, server, won_or_lost(), _LISTED)
    unfinished = [game for game in games if game["outcome"] is None]
    player, day = player_of(request), today_of(server, today)
    record = await run_sync(record_of, server, player, day)
    standing = await run_sync(standing_today, server, record, day)
    solved = await run_sync(solved_puzzles, server, player)
    values = {
        "unfinished": [(game, await stage_of(server, game)) for game in unfinished[:_OFFERED]],
        "known": bool(games),
        "more": max(0, len(unfinished) - _OFFERED),
        "usual": Rules.parse("ab4x10"),
        "typed": typed,
        "today": day,
        "streak": record.streak,
        "days": record.row(day, _SQUARES),
        "names": daily_names(),
        "standing": standing,
        "waiting": await run_sync(others_waiting, server, player),
        "puzzles": len(solved.get(day, ())),
        "puzzle_streak": streak(solved, day),
    }
    return render(request, "home.html", values, error)


def others_waiting(server: Server, player: str | None) -> int:
    """How many others wait for a stranger."""
    own = player and digest(player)
    waiting = server.store.lobby.waiting(server.store.now() - ABSENT)
    return sum(who != own for _, who in waiting)


@router.get("/play")
async def offer_games(request: Request, server: ServerHere) -> Response:
    """All that can be played against the computer."""
    return await render_games_to_play(request, server)


async def render_games_to_play(
    request: Request,
    server: Server,
    chosen: dict[str, Any] | None = None,
    error: MoolabError | None = None,
) -> Response:
    """The page of games.

    Args:
        chosen: what was chosen in its form, where that is not possible.
        error: why it is not possible.
    """
    records: dict[str, Counter[str]] = {}
    for each in await list_entries(request, server, ["duel"], _COUNTED):
        if each["setup"]["role"] == "both" and each["outcome"]:
            records.setdefault(each["setup"]["strategy"], Counter())[each["outcome"]] += 1
    values = {
        "records": records,
        "opponents": OPPONENTS.values(),
        "usual_opponent": USUAL_OPPONENT,
        "faces": duel(),
        "chosen": chosen or {},
    }
    return render(request, "play_new.html", values, error)


@router.get("/friends")
async def friends(request: Request, server: ServerHere) -> Response:
    """All that is played with others."""
    games = await list_unfinished(request, server, "two")
    values = {
        "unfinished": [(game, await stage_of(server, game)) for game in games],
        "waiting": await run_sync(others_waiting, server, player_of(request)),
    }
    return render(request, "friends.html", values)


@router.get("/laboratory")
async def laboratory(request: Request) -> Response:
    """All that takes the game apart, and what is proved about it."""
    best = {each.rules: each for each in known_results() if each.is_least}
    values = {"results": best.values(), "proved": sum(each.proved for each in best.values())}
    return render(request, "laboratory.html", values)


@router.get("/games")
async def games(
    request: Request,
    server: ServerHere,
    kind: Annotated[str, Query(max_length=16)] = "",
    outcome: Annotated[str, Query(max_length=16)] = "",
    page: Annotated[int, Query(ge=1, le=_COUNTED)] = 1,
    deleted: bool = False,
    brought: Annotated[int | None, Query(ge=0, le=_COUNTED)] = None,
    known: Annotated[int, Query(ge=0, le=_COUNTED)] = 0,
) -> Response:
    """The player's page: what came of the games, and all of them.

    Args:
        kind, outcome: of the games that are listed; any if empty.
        page: which part of the list.
        deleted: whether one was deleted just now.
        brought: how many were brought from elsewhere just now, if any.
        known: how many of those were here already.
    """
    said = translate("The game is deleted.") if deleted else ""
    if brought is not None:
        counted = {"brought": brought, "known": known}
        said = translate("Games brought along: {brought}. Here already: {known}.", **counted)
    return await render_games(request, server, kind, outcome, page, said=said)


async def render_games(
    request: Request,
    server: Server,
    kind: str = "",
    outcome: str = "",
    page: int = 1,
    *,
    said: str = "",
    error: MoolabError | None = None,
) -> Response:
    """The player's page, for ``games``.

    Args:
        said: what has happened just now.
        error: why that was not possible.
    """
    player = player_of(request)
    counted = await list_entries(request, server, won_or_lost(), _COUNTED)
    outcomes: dict[str, Counter[str]] = {}
    for each in counted:
        if each["mark"] == "practice":
            continue
        outcomes.setdefault(each["kind"], Counter())[each["outcome"] or "unfinished"] += 1
    wanted = [
        each
        for each in counted
        if kind in ("", each["kind"]) and outcome in ("", each["outcome"] or "unfinished")
    ]
    wanted.sort(key=lambda each: each["outcome"] is not None)
    today = server.store.now().date()
    record = await run_sync(record_of, server, player, today)
    first = (page - 1) * _LISTED
    listed = wanted[first : first + _LISTED]
    values: dict[str, Any] = {
        "games": listed,
        "thumbnails": await run_sync(_thumbnails, server, listed),
        "more": len(wanted) > first + _LISTED,
        "page": page,
        "outcomes": outcomes,
        "kind": kind,
        "outcome": outcome,
        "kinds": kind_names(),
        "summaries": [],
        "today": today,
        "streak": record.streak,
        "days": record.row(today, _CALENDAR),
        "said": said,
    }
    if player is not None:
        duels = await run_sync(server.store.standings.duels, digest(player), _COUNTED)
        values["summaries"] = summarize(map(_played, duels))
    return render(request, "games.html", values, error)


def _thumbnails(server: Server, entries: Sequence[Mapping[str, Any]]) -> dict[str, Thumbnail]:
    moves = server.store.moves_of(entry["id"] for entry in entries)
    return {
        entry["id"]: thumbnail
        for entry in entries
        if (thumbnail := thumbnail_of(entry, moves.get(entry["id"], ()))) is not None
    }


def _played(ended: Ended) -> Game:
    """What the figures of ``moo stats`` are made of."""
    settled = decode(game("duel").setup, ended.setup)
    moves, outcome = without_undone(ended.moves), ended.outcome
    guesses, replies = (
        sum(text.startswith(verb) for text in moves) for verb in ("guess ", "reply ")
    )
    return Game(
        date=ended.created.isoformat(timespec="seconds"),
        rules=str(settled.rules),
        role=settled.role,
        strategy=settled.strategy,
        outcome=outcome,
        your_guesses=None if settled.role == "maker" else guesses,
        computer_guesses=None if settled.role == "breaker" else replies,
        maker=settled.maker,
        mistakes=settled.mistakes,
        # After a loss, the code can have been found for practice only.
        found=outcome in ("won", "drawn"),
        hard=settled.hard,
    )


async def list_unfinished(request: Request, server: Server, *kinds: str) -> list[dict[str, Any]]:
    """The newest games of these kinds with which the player could go on, as they are listed."""
    games = await list_entries(request, server, kinds, _LISTED)
    return [game for game in games if game["outcome"] is None][:_UNFINISHED]


async def list_entries(
    request: Request, server: Server, kinds: Collection[str], most: int
) -> list[dict[str, Any]]:
    """The newest games of these kinds of the player whose browser this is, as they are listed."""
    player = player_of(request)
    if player is None:
        return []
    rows = await run_sync(server.store.games_of, player, kinds, most)
    return [_list_entry(row, seat) for row, seat in rows]


def path_of(kind: str) -> str:
    """Where the games of a kind are played."""
    return PATHS.get(kind) or of_kind("paths", kind) or f"/{kind}"


def _list_entry(row: Row, seat: str) -> dict[str, Any]:
    first = seat == game(row.kind).seats[0]
    return {
        "id": row.id,
        "seat": seat,
        "kind": row.kind,
        "setup": row.setup,
        "url": f"{path_of(row.kind)}/{row.id}",
        "title": title_of(row.kind, row.setup, row.race or ""),
        "created": row.created,
        "reviewed": row.kind in _REVIEWED or of_kind("reviews", row.kind) is not None,
        "mark": _MARKS.get(row.race or "", ""),
        "outcome": row.outcome if first else _OTHER.get(row.outcome or "", row.outcome),
    }
