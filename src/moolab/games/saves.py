"""A game as text, and as a file: what is played, its setup and its moves; the same for all games.

What is hidden until the end of the game is encoded, not encrypted: enough that a glance at
the text spoils nothing. A hash of it shows damage. A file is written completely or not at all, by
one writer at a time.
"""

import base64
import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from moolab.errors import (
    GameWentOn,
    InvalidExtension,
    InvalidGame,
    InvalidTree,
    MoolabError,
    UnusableFile,
)
from moolab.games import game as game_called
from moolab.games.game import Game, State
from moolab.games.setup import decode, encode, options, peek
from moolab.support.atomic import alone, replace_file
from moolab.support.folder import data_file
from moolab.support.foreign import parsing
from moolab.support.text import quote

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
        except (InvalidTree, InvalidExtension, UnusableFile) as error:
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
    """A field of a saved game, as JSON tells types apart: true is not a number."""
    value = fields.get(name)
    if type(value) is not kind:
        raise InvalidGame(f"the saved game is damaged: its {name!r} is missing or malformed")
    return value


def _unseal(sealed: str) -> dict[str, Any]:
    unreadable = InvalidGame("the saved game is damaged: its secret cannot be read")
    with parsing(unreadable):
        hidden = json.loads(base64.b64decode(sealed))
    if not isinstance(hidden, dict):
        raise unreadable
    return hidden


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


MAX_CHARACTERS = 1 << 20
"""No saved game is longer; what is longer need not be read to its end."""

_MOST_BYTES = 4 * MAX_CHARACTERS
"""So long is a game in UTF-8 at most."""


def load(path: Path, game: Game[Any, Any]) -> Any:
    """Read a game from a file, and replay it.

    Args:
        game: what it has to be.

    Returns:
        Its last state.

    Raises:
        InvalidGame: if the file holds no saved game, a damaged one, or one of another kind; the
            sentence names the file.
        OSError: if it cannot be read.
    """
    saved = read_game(path)
    try:
        if saved.game != game.name:
            raise InvalidGame(f"this is a saved game of {quote(saved.game)}, not of {game.name!r}")
        return saved.replay()
    except InvalidGame as error:
        raise InvalidGame(f"{path}: {error}") from error


def read_game(path: Path) -> Saved:
    """Read a game from a file, without replaying it.

    Raises:
        InvalidGame: if the file holds no saved game, or a damaged one; the sentence names the file.
        OSError: if it cannot be read.
    """
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(MAX_CHARACTERS + 1)
        if len(text) > MAX_CHARACTERS:
            raise InvalidGame("this is not a saved game: it is too long")
        return Saved.parse(text)
    except UnicodeDecodeError as error:
        raise InvalidGame(f"{path}: this is not a saved game: it is not text") from error
    except InvalidGame as error:
        raise InvalidGame(f"{path}: {error}") from error


def write_game(text: str, path: Path) -> None:
    """Write a saved game to a file, completely or not at all.

    Raises:
        OSError: if the file cannot be written.
    """
    with replace_file(path) as file:
        file.write(_encode(text))


class GameFile:
    """A file in which a game is kept, locked against other processes.

    Args:
        path: the file, which need not exist. What it holds now can be written over, so this is to
            be made before the game is read.
        origin: the file that the game was read from, if it is another one.

    Raises:
        OSError: if there is a file that cannot be read.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "game.json")
    ...     mine, yours = GameFile(path), GameFile(path)
    ...     mine.write("1")
    ...     yours.write("2")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    moolab.errors.GameWentOn: this game is open elsewhere too, and has gone on there: ...
    """

    def __init__(self, path: Path, origin: Path | None = None) -> None:
        self.path = path
        self.origin = origin
        self._seen = self._tried = self._content()

    def write(self, text: str) -> None:
        """Write the game as it is now, completely or not at all.

        Raises:
            GameWentOn: if another process has written to the file, or finished the game.
            OSError: if it cannot be written.
        """
        data = _encode(text)
        if data == self._seen:
            return
        with alone(self.path):
            # What we could not write to its end may have got there all the same.
            known = {self._seen, self._tried}
            if not self._seen or self.path.parent != data_file(""):
                known.add(b"")  # A file is deleted by its owner; there, by who has finished it.
            if self._content() not in known:
                raise GameWentOn(
                    f"this game is open elsewhere too, and has gone on there: {self.path} is not "
                    "as it was read or written here; go on there, or stop here with Ctrl-C"
                )
            self._tried = data
            write_game(text, self.path)
        self._seen = data

    def _content(self) -> bytes:
        if not self.path.is_file():
            return b""
        with self.path.open("rb") as file:
            return file.read(_MOST_BYTES)


def _encode(text: str) -> bytes:
    # What has no UTF-8 is part of a file's name; JSON writes it as this does: \\udcff.
    return text.encode("utf-8", "backslashreplace")
