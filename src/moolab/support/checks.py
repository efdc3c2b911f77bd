"""What the numbers and lists have to be that programs pass to the library."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from numbers import Integral, Real
from typing import Any

from moolab.errors import InvalidCommand, MoolabError
from moolab.support.text import quote, suggest


def check_count(what: str, value: object, least: int = 1, most: int | None = None) -> int:
    """Refuse what is not a whole number from ``least`` to ``most``.

    Args:
        what: the name of the argument.
        most: None for any number from ``least`` on.

    Returns:
        The number, be it one of NumPy, as Python's own.

    Raises:
        InvalidCommand: if it is not.

    >>> check_count("workers", 0)
    Traceback (most recent call last):
    moolab.errors.InvalidCommand: workers has to be a whole number, 1 or more, not 0
    """
    number = _whole(value)
    if number is None or number < least or (most is not None and number > most):
        allowed = f", {least:,} or more" if most is None else f" from {least:,} to {most:,}"
        raise InvalidCommand(f"{what} has to be a whole number{allowed}, not {quote(value)}")
    return number


def check_whole(what: str, value: object) -> int:
    """Refuse what is not a whole number, of any size; otherwise as ``check_count``.

    Raises:
        InvalidCommand: if it is not.

    >>> check_whole("seed", "a")
    Traceback (most recent call last):
    moolab.errors.InvalidCommand: seed has to be a whole number, not 'a'
    """
    if (number := _whole(value)) is None:
        raise InvalidCommand(f"{what} has to be a whole number, not {quote(value)}")
    return number


def check_seconds(
    value: object, *, zero: bool = False, none: bool = True, what: str = "seconds"
) -> None:
    """Refuse what is neither a number above 0 nor None: no limit.

    Args:
        zero: whether 0 will do, too.
        none: whether None will do.
        what: the name of the argument.

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
    raise InvalidCommand(f"{what} has to be a number {least}, not {quote(value)}")


def check_list(
    what: str, value: object, error: type[MoolabError] = InvalidCommand
) -> tuple[Any, ...]:
    """The items of a list, or of anything else whose items come one after the other.

    Anything else is refused, and a text, whose items would be its letters.

    Args:
        what: what it would be a list of.
        error: what is raised if it is not.

    >>> check_list("secrets", "abc")
    Traceback (most recent call last):
    moolab.errors.InvalidCommand: 'abc' is not a list of secrets: write ['abc']
    """
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return tuple(value)
    instead = f": write [{quote(value)}]" if isinstance(value, str) else ""
    raise error(f"{quote(value)} is not a list of {what}{instead}")


def check_dict(
    what: str, value: object, error: type[MoolabError] = InvalidCommand
) -> dict[Any, Any]:
    """A dict of anything that has names and what belongs to them; the rest is refused.

    Args:
        what: what the names are, or what belongs to them.
        error: what is raised if it is not.

    >>> check_dict("costs", [1, 2])
    Traceback (most recent call last):
    moolab.errors.InvalidCommand: [1, 2] is not a dict of costs
    """
    items = getattr(value, "items", None)
    if not callable(items):
        raise error(f"{quote(value)} is not a dict of {what}")
    return dict(items())


def check_options(known: Iterable[str], given: Iterable[str]) -> None:
    """Refuse an argument that is not one of these, as Python does where it knows them itself.

    >>> check_options(["seconds", "memory"], ["secnds"])
    Traceback (most recent call last):
    TypeError: 'secnds' is not an option; there are seconds, memory; did you mean 'seconds'?
    """
    for name in given:
        if name not in known:
            there = f"{', '.join(known)}{suggest(name, known)}"
            raise TypeError(f"{quote(name)} is not an option; there are {there}")


@contextmanager
def naming(what: str) -> Iterator[None]:
    """Say in an error which of many things it is about.

    >>> with naming("position 2 of 3"):
    ...     raise InvalidCommand("the game is over")
    Traceback (most recent call last):
    moolab.errors.InvalidCommand: position 2 of 3: the game is over
    """
    try:
        yield
    except MoolabError as error:
        error.args = (f"{what}: {error}",)
        raise


def _whole(value: object) -> int | None:
    # To Python, True is a number.
    return int(value) if isinstance(value, Integral) and not isinstance(value, bool) else None
