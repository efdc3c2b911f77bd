"""Two people in one game: what each is told of the other."""

from collections.abc import AsyncGenerator
from contextlib import aclosing, nullcontext, suppress
from datetime import datetime, timedelta
from typing import NamedTuple

from anyio.to_thread import run_sync

from moolab.games.people.game import GAME, SEATS, Setup, Times, opponent, times
from moolab.games.setup import decode
from moolab.support.language import translate
from moolab.web.http.errors import NoSuchGame, Overtaken
from moolab.web.play.watching import ABSENT, BEAT
from moolab.web.server import Server
from moolab.web.store.store import Seat

REACTIONS = ("👏", "😮", "🤔", "😅")
"""What players show each other."""

_SHOWN, _PAUSE = timedelta(seconds=8), timedelta(seconds=2)
"""How long a reaction is shown, and after which time the next one is taken."""

WATCHER = ""
"""Instead of a seat: somebody who only watches."""


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
        reaction: what players show each other at the moment, in words.
        waiting: since when anybody may join, if anybody may.
    """

    version: str
    names: dict[str, str]
    joined: bool
    presence: str
    rematch: bool
    follower: str | None
    invited: bool
    reaction: str = ""
    waiting: datetime | None = None


def room_state(server: Server, game: str, seat: str) -> RoomState:
    """What there is to know of a game, for the player in a seat, or for ``WATCHER``.

    Raises:
        NoSuchGame: if it has been deleted.
    """
    seats, now = _seats(server, game), server.store.now()
    names = {
        s: taken.name or translate("Player {number}", number=n)
        for n, (s, taken) in enumerate(seats.items(), start=1)
    }
    other = seats[opponent(seat or SEATS[0])]
    joined = all(taken.player is not None for taken in seats.values())
    presence = ""
    if joined and seat:
        said = (
            translate("{name} is here.") if _is_here(other, now) else translate("{name} is away.")
        )
        presence = said.format(name=names[other.seat])
    follower, invited = _follower(server, game, seat)
    moves = server.store.versions([game]).get(game, 0)
    version = f"{moves}.{joined:d}.{follower is not None:d}"
    rematch = not joined and other.name is not None
    reaction = " · ".join(
        f"{names[taken.seat]} {taken.reaction}"
        for taken in seats.values()
        if taken.reaction and taken.reacted and now - taken.reacted < _SHOWN
    )
    waiting = None if joined else server.store.lobby.since(game)
    return RoomState(
        version, names, joined, presence, rematch, follower, invited, reaction, waiting
    )


def clock_of(server: Server, game: str) -> Times | None:
    """What the clock of a game shows, if it has one."""
    row, moves = server.store.load(game)
    setup = decode(Setup, row.setup)
    if not GAME.is_timed(setup):
        return None
    made = server.store.made(game)[: len(moves)]
    return times(GAME.replay(setup, moves), made, server.store.now())


def react(server: Server, game: str, seat: str, reaction: str) -> None:
    """Show the other one, and all who watch, what one thinks; not too often."""
    if reaction in REACTIONS:
        server.store.react(game, seat, reaction, _PAUSE)


def mark_here(server: Server, game: str, seat: str) -> None:
    """Note that somebody is here who may have nothing but the page."""
    if not _is_here(_seats(server, game)[seat], server.store.now()):
        server.store.mark_seen(game, seat)


async def notifications(server: Server, game: str, seat: str) -> AsyncGenerator[dict[str, str]]:
    """The version and the presence of the other one, now and as they change, until it is deleted.

    Whoever is told is here, and the other one is told so; ``WATCHER`` is told of no presence.
    """

    async def look() -> dict[str, str]:
        if seat:
            await server.presence.note(game, seat)
        here = await run_sync(room_state, server, game, seat)
        presence = {"presence": here.presence} if seat else {}
        return {"version": here.version, **presence, "reaction": here.reaction}

    told: dict[str, str] = {}
    topics = server.games.topics
    with suppress(NoSuchGame):
        async with (
            server.presence.of(game, seat) if seat else nullcontext(),
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
    try:
        seats = _seats(server, follower)
    except NoSuchGame:
        return None, False
    if seat == WATCHER:
        return f"/two/{follower}/watch/{server.invitations.watching(follower)}", False
    # Both change seats.
    if seats[opponent(seat)].player is not None:
        return f"/two/{follower}", False
    return f"/two/{follower}/join/{server.invitations.token(follower)}", True


def _seats(server: Server, game: str) -> dict[str, Seat]:
    seats = {seat.seat: seat for seat in server.store.seats(game)}
    if not seats:
        raise NoSuchGame(translate("there is no such game"))
    return seats


def _is_here(seat: Seat, now: datetime) -> bool:
    return seat.seen is not None and now - seat.seen < ABSENT
