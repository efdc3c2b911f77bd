"""What all games that fill the terminal have in common: moves one after another, and keeping."""

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar, Generic

from textual.binding import Binding, BindingType
from textual.widgets import Static

from moolab.cli.dialogues.keeper import Keeper
from moolab.errors import MoolabError
from moolab.games.game import Game, T
from moolab.support.language import translate
from moolab.support.text import sentence
from moolab.tui.whole import WholeTerminal, in_a_thread


class GameApp(WholeTerminal[None], Generic[T]):
    """A game that fills the terminal.

    Args:
        played: the state to go on from.
        keeper: writes it after every move.

    Attributes:
        game: what is played.
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
