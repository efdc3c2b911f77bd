"""Saved games of earlier versions, and how a field of any of them is read."""

import base64
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from moolab.errors import InvalidGame
from moolab.games.duel.fairness import commitment

T = TypeVar("T")

Parts = tuple[str, dict[str, Any], list[Any]]
"""What is played, the fields of its setup, and its moves."""


def read_field(fields: dict[str, Any], name: str, kind: type[T]) -> T:
    """A field of a saved game, as JSON tells types apart: true is not a number.

    Raises:
        InvalidGame: if it is missing or malformed.
    """
    value = fields.get(name)
    if type(value) is not kind:
        raise InvalidGame(f"the saved game is damaged: its {name!r} is missing or malformed")
    return value


def read_moves(moves: list[Any]) -> tuple[str, ...]:
    """The moves of a saved game.

    Raises:
        InvalidGame: if one is not a text.
    """
    if not all(isinstance(move, str) for move in moves):
        raise InvalidGame("the saved game is damaged: its moves are malformed")
    return tuple(moves)


def _duel(fields: dict[str, Any]) -> Parts:
    """A duel whose secret and nonce are sealed together, ``SECRET:NONCE``."""
    try:
        sealed = base64.b64decode(read_field(fields, "sealed", str), validate=True).decode()
    except ValueError as error:
        raise InvalidGame(f"the saved game is damaged: {error}") from error
    secret, _, nonce = sealed.partition(":")
    if (commitment(secret, nonce) if secret else None) != fields.get("commitment"):
        raise InvalidGame("the saved game is damaged: its secret is not what was sealed")
    known = _known(fields, ("rules", "role", "strategy", "seed", "start"))
    # The first games did not say these.
    added = ("consistent", "rated", "maker", "mistakes")
    known |= {name: fields[name] for name in added if name in fields}
    known |= {"secret": secret or None, "nonce": nonce}
    return "duel", known, read_field(fields, "moves", list)


def _known(fields: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Fields that were always written.

    Raises:
        InvalidGame: if one is missing.
    """
    try:
        return {name: fields[name] for name in names}
    except KeyError as error:
        raise InvalidGame(f"the saved game is damaged: its {error} is missing") from error


def _trilobite(fields: dict[str, Any]) -> Parts:
    known = _known(fields, ("size", "win", "first", "level", "seconds", "seed"))
    return "trilobite", known, read_field(fields, "moves", list)


OLDER: dict[tuple[str, int], Callable[[dict[str, Any]], Parts]] = {
    ("moolab-game", 1): _duel,
    ("moolab-trilobite", 1): _trilobite,
}
"""What reads a format in a version that is not written any more."""
