"""Two people in one game: what each is told of the other."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import NamedTuple

from anyio.to_thread import run_sync

from moolab.games.people.match import opponent
from moolab.web.http.errors import Overtaken
from moolab.web.play.presence import BEAT, seconds_since
from moolab.web.server import Server
from moolab.web.store.store import Seat

_ABSENT = 40.0
"""Seconds after which a browser of which nothing was noted is gone: the line broke, or a server."""


class RoomState(NamedTuple):
    """What there is to know of a game besides its moves.

    Attributes:
        version: changes with all that the page shows.
        names: what both are called, by seat.
        joined: whether both seats are taken.
        presence: whether the other one is here, in words.
        rematch: whether this game follows another one, so that both are known before they join.
        follower: the path of the game that follows, or of the invitation to it.
        invited: whether it is an invitation, by the other one.
    """

    version: str
    names: dict[str, str]
    joined: bool
    presence: str
    rematch: bool
    follower: str | None
    invited: bool


def room_state(server: Server, game: str, seat: str) -> RoomState:
    """What there is to know of a game, for the player in a seat."""
    seats = _seats(server, game)
    other = seats[opponent(seat)]
    names = {s: taken.name or f"Player {n}" for n, (s, taken) in enumerate(seats.items(), start=1)}
    joined = other.player is not None
    presence = f"{names[other.seat]} is {'here' if _is_here(other) else 'away'}." if joined else ""
    follower, invited = _follower(server, game, seat)
    moves = server.store.versions([game]).get(game, 0)
    version = f"{moves}.{joined:d}.{follower is not None:d}"
    rematch = not joined and other.name is not None
    return RoomState(version, names, joined, presence, rematch, follower, invited)


def mark_here(server: Server, game: str, seat: str) -> None:
    """Note that somebody is here who may have nothing but the page."""
    if not _is_here(_seats(server, game)[seat]):
        server.store.mark_seen(game, seat)


async def notifications(server: Server, game: str, seat: str) -> AsyncGenerator[dict[str, str]]:
    """The version and the presence of the other one, now and as they change.

    Whoever is told is here, and the other one is told so.
    """

    async def look() -> dict[str, str]:
        await server.presence.note(game, seat)
        here = await run_sync(room_state, server, game, seat)
        return {"version": here.version, "presence": here.presence}

    told: dict[str, str] = {}
    topics = server.games.topics
    async with (
        server.presence.of(game, seat),
        aclosing(topics.watch(game, seat, look, BEAT)) as messages,
    ):
        async for message in messages:
            if message != told:
                told = message
                yield message


async def make_move(server: Server, game: str, seat: str, text: str, after: int | None) -> None:
    """Make a move; one that is sent again, as its answer was lost, has been made already.

    Raises:
        MoolabError: if it is not possible.
    """
    try:
        await server.games.move(game, seat, text, after)
    except Overtaken:
        moves = await run_sync(server.store.moves, game)
        made = ("" if after is None else "".join(moves[after : after + 1])).casefold()
        asked = f"{seat} {text}".casefold()
        # A secret that was left to chance is kept with its code.
        if made != asked and not (text == "secret" and made.startswith(f"{asked} ")):
            raise


def _follower(server: Server, game: str, seat: str) -> tuple[str | None, bool]:
    """The path of the game that follows, if any, and whether the player is invited to it."""
    follower = server.invitations.rematch(game)
    seats = _seats(server, follower)
    if not seats:
        return None, False
    # Both change seats.
    if seats[opponent(seat)].player is not None:
        return f"/two/{follower}", False
    return f"/two/{follower}/join/{server.invitations.token(follower)}", True


def _seats(server: Server, game: str) -> dict[str, Seat]:
    return {seat.seat: seat for seat in server.store.seats(game)}


def _is_here(seat: Seat) -> bool:
    return seat.seen is not None and seconds_since(seat.seen) < _ABSENT
