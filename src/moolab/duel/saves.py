"""Games as files: the setup and the move texts, written so that a crash loses nothing."""

import base64
import json
from datetime import datetime
from pathlib import Path
from typing import Any

from moolab.atomic import replacing
from moolab.codes.rules import Rules
from moolab.duel.folder import data_file
from moolab.duel.game import ROLES, Duel, Setup, replay
from moolab.errors import InvalidGame, InvalidTree

FORMAT = "moolab-game"
VERSION = 1


def unfinished_path() -> Path:
    """Where a game that is interrupted now is kept, if the player named no file."""
    return data_file(f"unfinished-{datetime.now():%Y%m%d-%H%M%S}.json")  # noqa: DTZ005 - a name


def to_json(duel: Duel) -> str:
    """The text of a saved game; ``from_json`` and this are a pair.

    The secret is encoded, not encrypted: enough that a glance at the file spoils nothing.

    >>> from moolab.duel.game import begin
    >>> duel = begin(Setup.new(Rules.parse("ab4x10"), seed=1))
    >>> from_json(to_json(duel)) == duel
    True
    """
    setup = duel.setup
    sealed = f"{setup.secret or ''}:{setup.nonce}"
    fields = {
        "format": FORMAT,
        "version": VERSION,
        "rules": str(setup.rules),
        "role": setup.role,
        "strategy": setup.strategy,
        "seed": setup.seed,
        "start": setup.start,
        "consistent": setup.consistent,
        "commitment": setup.commitment,
        "sealed": base64.b64encode(sealed.encode()).decode(),
        "moves": duel.moves,
    }
    return json.dumps(fields, indent=1, ensure_ascii=False) + "\n"


def from_json(text: str) -> Duel:
    """The game that a text holds, replayed move by move.

    Raises:
        InvalidGame: if it is no saved game, is damaged, or holds a move that is not possible.
    """
    fields = _checked(text)
    try:
        rules = Rules.parse(fields["rules"])
        secret, _, nonce = base64.b64decode(fields["sealed"], validate=True).decode().partition(":")
        setup = Setup(
            rules=rules,
            role=fields["role"],
            strategy=fields["strategy"],
            seed=fields["seed"],
            start=None if fields["start"] is None else rules.code(fields["start"]),
            secret=rules.code(secret) if fields["role"] != "maker" else None,
            nonce=nonce,
            consistent=fields["consistent"],
        )
        duel = replay(setup, tuple(fields["moves"]))
    except InvalidTree as error:
        raise InvalidGame(f"the saved game cannot go on: {error}") from error
    except ValueError as error:  # a domain error, or text that is no Base64
        raise InvalidGame(f"the saved game is damaged: {error}") from error
    if setup.commitment != fields["commitment"]:
        raise InvalidGame("the saved game is damaged: its secret is not the one it was sealed with")
    return duel


def save(duel: Duel, path: Path) -> None:
    """Write a game to a file, completely or not at all.

    Raises:
        OSError: if the file cannot be written.
    """
    with replacing(path) as file:
        file.write(to_json(duel).encode())


def load(path: Path) -> Duel:
    """Read a game from a file.

    Raises:
        InvalidGame: if it holds no saved game, or a damaged one.
        OSError: if it cannot be read.
    """
    try:
        return from_json(path.read_text(encoding="utf-8"))
    except (InvalidGame, UnicodeDecodeError) as error:
        raise InvalidGame(f"{path}: {error}") from error


def _checked(text: str) -> dict[str, Any]:
    types: dict[str, type | tuple[type, ...]] = {
        "rules": str,
        "role": str,
        "strategy": str,
        "seed": int,
        "start": (str, type(None)),
        "consistent": bool,
        "commitment": (str, type(None)),
        "sealed": str,
        "moves": list,
    }
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidGame("this is not a saved game") from error
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise InvalidGame("this is not a saved game of moolab")
    if fields.get("version") != VERSION:
        raise InvalidGame(
            f"the saved game has another version than {VERSION}, which this moolab reads"
        )
    # Games of version 0.1 do not say: their computer was free to guess anything.
    fields.setdefault("consistent", False)
    for name, expected in types.items():
        if not isinstance(fields.get(name, ...), expected):
            raise InvalidGame(f"the saved game is damaged: its {name!r} is missing or malformed")
    if fields["role"] not in ROLES or not all(isinstance(move, str) for move in fields["moves"]):
        raise InvalidGame("the saved game is damaged: its role or its moves are malformed")
    return fields
