"""Saved games as files: written completely or not at all, by one writer at a time."""

from pathlib import Path
from typing import Any

from moolab.errors import GameWentOn, InvalidGame
from moolab.games.game import Game, State
from moolab.games.saves import Saved
from moolab.support.atomic import alone, replace_file
from moolab.support.folder import data_file
from moolab.support.text import quote

MAX_CHARACTERS = 1 << 20
"""No saved game is longer; what is longer need not be read to its end."""

_MOST_BYTES = 4 * MAX_CHARACTERS
"""So long is a game in UTF-8 at most."""


def save(game: Game[Any, Any], state: State, path: Path) -> None:
    """Write a game to a file, completely or not at all.

    Raises:
        OSError: if it cannot be written.
    """
    write_game(str(Saved.of(game.name, state)), path)


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
        path: the file, which need not exist. What it holds now may be written over, so this is to
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
