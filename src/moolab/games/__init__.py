"""What can be played, by name: one contract for all of it, the games of annexes as well."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from moolab.annexes import annexes, find, leave_out
from moolab.errors import InvalidExtension, UnknownGame
from moolab.games.game import Game
from moolab.support.text import quote

GAMES = {
    "duel": "duel",
    "two": "people",
    "training": "training",
    "solving": "solving",
    "boards": "boards",
}
"""The games of the house by the names that files and databases use, with the folders where they
are."""


def names() -> tuple[str, ...]:
    """The names of all games.

    >>> "duel" in names()
    True
    """
    others = (name for annex in annexes().values() for name in annex.games)
    return tuple(dict.fromkeys([*GAMES, *others]))


def playable() -> Iterator[Game[Any, Any]]:
    """All games, imported now; those of annexes that cannot be used are left out.

    >>> "duel" in [each.name for each in playable()]
    True
    """
    for name in names():
        try:
            yield game(name)
        except InvalidExtension as error:
            leave_out(str(error))


def game(name: str) -> Game[Any, Any]:
    """The game of this name; it is imported only now.

    Raises:
        UnknownGame: if there is none.

    >>> game("duel").seats
    ('player',)
    """
    found: Game[Any, Any]
    if name in GAMES:
        found = import_module(f"{__name__}.{GAMES[name]}.game").GAME
        return found
    annex = find("games", name)
    if annex is not None:
        part = annex.part(annex.games[name])
        if part is None or not hasattr(part, "GAME"):
            raise annex.fault(f"its module {annex.games[name]} has no GAME")
        found = part.GAME
        return found
    raise UnknownGame(
        f"{quote(name)} is not a game here, or what plays it is not installed; "
        f"there are {', '.join(names())}"
    )
