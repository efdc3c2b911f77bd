"""What is counted of a server: the names of it, for those in whose hands it happens."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol


class Count(Protocol):
    """Adds to one of ``COUNTED``; what is there only for a while is taken away again."""

    def __call__(self, name: str, amount: int = 1, /, **labels: str) -> None:
        """Add to what is counted, under all of its labels."""


class Counted(NamedTuple):
    """Something that is counted.

    Attributes:
        labels: by what it is told apart.
        passing: whether it is there for a while, and not just more and more.
    """

    help: str
    labels: tuple[str, ...] = ()
    passing: bool = False


COUNTED: Mapping[str, Counted] = {
    "games_begun": Counted("Games begun.", ("kind",)),
    "games_finished": Counted("Games that have ended.", ("kind",)),
    "games_deleted": Counted("Games deleted because of their age, or on request."),
    "moves": Counted("Moves of players.", ("kind",)),
    "streams": Counted("Event streams and WebSockets that are open.", passing=True),
    "work_running": Counted("Computations in other processes.", ("pool",), passing=True),
    "work_waiting": Counted("Computations that wait for a process.", ("pool",), passing=True),
    "work_refused": Counted("Computations refused as too many waited.", ("pool",)),
    "database_errors": Counted("Statements and connections that have failed."),
}


def ignore(_name: str, _amount: int = 1, /, **_labels: str) -> None:
    """Count nothing, where counts are not wanted."""
