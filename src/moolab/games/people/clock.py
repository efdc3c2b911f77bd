"""The clock of a duel between two people: how much time each has left.

Time runs for whoever is to guess, from the moment when both secrets are set.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from moolab.games.people.match import LATE, SEATS, Match


class Times(NamedTuple):
    """What the clock shows.

    Attributes:
        left: the seconds that each has, by seat.
        running: the seat whose time runs; None if nobody's does.
    """

    left: dict[str, float]
    running: str | None

    @property
    def late(self) -> str | None:
        """The seat whose time has run out while it ran."""
        return self.running if self.running and self.left[self.running] <= 0 else None


def times(match: Match, made: Sequence[datetime], now: datetime) -> Times | None:
    """What the clock of a game shows; None if it has none.

    Args:
        made: when each move was made.

    >>> from datetime import timedelta
    >>> from moolab.games.people.match import Setup, apply_stored, begin
    >>> match = begin(Setup.new("ab4x10", clock="game", seconds=60))
    >>> for move in ("first secret 1234", "second secret 5678", "first guess 0123"):
    ...     match = apply_stored(match, move)
    >>> start = datetime(2026, 11, 23)
    >>> made = [start + timedelta(seconds=n) for n in (0, 100, 110)]
    >>> times(match, made, start + timedelta(seconds=130))
    Times(left={'first': 50.0, 'second': 40.0}, running='second')
    """
    setup = match.setup
    if setup.clock == "none":
        return None
    left = dict.fromkeys(SEATS, float(setup.seconds))
    secrets, since = 0, None
    for text, at in zip(match.moves, made, strict=True):
        seat, verb = text.split()[:2]
        if verb == "secret":
            secrets += 1
            since = at
        elif verb == LATE:
            left[seat] = 0.0
        elif verb == "guess" and since is not None:
            if setup.clock == "game":
                left[seat] -= (at - since).total_seconds()
            since = at
    running = match.turn
    if running and since is not None:
        left[running] -= (now - since).total_seconds()
    return Times(left, running)
