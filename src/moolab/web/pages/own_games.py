"""What players do with their games: take them home, bring them along, and delete one."""

import json
from collections.abc import Sequence
from typing import cast
from urllib.parse import urlencode

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moolab.errors import InvalidGame, MoolabError
from moolab.games import collection
from moolab.games.collection import Finished
from moolab.games.game import Outcome
from moolab.support.language import translate
from moolab.web.answers.computing import Computing, ComputingHere
from moolab.web.answers.identity import player_of, player_or_new, redirect_player
from moolab.web.http.errors import NotSignedIn, NotYours
from moolab.web.http.middleware import check_same_site
from moolab.web.http.throttling import CLIENT
from moolab.web.pages.forms import Text
from moolab.web.pages.home import render_games
from moolab.web.server import Server, ServerHere
from moolab.web.store.store import Row
from moolab.web.work import jobs

router = APIRouter(prefix="/games", include_in_schema=False)

_AT_ONCE = 50
"""Games that one computation plays again, as its time is limited."""


@router.get("/export.json")
async def export(request: Request, server: ServerHere) -> Response:
    """The player's finished games: the setup and the moves of each."""
    player = player_of(request)
    content = await run_sync(_exported, server, player)
    disposition = 'attachment; filename="moolab-games.json"'
    headers = {"Content-Disposition": disposition}
    return Response(content, 200, headers, "application/json")


def _exported(server: Server, player: str | None) -> str:
    if player is None:
        return collection.write([])
    most = collection.MOST_GAMES
    rows = server.store.games_of(player, collection.travelling(), most, finished=True)
    moves = server.store.moves_of(row.id for row, _ in rows)
    return collection.write(
        _finished(row, seat, moves.get(row.id, ()))
        for row, seat in rows
        if _is_told(row, moves.get(row.id, ()))
    )


def _is_told(row: Row, moves: Sequence[str]) -> bool:
    """Whether a game has no secret any more.

    After a lost duel, one may guess on for practice, until one finds the code or asks for it.
    """
    if row.kind != "duel" or row.outcome != "lost" or row.setup["role"] == "maker":
        return True
    return "resign" in moves or f"guess {row.setup['secret']}" in moves


def _finished(row: Row, seat: str, moves: Sequence[str]) -> Finished:
    outcome = cast(Outcome, row.outcome)
    return Finished(row.kind, row.setup, tuple(moves), seat, row.created, outcome)


@router.post("/import", dependencies=[Depends(check_same_site)])
async def bring(
    request: Request, server: ServerHere, computing: ComputingHere, file: UploadFile
) -> Response:
    """Keep the games of a file that was downloaded here or elsewhere: all of them, or none."""
    player = player_or_new(request)
    try:
        content = await file.read()
        if not content:
            raise InvalidGame(translate("choose a file of games that was downloaded"))
        games = collection.read(content)
        new = await run_sync(_new_games, server, player, games)
        await _check(computing, list(new.values()))
        brought = await run_sync(
            _keep, server, player, {name: game for name, (_, game) in new.items()}
        )
    except MoolabError as error:
        return await render_games(request, server, error=error)
    done = urlencode({"brought": brought, "known": len(games) - brought})
    return redirect_player(request, f"/games?{done}", player)


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


async def _check(computing: Computing, games: Sequence[tuple[int, Finished]]) -> None:
    for first in range(0, len(games), _AT_ONCE):
        await computing.run(True, jobs.check_finished, games[first : first + _AT_ONCE])


def _keep(server: Server, player: str, games: dict[str, Finished]) -> int:
    now = server.store.now()
    for game in games.values():
        if game.begun > now:
            raise InvalidGame(translate("a game of the file has begun in the future"))
        server.quota.begin(CLIENT.get(), game.setup, game.moves)
    return server.store.keep_finished(player, games)


@router.post("/{game}/delete", dependencies=[Depends(check_same_site)])
async def delete(
    request: Request, game: str, server: ServerHere, kind: Text = "", outcome: Text = ""
) -> Response:
    """Delete a game of the player.

    Args:
        kind, outcome: what the list was filtered by.

    Raises:
        NotYours: if it is somebody else's.
    """
    player = player_of(request)
    if player is None:
        raise NotSignedIn(translate("this game belongs to somebody else, or to another browser"))
    if not await run_sync(server.store.delete_game, game, player):
        raise NotYours(translate("this is not your game"))
    server.count("games_deleted")
    server.games.topics.notify(game)
    chosen = {"kind": kind, "outcome": outcome, "deleted": "yes"}
    return RedirectResponse(f"/games?{urlencode(chosen)}", 303)
