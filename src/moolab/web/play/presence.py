"""Which players are connected, as the other player is told."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import anyio
from anyio.to_thread import run_sync

from moolab.web.play.watching import Topics
from moolab.web.store.store import Store

BEAT = 15.0
"""Seconds after which a browser that is connected is noted to be so again."""

ABSENT = timedelta(seconds=40)
"""After this, a browser of which nothing was noted is gone: the line broke, or a server."""


@dataclass
class _Here:
    """A player who is connected to this process.

    Attributes:
        connections: how many there are.
        noted: when the database was told so last.
    """

    connections: int = 0
    noted: datetime | None = None


class Presence:
    """Notes who comes and who goes, once for each player, however many connections one has.

    Args:
        store: where it is noted.
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
