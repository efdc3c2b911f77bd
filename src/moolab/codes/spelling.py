"""Codes as users of the library may give them: texts, or one symbol after the other."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, cast

from moolab.errors import InvalidCode
from moolab.support.text import quote


class Array(Protocol):
    """An array of NumPy, or of another library."""

    def tolist(self) -> Any:
        """Its elements as Python's own objects."""


AnyCode = str | Sequence[str | int] | Array
"""A code: ``"1234"``, or its symbols in a tuple, a list or an array, as texts or as numbers."""

AnyCodes = AnyCode | Iterable[AnyCode]
"""One code, or several; of an array with two axes, each row is one."""


def plain(given: Any) -> Any:
    """An array as a list, and one of its elements as Python's own; anything else as it is."""
    return getattr(given, "tolist", lambda: given)()


def symbols_by_number(alphabet: str, *, digits_only: bool = False) -> dict[int, str]:
    """The symbols that whole numbers stand for.

    A number is a digit of the alphabet. If no digit is anywhere but at its own place, all
    numbers are places in the alphabet.

    >>> symbols_by_number("0123"), symbols_by_number("ABC"), symbols_by_number("123")
    ({0: '0', 1: '1', 2: '2', 3: '3'}, {0: 'A', 1: 'B', 2: 'C'}, {1: '1', 2: '2', 3: '3'})
    """
    places = dict(enumerate(alphabet))
    digits = {int(symbol): symbol for symbol in alphabet if symbol in "0123456789"}
    return digits if digits_only or not digits.items() <= places.items() else places


def spell(code: object, by_number: Mapping[int, str], example: str) -> str:
    """The text of a code; whether it is one of the game is not looked at.

    Args:
        by_number: the symbols that whole numbers stand for.
        example: some code, for the error.

    Raises:
        InvalidCode: if it is neither, or a number does not stand for a symbol.

    >>> spell((1, "2", 3), symbols_by_number("0123"), "012")
    '123'
    """
    given = plain(code)
    if isinstance(given, str):
        return given
    if not isinstance(given, Sequence) or isinstance(given, bytes):
        raise InvalidCode(
            f"{quote(given)} is not a text; write a code in quotes, for example {example!r}"
        )
    return "".join(_symbol(each, given, by_number) for each in map(plain, given))


def _symbol(symbol: object, code: object, by_number: Mapping[int, str]) -> str:
    if isinstance(symbol, str) and len(symbol) == 1:
        return symbol
    # True is a number to Python, but not in a code.
    if type(symbol) is int and symbol in by_number:
        return by_number[symbol]
    raise InvalidCode(
        f"{quote(code)} is not a code: {quote(symbol)} is not a symbol, nor the number of one"
    )


def several(codes: AnyCodes, places: int) -> Iterable[AnyCode]:
    """Several codes, where one can be given instead of a list of them.

    Args:
        places: those of a code: a row of single symbols is one code unless codes have one place.

    >>> several("0123", 4), several((0, 1, 2, 3), 4), several(["0", "1"], 1)
    (['0123'], [[0, 1, 2, 3]], ['0', '1'])
    """
    if getattr(codes, "ndim", 0) == 2:
        return cast("Iterable[AnyCode]", codes)
    given = plain(codes)
    if isinstance(given, str):
        return [given]
    if not isinstance(given, Iterable):
        raise InvalidCode(f"{quote(given)} is not a list of codes: write them in quotes")
    each = [*given]
    numbers = bool(each) and all(isinstance(plain(one), int) for one in each)
    letters = bool(each) and all(isinstance(one, str) and len(one) == 1 for one in each)
    return [each] if numbers or (letters and places > 1) else each
