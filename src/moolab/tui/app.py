"""What fills the terminal: an app, a game with its moves and its keeping, a question, a menu."""

import asyncio
import signal
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from contextvars import copy_context
from threading import Thread
from typing import Any, ClassVar, Generic, TypeVar

from textual.app import App, ComposeResult, ReturnType
from textual.binding import Binding, BindingType
from textual.containers import Center, Middle, Vertical
from textual.screen import ModalScreen
from textual.widgets import Footer, Header, Label, OptionList, Static
from textual.widgets.option_list import Option

from moolab.cli.dialogues.keeper import Keeper
from moolab.errors import MoolabError
from moolab.games.game import Game, T
from moolab.support.language import translate
from moolab.support.text import sentence

R = TypeVar("R")


class WholeTerminal(App[ReturnType]):
    """An app that a closed window, or a polite kill, ends as its own key does."""

    ENABLE_COMMAND_PALETTE = False

    def on_load(self) -> None:
        """Listen for signals."""
        for name in ("SIGTERM", "SIGHUP"):
            with suppress(AttributeError, NotImplementedError):
                number = getattr(signal, name)
                asyncio.get_running_loop().add_signal_handler(number, self.exit)


async def in_a_thread(work: Callable[..., R], *given: object) -> R:
    """The result of work that takes a moment; who leaves meanwhile does not wait for it.

    >>> asyncio.run(in_a_thread(max, 6, 7))
    7
    """
    found: Future[R] = Future()
    # Its result can be cancelled, but not the work.
    found.set_running_or_notify_cancel()

    def run() -> None:
        try:
            found.set_result(work(*given))
        except BaseException as error:
            found.set_exception(error)

    # The threads of asyncio.to_thread are waited for in the end.
    Thread(target=copy_context().run, args=(run,), daemon=True).start()
    return await asyncio.wrap_future(found)


class GameApp(WholeTerminal[None], Generic[T]):
    """A game that fills the terminal.

    Args:
        played: the state to go on from.
        keeper: writes it after every move.

    Attributes:
        played: the state that is shown.
    """

    game: ClassVar[Game[Any, Any]]
    CSS = """
    #said { height: auto; max-height: 5; padding: 0 1; }
    Footer { height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit", "Leave", priority=True)]

    def __init__(self, played: T, keeper: Keeper[T]) -> None:
        super().__init__()
        self.played: T = played
        self.keeper = keeper
        self._turn = asyncio.Lock()

    @property
    def seat(self) -> str:
        """Where the player sits."""
        return self.game.seats[0]

    @property
    def is_done(self) -> bool:
        """Whether there is nothing more to ask."""
        return self.played.phase == "over"

    def on_mount(self) -> None:
        """Begin to show the game."""
        self.title = self.game.title(self.played.setup)
        self.theme = "textual-dark"
        self.note("")
        self.show()

    def show(self) -> None:
        """Show the state."""
        raise NotImplementedError

    def accept(self, before: T) -> None:
        """Show what a move has made of the state before; it is kept already."""
        raise NotImplementedError

    def remember(self) -> str | None:
        """Count it in the user's statistics; what prevented that, if anything did."""
        return None

    def note(self, text: str) -> None:
        """Say something below the boards."""
        said = self.query_one("#said", Static)
        said.update(text)
        said.display = bool(text)

    def answer(self, read: Callable[[T], str]) -> None:
        """Make a move, once all before it are made.

        Args:
            read: the text of the move, which may depend on the state that it is made in.
        """
        self.run_worker(self._answer(read))

    async def _answer(self, read: Callable[[T], str]) -> None:
        async with self._turn:
            before = self.played
            try:
                self.played = await in_a_thread(self.game.apply, before, self.seat, read(before))
            except MoolabError as error:
                self.note(sentence(str(error)))
            else:
                self.note("")
                self._keep()
                self.accept(before)
                await self.after_move()
        # What is asked next has the keyboard only then.
        self.call_after_refresh(self.hand_on)

    async def hand_on(self) -> None:
        """Do what was asked for while the move was made."""

    async def after_move(self) -> None:
        """Do what follows from a move before the next one is made."""

    def _keep(self) -> None:
        if trouble := self.keeper.write(self.played):
            self.notify(sentence(trouble), severity="warning", markup=False)
        if self.is_done:
            self.keeper.finish()

    async def tell(self, ask: Callable[[], str]) -> None:
        """Say what takes a moment to find out, once all moves are made."""
        async with self._turn:
            self.note(translate("Thinking ..."))
            try:
                said = await in_a_thread(ask)
            except MoolabError as error:
                said = sentence(str(error))
            self.note(said)


class Confirm(ModalScreen[bool]):
    """A question above the game; its result is whether it was answered with yes."""

    DEFAULT_CSS = """
    Confirm { align: center middle; }
    Confirm > Vertical { width: auto; height: auto; border: thick $error; padding: 1 2; }
    Confirm Label { width: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "Yes"),
        Binding("n,escape,enter", "dismiss(False)", "No"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """The question, and the keys that answer it."""
        with Vertical():
            yield Label(self._question)
            yield Label(translate("Y: yes   N: no"))


class Menu(WholeTerminal[str]):
    """A choice; its result is the name of what was chosen, None to leave.

    Args:
        choices: names, and what is said of each.
    """

    TITLE = "moolab"
    CSS = """
    OptionList { width: 60; height: auto; border: round $primary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,ctrl+q", "quit", "Leave", priority=True)
    ]

    def __init__(self, choices: Mapping[str, str]) -> None:
        super().__init__()
        self._choices = choices

    def compose(self) -> ComposeResult:
        """The choices as a list."""
        yield Header(icon="")
        with Middle(), Center():
            yield OptionList(*(Option(said, id=name) for name, said in self._choices.items()))
        yield Footer(compact=True)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Leave with what was chosen."""
        self.exit(event.option.id)
