"""Saved games of any kind: JSON that says what it is, each field checked before it is used."""

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from moolab.atomic import replacing
from moolab.errors import InvalidGame
from moolab.folder import data_file
from moolab.words import quoted

MAX_CHARACTERS = 1 << 20
"""No saved game is longer; what is longer need not be read to its end."""

Game = TypeVar("Game")


class GameFormat(NamedTuple):
    """How the games of one kind are written.

    Args:
        name: says in the file what it is.
        version: says how it is to be read.
        fields: the types that each field may have, as JSON tells them apart: true is no int.

    >>> toy = GameFormat("moolab-toy", 1, {"size": (int,), "moves": (list,)})
    >>> toy.parse(toy.text({"size": 3, "moves": ["1"]}))["size"]
    3
    >>> toy.parse(toy.text({"size": "3", "moves": []}))
    Traceback (most recent call last):
    ...
    moolab.errors.InvalidGame: the saved game is damaged: its 'size' is missing or malformed
    """

    name: str
    version: int
    fields: dict[str, tuple[type, ...]]

    def text(self, values: dict[str, Any]) -> str:
        """The text of a saved game."""
        fields = {"format": self.name, "version": self.version, **values}
        return json.dumps(fields, indent=1, ensure_ascii=False) + "\n"

    def parse(self, text: str, defaults: dict[str, Any] | None = None) -> dict[str, Any]:
        """The values that a text holds, all there and of their types.

        Args:
            defaults: fields that older games may lack.

        Raises:
            InvalidGame: if it is no saved game of this kind, or is damaged.
        """
        try:
            found = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InvalidGame("this is not a saved game") from error
        name = found.get("format") if isinstance(found, dict) else None
        if not (isinstance(name, str) and name.startswith("moolab-")):
            raise InvalidGame("this is not a saved game of moolab")
        if name != self.name:
            raise InvalidGame(
                f"this is not a saved game of this kind: its format is {quoted(name)}, "
                f"not {quoted(self.name)}"
            )
        if found.get("version") != self.version:
            raise InvalidGame(
                f"the saved game has another version than {self.version}, which this moolab reads"
            )
        fields: dict[str, Any] = (defaults or {}) | found
        for field, types in self.fields.items():
            if type(fields.get(field, ...)) not in types:
                raise InvalidGame(
                    f"the saved game is damaged: its {field!r} is missing or malformed"
                )
        return fields


def write_game(text: str, path: Path) -> None:
    """Write a saved game to a file, completely or not at all.

    Raises:
        OSError: if the file cannot be written.
    """
    with replacing(path) as file:
        file.write(text.encode())


def read_game(path: Path, parse: Callable[[str], Game]) -> Game:
    """Read a saved game from a file.

    Raises:
        InvalidGame: if it holds no saved game, or a damaged one; the sentence names the file.
        OSError: if it cannot be read.
    """
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(MAX_CHARACTERS + 1)
        if len(text) > MAX_CHARACTERS:
            raise InvalidGame("this is not a saved game: it is too long")
        return parse(text)
    except UnicodeDecodeError as error:
        raise InvalidGame(f"{path}: this is not a saved game: it is no text") from error
    except InvalidGame as error:
        raise InvalidGame(f"{path}: {error}") from error


def unfinished_path(kind: str) -> Path:
    """Where a game that is interrupted now is kept, if the player named no file."""
    now = f"{datetime.now():%Y%m%d-%H%M%S}"  # noqa: DTZ005 - a name
    return data_file(f"unfinished-{kind}-{now}.json")
