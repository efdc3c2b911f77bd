"""Games as files: the setup and the move texts, written so that a crash loses nothing."""

import base64
from pathlib import Path
from types import NoneType

from moolab.codes.rules import Rules
from moolab.duel.game import Duel, Setup, replay
from moolab.errors import InvalidGame, InvalidTree
from moolab.support.gamefile import GameFormat, read_game, write_game

FORMAT = GameFormat(
    "moolab-game",
    1,
    {
        "rules": (str,),
        "role": (str,),
        "strategy": (str,),
        "seed": (int,),
        "start": (str, NoneType),
        "consistent": (bool,),
        "rated": (bool,),
        "maker": (str,),
        "mistakes": (int,),
        "commitment": (str, NoneType),
        "sealed": (str,),
        "moves": (list,),
    },
)

_UNSAID = {"consistent": False, "rated": False, "maker": "honest", "mistakes": 0}
"""What older games do not say: their computer was free to guess anything, and you to undo; it kept
a secret, and all replies had to be right."""


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
        "rules": str(setup.rules),
        "role": setup.role,
        "strategy": setup.strategy,
        "seed": setup.seed,
        "start": setup.start,
        "consistent": setup.consistent,
        "rated": setup.rated,
        "maker": setup.maker,
        "mistakes": setup.mistakes,
        "commitment": setup.commitment,
        "sealed": base64.b64encode(sealed.encode()).decode(),
        "moves": duel.moves,
    }
    return FORMAT.text(fields)


def from_json(text: str) -> Duel:
    """The game that a text holds, replayed move by move.

    Raises:
        InvalidGame: if it is no saved game, is damaged, or holds a move that is not possible.
    """
    fields = FORMAT.parse(text, defaults=_UNSAID)
    if not all(isinstance(move, str) for move in fields["moves"]):
        raise InvalidGame("the saved game is damaged: its moves are malformed")
    try:
        rules = Rules.parse(fields["rules"])
        secret, _, nonce = base64.b64decode(fields["sealed"], validate=True).decode().partition(":")
        setup = Setup(
            rules=rules,
            role=fields["role"],
            strategy=fields["strategy"],
            seed=fields["seed"],
            start=None if fields["start"] is None else rules.code(fields["start"]),
            secret=rules.code(secret) if secret else None,
            nonce=nonce,
            consistent=fields["consistent"],
            rated=fields["rated"],
            maker=fields["maker"],
            mistakes=fields["mistakes"],
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
    write_game(to_json(duel), path)


def load(path: Path) -> Duel:
    """Read a game from a file.

    Raises:
        InvalidGame: if it holds no saved game, or a damaged one.
        OSError: if it cannot be read.
    """
    return read_game(path, from_json)
