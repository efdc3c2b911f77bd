"""Games in play: who may do what, in which process it is worked out, and who is told."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar, TypeVarTuple

from anyio.to_thread import run_sync
from sqlalchemy.exc import SQLAlchemyError

from moolab.errors import InvalidMove
from moolab.games.setup import encode
from moolab.support.language import translate
from moolab.web.costs import Use, cost_of
from moolab.web.http.counting import Count, ignore
from moolab.web.http.errors import Lost, Overtaken, TooBusy, TooSlow
from moolab.web.http.throttling import CLIENT, ConcurrencyLimiter
from moolab.web.play import replay
from moolab.web.play.quota import Quota
from moolab.web.play.replay import PlayerView, Stored
from moolab.web.play.watching import Topics
from moolab.web.store.store import Row, Store, new_id
from moolab.web.work.pool import Pool, run_explained

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

_MOST_SAID = 1024
"""Explanations that are kept, so that a page that is loaded again has them at once."""

_POLL = 1.0
"""Seconds after which a move that another server has accepted is seen here."""


class Opened(NamedTuple):
    """A game that has just begun.

    Attributes:
        view: what the first seat sees.
    """

    id: str
    tokens: dict[str, str]
    view: Any


class Games:
    """All games of a server.

    Args:
        pool: where expensive ones are worked out.
        concurrency: how many expensive moves each client may have at once.
        quota: how much can be kept.
        shared: whether other servers change games in the same store.
        count: told of games and moves.

    Attributes:
        topics: games and races that are watched.
    """

    def __init__(
        self,
        store: Store,
        pool: Pool,
        concurrency: ConcurrencyLimiter,
        quota: Quota,
        *,
        shared: bool,
        count: Count = ignore,
    ) -> None:
        self.store = store
        self.topics = Topics()
        self._pool = pool
        self._concurrency = concurrency
        self._quota = quota
        self._shared = shared
        self._count = count
        self._versions: dict[str, Any] = {}
        self._said: dict[tuple[str, str, int], Any] = {}

    async def open(
        self,
        kind: str,
        setup: Any,
        seats: Mapping[str, str | None],
        *,
        moves: Sequence[str] = (),
        race: str | None = None,
        names: Mapping[str, str] | None = None,
        game: str | None = None,
    ) -> Opened:
        """Begin a game.

        Args:
            seats: each seat with the token of the player who takes it, or None.
            moves: those that count as made already, as they are stored.
            race: the race that it belongs to.
            names: what the players want to be called, by seat.
            game: its id, where it must be begun only once; else one is drawn.

        Raises:
            Overtaken: if there is a game with this id.
            TooManyRequests, Full: if there is no room for it.
            MoolabError: if there can be no such game.
        """
        cost_of(kind).accept(setup)
        fields = encode(setup)
        opening = Stored(game or new_id(), kind, fields, tuple(moves))

        def create(seen: PlayerView) -> Opened:
            self._quota.begin(CLIENT.get(), fields, seen.moves)
            _, tokens = self.store.create(
                kind,
                fields,
                seats,
                race=race,
                names=names,
                game=opening.id,
                moves=seen.moves,
                outcome=seen.outcome,
            )
            self._count("games_begun", kind=kind)
            self._count("games_finished", int(seen.outcome is not None), kind=kind)
            return Opened(opening.id, tokens, seen.view)

        # Now, not at the first move, is the time to say that a game is impossible.
        begin = partial(replay.begin, opening, opening.game.seats[0])
        if cost_of(kind).is_expensive(setup, "move"):
            opened = await run_sync(create, await self._offload(begin))
        else:
            opened = await run_sync(lambda: create(begin()))
        if race:
            self.topics.notify(race)
        return opened

    async def look(self, game: str, seat: str) -> tuple[Row, Any]:
        """A game, and all that a seat may see of it.

        Raises:
            NoSuchGame: if there is none.
        """
        row, stored, seen = await self._work(game, "look", replay.look, seat)
        return row, await self._completed(stored, seat, seen.view)

    @staticmethod
    def settled(row: Row) -> Any:
        """The setup of a game."""
        return Stored(row.id, row.kind, row.setup, ()).settled

    async def move(self, game: str, seat: str, text: str, after: int | None = None) -> Any:
        """What a seat sees after its move.

        Args:
            after: how many moves of the game the player has seen; None if that is left open.

        Raises:
            NoSuchGame: if there is no such game.
            Overtaken: if another move came first.
            MoolabError: if the move is not possible.
        """
        # PostgreSQL cannot store it in a text; SQLite can, but both should behave alike.
        if "\0" in text:
            raise InvalidMove("a move cannot contain a NUL character")
        row, stored, seen = await self._work(game, "move", replay.move, seat, text, after=after)
        self._count("moves", kind=row.kind)
        self.topics.notify(game)
        if row.race:
            self.topics.notify(row.race)
        return await self._completed(stored._replace(moves=seen.moves), seat, seen.view)

    def follow(self, game: str, seat: str) -> AsyncGenerator[Any]:
        """What a seat sees of a game without a clock, now and after each move.

        Raises:
            NoSuchGame: if there is none.
        """

        async def look() -> Any:
            _, view = await self.look(game, seat)
            return view

        return self.topics.watch(game, f"view of {seat}", look)

    async def ask(self, game: str, seat: str, question: str) -> Any:
        """The answer to a question about a game, such as ``hint``.

        Raises:
            NoSuchGame: if there is no such game.
            MoolabError: if there is no answer.
        """
        *_, answer = await self._work(game, "ask", replay.ask, seat, question)
        return answer

    async def listen(self) -> None:
        """Notice, for ever, what other servers do to games that are watched here."""
        while self._shared:
            await asyncio.sleep(_POLL)
            if not (watched := self.topics.names):
                continue
            # A database that does not answer now may do so the next time.
            with suppress(OSError, SQLAlchemyError):
                before = self._versions
                self._versions = await run_sync(self.store.changes, watched)
                for game, version in self._versions.items():
                    if before.get(game) != version:
                        self.topics.notify(game)

    async def _completed(self, game: Stored, seat: str, view: Any) -> Any:
        """A view with what takes long to find out; without it, where it takes too long."""
        question = cost_of(game.kind).deferred(view)
        if question is None:
            return view
        place = (game.id, seat, len(game.moves))
        if place not in self._said:
            with suppress(TooBusy, TooSlow, Lost):
                self._said[place] = await self._offload(replay.ask, game, seat, question)
            while len(self._said) > _MOST_SAID:
                del self._said[next(iter(self._said))]
        return self._said.get(place, view)

    async def _work(
        self,
        game: str,
        use: Use,
        work: Callable[[Stored, *Ts], T],
        *args: *Ts,
        after: int | None = None,
    ) -> tuple[Row, Stored, T]:
        """Read a game, work something out, and keep the moves that come of it.

        What is light is done in one thread, from the beginning to the end.
        """
        late = False

        def begin() -> tuple[Row, Stored, T | None]:
            nonlocal late
            row, moves = self.store.load(game)
            stored = Stored(game, row.kind, row.setup, tuple(moves))
            settled = stored.settled
            if row.outcome is None and (late := self._let_time_pass(stored, settled)):
                row, moves = self.store.load(game)
                stored = stored._replace(moves=tuple(moves))
            if after not in (None, len(moves)):
                raise Overtaken(translate("the game has gone on meanwhile; look at it again"))
            if cost_of(row.kind).is_expensive(settled, use) or replay.is_long(stored):
                return row, stored, None
            return row, stored, end(row, stored, run_explained(work, stored, *args))

        def end(row: Row, stored: Stored, done: T) -> T:
            made = len(stored.moves)
            if isinstance(done, PlayerView) and len(done.moves) > made:
                self._quota.add(CLIENT.get(), done.moves[made:])
                more, outcome = done.moves[made:], done.outcome
                self.store.add_moves(game, made, more, outcome, same=outcome == row.outcome)
                # One that was taken back, and ends again, counts again.
                if done.outcome is not None and row.outcome is None:
                    self._count("games_finished", kind=row.kind)
            return done

        try:
            row, stored, done = await run_sync(begin)
        finally:
            if late:
                self.topics.notify(game)
        if done is None:
            done = await self._offload(work, stored, *args)
            await run_sync(end, row, stored, done)
        return row, stored, done

    def _let_time_pass(self, game: Stored, settled: Any) -> bool:
        """Whether time has ended a game just now."""
        if not game.game.is_timed(settled):
            return False
        number = len(game.moves)
        made = self.store.made(game.id)[:number]
        seen = replay.let_time_pass(game, made, self.store.now())
        if seen is None:
            return False
        with suppress(Overtaken):
            self.store.add_moves(game.id, number, seen.moves[number:], seen.outcome)
            self._count("games_finished", kind=game.kind)
        return True

    async def _offload(self, work: Callable[[*Ts], T], *args: *Ts) -> T:
        async with self._concurrency.slot(CLIENT.get()):
            return await self._pool.run(work, *args)
