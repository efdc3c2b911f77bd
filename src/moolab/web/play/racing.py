"""Races in play: who takes part, when a round begins, and how far each player is."""

import asyncio
from collections import OrderedDict
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from anyio.to_thread import run_sync

from moolab.codes.rules import Rules
from moolab.deduction.candidates import Candidates, candidates
from moolab.deduction.history import History, format_history
from moolab.games.race import Entry, bits, race_setup
from moolab.support.language import translate
from moolab.web.http.errors import Lost, NotYours, Overtaken, TooBusy, TooManyRequests, TooSlow
from moolab.web.http.invitations import Invitations
from moolab.web.http.throttling import CLIENT
from moolab.web.limits import MOST_ENTRIES, is_expensive
from moolab.web.play.games import Games
from moolab.web.play.quota import Quota
from moolab.web.play.watching import ABSENT
from moolab.web.store.rooms import Racer, Round
from moolab.web.store.store import Store, digest
from moolab.web.work import jobs
from moolab.web.work.pool import Pool

COUNTDOWN = timedelta(seconds=4)
"""From the moment when the host starts a round to its beginning: 3, 2, 1, and the way to all."""

HOST_AWAY = timedelta(seconds=90)
"""After this, another player is the host: a telephone that has slept for a minute has not gone, and
those who wait for a start do not wait much longer."""

_RACES = 8
"""Races of which is kept how they stand, until something changes, for all who look at them."""

_MOST_COUNTED = 10_000
"""Histories of which is kept how many codes they leave."""


class Lane(NamedTuple):
    """How far a player is in a race.

    Attributes:
        player: the digest of the player.
        left: how many codes can be the secret, as far as they know.
        bits: how much they have learned of it.
    """

    player: str
    entry: Entry
    left: int
    bits: float


class Standing(NamedTuple):
    """How a race stands.

    Attributes:
        version: changes with all that there is to see.
        lanes: who takes part, in the order in which they came.
        most: the bits of who knows the secret.
    """

    version: str
    lanes: list[Lane]
    most: float


class Racing:
    """All races of a server.

    Args:
        key: what their secrets are drawn with.
        work: where codes are counted that are many.
    """

    def __init__(
        self, games: Games, quota: Quota, invitations: Invitations, key: bytes, work: Pool
    ) -> None:
        self._store: Store = games.store
        self._games = games
        self._quota = quota
        self._invitations = invitations
        self._key = key
        self._work = work
        self._standings: OrderedDict[str, tuple[str, asyncio.Task[Standing]]] = OrderedDict()
        self._left: OrderedDict[tuple[Rules, History], int] = OrderedDict()

    def open(self, room: str, rules: Rules, player: str, name: str) -> None:
        """Open a room, as its host, who takes part.

        Raises:
            Overtaken: if there is one of this name.
            TooManyRequests, Full: if there is no place for it.
        """
        self._quota.begin(CLIENT.get(), {"rules": str(rules)}, ())
        now = self._store.now()
        self._store.rooms.open(Round(room, 1, str(rules), digest(player), now, None))
        self._store.rooms.enter(room, Racer(digest(player), name, now))

    def enter(self, race: Round, player: str, name: str) -> None:
        """Take part; who does so already keeps place and name.

        Raises:
            TooManyRequests: if too many do.
        """
        racers = self._store.rooms.racers(race.room)
        if digest(player) in (racer.player for racer in racers):
            return
        if len(racers) >= MOST_ENTRIES:
            raise TooManyRequests(
                translate(
                    "{most} players take part in this race already; begin another one",
                    most=MOST_ENTRIES,
                )
            )
        self._quota.add(CLIENT.get(), [name])
        self._store.rooms.enter(race.room, Racer(digest(player), name, self._store.now()))

    async def play(self, race: Round, player: str) -> str:
        """The id of a player's game in a race that has begun; it begins when first asked for.

        Raises:
            Deleted: if the player has deleted it.
        """
        game = self.game(race, player)
        if not await run_sync(self.has_begun, race, player):
            setup = race_setup(self._key, Rules.parse(race.rules), race.room, race.number)
            with suppress(Overtaken):
                await self._games.open("duel", setup, {"player": player}, race=race.key, game=game)
        return game

    def has_begun(self, race: Round, player: str) -> bool:
        """Whether a player has begun to play in a race.

        Raises:
            Deleted: if the player has deleted that game.
        """
        return self._store.has_begun("duel", self.game(race, player), player)

    def game(self, race: Round, player: str) -> str:
        """The id of a player's game in a race."""
        return self._invitations.entry(race.key, player)

    def start(self, race: Round, player: str) -> None:
        """Let a round begin in some seconds, for all.

        Raises:
            NotYours: if the player is not the host.
        """
        self._check_host(race, player)
        self._store.rooms.start(race, self._store.now() + COUNTDOWN)

    def follow(self, race: Round, player: str) -> None:
        """Let another round follow, for all who are there.

        Raises:
            NotYours: if the player is not the host.
        """
        self._check_host(race, player)
        if race.begun(self._store.now()):
            self._store.rooms.follow(race, self._store.now())

    def attend(self, race: Round, player: str) -> None:
        """Note that a player of a race looks at it."""
        self._store.rooms.mark_seen(race.room, digest(player), self._store.now())

    def succeed(self, race: Round) -> Round:
        """The same race; if its host has gone, with the next player who is there as host."""
        now, rooms = self._store.now(), self._store.rooms
        changed = rooms.succeed(race, now - HOST_AWAY, now - ABSENT)
        return rooms.of_key(race.key) if changed else race

    def version(self, race: Round) -> str:
        """What changes with all that there is to see of a race."""
        started, begun = race.begins is not None, race.begun(self._store.now())
        games = ".".join(map(str, self._store.progress(race.key)))
        racers, newest = self._store.rooms.company(race.room)
        deeds = self._store.moderation.version  # another one when a name is hidden
        who = sha256(f"{race.key} {race.host} {newest} {deeds}".encode()).hexdigest()[:8]
        return f"{race.number}.{started + begun}.{racers}.{games}.{who}"

    async def stand(self, race: Round) -> Standing:
        """How a race stands; all who ask at the same time share the answer."""
        version = await run_sync(self.version, race)
        known, task = self._standings.get(race.key, ("", None))
        failed = task is not None and task.done() and (task.cancelled() or task.exception())
        if task is None or known != version or failed:
            task = asyncio.create_task(self._stand(race, version))
            self._standings[race.key] = version, task
            self._standings.move_to_end(race.key)
            while len(self._standings) > _RACES:
                self._standings.popitem(last=False)
        return await asyncio.shield(task)

    async def _stand(self, race: Round, version: str) -> Standing:
        rules = Rules.parse(race.rules)
        entries = await run_sync(self._entries, race)
        left = await self._count(rules, [entry.turns for entry in entries.values()])
        lanes = [
            Lane(player, entry, codes, bits(rules.size, codes))
            for (player, entry), codes in zip(entries.items(), left, strict=True)
        ]
        return Standing(version, lanes, bits(rules.size, 1))

    def _entries(self, race: Round) -> dict[str, Entry]:
        setup = race_setup(self._key, Rules.parse(race.rules), race.room, race.number)
        runs = {run.player: run for run in self._store.runs(race.key)}
        entries = {}
        racers = self._store.rooms.racers(race.room)
        for player, name, joined in self._store.moderation.cover(racers, public=False):
            run = runs.get(player)
            begun = max(joined, race.begins or joined)
            seconds = 0.0 if run is None else (run.last - begun).total_seconds()
            # Games that were begun before there was a limit have none.
            played = setup if run is None else replace(setup, tries=run.tries)
            entries[player] = Entry.of(played, name, run.moves if run else (), seconds)
        return entries

    async def _count(self, rules: Rules, histories: list[History]) -> list[int]:
        """How many codes each history leaves; where that takes too long, all of them."""
        missing = [turns for turns in histories if turns and (rules, turns) not in self._left]
        if not is_expensive(rules):
            counts = await run_sync(lambda: [len(_known(rules, turns)) for turns in missing])
            self._left |= {(rules, turns): n for turns, n in zip(missing, counts, strict=True)}
        else:
            for turns in missing:
                with suppress(TooBusy, TooSlow, Lost):
                    left = await self._work.run(jobs.count_left, rules, format_history(turns))
                    self._left[rules, turns] = left
        found = [self._left.get((rules, turns), rules.size) for turns in histories]
        while len(self._left) > _MOST_COUNTED:
            self._left.popitem(last=False)
        return found

    def _check_host(self, race: Round, player: str) -> None:
        if digest(player) != race.host:
            raise NotYours(translate("only whoever has opened this race can do that"))


@lru_cache(512)
def _known(rules: Rules, turns: History) -> Candidates:
    """The codes that a history leaves; it is mostly known what they were a turn before."""
    return _known(rules, turns[:-1]).after(turns[-1]) if turns else candidates(rules)
