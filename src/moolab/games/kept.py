"""Games that were stopped, kept in the user's data folder until they are finished."""

import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Literal, NamedTuple

from moolab.errors import InvalidDaily, MoolabError
from moolab.games import game as game_called
from moolab.games.daily import Daily
from moolab.games.saves import Saved, load, read_game, write_game
from moolab.games.setup import own_parts, peek
from moolab.support.folder import data_file, make_file, make_folder
from moolab.views.base import Answer, View

_UNFINISHED, _FINISHED = "unfinished", "finished"

_DAILY = re.compile(r"(\d{4}-\d\d-\d\d)-([a-z]+)\.json")


class KeptGame(NamedTuple):
    """A game that was stopped.

    Attributes:
        path: the file that has it.
        saved: its setup and its moves.
    """

    path: Path
    moment: datetime
    saved: Saved

    @property
    def title(self) -> str:
        """The game in a few words.

        Raises:
            MoolabError: if its setup is damaged.
        """
        return game_called(self.saved.game).title(self._setup)

    @property
    def daily(self) -> Daily | None:
        """The day and the kind of a code of the day; None for other games."""
        return daily_at(self.path)

    @property
    def moves(self) -> int:
        """How many moves lead to its state, without those that were undone.

        Raises:
            MoolabError: if its setup is damaged.
        """
        game = game_called(self.saved.game)
        return len(game.without_undone(self._setup, self.saved.moves))

    @property
    def own_parts(self) -> dict[str, str]:
        """The code that it names, by field, which has to be named again to go on.

        Raises:
            MoolabError: if its setup is damaged.
        """
        return own_parts(self._setup)

    @property
    def _setup(self) -> object:
        return peek(game_called(self.saved.game).setup, self.saved.setup)


class KeptView(View):
    """A game that was stopped."""

    number: int
    """Its place in this list, by which ``--resume`` knows it."""
    game: str
    """What is played, such as duel."""
    title: str
    """The game in a few words."""
    moves: int
    """How many moves were made, without those that were undone."""
    stopped: str
    """When it was stopped, in ISO 8601."""
    file: str
    """The file that has it."""
    command: str
    """What goes on with it."""

    @classmethod
    def of(cls, kept: KeptGame, number: int, command: str) -> "KeptView":
        """A kept game as it is listed."""
        return cls(
            number=number,
            game=kept.saved.game,
            title=kept.title,
            moves=kept.moves,
            stopped=kept.moment.isoformat(timespec="seconds"),
            file=str(kept.path),
            command=command,
        )


class KeptGamesView(Answer):
    """The games that were stopped."""

    schema: Literal["moolab/games/1"] = "moolab/games/1"
    folder: str
    """Where they are kept."""
    games: tuple[KeptView, ...]
    """The last one first."""


def kept_folder() -> Path:
    """Where games are kept that were stopped and have no file of their own."""
    return data_file("")


def kept_paths(kind: str = "*") -> list[Path]:
    """The files of games that were stopped, the last one first.

    Args:
        kind: what is played, if only that is wanted.
    """
    return _last_first(kept_folder().glob(f"{_UNFINISHED}-{kind}-*.json"))


def left_paths() -> list[Path]:
    """The files of all games that were stopped, with codes of the day, the last one first."""
    return _last_first([*kept_paths(), *(path for path in daily_paths() if not _is_over(path))])


def daily_path(daily: Daily) -> Path:
    """The file of the code of a day."""
    return data_file("daily") / f"{daily.day}-{daily.kind}.json"


def daily_at(path: Path) -> Daily | None:
    """The code of a day that a file has; None if it is another file."""
    name = _DAILY.fullmatch(path.name)
    with suppress(InvalidDaily):
        if name is not None and path.parent == data_file("daily"):
            return Daily.parse(name[2], name[1])
    return None


def daily_paths() -> dict[Path, Daily]:
    """The files of all codes of the day that were ever begun."""
    found = {path: daily_at(path) for path in data_file("daily").glob("*.json")}
    return {path: daily for path, daily in found.items() if daily is not None}


def _is_over(path: Path) -> bool:
    try:
        return bool(load(path, game_called("duel")).phase == "over")
    except (MoolabError, OSError):
        return False  # what is wrong is said where it is read


def _last_first(paths: Iterable[Path]) -> list[Path]:
    # Not links to nothing, nor pipes, of which nothing would ever come.
    found = filter(Path.is_file, paths)
    # Of two that were stopped at the same moment, the one that was kept later.
    return sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)


def read_kept(path: Path) -> KeptGame:
    """The game in a file, which is not replayed.

    Raises:
        InvalidGame: if the file holds none.
        OSError: if it cannot be read.
    """
    moment = datetime.fromtimestamp(path.stat().st_mtime, UTC).astimezone()
    return KeptGame(path, moment, read_game(path))


def keep_unfinished(text: str, kind: str) -> Path:
    """Keep a game that was stopped, and has no file, in a new one of the user's data folder.

    Returns:
        The file.

    Raises:
        OSError: if it cannot be written.
    """
    now = f"{datetime.now():%Y%m%d-%H%M%S}"  # noqa: DTZ005 - a name
    path = _make_first_free(f"{_UNFINISHED}-{kind}-{now}")
    try:
        write_game(text, path)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path


def call_finished(path: Path) -> None:
    """Give a kept game, now that it is over, a name by which it is not listed any more."""
    if path.parent != kept_folder() or not path.name.startswith(_UNFINISHED):
        return
    with suppress(OSError):
        free = _make_first_free(path.stem.replace(_UNFINISHED, _FINISHED, 1))
        try:
            path.replace(free)
        except OSError:
            free.unlink()
            raise


def _make_first_free(stem: str) -> Path:
    """A new file in the folder of kept games, numbered if others are called so."""
    make_folder(kept_folder())
    for number in count(1):
        path = kept_folder() / f"{stem}{f'-{number}' if number > 1 else ''}.json"
        with suppress(FileExistsError):
            make_file(path)
            break
    return path
