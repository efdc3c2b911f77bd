"""What the calculator itself calls an error."""

ERRORS = (
    "mathematics",
    "a register overflowed in storage arithmetic",
    "statistics",
    "the rate of return needs an estimate",
    "there is no such program line, or storage arithmetic went to a register after R4",
    "compound interest",
    "there is no such register",
    "no rate of return exists",
    "calendar",
    "service",
)
"""What each number after the word ``Error`` stands for (Owner's Handbook, appendix C)."""


class ErrorShown(Exception):
    """The calculator shows ``Error`` and this number; the next key clears it."""

    def __init__(self, number: int) -> None:
        super().__init__(f"Error {number}")
        self.number = number


def demand(possible: object, number: int) -> None:
    """Make sure that something holds; raises ErrorShown with this number if it does not."""
    if not possible:
        raise ErrorShown(number)
