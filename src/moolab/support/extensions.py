"""Parts that others have written, by their names: strategies, reply rules, makers, machines.

A name is that of an entry point of an installed package, or says where the part is in Python, as
``module:name``. To load a part is to run its code: what comes in a request, or in the notation of
a game, never names one. Where a file says ``module:name``, that is loaded only if
the user has named the same, on the command line or in Python (``is_trusted``).
"""

import sys
from collections.abc import Collection
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from typing import Any

from moolab.errors import InvalidExtension, MoolabError
from moolab.support.text import quote

_files = set[str]()
"""Where the parts are that have been loaded."""

_trusted = set[str]()
"""The names in Python whose code has been run in this process, as the user has named them."""


def installed(group: str) -> list[str]:
    """The names of the parts of one kind that installed packages offer.

    Args:
        group: the group of entry points, such as ``"moolab.rules"``.

    >>> installed("moolab.no-such-group")
    []
    """
    # It takes some milliseconds to look through what is installed.
    from importlib.metadata import entry_points

    return sorted(entry_points(group=group).names)


def is_extension(group: str, name: str) -> bool:
    """Whether a name can be that of a part; nothing is loaded.

    >>> is_extension("moolab.strategies", "mine:First"), is_extension("moolab.strategies", "first")
    (True, False)
    """
    return isinstance(name, str) and (is_in_python(name) or name in installed(group))


def is_in_python(name: str) -> bool:
    """Whether a name says where a part is in Python, as ``module:name``; a path does not.

    >>> is_in_python("mine:First"), is_in_python("first"), is_in_python("/trees/12:30.json")
    (True, False, False)
    """
    return ":" in name and not any(sign in name for sign in "/\\")


def is_trusted(name: str) -> bool:
    """Whether what a file names can be loaded: all but code that the user has not named as well.

    >>> is_trusted("first"), is_trusted("antigravity:fly")
    (True, False)
    """
    return not is_in_python(name) or name in _trusted


def load(group: str, name: str) -> Any:
    """The part of this name.

    Raises:
        InvalidExtension: if there is none, or its code cannot be run.

    >>> load("moolab.rules", "operator:eq")
    <built-in function eq>
    """
    try:
        if ":" not in name:
            from importlib.metadata import entry_points

            return entry_points(group=group)[name].load()
        if not is_in_python(name):
            raise ImportError("a name in Python has no slash")
        module, _, path = name.partition(":")
        found: Any = import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except Exception as error:  # whatever the code of others does
        reason = str(error) if isinstance(error, ImportError | AttributeError) else repr(error)
        raise InvalidExtension(f"{quote(name)} cannot be loaded: {reason}") from error
    _trusted.add(name)
    home = getattr(found, "__module__", None) or name.partition(":")[0]
    if file := getattr(sys.modules.get(home), "__file__", None):
        _files.add(file)
    return found


def for_user(error: BaseException) -> MoolabError | None:
    """An error as a user is told of it; None if it is an unexpected mistake of ours.

    >>> for_user(InvalidExtension("too long"))
    InvalidExtension('too long')

    One in the code of a part that was loaded is told with its place.

    >>> for_user(ValueError()) is None
    True
    """
    if isinstance(error, MoolabError):
        return error
    place = place_of(error, _files)
    return InvalidExtension(f"{place}{error!r}") if place else None


def place_of(error: BaseException, files: Collection[str]) -> str:
    """The last line of these files that an error came through, as the beginning of a sentence.

    It is empty if it came through none.
    """
    for frame in reversed(extract_tb(error.__traceback__)):
        if frame.filename in files:
            return f"{Path(frame.filename).name}, line {frame.lineno}, in {frame.name}: "
    return ""
