"""What players do with their games: take them along, learn from them, and have them deleted."""

import json
from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Any, cast
from urllib.parse import urlencode, urlsplit

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Path, Request, UploadFile
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.responses import RedirectResponse, Response

from moolab.codes.rules import Rules
from moolab.deduction.history import History, Turn, format_history
from moolab.errors import InvalidGame, MoolabError
from moolab.games import collection
from moolab.games.collection import Finished
from moolab.games.duel.duel import guesses_needed, without_undone
from moolab.games.game import Outcome
from moolab.support.language import translate
from moolab.web.answers import identity
from moolab.web.answers.computing import ComputingEvents, ComputingHere
from moolab.web.http import errors
from moolab.web.http.invitations import new_phrase, read_phrase
from moolab.web.http.throttling import CLIENT, client_of
from moolab.web.limits import MOST_CODES_COMPARED
from moolab.web.pages.forms import Text
from moolab.web.pages.home import render_games, won_or_lost
from moolab.web.rendering import origin_of, render, render_fragment
from moolab.web.server import Server, ServerHere
from moolab.web.store.standings import Ended
from moolab.web.store.store import Row, digest
from moolab.web.store.transfers import begin_transfer, end_transfer
from moolab.web.work import jobs
from moolab.web.work.jobs import Rating

router = APIRouter(include_in_schema=False)

_AT_ONCE = 50
"""Games that one computation plays again, as its time is limited."""


@router.get("/games/export.json")
async def export(request: Request, server: ServerHere) -> Response:
    """The player's finished games: the setup and the moves of each."""
    player = identity.player_of(request)
    content = await run_sync(_exported, server, player)
    headers = {"Content-Disposition": 'attachment; filename="moolab-games.json"'}
    return Response(content, 200, headers, "application/json")


def _exported(server: Server, player: str | None) -> str:
    if player is None:
        return collection.write([])
    most = collection.MOST_GAMES
    rows = server.store.games_of(player, collection.travelling(), most, finished=True)
    moves = server.store.moves_of(row.id for row, _ in rows)
    games = ((row, seat, tuple(moves.get(row.id, ()))) for row, seat in rows)
    return collection.write(
        Finished(row.kind, row.setup, made, seat, row.created, cast(Outcome, row.outcome))
        for row, seat, made in games
        if _is_told(row, made)
    )


def _is_told(row: Row, moves: Sequence[str]) -> bool:
    """Whether a game has no secret any more.

    After a lost duel, one may guess on for practice, until one finds the code or asks for it.
    """
    if row.kind != "duel" or row.outcome != "lost" or row.setup["role"] == "maker":
        return True
    return "resign" in moves or f"guess {row.setup['secret']}" in moves


@router.post("/games/import")
async def bring(
    request: Request, server: ServerHere, computing: ComputingHere, file: UploadFile
) -> Response:
    """Keep the games of a file that was downloaded here or elsewhere: all of them, or none."""
    player = identity.player_or_new(request)
    try:
        content = await file.read()
        if not content:
            raise InvalidGame(translate("choose a file of games that was downloaded"))
        games = collection.read(content)
        new = await run_sync(_new_games, server, player, games)
        numbered = list(new.values())
        for first in range(0, len(numbered), _AT_ONCE):
            await computing.run(True, jobs.check_finished, numbered[first : first + _AT_ONCE])
        kept = {name: game for name, (_, game) in new.items()}
        brought = await run_sync(_keep, server, player, kept)
    except MoolabError as error:
        return await render_games(request, server, error=error)
    done = urlencode({"brought": brought, "known": len(games) - brought})
    return identity.redirect_player(request, f"/games?{done}", player)


def _new_games(
    server: Server, player: str, games: Sequence[Finished]
) -> dict[str, tuple[int, Finished]]:
    """The games that are not here yet: by their ids, each with its number in the file."""
    rows = server.store.games_of(player, collection.travelling(), 2 * collection.MOST_GAMES)
    known = {_print(row.kind, row.setup) for row, _ in rows}
    return {
        server.invitations.brought(player, _print(game.game, game.setup)): (number, game)
        for number, game in enumerate(games, start=1)
        if _print(game.game, game.setup) not in known
    }


def _print(kind: str, setup: object) -> str:
    """What tells games apart: nonces and seeds, which are drawn for each, are in the setup."""
    return f"{kind} {json.dumps(setup, sort_keys=True)}"


def _keep(server: Server, player: str, games: dict[str, Finished]) -> int:
    now = server.store.now()
    for game in games.values():
        if game.begun > now:
            raise InvalidGame(translate("a game of the file has begun in the future"))
        server.quota.begin(CLIENT.get(), game.setup, game.moves)
    return server.store.keep_finished(player, games)


@router.post("/games/{game}/delete")
async def delete(
    request: Request, game: str, server: ServerHere, kind: Text = "", outcome: Text = ""
) -> Response:
    """Delete a game of the player.

    Args:
        kind, outcome: what the list was filtered by.

    Raises:
        NotYours: if it is another player's.
    """
    if not await run_sync(server.store.delete_game, game, identity.known_player(request)):
        raise errors.NotYours(translate("this is not your game"))
    server.count("games_deleted")
    server.games.topics.notify(game)
    chosen = {"kind": kind, "outcome": outcome, "deleted": "yes"}
    return RedirectResponse(f"/games?{urlencode(chosen)}", 303)


_LAST, _LOOKED_AT = 12, 100
"""Games that are judged, and among how many of the newest they are looked for."""


@router.get("/games/skill")
async def skill(
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
    """The games of a player who has some."""
    if games := await _games_of(request, server):
        return games
    raise errors.NoSuchGame(translate("no game is over yet in which your guesses could be judged"))


@router.get("/games/skill/rated", response_class=EventSourceResponse)
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
    player = identity.player_of(request)
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


@router.get("/privacy")
async def privacy(request: Request, server: ServerHere) -> Response:
    """What is kept."""
    return _privacy(request, server, known=identity.player_of(request) is not None)


def _privacy(
    request: Request, server: Server, *, known: bool, deleted: int | None = None
) -> Response:
    days = {
        "unfinished": server.settings.days_unfinished,
        "finished": server.settings.days_finished,
    }
    return render(request, "privacy.html", days | {"known": known, "deleted": deleted})


@router.post("/privacy")
async def delete_all(request: Request, server: ServerHere) -> Response:
    """Delete all that is kept of the player whose browser this is."""
    player = identity.player_of(request)
    deleted = 0 if player is None else await run_sync(server.store.delete_player, player)
    server.count("games_deleted", deleted)
    response = _privacy(request, server, known=False, deleted=deleted)
    identity.forget_cookie(response)
    return response


@router.post("/report")
async def report(
    request: Request, server: ServerHere, place: Text = "", name: Text = ""
) -> Response:
    """Count that a player does not want to read a name.

    Raises:
        TooManyRequests: if one client does so too often.
    """
    if not server.reports.spend(client_of(request)):
        raise errors.TooManyRequests(translate("too many names were reported; wait a minute"))
    await run_sync(server.store.moderation.report, place, name)
    before = urlsplit(request.headers.get("referer", ""))
    back = before.path if before.netloc == request.url.netloc else ""
    return render(request, "reported.html", {"back": back})


@router.get("/device")
async def device(request: Request, server: ServerHere) -> Response:
    """From this device, or to it."""
    return await _device(request, server)


@router.post("/device")
async def begin_moving(request: Request, server: ServerHere) -> Response:
    """Show a phrase that leads another device to the games of this one.

    Raises:
        NotSignedIn: if this browser has none.
    """
    player = identity.player_of(request)
    if player is None:
        raise errors.NotSignedIn(
            translate("this browser has no games yet that another device could get")
        )
    phrase, transfers = new_phrase(), server.transfers
    sealed = transfers.seal(phrase, player)
    await run_sync(begin_transfer, server.store, player, transfers.name(phrase), sealed)
    return await _device(request, server, phrase=phrase)


@router.get("/device/take")
async def elsewhere() -> Response:
    """Where the address is that of a form: to it."""
    return RedirectResponse("/device", 303)


@router.get("/device/{phrase}")
async def arrive(
    request: Request, phrase: Annotated[str, Path(max_length=64)], server: ServerHere
) -> Response:
    """Where the QR code leads: nothing happens before a click."""
    return await _device(request, server, typed=phrase)


@router.post("/device/take")
async def take(request: Request, server: ServerHere, phrase: Text = "") -> Response:
    """Be the player to whom a phrase leads, from now on."""
    try:
        if not server.phrases.spend(client_of(request)):
            raise errors.TooManyRequests(
                translate("too many phrases were tried; wait half a minute")
            )
        said = read_phrase(phrase)
        if said is None:
            raise errors.NoSuchTransfer(
                translate("a phrase has four words of five letters, as the other device shows")
            )
        sealed = await run_sync(end_transfer, server.store, server.transfers.name(said))
    except MoolabError as error:
        return await _device(request, server, typed=phrase, error=error)
    return identity.redirect_player(request, "/games", server.transfers.open(said, sealed))


async def _device(
    request: Request,
    server: Server,
    *,
    phrase: str = "",
    typed: str = "",
    error: MoolabError | None = None,
) -> Response:
    player = identity.player_of(request)
    own = [] if player is None else await run_sync(server.store.games_of, player, won_or_lost(), 1)
    values = {"phrase": phrase, "typed": typed, "own": bool(own)}
    values["link"] = f"{origin_of(request)}/device/{phrase}"
    return render(request, "device.html", values, error)
