"""Saved games of earlier versions, and how a field of any of them is read."""

import base64
from collections.abc import Callable
from typing import Any, TypeVar

from moolab.errors import InvalidGame

T = TypeVar("T")

Parts = tuple[str, dict[str, Any], list[Any]]
"""What is played, the fields of its setup, and its moves."""


def field(fields: dict[str, Any], name: str, kind: type[T]) -> T:
    """A field of a saved game, as JSON tells types apart: true is not a number.

    Raises:
        InvalidGame: if it is missing or malformed.
    """
    value = fields.get(name)
    if type(value) is not kind:
        raise InvalidGame(f"the saved game is damaged: its {name!r} is missing or malformed")
    return value


def texts(moves: list[Any]) -> tuple[str, ...]:
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
        sealed = base64.b64decode(field(fields, "sealed", str), validate=True).decode()
    except ValueError as error:
        raise InvalidGame(f"the saved game is damaged: {error}") from error
    secret, _, nonce = sealed.partition(":")
    names = ("rules", "role", "strategy", "seed", "start", "consistent", "rated", "maker")
    known = {name: fields[name] for name in (*names, "mistakes") if name in fields}
    return "duel", known | {"secret": secret or None, "nonce": nonce}, field(fields, "moves", list)


def _trilobite(fields: dict[str, Any]) -> Parts:
    names = ("size", "win", "first", "level", "seconds", "seed")
    known = {name: fields[name] for name in names if name in fields}
    return "trilobite", known, field(fields, "moves", list)


OLDER: dict[tuple[str, str], Callable[[dict[str, Any]], Parts]] = {
    ("moolab-game", "1"): _duel,
    ("moolab-trilobite", "1"): _trilobite,
}
"""What reads a format in a version that is not written any more."""
