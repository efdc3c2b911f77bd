"""Parsers that others have written, of JSON, TOML or arrays: what they raise is one error."""

from collections.abc import Iterator
from contextlib import contextmanager

from moolab.errors import MoolabError


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
