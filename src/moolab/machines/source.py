"""Program files, and the arguments of routines, as people write them."""

import re
from pathlib import Path

from moolab.errors import InvalidCommand, InvalidProgram
from moolab.machines.notation import ulisp
from moolab.machines.notation.ulisp import Routine
from moolab.support.checks import naming
from moolab.support.foreign import STDIN, text_of
from moolab.support.shipped import find_file
from moolab.support.text import quote

MOST_BYTES = 1 << 24
"""Of a program, with all that is around it."""


def read_source(file: Path) -> str:
    """The text of a program file, or of stdin; of our own files, the name will do.

    Raises:
        InvalidProgram: if it is not a text, or endless.
        OSError: if it cannot be read.
    """
    with naming("stdin" if file == STDIN else str(file)):
        return text_of(find_file(file), MOST_BYTES, InvalidProgram)


def routine(text: str, name: str | None = None, called: str = "the program") -> Routine:
    """A routine of a listing with ``defcode`` forms.

    Args:
        name: of the routine; needed where there are several. Of those with the same name, the last
            one counts, as in Lisp.
        called: what errors call the listing.

    Raises:
        InvalidProgram: if it cannot be read, or there is no such routine, or several.

    >>> routine("(defcode half (n)) (defcode twice (n))", "Twice").name
    'twice'
    """
    routines = {each.name: each for each in ulisp.read(text)}
    if not routines:
        raise InvalidProgram(f"{called} has no routine: (defcode name (parameter ...) form ...)")
    names = ", ".join(routines)
    if name is not None:
        if name.lower() not in routines:
            raise InvalidProgram(f"{called} has no routine {quote(name)}, but {names}")
        return routines[name.lower()]
    if len(routines) > 1:
        raise InvalidProgram(f"{called} has several routines, and a name says which: {names}")
    [only] = routines.values()
    return only


_NUMBER = re.compile(
    r"(?P<sign>[+-]?)(?:(?:0x|#x)(?P<hex>[0-9a-f]{1,40})|(?P<decimal>[0-9]{1,40}))", re.IGNORECASE
)


def parse_argument(text: str) -> int:
    """Read a number, which can be negative; raises InvalidCommand if it is none.

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
