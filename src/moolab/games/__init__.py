"""What can be played, by name: one contract for all of it."""

from importlib import import_module
from typing import Any

from moolab.errors import UnknownGame
from moolab.games.game import Game
from moolab.support.text import quote

GAMES = {
    "duel": "duel",
    "two": "people",
    "trilobite": "trilobite",
    "machine": "machine",
    "training": "training",
    "solving": "solving",
    "boards": "boards",
}
"""The games by the names that files and databases use, with the folders where they are."""


def game(name: str) -> Game[Any, Any]:
    """The game of this name; it is imported only now.

    Raises:
        UnknownGame: if there is none.

    >>> game("duel").seats
    ('player',)
    """
    if name not in GAMES:
        raise UnknownGame(f"{quote(name)} is not a game; choose from {', '.join(GAMES)}")
    found: Game[Any, Any] = import_module(f"{__name__}.{GAMES[name]}.game").GAME
    return found
