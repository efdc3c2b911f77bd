"""What can be played, by name: one contract for all of it, the games of annexes as well."""

from importlib import import_module
from typing import Any

from moolab.annexes import annexes, own
from moolab.errors import UnknownGame
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
    # Those that come with moolab are there at once, those that are installed have to be found.
    for known in (own, annexes):
        for annex in known().values():
            if name in annex.games:
                part = annex.part(annex.games[name])
                if part is None or not hasattr(part, "GAME"):
                    raise annex.fault(f"its module {annex.games[name]} has no GAME")
                found = part.GAME
                return found
    raise UnknownGame(
        f"{quote(name)} is not a game here, or what plays it is not installed; "
        f"there are {', '.join(names())}"
    )
