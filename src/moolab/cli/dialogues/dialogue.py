"""A game as a dialogue: one move after another, kept whatever happens to the dialogue."""

import shlex
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, ClassVar, Generic

import click

from moolab.cli.terminal.exit_codes import INTERRUPTED
from moolab.cli.terminal.output import echo_aside
from moolab.cli.terminal.output import reason as reason_of
from moolab.cli.terminal.terminal import Terminal
from moolab.errors import GameWentOn, MoolabError
from moolab.games.files import GameFile, keep_unfinished
from moolab.games.game import Game, T
from moolab.games.saves import Saved, is_keepable
from moolab.support.atomic import check_writable
from moolab.support.language import translate
from moolab.support.text import sentence


class GameInterrupted(MoolabError):
    """A game stopped in its middle: the input ended, or there was no memory to go on."""


class Quit(Exception):
    """The player wants to stop, and keep the game."""


class Dialogue(ABC, Generic[T]):
    """Leads a person through a game.

    Args:
        file: where the game is kept, written after every move.
        leave_traces: whether an interrupted game that its file has not goes to the user's data
            folder.
    """

    game: ClassVar[Game[Any, Any]]
    """What is played."""

    command: ClassVar[str]
    """The command that goes on with a game, after ``moo``."""

    def __init__(self, terminal: Terminal, file: GameFile | None, *, leave_traces: bool) -> None:
        self._terminal = terminal
        self._file = file
        self._leave_traces = leave_traces
        self._game: T

    def _is_done(self, game: T) -> bool:
        """Whether there is nothing more to ask."""
        return game.phase == "over"

    @abstractmethod
    def _greet(self, game: T) -> None:
        """Say what is played, and the state of the game."""

    @abstractmethod
    def _ask(self, game: T) -> str:
        """The answer of the player to move."""

    @abstractmethod
    def _obey(self, game: T, answer: str) -> T:
        """The state after an answer; the same if it was no move.

        Raises:
            MoolabError: if it is not possible.
            Quit: if the player wants to stop.
        """

    @abstractmethod
    def _comment(self, before: T, after: T) -> None:
        """Say what a move has brought."""

    @abstractmethod
    def _close(self, game: T) -> None:
        """Say how the game ended."""

    def play(self, game: T) -> T:
        """Go on from ``game`` until it is over, or the player quits; return its last state.

        Ctrl-D at a terminal quits; elsewhere the end of the input is an error.

        Raises:
            EOFError: if the input ends before the first move.
            GameInterrupted: if it ends later, or memory does; the game is kept if possible.
            OSError: if a new game could not be kept in the file.
        """
        self._game = game
        if self._file is not None and not game.moves:
            check_writable(self._file.path)
        try:
            self._greet(game)
            while not self._is_done(self._game):
                self._step(self._game)
        except EOFError:
            if self._terminal.interactive:
                return self._leave()
            if not self._game.moves:
                raise
            reason = translate("the input ended in the middle of the game")
            raise self._interruption(reason) from None
        except MemoryError:
            reason = translate("there is not enough memory for that")
            raise self._interruption(reason) from None
        except KeyboardInterrupt:
            echo_aside(f"\n{self._last_words()}")
            raise click.exceptions.Exit(INTERRUPTED) from None
        except Quit:
            return self._leave()
        except OSError:
            # The output is closed.
            self._farewell()
            raise
        self._close(self._game)
        return self._game

    def _step(self, game: T) -> None:
        """Ask for one move; an answer that is none is explained and changes nothing."""
        answer = self._ask(game)
        try:
            self._game = self._obey(game, answer)
        except MoolabError as error:
            self._terminal.say_apart(sentence(str(error)))
            return
        if self._game is not game:
            self._keep(self._game)
            self._comment(game, self._game)

    def _keep(self, game: T) -> None:
        if self._file is None:
            return
        try:
            self._file.write(str(Saved.of(self.game.name, game)))
        except (OSError, GameWentOn) as error:
            # The game itself is not lost by that, and the next move may be written again.
            said = translate("the last move is not saved: {reason}", reason=reason_of(error))
            echo_aside(f"\nmoo: {said}")

    def _leave(self) -> T:
        # Not broken where the terminal ends: it holds a command to be copied.
        self._terminal.say(f"\n{self._last_words()}")
        return self._game

    def _last_words(self) -> str:
        farewell = self._farewell()
        if not farewell:
            return translate("The game stops here.")
        return translate("The game stops here; {farewell}", farewell=farewell)

    def _interruption(self, reason: str) -> GameInterrupted:
        farewell = self._farewell()
        self._terminal.say()
        if not farewell:
            return GameInterrupted(reason)
        return GameInterrupted(translate("{reason}; {farewell}", reason=reason, farewell=farewell))

    def _farewell(self) -> str:
        """Keep an interrupted game; where it can be found, or why not, as the end of a sentence."""
        if not self._game.moves:
            return ""
        if not is_keepable(self._game):
            return translate("it is not kept, as its lists are your own")
        text = str(Saved.of(self.game.name, self._game))
        try:
            path = self._keep_elsewhere(text)
        except (OSError, GameWentOn) as error:
            return translate("it could not be kept: {reason}", reason=reason_of(error))
        if path is None:
            return ""
        command = f"moo {self.command} --resume {shlex.quote(str(path))}"
        return translate("go on with: {command}", command=command)

    def _keep_elsewhere(self, text: str) -> Path | None:
        """Write a game to its file, or else to a new one; where it is now, None for nowhere.

        Raises:
            GameWentOn, OSError: if it cannot be written anywhere.
        """
        if self._file is not None:
            try:
                self._file.write(text)
            except (OSError, GameWentOn):
                if not self._leave_traces:
                    raise
            else:
                return self._file.path
        return keep_unfinished(text, self.game.name) if self._leave_traces else None
