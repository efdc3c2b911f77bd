"""A game as text: what is played, its setup and its moves; the same for all games.

What is hidden until the end of the game is encoded, not encrypted: enough that a glance at
the text spoils nothing. A hash of it shows damage.
"""

import base64
import hashlib
import json
from typing import Any, NamedTuple, TypeVar

from moolab.errors import InvalidExtension, InvalidGame, InvalidTree, MoolabError
from moolab.games import game as game_called
from moolab.games.game import State
from moolab.games.setup import decode, encode, options, peek
from moolab.support.foreign import parsing

FORMAT = "moolab-game"
VERSION = 2
"""Of the format."""

T = TypeVar("T")


class Saved(NamedTuple):
    """A game as it is written.

    Attributes:
        game: what is played, one of ``GAMES``.
        setup: its fields, as JSON has them.
        moves: the texts of its moves.
    """

    game: str
    setup: dict[str, Any]
    moves: tuple[str, ...]

    @classmethod
    def of(cls, game: str, state: State) -> "Saved":
        """What has to be written of a state."""
        return cls(game, encode(state.setup), state.moves)

    def __str__(self) -> str:
        """The text; ``parse`` and this are a pair."""
        hidden = {each.name for each in options(game_called(self.game).setup) if each.hidden}
        secret = {name: value for name, value in self.setup.items() if name in hidden}
        sealed = base64.b64encode(json.dumps(secret).encode()).decode()
        fields = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "setup": {name: value for name, value in self.setup.items() if name not in hidden},
            "sealed": sealed,
            "seal": _hash(sealed),
            "moves": self.moves,
        }
        return json.dumps(fields, indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def parse(cls, text: str) -> "Saved":
        """Read a game that was saved.

        Raises:
            InvalidGame: if it is not a saved game, or is damaged.
        """
        with parsing(InvalidGame("this is not a saved game")):
            fields = json.loads(text)
        if not isinstance(fields, dict) or fields.get("format") != FORMAT:
            raise InvalidGame("this is not a saved game of moolab")
        if _field(fields, "version", int) != VERSION:
            raise InvalidGame(
                "this game was saved by another version of moolab; go on with that one"
            )
        shown, sealed = _field(fields, "setup", dict), _field(fields, "sealed", str)
        if _field(fields, "seal", str) != _hash(sealed):
            raise InvalidGame("the saved game is damaged: its secret is not what was sealed")
        moves = _field(fields, "moves", list)
        if not all(isinstance(move, str) for move in moves):
            raise InvalidGame("the saved game is damaged: its moves are malformed")
        return cls(_field(fields, "game", str), shown | _unseal(sealed), tuple(moves))

    def replay(self) -> Any:
        """The state that the moves lead to.

        Raises:
            InvalidGame: if the setup is damaged or names code that the user has not named, or a
                move is not possible.
        """
        try:
            played = game_called(self.game)
            return played.replay(decode(played.setup, self.setup), self.moves)
        except (InvalidTree, InvalidExtension) as error:
            raise InvalidGame(f"the saved game cannot go on: {error}") from error
        except MoolabError as error:
            raise InvalidGame(f"the saved game is damaged: {error}") from error


def is_keepable(state: State) -> bool:
    """Whether a game can be written, so that it can be read again: not with lists of one's own.

    >>> from moolab.codes.listed import listed_rules
    >>> from moolab.games.duel.duel import Setup, begin
    >>> [is_keepable(begin(Setup.new(rules))) for rules in ("ab3x4", "words:english")]
    [True, True]
    >>> is_keepable(begin(Setup.new(listed_rules(["crane", "slate"]))))
    False
    """
    try:
        return bool(peek(type(state.setup), encode(state.setup)) == state.setup)
    except MoolabError:
        return False


def _field(fields: dict[str, Any], name: str, kind: type[T]) -> T:
    """A field of a saved game, as JSON tells types apart: true is not a number.

    Raises:
        InvalidGame: if it is missing or malformed.
    """
    value = fields.get(name)
    if type(value) is not kind:
        raise InvalidGame(f"the saved game is damaged: its {name!r} is missing or malformed")
    return value


def _unseal(sealed: str) -> dict[str, Any]:
    """The fields that were encoded.

    Raises:
        InvalidGame: if there are none.
    """
    unreadable = InvalidGame("the saved game is damaged: its secret cannot be read")
    with parsing(unreadable):
        hidden = json.loads(base64.b64decode(sealed))
    if not isinstance(hidden, dict):
        raise unreadable
    return hidden


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
