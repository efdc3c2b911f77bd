"""Files from outside: texts, and what parsers of others raise, of JSON, TOML or arrays."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import BinaryIO

from moolab.errors import MoolabError
from moolab.support.atomic import name_errors
from moolab.support.compressed import open_file
from moolab.support.language import translate
from moolab.support.shipped import near

STDIN = Path("-")


@contextmanager
def parsing(refusal: Exception) -> Iterator[None]:
    """Refuse what a parser cannot read, whatever it raises: a damaged file may do that anywhere.

    Args:
        refusal: says that it is not such a file.

    Raises:
        MoolabError: if that is raised within; it says already what is wrong.
        OSError: if the file itself cannot be read.
        MemoryError: if there is no room for it.

    >>> import json
    >>> from moolab.errors import InvalidGame
    >>> with parsing(InvalidGame("this is not a saved game")):
    ...     json.loads("[" * 100_000)
    Traceback (most recent call last):
        ...
    moolab.errors.InvalidGame: this is not a saved game
    """
    try:
        yield
    except (MoolabError, MemoryError):
        raise
    except Exception as error:
        # Damage of what is compressed is an OSError, too, without the number of one.
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise refusal from error


def text_of(source: Path | BinaryIO | bytes, most: int, refusal: type[MoolabError]) -> str:
    r"""The text of a file: a path, ``-`` for stdin, one that is open, or read; lines end alike.

    Args:
        most: the bytes that it may have.
        refusal: what is raised if it has more, or is not a text.

    Raises:
        MoolabError: if that is so.
        OSError: if it cannot be read.

    >>> from moolab.errors import InvalidTree
    >>> text_of(b"1\r\n2", 9, InvalidTree)
    '1\n2'
    >>> text_of(b"1\n\xff", 9, InvalidTree)
    Traceback (most recent call last):
        ...
    moolab.errors.InvalidTree: line 2: this is not a text in UTF-8
    """
    if source == STDIN:
        source = sys.stdin.buffer
    if isinstance(source, Path):
        with name_errors(source, near), source.open("rb") as file:
            return text_of(file, most, refusal)
    data = source if isinstance(source, bytes) else source.read(most + 1)
    if len(data) > most:
        raise refusal(f"this has more than {most:,} bytes")
    try:
        text, end = data.decode("utf-8-sig"), data.find(b"\0")
    except UnicodeDecodeError as error:
        text, end = "", error.start
    if end >= 0:
        line = data.count(b"\n", 0, end) + 1
        raise refusal(translate("line {line}: this is not a text in UTF-8", line=line))
    return text.replace("\r\n", "\n")


def json_lines(
    path: Path, refusal: Exception, longest: int, first: int | None = None
) -> Iterator[object]:
    """What the lines of a file say that has JSON in each, compressed or not.

    Args:
        refusal: says that the file is damaged.
        longest: the most characters of a line; those of a longer one are no JSON.
        first: the same of the first line (default: as of others).

    Raises:
        UnusableFile: if the file cannot be opened.
    """
    with open_file(path) as file:
        text, most = TextIOWrapper(file, "utf-8"), first or longest
        while True:
            with parsing(refusal):
                if not (line := text.readline(most)):
                    break
                found = json.loads(line)
            yield found
            most = longest
