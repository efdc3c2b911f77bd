"""Files from outside: texts, and what parsers of others raise, of JSON, TOML or arrays."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from moolab.errors import MoolabError
from moolab.support.atomic import name_errors
from moolab.support.shipped import near


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


def text_of(path: Path, what: str, most: int, refusal: type[MoolabError]) -> str:
    """The text of a file; ``refusal`` if it is not one, or has more than ``most`` bytes.

    Raises:
        MoolabError: if that is so.
        OSError: if it cannot be read.
    """
    with name_errors(path, near), path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise refusal(f"the {what} has more than {most >> 20} MiB")
    with parsing(refusal("this is not a text in UTF-8")):
        return content.decode("utf-8-sig")
