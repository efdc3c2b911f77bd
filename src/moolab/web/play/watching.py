"""What is watched: all watchers are told of changes, and share one look."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import anyio
from anyio.to_thread import run_sync

from moolab.support.language import language
from moolab.web.store.store import Store

T = TypeVar("T")

_Kind = tuple[str, str]
"""As whom a client watches, and in which language."""


@dataclass
class _Topic:
    """What some watch: what wakes each, and what each kind sees since the last change."""

    watching: set[asyncio.Event] = field(default_factory=set)
    looks: dict[_Kind, asyncio.Future[Any]] = field(default_factory=dict)


class Topics:
    """All that is watched in this process: games and races, by name."""

    def __init__(self) -> None:
        self._topics: dict[str, _Topic] = {}

    @property
    def names(self) -> list[str]:
        """The names of what is watched."""
        return list(self._topics)

    async def watch(
        self,
        topic: str,
        who: str,
        look: Callable[[], Coroutine[Any, Any, T]],
        seconds: float | None = None,
    ) -> AsyncGenerator[T]:
        """What is seen now, and whenever something may have changed.

        Args:
            topic: the name of what is watched.
            who: as whom, such as a seat; those who watch as the same, and in the same language,
                share each look.
            look: looks at it; two changes at once need one look only.
            seconds: after how long to look even if nothing was told.
        """
        watched = self._topics.setdefault(topic, _Topic())
        changed, kind = asyncio.Event(), (who, language())
        watched.watching.add(changed)
        # A new watcher sees what is there now, which other servers may have changed.
        watched.looks.pop(kind, None)
        try:
            while True:
                changed.clear()
                if kind not in watched.looks:
                    watched.looks[kind] = asyncio.create_task(look())
                    watched.looks[kind].add_done_callback(_noticed)
                # The others still want to see it when this one has gone.
                yield await asyncio.shield(watched.looks[kind])
                try:
                    await asyncio.wait_for(changed.wait(), seconds)
                except TimeoutError:
                    # One who has waited so long wakes all others, so that they look with it.
                    if not changed.is_set():
                        self.notify(topic)
        finally:
            watched.watching.discard(changed)
            if not watched.watching:
                self._topics.pop(topic, None)

    def notify(self, topic: str) -> None:
        """Let those who watch something look at it again."""
        if (watched := self._topics.get(topic)) is not None:
            watched.looks.clear()
            for changed in watched.watching:
                changed.set()


def _noticed(look: asyncio.Future[Any]) -> None:
    # An error without a watcher is not told.
    if not look.cancelled():
        look.exception()


BEAT = 15.0
"""Seconds after which a browser that is connected is noted to be so again."""

ABSENT = timedelta(seconds=40)
"""After this, a browser of which nothing was noted is gone: the line broke, or a server."""


@dataclass
class _Here:
    """A player with connections to this process, and when the database was told so last."""

    connections: int = 0
    noted: datetime | None = None


class Presence:
    """Notes who comes and who goes, once for each player, however many connections one has.

    Args:
        topics: by which those are told who watch the game.
    """

    def __init__(self, store: Store, topics: Topics) -> None:
        self._store = store
        self._topics = topics
        self._here: dict[tuple[str, str], _Here] = {}

    @asynccontextmanager
    async def of(self, game: str, seat: str) -> AsyncIterator[None]:
        """Be connected as the player in a seat."""
        here = self._here.setdefault((game, seat), _Here())
        here.connections += 1
        try:
            if here.connections == 1:
                await self.note(game, seat)
                self._topics.notify(game)
            yield
        finally:
            here.connections -= 1
            if not here.connections:
                del self._here[game, seat]
                if here.noted is not None:
                    with anyio.CancelScope(shield=True):
                        await run_sync(self._store.mark_gone, game, seat, here.noted)
                    self._topics.notify(game)

    async def note(self, game: str, seat: str) -> None:
        """Note that a player who is connected is still there, unless that was noted just now."""
        here = self._here.get((game, seat))
        if here is not None and (here.noted is None or seconds_since(here.noted) >= BEAT):
            here.noted = await run_sync(self._store.mark_seen, game, seat)


def seconds_since(moment: datetime) -> float:
    """How long ago a moment was."""
    return (datetime.now(UTC) - moment).total_seconds()
