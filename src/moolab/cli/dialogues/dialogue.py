"""A game as a dialogue: one move after another, kept whatever happens to the dialogue."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Generic

import click

from moolab.cli.dialogues.keeper import Keeper
from moolab.cli.dialogues.playing import means_it, parse_question
from moolab.cli.terminal.output import INTERRUPTED, echo_aside
from moolab.cli.terminal.terminal import Terminal
from moolab.errors import MoolabError
from moolab.games.game import Game, T
from moolab.games.saves import GameFile
from moolab.support import typed
from moolab.support.extensions import for_user
from moolab.support.language import translate
from moolab.support.text import sentence


class GameInterrupted(MoolabError):
    """A game stopped in its middle: the input ended, or there was no memory to go on."""


class Quit(Exception):
    """The player wants to stop, and keep the game."""


def words_to_type(game: Game[Any, T], state: T) -> Iterator[str]:
    """What Tab completes: the commands of all dialogues, and the moves that are possible now.

    Guesses and replies are typed as they are. Codes are listed only where they are words.

    >>> from moolab.games.boards.game import GAME
    >>> state = GAME.begin(GAME.settle(rules="ab4x10", boards=2))
    >>> list(words_to_type(GAME, GAME.apply(state, "player", "guess 1234")))
    ['?', 'help', 'show', 'show words', 'quit', 'undo', 'resign']
    """
    yield from ("?", "help", "show", "show words", "quit")
    due = dict(game.expected(state, game.seats[0]))
    rules = getattr(state.setup, "rules", None)
    codes = due.pop("guess", ())
    if rules is not None and rules.listed:
        yield from codes
    yield from due.pop("reply", ())
    for verb, operands in due.items():
        yield from (f"{verb} {operand}".strip() for operand in operands)


@contextmanager
def input_demanded(terminal: Terminal) -> Iterator[None]:
    """For games that need a player: an input that ends before the first move is an error.

    Raises:
        GameInterrupted: if it does.
    """
    try:
        yield
    except EOFError:
        terminal.say()
        raise GameInterrupted("the input ended before the first move") from None


class Dialogue(ABC, Generic[T]):
    """Leads a person through a game.

    Args:
        file: where the game is kept, written after every move.
        leave_traces: whether past games, and an interrupted one that its file has not, go to the
            user's data folder.
        again: the command that goes on with it, if ``--resume`` does not.
    """

    game: Game[Any, Any]
    """What is played."""

    def __init__(
        self,
        terminal: Terminal,
        file: GameFile | None,
        *,
        leave_traces: bool,
        again: str | None = None,
    ) -> None:
        self._terminal = terminal
        self._leave_traces = leave_traces
        self._keeper = Keeper(self.game, file, leave_traces=leave_traces, again=again)
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

    def _is_code(self, game: T, answer: str) -> bool:
        """Whether an answer is a guess, even if a command is called so, too."""
        del game, answer
        return False

    @abstractmethod
    def _hint(self, game: T, idea: str) -> str:
        """What is to be said to ``?``, with what is behind it."""

    @abstractmethod
    def _help(self, game: T) -> str:
        """What is said to ``help``."""

    @abstractmethod
    def _show(self, game: T, *, drawn: bool) -> None:
        """Show the game so far, on lines of its own."""

    @abstractmethod
    def _move(self, game: T, answer: str) -> T:
        """The state after a move; nothing is said."""

    @abstractmethod
    def _comment(self, before: T, after: T) -> None:
        """Say what a move has brought."""

    @abstractmethod
    def _close(self, game: T) -> None:
        """Say how the game ended."""

    def _obey(self, game: T, answer: str) -> T:
        """The state after an answer; the same if it was not a move."""
        if self._is_code(game, answer):
            return self._moved(game, answer)
        command = typed.command(answer)
        if (idea := parse_question(answer)) is not None:
            with self._terminal.thinking():
                hint = self._hint(game, idea)
            self._terminal.say_apart(hint)
        elif command == "help":
            self._terminal.say_apart(self._help(game))
        elif command in ("show", "show words"):
            if self._terminal.line_is_open:
                self._terminal.say()
            self._show(game, drawn=self._terminal.drawn and command == "show")
        elif command in ("quit", "exit"):
            raise Quit
        elif command != "resign" or self._means_it(game):
            return self._moved(game, answer)
        return game

    def _moved(self, game: T, answer: str) -> T:
        with self._terminal.thinking():
            return self._move(game, answer)

    def _words(self) -> Iterator[str]:
        return words_to_type(self.game, self._game)

    def _means_it(self, game: T) -> bool:
        """Whether the player really gives up; asked only of those who type and can still win."""
        return game.phase == "over" or means_it(self._terminal)

    def play(self, game: T) -> T:
        """Go on from ``game`` until it is over, or the player quits; return its last state.

        Ctrl-D at a terminal quits; elsewhere the end of the input is an error.

        Raises:
            EOFError: if the input ends before the first move.
            GameInterrupted: if it ends later, or memory does; the game is kept if possible.
            OSError: if a new game could not be kept in the file.
        """
        self._game = game
        self._keeper.check(game)
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
            echo_aside(f"\n{self._keeper.last_words(self._game)}")
            raise click.exceptions.Exit(INTERRUPTED) from None
        except Quit:
            return self._leave()
        except Exception:
            # The output is closed, or something is wrong.
            self._keeper.farewell(self._game)
            raise
        self._keeper.finish()
        self._close(self._game)
        return self._game

    def _step(self, game: T) -> None:
        """Ask for one move; an answer that is none is explained and changes nothing."""
        answer = self._ask(game)
        try:
            self._game = self._obey(game, answer)
        except Exception as error:
            said = for_user(error)
            if said is None:
                raise
            self._terminal.say_apart(sentence(str(said)))
            return
        if self._game is not game:
            if trouble := self._keeper.write(self._game):
                echo_aside(f"\nmoo: {trouble}")
            self._comment(game, self._game)

    def _leave(self) -> T:
        said = self._keeper.last_words(self._game)
        self._terminal.say()
        if self._terminal.interactive and not self._terminal.has_room(said):
            # The command at its end is to be copied: it stays in one piece.
            said = said.replace(": moo ", ":\nmoo ")
        self._terminal.say(said)
        return self._game

    def _interruption(self, reason: str) -> GameInterrupted:
        farewell = self._keeper.farewell(self._game)
        self._terminal.say()
        if not farewell:
            return GameInterrupted(reason)
        return GameInterrupted(translate("{reason}; {farewell}", reason=reason, farewell=farewell))
