"""Arguments of routines, as people write them."""

import re

from moolab.errors import InvalidCommand
from moolab.support.text import quote

_NUMBER = re.compile(
    r"(?P<sign>[+-]?)(?:(?:0x|#x)(?P<hex>[0-9a-f]{1,40})|(?P<decimal>[0-9]{1,40}))", re.IGNORECASE
)


def parse_argument(text: str) -> int:
    """Read a number, which may be negative.

    Raises:
        InvalidCommand: if it is none.

    >>> [parse_argument(text) for text in ("18", "0x12", "#x12", "-1")]
    [18, 18, 18, -1]
    """
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise InvalidCommand(f"{quote(text)} is not a number such as 18, 0x12 or #x12")
    digits, radix = (match["hex"], 16) if match["hex"] else (match["decimal"], 10)
    return int(match["sign"] + digits, radix)


def format_argument(argument: int) -> str:
    """A number as people write it; ``parse_argument`` reads it back.

    >>> format_argument(4), format_argument(0x1234), format_argument(-16)
    ('4', '0x1234', '-0x10')
    """
    return str(argument) if abs(argument) < 10 else f"{argument:#x}"
