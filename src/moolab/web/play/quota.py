"""How much is kept: of what each client plays in a day, of all games together, and for how long."""

import json
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from moolab.support.language import translate, translate_plural
from moolab.web.http.errors import Full, TooManyRequests
from moolab.web.http.throttling import RateLimiter
from moolab.web.settings import Settings
from moolab.web.store.store import Store

_DAY = 24 * 60 * 60

_LOOK = 10.0
"""Seconds between two looks at how much the database holds."""

_BYTES_OF_GAME, _BYTES_OF_MOVE = 1_000, 150
"""About what a database needs for them, beside their texts."""

_MEGABYTE = 1 << 20


class Quota:
    """How much can be kept.

    Args:
        settings: say how much.
    """

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._games = _daily(settings.games_per_day)
        self._bytes = _daily(settings.megabytes_per_day * _MEGABYTE)
        self._held = (0, 0)
        self._due = 0.0

    def begin(self, client: str, setup: Mapping[str, Any], moves: Sequence[str]) -> None:
        """Let a client begin a game.

        Raises:
            TooManyRequests: if it has begun too many.
            Full: if there are too many in all.
        """
        self._check_room()
        if not self._games.spend(client):
            raise TooManyRequests(
                translate_plural(
                    "you may begin {number} [game|games] a day here; go on with those you have",
                    self._settings.games_per_day,
                )
            )
        self._spend(client, _BYTES_OF_GAME + len(json.dumps(setup)) + _size(moves))

    def add(self, client: str, moves: Sequence[str]) -> None:
        """Let a client add moves to a game.

        Raises:
            TooManyRequests: if it has sent too much.
        """
        self._spend(client, _size(moves))

    def delete_old(self) -> int:
        """Delete some of the games that have been kept for long enough.

        Returns:
            How many; 0 once none is left.
        """
        unfinished, finished = self._oldest()
        return self._store.delete_old(unfinished=unfinished, finished=finished)

    def delete_old_races(self) -> None:
        """Delete the races that have been kept for long enough, and have no games any more."""
        unfinished, finished = self._oldest()
        if oldest := [moment for moment in (unfinished, finished) if moment]:
            self._store.rooms.delete_old(min(oldest), waiting=unfinished is not None)

    def _oldest(self) -> tuple[datetime | None, datetime | None]:
        """Since when games are kept: those that go on, and those that have ended."""
        now = datetime.now(UTC)
        limits = self._settings.days_unfinished, self._settings.days_finished
        unfinished, finished = (now - timedelta(days=days) if days else None for days in limits)
        return unfinished, finished

    def _spend(self, client: str, size: int) -> None:
        if not self._bytes.spend(client, size):
            most = self._settings.megabytes_per_day
            raise TooManyRequests(
                translate(
                    "of one client, {most} MB a day are kept here; come back later", most=most
                )
            )

    def _check_room(self) -> None:
        most = self._settings.games, self._settings.megabytes * _MEGABYTE
        if not any(most):
            return
        if time.monotonic() >= self._due:
            self._held = self._store.usage()
            self._due = time.monotonic() + _LOOK
        if any(limit and held >= limit for held, limit in zip(self._held, most, strict=True)):
            raise Full(translate("this server has no room for more games; those in play go on"))


def _daily(most: int) -> RateLimiter:
    return RateLimiter(most / _DAY, most)


def _size(moves: Sequence[str]) -> int:
    return sum(_BYTES_OF_MOVE + len(text) for text in moves)
