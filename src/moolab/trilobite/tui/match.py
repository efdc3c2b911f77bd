"""A game of trilobite that fills the terminal: a cursor above the board, and stones that fall."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.widgets import Static

from moolab.cli.dialogues.keeper import Keeper
from moolab.errors import InvalidMove
from moolab.support.language import translate
from moolab.support.text import sentence
from moolab.trilobite.board import COLUMNS
from moolab.trilobite.dialogue import Adviser, Player, threats_in_words, verdict, why
from moolab.trilobite.game import GAME, Match
from moolab.trilobite.player.levels import hint_in_words
from moolab.trilobite.threats import marks
from moolab.trilobite.tui.stones import STYLE, board_in_the_middle, drawn, fitted, room_below
from moolab.tui.app import Confirm, GameApp, in_a_thread


class TrilobiteApp(GameApp[Match]):
    """A game of trilobite."""

    game = GAME
    CSS = GameApp.CSS + STYLE
    BINDINGS: ClassVar[list[BindingType]] = [
        *GameApp.BINDINGS,
        Binding("left", "go(-1)", show=False),
        Binding("right", "go(1)", show=False),
        Binding("enter,space,down", "drop", "Drop"),
        Binding("f1,question_mark", "hint", "Hint"),
        Binding("t", "threats", "Threats"),
        Binding("w", "why", "Why"),
        Binding("f2,u", "undo", "Undo"),
        Binding("f8", "resign", "Give up"),
    ]

    def __init__(
        self, played: Match, keeper: Keeper[Match], player: Player, adviser: Adviser
    ) -> None:
        super().__init__(played, keeper)
        self._player = player
        self._adviser = adviser
        self.column = (played.setup.shape.width + 1) // 2
        self._threats_shown = False

    def compose(self) -> ComposeResult:
        """The board in the middle."""
        return board_in_the_middle()

    def on_mount(self) -> None:
        """Begin to show the game; the computer may have the first move."""
        super().on_mount()
        self.run_worker(self._reply())

    def show(self) -> None:
        match = self.played
        stone = match.setup.human if match.phase == "human" else None
        threats = marks(match.board) if self._threats_shown else {}
        self.query_one("#board", Static).update(drawn(match.board, self.column, stone, threats))
        if match.phase == "over":
            self.note(verdict(match))

    def accept(self, _before: Match) -> None:
        self.show()

    async def after_move(self) -> None:
        """Let the computer answer."""
        await self._think()

    async def _reply(self) -> None:
        async with self._turn:
            await self._think()

    async def _think(self) -> None:
        if self.played.phase != "computer":
            return
        self.note(translate("Thinking ..."))
        advice = await in_a_thread(self._player.choose, self.played.board)
        column = COLUMNS[advice.column - 1]
        self.played = GAME.apply(self.played, "", column)
        self._keep()
        said = translate("I play")
        self.note(f"{said} {column}.")
        self.show()

    def on_key(self, event: Key) -> None:
        """Drop a stone into the column that is typed."""
        key = event.character or ""
        try:
            self.column = self.played.board.column(key)
        except InvalidMove as error:
            # Letters do other things as well.
            if key.isdecimal():
                self.note(sentence(str(error)))
        else:
            self.action_drop()

    def action_go(self, step: int) -> None:
        """Move the cursor."""
        self.column = max(1, min(self.played.setup.shape.width, self.column + step))
        self.show()

    def action_drop(self) -> None:
        """Drop a stone under the cursor."""
        column = COLUMNS[self.column - 1]
        self.answer(lambda _: column)

    def action_hint(self) -> None:
        """Say what a perfect player would do."""
        if self.played.phase == "human":
            board = self.played.board
            self.run_worker(self.tell(lambda: hint_in_words(board, self._adviser.choose(board))))

    def action_threats(self) -> None:
        """Show the threats on the board, or hide them again."""
        self._threats_shown = not self._threats_shown
        self.show()
        board = self.played.board
        lines = threats_in_words(board).splitlines() if self._threats_shown else []
        self.note(fitted(self, lines, room_below(self, board)))

    def action_why(self) -> None:
        """Say how good the last stone was."""
        match = self.played
        self.run_worker(self.tell(lambda: why(match, self._adviser)))

    def action_undo(self) -> None:
        """Take back the last stone, and the answer to it."""
        self.answer(lambda _: "undo")

    def action_resign(self) -> None:
        """Give up, after a question."""

        def resign(sure: bool | None) -> None:
            if sure:
                self.answer(lambda _: "resign")

        self.push_screen(Confirm(translate("Give up?")), resign)
