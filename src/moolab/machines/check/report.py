"""What a check has found."""

from typing import NamedTuple


class Counterexample(NamedTuple):
    """Where a port is wrong.

    Attributes:
        guess: the guess of the pair.
        secret: the secret of the pair; None if the port keeps it to itself.
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
        return f"guess {self.guess}{secret}: expected {self.expected}, got {self.got}"


class Report(NamedTuple):
    """How a check went.

    Attributes:
        checked: how many replies were compared, by what they belong to.
        counterexample: the first that is wrong, if there is any.
    """

    checked: dict[str, int]
    counterexample: Counterexample | None
