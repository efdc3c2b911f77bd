"""What is public, what is done about it, and what follows: hidden names and blocked clients."""

from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import datetime
from ipaddress import ip_address, ip_network
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from moolab.errors import MoolabError
from moolab.games.daily import BEGINNING
from moolab.support.text import quote
from moolab.web.http.names import clean_name, is_refused, skeleton
from moolab.web.store.database import Database
from moolab.web.store.persons import delete_games
from moolab.web.store.tables import (
    DEEDS,
    GAMES,
    IMPORTED,
    LOBBY,
    PRACTICE,
    RACERS,
    REPORTS,
    ROUNDS,
    SEATS,
    TREES,
)

Named = TypeVar("Named", bound=Any)
"""A tuple with a name."""

PLAYER = "player-"
"""What a player is called by the beginning of the digest that the database has."""

TREE = "tree-"
"""What the name of a tree begins with among players of the arena."""

_SHOWN = 12
"""Digits of the digest that are shown: of a million players, no two have the same."""

_NETWORK = 64
"""Bits of an address of IPv6 that a client has been given: the others it may choose."""

_NAMES = (SEATS.c.name, RACERS.c.name, TREES.c.name)
"""All names that players are called by."""


class InvalidTarget(MoolabError):
    """Nothing on a server is called so."""


class Public(NamedTuple):
    """A name that all players can read.

    Attributes:
        place: where: a code of a day, ``race``, ``tree`` or ``lobby``.
        id: what ``delete`` knows it by.
        player: who bears it; empty where it is unknown.
    """

    place: str
    id: str
    player: str
    name: str


class Deed(NamedTuple):
    """Something that was done about players.

    Attributes:
        number: in order, from 1.
        deed: hide, delete, block or allow.
        until: when it ends, if it does.
    """

    number: int
    made: datetime
    deed: str
    target: str
    until: datetime | None
    reason: str


class Moderation:
    """Looks after the names and clients of a server.

    Args:
        database: where all of it is.

    Attributes:
        names: where names are shown: ``all``; ``friends``, not on public pages; or ``off``.
        words: those that no name may have, as ``skeleton`` has them.
    """

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now
        self.names = "all"
        self.words: Collection[str] = ()
        self._newest = 0
        self._hidden: set[str] = set()
        self._blocked: dict[str, datetime | None] = {}

    @property
    def version(self) -> int:
        """What changes with all that is done."""
        return self._newest

    def refresh(self) -> bool:
        """Look for what was done meanwhile; whether that was anything."""
        newest = self._database.value(sa.select(sa.func.max(DEEDS.c.number))) or 0
        if newest == self._newest:
            return False
        hidden, blocked = set[str](), dict[str, datetime | None]()
        for deed in self.deeds():
            if deed.deed == "hide":
                hidden.add(_look(deed.target))
            elif deed.deed == "block":
                blocked[deed.target] = deed.until
            elif deed.deed == "allow":
                hidden.discard(_look(deed.target))
                blocked.pop(deed.target, None)
        self._newest, self._hidden, self._blocked = newest, hidden, blocked
        return True

    def take(self, text: str, *, public: bool) -> str:
        """The name that a player typed, made fit to be shown; empty where there shall be none.

        Args:
            public: whether all players can read it.
        """
        name = clean_name(text)
        refused = is_refused(name, self.words) or _look(name) in self._hidden
        return "" if refused or not self.shows(public=public) else name

    def shows(self, *, public: bool) -> bool:
        """Whether names are shown."""
        return self.names == "all" or (self.names == "friends" and not public)

    def cover(self, rows: list[Named], *, public: bool) -> list[Named]:
        """The same rows, without their names where none are shown."""
        if self.shows(public=public):
            return rows
        return [row._replace(name="") for row in rows]

    def is_blocked(self, client: str, player: Callable[[], str]) -> bool:
        """Whether a client is not served at the moment.

        Args:
            player: the digest of the player whose browser it is.
        """
        now = self._now()
        return any(
            (until is None or now < until) and _is_meant(target, client, player)
            for target, until in self._blocked.items()
        )

    def report(self, place: str, name: str) -> None:
        """Count that a player does not want to read a name, if it is there.

        Args:
            place: a race, a room, a game, or the rules of a tree.
        """
        seats = sa.select(SEATS.c.name).join(GAMES, SEATS.c.game == GAMES.c.id)
        there = sa.union_all(
            seats.where(GAMES.c.race == place),
            seats.where(GAMES.c.id == place),
            sa.select(RACERS.c.name).where(RACERS.c.room == place),
            sa.select(TREES.c.name).where(TREES.c.rules == place),
        ).subquery()
        if not self._database.rows(sa.select(there).where(there.c.name == name).limit(1)):
            return
        again = REPORTS.update().where(REPORTS.c.name == name)
        if not self._database.write(again.values(number=REPORTS.c.number + 1)):
            with suppress(IntegrityError):  # another one has reported it at the same moment
                self._database.write(REPORTS.insert(), {"name": name, "number": 1})

    def reports(self) -> dict[str, int]:
        """How often names were reported."""
        return dict(map(tuple, self._database.rows(sa.select(REPORTS))))

    def public(self, since: datetime) -> list[Public]:
        """All names that all players can read.

        Args:
            since: when a daily game began, or a race, for its names to be in it.
        """
        seats = sa.select(SEATS.c.game, SEATS.c.player, SEATS.c.name).where(SEATS.c.name != "")
        daily = (
            seats.join(GAMES, SEATS.c.game == GAMES.c.id)
            .add_columns(GAMES.c.race)
            .where(GAMES.c.race.startswith(BEGINNING), GAMES.c.created >= since)
        )
        new = sa.select(ROUNDS.c.room).where(ROUNDS.c.opened >= since)
        racers = sa.select(RACERS.c.room, RACERS.c.player, RACERS.c.name)
        racers = racers.where(RACERS.c.room.in_(new), RACERS.c.name != "")
        waiting = seats.join(LOBBY, SEATS.c.game == LOBBY.c.game)
        trees = sa.select(TREES.c.id, TREES.c.name).where(TREES.c.name != "")
        rows = self._database.rows
        return [
            *(Public(race[1:], game, _short(who), name) for game, who, name, race in rows(daily)),
            *(Public("race", room, _short(who), name) for room, who, name in rows(racers)),
            *(Public("tree", TREE + tree, "", name) for tree, name in rows(trees)),
            *(Public("lobby", game, _short(who), name) for game, who, name in rows(waiting)),
        ]

    def hide(self, name: str, reason: str) -> int:
        """Take a name, and those that look like it, off all pages, and refuse it from now on.

        Returns:
            In how many places it was.

        Raises:
            InvalidTarget: if nothing of it can be seen.
        """
        shown, changed = clean_name(name), 0
        if not shown:
            raise InvalidTarget(f"nothing can be seen of the name {quote(name)}")
        with self._database.writing() as connection:
            for column in _NAMES:
                here = connection.execute(sa.select(column).distinct()).scalars()
                meant = [each for each in here if each and _look(each) == _look(shown)]
                change = sa.update(column.table).where(column.in_(meant))
                changed += connection.execute(change.values({column: ""})).rowcount
                connection.execute(REPORTS.delete().where(REPORTS.c.name.in_(meant)))
            self._note(connection, "hide", shown, reason)
        return changed

    def delete(self, what: str, reason: str) -> str:
        """Delete a game, a race with all its games, or a tree.

        Returns:
            What it was.

        Raises:
            InvalidTarget: if there is no such thing.
        """
        with self._database.writing() as connection:
            races = GAMES.c.race.startswith(f"{what} ", autoescape=True)
            games = sa.select(GAMES.c.id, GAMES.c.race)
            if connection.execute(ROUNDS.delete().where(ROUNDS.c.room == what)).rowcount:
                found = "race"
                connection.execute(RACERS.delete().where(RACERS.c.room == what))
                delete_games(connection, list(connection.execute(games.where(races)).scalars()))
            elif (game := connection.execute(games.where(GAMES.c.id == what)).first()) is not None:
                found = "game"
                if game.race in (None, PRACTICE, IMPORTED):
                    delete_games(connection, [what])
                else:  # in a race or on a day, its player would play again, and know the code
                    mine = SEATS.update().where(SEATS.c.game == what)
                    connection.execute(mine.values(player=None, name=None))
            elif connection.execute(
                TREES.delete().where(TREES.c.id == what.removeprefix(TREE))
            ).rowcount:
                found = "tree"
            else:
                raise InvalidTarget(f"no game, race or tree is called {quote(what)}")
            self._note(connection, "delete", what, reason)
        return found

    def block(self, target: str, until: datetime | None, reason: str) -> str:
        """Serve a client no more for some time.

        Args:
            target: an address, a network, or what ``public`` calls a player.

        Returns:
            The same as it is kept.

        Raises:
            InvalidTarget: if it is none.
        """
        target = read_client(target)
        with self._database.writing() as connection:
            self._note(connection, "block", target, reason, until)
        return target

    def allow(self, target: str, reason: str) -> None:
        """Serve a client again, or let a name be had again.

        Raises:
            InvalidTarget: if it was neither blocked nor hidden.
        """
        self.refresh()
        if _look(target) not in self._hidden and target not in self._blocked:
            target = read_client(target)
            if target not in self._blocked:
                raise InvalidTarget(f"{quote(target)} is neither hidden nor blocked")
        with self._database.writing() as connection:
            self._note(connection, "allow", target, reason)

    def deeds(self) -> list[Deed]:
        """All that was done, in order."""
        query = sa.select(DEEDS).order_by(DEEDS.c.number)
        return [Deed(*row) for row in self._database.rows(query)]

    def _note(
        self,
        connection: sa.Connection,
        deed: str,
        target: str,
        reason: str,
        until: datetime | None = None,
    ) -> None:
        row: dict[str, Any] = {"made": self._now(), "deed": deed, "target": target[:128]}
        connection.execute(DEEDS.insert(), row | {"until": until, "reason": reason[:400]})


def _look(name: str) -> str:
    """What names have in common that are hidden together; without letters, they are themselves."""
    return skeleton(name) or name


def _short(player: str | None) -> str:
    return f"{PLAYER}{player[:_SHOWN]}" if player else ""


def read_client(text: str) -> str:
    """An address, a network or a player as blocks have them.

    Raises:
        InvalidTarget: if it is none of these.

    >>> read_client("2001:db8::1"), read_client("192.0.2.77/24"), read_client("player-0123456789AB")
    ('2001:db8::/64', '192.0.2.0/24', 'player-0123456789ab')
    """
    digits = text.lower().removeprefix(PLAYER)
    if text.lower().startswith(PLAYER) and len(digits) >= _SHOWN and digits.isalnum():
        return f"{PLAYER}{digits[:_SHOWN]}"
    try:
        network = ip_network(text, strict=False)
    except ValueError:
        raise InvalidTarget(
            f"{quote(text)} is not an address such as 192.0.2.7, a network such as 192.0.2.0/24, "
            f"or a player such as {PLAYER}0123456789ab"
        ) from None
    if network.version == 6 and network.prefixlen > _NETWORK:
        network = network.supernet(new_prefix=_NETWORK)
    return str(network) if network.num_addresses > 1 else str(network.network_address)


def _is_meant(target: str, client: str, player: Callable[[], str]) -> bool:
    if target.startswith(PLAYER):
        return _short(player()) == target
    try:
        return ip_address(client) in ip_network(target)
    except ValueError:
        return False
