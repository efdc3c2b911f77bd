"""What a check has found."""

from collections.abc import Callable
from typing import NamedTuple

Watch = Callable[[int, int], None]
"""Told now and then how many guesses are done, and how many there are."""


def unwatched(_done: int, _guesses: int) -> None:
    """No one waits."""


class Counterexample(NamedTuple):
    """Where a port is wrong.

    Attributes:
        secret: it was scored against; None if the port keeps it to itself.
        expected: what would have been right.
        got: what the port answered, or how it failed.
    """

    guess: str
    secret: str | None
    expected: str
    got: str

    def __str__(self) -> str:
        """As a sentence.

        >>> print(Counterexample("1234", "4324", "12", "13"))
        guess 1234, secret 4324: expected 12, got 13
        """
        secret = "" if self.secret is None else f", secret {self.secret}"
        # What a program prints may hold line ends, or orders to a terminal.
        got = self.got if self.got.isprintable() else repr(self.got)
        return f"guess {self.guess}{secret}: expected {self.expected}, got {got}"


class Wrong(Exception):
    """Ends a check where a port is wrong."""

    def __init__(self, counterexample: Counterexample) -> None:
        super().__init__(str(counterexample))
        self.counterexample = counterexample


class Passed(NamedTuple):
    """What was right.

    Attributes:
        what: the kind of replies, such as ``4 digits``.
        replies: how many there were.
        work: the mean work for a reply, by its unit: lines, instructions, cycles.
    """

    what: str
    replies: int
    work: dict[str, float]
