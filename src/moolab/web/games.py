"""Games in play: who may do what, in which process it is worked out, and who is told."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar, TypeVarTuple

import anyio.to_thread
from sqlalchemy.exc import SQLAlchemyError

from moolab.web import replay
from moolab.web.kinds import KINDS
from moolab.web.pool import Pool
from moolab.web.refusals import Overtaken
from moolab.web.replay import Game
from moolab.web.store.store import Row, Store

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

_POLL = 1.0
"""Seconds after which a move that another server has accepted is seen here."""


class Opened(NamedTuple):
    """A game that has just begun.

    Attributes:
        id: its name.
        tokens: what opens each seat.
    """

    id: str
    tokens: dict[str, str]


class Games:
    """All games of a server.

    Args:
        store: where they are kept.
        pool: where heavy ones are worked out.
        shared: whether other servers change games in the same store.
    """

    def __init__(self, store: Store, pool: Pool, *, shared: bool) -> None:
        self.store = store
        self._pool = pool
        self._shared = shared
        self._watched: dict[str, set[asyncio.Event]] = {}
        self._versions: dict[str, int] = {}

    async def open(
        self,
        kind: str,
        setup: dict[str, Any],
        seats: Mapping[str, str | None],
        *,
        moves: Sequence[str] = (),
        race: str | None = None,
        names: Mapping[str, str] | None = None,
    ) -> Opened:
        """Begin a game.

        Args:
            kind: what is played.
            setup: what is settled, as it is stored.
            seats: each seat with the token of the player who takes it, or None.
            moves: those that count as made already, as they are stored.
            race: the race that it belongs to.
            names: what the players want to be called, by seat.

        Raises:
            MoolabError: if there can be no such game.
        """
        # Now, not at the first move, is the time to say that a game is impossible.
        opening = Game("", kind, setup, tuple(moves))
        heavy = KINDS[kind].heavy_moves(setup)
        sight = await self._pool.run_if(heavy, replay.begin, opening, KINDS[kind].seats[0])
        game, tokens = await _thread(
            lambda: self.store.create(kind, setup, seats, race=race, names=names)
        )
        if sight.moves:
            await _thread(self.store.add, game, 0, sight.moves, sight.outcome)
        return Opened(game, tokens)

    async def look(self, game: str, seat: str) -> tuple[Row, dict[str, Any]]:
        """A game, and all that a seat may see of it.

        Raises:
            NoSuchGame: if there is none.
        """
        row, stored = await _thread(self._stored, game)
        heavy = KINDS[row.kind].heavy(row.setup)
        return row, (await self._pool.run_if(heavy, replay.see, stored, seat)).view

    async def move(
        self, game: str, seat: str, text: str, after: int | None = None
    ) -> dict[str, Any]:
        """What a seat sees after its move.

        Args:
            after: how many moves of the game whoever moves has seen; None if that is left open.

        Raises:
            NoSuchGame: if there is no such game.
            Overtaken: if another move came first.
            MoolabError: if the move is not possible.
        """
        row, stored = await _thread(self._stored, game)
        if after is not None and after != len(stored.moves):
            raise Overtaken("the game has gone on meanwhile; look at it again")
        heavy = KINDS[row.kind].heavy_moves(row.setup)
        sight = await self._pool.run_if(heavy, replay.move, stored, seat, text)
        added = sight.moves[len(stored.moves) :]
        await _thread(self.store.add, game, len(stored.moves), added, sight.outcome)
        self._tell(game)
        return sight.view

    async def ask(self, game: str, seat: str, question: str) -> dict[str, Any]:
        """The answer to a question about a game, such as ``hint``.

        Raises:
            NoSuchGame: if there is no such game.
            MoolabError: if there is no answer.
        """
        row, stored = await _thread(self._stored, game)
        heavy = KINDS[row.kind].heavy_questions(row.setup)
        return await self._pool.run_if(heavy, replay.ask, stored, seat, question)

    async def watch(self, game: str) -> AsyncIterator[int]:
        """How many moves a game has, now and whenever that changes."""
        changed = asyncio.Event()
        self._watched.setdefault(game, set()).add(changed)
        try:
            seen = -1
            while True:
                changed.clear()
                version = (await _thread(self.store.versions, [game])).get(game, 0)
                if version != seen:
                    seen = version
                    yield version
                await changed.wait()
        finally:
            self._watched[game].discard(changed)
            if not self._watched[game]:
                del self._watched[game]
                self._versions.pop(game, None)

    async def listen(self) -> None:
        """Notice, for ever, what other servers do to games that are watched here."""
        while self._shared:
            await asyncio.sleep(_POLL)
            watched = list(self._watched)
            # A database that does not answer now may do so the next time.
            with suppress(OSError, SQLAlchemyError):
                for game, version in (await _thread(self.store.versions, watched)).items():
                    if self._versions.get(game) != version:
                        self._versions[game] = version
                        self._tell(game)

    def _tell(self, game: str) -> None:
        for changed in self._watched.get(game, ()):
            changed.set()

    def _stored(self, game: str) -> tuple[Row, Game]:
        row = self.store.find(game)
        return row, Game(game, row.kind, row.setup, tuple(self.store.moves(game)))


async def _thread(function: Callable[[*Ts], T], *args: *Ts) -> T:
    return await anyio.to_thread.run_sync(function, *args)
