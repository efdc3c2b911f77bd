"""Annexes: whole subjects of their own, each in one folder, that the house finds by name.

An annex brings everything of its subject: what is played, its command, its pages, its kernels, its
views, its part of the library, its translations. The house imports none of it by name: it asks
here. A folder of ``moolab`` that has a module ``annex`` is one, and so is whatever an installed
package offers as an entry point of the group ``moolab.annexes``, such as::

    [project.entry-points."moolab.annexes"]
    nim = "nim.annex:ANNEX"
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from moolab.errors import InvalidExtension

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "moolab.annexes"
"""The group of entry points."""

SUBJECTS = "Subjects of their own"
"""The heading of the commands of annexes that need no other."""


@dataclass(frozen=True)
class Annex:
    """What an annex says of itself without any of it being imported.

    Besides, the house looks into its package for these parts, and uses those that are there:

    - ``commands.NAME``, or ``commands`` alone: a module with ``command``, the command of that name;
    - ``screens``: a module with ``APPS``, what gives games the whole terminal, by their names;
    - ``kernels``: a module with ``JOBS``, what ``moo cache build`` compiles;
    - ``proofs``: a module with ``FORMAT``, what the first line of its certificates says, and
      ``verify``, which checks them;
    - ``views``: a module with its answers as JSON;
    - ``web.wing``: a module with ``WING``, its pages; ``web.costs`` with ``COSTS``, what its games
      cost a server; ``web.jobs`` with ``compile_kernels``, for a server that starts;
    - ``languages``: a folder with its translations.

    Args:
        name: what it is called.
        package: where it is.
        commands: the names of its commands, each with the first line of its help.
        first: those of them that most people want: they are on the page of ``moo`` alone.
        heading: above these in the help page.
        games: what is played, by the names that files and databases use: the module with ``GAME``.
        names: what it gives to ``moolab`` for programs, each with its module.
        choices: what ``moo tui`` offers: commands with what they are for, as marked sentences.
        files: folders of files that users may name without their folder.

    >>> nim = Annex("nim", "nim_for_moolab", {"nim": "Play Nim."})
    >>> nim.part("kernels") is None
    True
    """

    name: str
    package: str
    commands: Mapping[str, str] = field(default_factory=dict)
    first: tuple[str, ...] = ()
    heading: str = SUBJECTS
    games: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)
    files: tuple[str, ...] = ()

    def part(self, name: str) -> ModuleType | None:
        """One of its modules, imported; None if it has none of that name.

        Raises:
            InvalidExtension: if its code cannot be run.
        """
        full = f"{self.package}.{name}"
        try:
            return import_module(full) if find_spec(full) else None
        except ModuleNotFoundError as error:
            if error.name and f"{full}.".startswith(f"{error.name}."):
                return None
            raise self._told(error) from error
        except Exception as error:  # whatever the code of others does
            raise self._told(error) from error

    def fault(self, error: object) -> InvalidExtension:
        """What is said where it cannot be used."""
        return InvalidExtension(f"the annex {self.name} cannot be used: {error}")

    def _told(self, error: Exception) -> Exception:
        # What is wrong in ours is not for users.
        return error if self.package.startswith("moolab.") else self.fault(repr(error))

    @property
    def folder(self) -> Path:
        """Where its package is."""
        found = find_spec(self.package)
        [first, *_] = (found and found.submodule_search_locations) or [self.package]
        return Path(first)


class AnnexProof(NamedTuple):
    """What a file proves that an annex has checked.

    Args:
        game: what it is about.
        claim: what it proves, in a sentence.
        objective: the same in a word.
        claims: how many steps were checked.
        seconds: how long that took.
    """

    game: str
    claim: str
    objective: str
    claims: int
    seconds: float


@cache
def own() -> Mapping[str, Annex]:
    """The annexes that come with moolab, by their names."""
    names = sorted(path.parent.name for path in Path(__file__).parent.glob("*/annex.py"))
    found = [import_module(f"{__package__}.{name}.annex").ANNEX for name in names]
    return {annex.name: annex for annex in found}


def find(what: str, name: str) -> Annex | None:
    """The annex that brings something of this name; None if there is none.

    Args:
        what: ``commands`` or ``games``.

    >>> find("games", "chess")
    """
    # Those that come with moolab are there at once, those that are installed have to be found.
    known = (annex for found in (own, annexes) for annex in found().values())
    return next((annex for annex in known if name in getattr(annex, what)), None)


def _offered() -> Iterable["EntryPoint"]:
    # To import what says it for sure takes 10 ms, and hardly a machine has such a package.
    pattern = re.compile(rf"^\[{GROUP}\]".encode(), re.MULTILINE)
    for folder in sys.path:
        with suppress(OSError):  # what cannot be read offers nothing
            for entry in os.scandir(folder or "."):
                file = Path(entry.path, "entry_points.txt")
                offers = entry.name.endswith("-info") and file.is_file()
                if offers and pattern.search(file.read_bytes()):
                    from importlib.metadata import entry_points

                    return entry_points(group=GROUP)
    return ()


@cache
def annexes() -> Mapping[str, Annex]:
    """All annexes by their names: those that come with moolab, then those that are installed.

    One that is installed cannot take the place of another, and one whose code cannot be run is left
    out: the log says why.
    """
    found = dict(own())
    for point in _offered():
        try:
            annex = point.load()
            if not isinstance(annex, Annex):
                raise TypeError(f"{point.value} is not an Annex")
        except Exception as error:  # whatever the code of others does
            leave_out(f"the annex {point.name} cannot be used: {error}")
            continue
        found.setdefault(annex.name, annex)
    return found


def parts(name: str) -> Iterator[ModuleType]:
    """The modules of one name of all annexes that have one.

    Args:
        name: such as ``"kernels"``.
    """
    for annex in annexes().values():
        try:
            part = annex.part(name)
        except InvalidExtension as error:
            leave_out(str(error))
        else:
            if part:
                yield part


@cache
def leave_out(reason: str) -> None:
    """Say once why something of an annex is left out.

    Args:
        reason: the whole sentence.
    """
    if "_MOO_COMPLETE" in os.environ:
        return  # it would be in the line that is being typed
    # Most commands need no log.
    import logging

    logging.getLogger(__name__).warning("moo: %s", reason)
