"""Machines that look for the code of a day, worked out once and told a guess at a time."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from moolab.errors import MoolabError
from moolab.games.daily import Daily
from moolab.games.drawing import derive
from moolab.games.race import bits
from moolab.machines.breaking import BREAKERS, HIDDEN, Step, break_code
from moolab.web.http.throttling import CLIENT, LOADED
from moolab.web.work.pool import Pool

KIND = "digits"
"""The daily game that they can play: four different digits."""

_GAMES = 400
"""Games of machines that are kept, a few kilobytes each: those of 100 days."""

_Key = tuple[Daily, str]


def machine_seed(daily: Daily, key: bytes, machine: str) -> int:
    """What a machine begins with that looks for the code of a day.

    It is drawn with the key: who knew the guesses of a machine could tell from how far it is what
    they were answered.

    >>> from moolab.games.daily import FIRST
    >>> daily = Daily("digits", FIRST)
    >>> machine_seed(daily, b"key", "ti74") == machine_seed(daily, b"key", "thumb")
    False
    """
    return int.from_bytes(derive(key, f"daily machine {machine} {daily}")[:4])


class Lane(NamedTuple):
    """How far a machine is.

    Attributes:
        machine: a key of ``BREAKERS``.
        found: whether the last one found the code.
        left: how many codes it can be, as far as the machine knows.
        bits: how much it has learned of the code.
    """

    machine: str
    steps: Sequence[Step]
    found: bool
    left: int
    bits: float

    @property
    def work(self) -> int:
        """What its program has run."""
        return self.steps[-1].asked.steps if self.steps else 0


class Contest:
    """The games of all machines."""

    def __init__(self, key: bytes, work: Pool) -> None:
        self._key = key
        self._work = work
        self._games: OrderedDict[_Key, asyncio.Task[tuple[Step, ...]]] = OrderedDict()

    def lanes(self, daily: Daily, guesses: int | None) -> Mapping[str, Lane | None]:
        """How far each machine is, with so many guesses or all; None where it is not known yet."""
        lanes = {}
        for machine in BREAKERS:
            task = self._task(daily, machine)
            known = task.done() and not _failed(task)
            lanes[machine] = _lane(machine, task.result(), guesses) if known else None
        return lanes

    async def wait(self, daily: Daily) -> None:
        """Wait until each machine has found the code, or could not be waited for."""
        tasks = [asyncio.shield(self._task(daily, machine)) for machine in BREAKERS]
        for task in tasks:
            with suppress(MoolabError):
                await task

    def _task(self, daily: Daily, machine: str) -> asyncio.Task[tuple[Step, ...]]:
        key = daily, machine
        task = self._games.get(key)
        if task is None or _failed(task):
            secret = daily.setup(self._key).secret
            assert secret is not None, "this code does not change"
            seed = machine_seed(daily, self._key, machine)
            task = asyncio.create_task(self._play(machine, secret, seed))
            task.add_done_callback(_failed)  # which looks at the error, if it is one
            self._games[key] = task
        self._games.move_to_end(key)
        while len(self._games) > _GAMES:
            self._games.popitem(last=False)
        return task

    async def _play(self, machine: str, secret: str, seed: int) -> tuple[Step, ...]:
        # It is for all, so no other work waits for it.
        CLIENT.set("")
        LOADED.set(True)
        return await self._work.run(break_code, machine, secret, seed)


def _failed(task: asyncio.Task[tuple[Step, ...]]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


def _lane(machine: str, steps: Sequence[Step], guesses: int | None) -> Lane:
    shown = steps[:guesses]
    left = shown[-1].left if shown else HIDDEN.size
    return Lane(machine, shown, len(shown) == len(steps), left, bits(HIDDEN.size, left))
