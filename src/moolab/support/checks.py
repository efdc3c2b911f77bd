"""What numbers have to be that somebody passes to the library."""

from numbers import Integral, Real

from moolab.errors import InvalidCommand
from moolab.support.text import quote


def check_count(what: str, value: object, least: int = 1) -> int:
    """Refuse what is not a whole number, ``least`` or more.

    Args:
        what: the name of the argument.

    Returns:
        The number, be it one of NumPy, as Python's own.

    Raises:
        InvalidCommand: if it is not.

    >>> check_count("workers", 0)
    Traceback (most recent call last):
    moolab.errors.InvalidCommand: workers has to be a whole number, 1 or more, not 0
    """
    # To Python, True is a number.
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise InvalidCommand(
            f"{what} has to be a whole number, {least:,} or more, not {quote(value)}"
        )
    return int(value)


def check_seconds(value: object, *, zero: bool = False, none: bool = True) -> None:
    """Refuse what is neither a number above 0 nor None: no limit.

    Args:
        zero: whether 0 will do, too.
        none: whether None will do.

    Raises:
        InvalidCommand: if it is not.

    >>> check_seconds(-1)
    Traceback (most recent call last):
    moolab.errors.InvalidCommand: seconds has to be a number above 0, not -1
    """
    number = float(value) if isinstance(value, Real) else -1
    if (value is None and none) or number > 0 or (zero and number == 0):
        return
    least = "0 or more" if zero else "above 0"
    raise InvalidCommand(f"seconds has to be a number {least}, not {quote(value)}")
