"""A game that is kept, whatever happens to the face that shows it."""

import os
import re
import shlex
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic

from moolab.cli.terminal.output import reason as reason_of
from moolab.errors import GameWentOn
from moolab.games import game as game_called
from moolab.games.daily import Daily
from moolab.games.game import Game, T
from moolab.games.kept import KeptGame, call_finished, keep_unfinished, kept_folder
from moolab.games.saves import GameFile, Saved, is_keepable
from moolab.games.setup import own_parts, repeated
from moolab.support.atomic import check_writable
from moolab.support.interrupts import ignore_interrupts
from moolab.support.language import translate


def resuming(kept: KeptGame, number: int) -> str:
    """The command that goes on with a game of ``moo games``."""
    if kept.daily is not None:
        return daily_command(kept.daily)
    return _resume(kept.saved.game, str(number), kept.own_parts)


def _resume(game: str, which: str, parts: Mapping[str, str]) -> str:
    """The command that goes on with a game, the last one of its kind if it is not said which.

    >>> _resume("duel", "'my game.json'", {"maker": "mine:kind"})
    "moo play --resume 'my game.json' --maker mine:kind"
    """
    return " ".join(
        filter(None, ["moo", game_called(game).command, "--resume", which, repeated(parts)])
    )


def daily_command(daily: Daily) -> str:
    """The command that plays the code of a day."""
    return f"moo daily {daily.kind} --date {daily.day}"


def as_argument(path: Path) -> str:
    """A file as it is typed after ``--resume``, where a number alone is a game of ``moo games``.

    >>> as_argument(Path("2")), as_argument(Path("my game.json"))
    ('./2', "'my game.json'")
    """
    return shlex.quote(f"./{path}" if is_number(str(path)) else str(path))


def is_number(typed: str) -> bool:
    """Whether a text is the number of a game, and not the name of a file."""
    return re.fullmatch("[0-9]{1,6}", typed) is not None


class Keeper(Generic[T]):
    """Writes a game after every move, and keeps what is stopped in its middle.

    Args:
        file: where it is kept, if there is such a file.
        leave_traces: whether an interrupted game that its file has not goes to the user's data
            folder.
        again: the command that goes on with it, if ``--resume`` does not.
    """

    def __init__(
        self,
        game: Game[Any, T],
        file: GameFile | None,
        *,
        leave_traces: bool,
        again: str | None = None,
    ) -> None:
        self._game = game
        self._file = file
        self._leave_traces = leave_traces
        self._again = again

    def check(self, state: T) -> None:
        """Make sure that a new game can be kept.

        Raises:
            OSError: if not.
        """
        if self._file is not None and not state.moves:
            check_writable(self._file.path)

    def write(self, state: T) -> str | None:
        """Write the game as it is now; in a sentence, why the last move is not saved."""
        if self._file is None:
            return None
        try:
            self._file.write(str(Saved.of(self._game.name, state)))
        except (OSError, GameWentOn) as error:
            # The game itself is not lost by that, and the next move can be written again.
            return translate("the last move is not saved: {reason}", reason=reason_of(error))
        return None

    def farewell(self, state: T) -> str:
        """Keep a game that stops here; how to go on, or why not, as the end of a sentence."""
        if not state.moves:
            return ""
        if not is_keepable(state):
            return translate("it is not kept, as its lists are your own")
        try:
            with ignore_interrupts():
                path = self._keep_somewhere(state)
        except (OSError, GameWentOn) as error:
            return translate("it could not be kept: {reason}", reason=reason_of(error))
        if path is None:
            return translate("it is not kept, as you play with --no-stats")
        # The last game of those in the data folder needs no name.
        which = "" if path.parent == kept_folder() else as_argument(path)
        again = self._again or _resume(self._game.name, which, own_parts(state.setup))
        return translate("go on with: {command}", command=again)

    def last_words(self, state: T) -> str:
        """Keep a game that stops here, and say so."""
        farewell = self.farewell(state)
        if not farewell:
            return translate("The game stops here.")
        return translate("The game stops here; {farewell}", farewell=farewell)

    def finish(self) -> None:
        """Stop listing a game that is over."""
        if self._file is None:
            return
        for path in filter(None, (self._file.path, self._file.origin)):
            call_finished(path)
        # Its name is free now, should the end be taken back.
        self._file = GameFile(self._file.path)

    def _keep_somewhere(self, state: T) -> Path | None:
        """Write a game to its file, or else to a new one; where it is now, None for nowhere."""
        text = str(Saved.of(self._game.name, state))
        if self._file is not None:
            try:
                self._file.write(text)
            except (OSError, GameWentOn):
                if not self._leave_traces:
                    raise
            else:
                # Even if nothing was played, it is the last one that was left; but one that is over
                # keeps the time of its end.
                if state.phase != "over":
                    with suppress(OSError):
                        os.utime(self._file.path)
                return self._file.path
        return keep_unfinished(text, self._game.name) if self._leave_traces else None
