"""Puzzles of trilobite that fill the terminal: columns are tried until the line is completed."""

from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.widgets import Static

from moolab.errors import MoolabError
from moolab.support.language import translate
from moolab.support.text import sentence
from moolab.trilobite.board import COLUMNS
from moolab.trilobite.puzzle import Attempt, Puzzle, attempt, hints, said, solution_in_words
from moolab.trilobite.solver.exact import Solver
from moolab.trilobite.tui.stones import STYLE, board_in_the_middle, drawn
from moolab.tui.app import WholeTerminal, in_a_thread


class StonePuzzleApp(WholeTerminal[None]):
    """One puzzle after the other."""

    CSS = f"#said {{ height: auto; padding: 0 1; }} Footer {{ height: 1; }} {STYLE}"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "Leave", priority=True),
        Binding("left", "go(-1)", show=False),
        Binding("right", "go(1)", show=False),
        Binding("enter,space,down", "drop", "Drop"),
        Binding("f1,question_mark", "hint", "Hint"),
        Binding("n", "next", "Next puzzle"),
    ]

    def __init__(self, solver: Solver, make: Callable[[], Puzzle | None]) -> None:
        super().__init__()
        self._solver = solver
        self._make = make
        self._helped = 0
        self._making = False
        self.column = (solver.shape.width + 1) // 2
        self.attempt: Attempt | None = None

    def compose(self) -> ComposeResult:
        """The board in the middle."""
        return board_in_the_middle()

    def on_mount(self) -> None:
        """Make the first puzzle."""
        self.theme = "textual-dark"
        self.action_next()

    def show(self, text: str) -> None:
        """Show the board, and say something below it."""
        self.query_one("#said", Static).update(text)
        if found := self.attempt:
            stone = None if found.over else found.winner
            self.query_one("#board", Static).update(drawn(found.board, self.column, stone, {}))

    def on_key(self, event: Key) -> None:
        """Drop a stone into the column that is typed."""
        if self.attempt:
            with suppress(MoolabError):
                self.column = self.attempt.board.column(event.character or "")
                self.action_drop()

    def action_go(self, step: int) -> None:
        """Move the cursor."""
        self.column = max(1, min(self._solver.shape.width, self.column + step))
        if self.attempt:
            self.show(said(self.attempt))

    def action_drop(self) -> None:
        """Try the column under the cursor."""
        found = self.attempt
        if not found or found.over:
            return
        try:
            columns = [*found.tried, COLUMNS[self.column - 1]]
            self.attempt = attempt(self._solver, found.puzzle, columns)
        except MoolabError as error:
            self.show(sentence(str(error)))
            return
        self._helped = 0 if self.attempt.board != found.board else self._helped
        self.show(said(self.attempt))

    def action_hint(self) -> None:
        """Say something that helps, then more, then the solution."""
        if self.attempt and not self.attempt.over:
            solution = solution_in_words(self._solver, self.attempt)
            given = (*hints(self._solver, self.attempt), solution)
            self.show(given[min(self._helped, len(given) - 1)])
            self._helped += 1

    def action_next(self) -> None:
        """Make another puzzle, unless one is being made; that of a large board takes seconds."""
        # A thread cannot be stopped, and two must not use one solver.
        if not self._making:
            self._making = True
            self.run_worker(self._next())

    async def _next(self) -> None:
        self._helped, self.attempt = 0, None
        self.show(translate("Making a puzzle ..."))
        try:
            puzzle = await in_a_thread(self._make)
        except MoolabError as error:
            self.show(sentence(str(error)))
            return
        finally:
            self._making = False
        if puzzle is None:
            self.show(translate("There seem to be no more puzzles like these."))
            return
        self.attempt = attempt(self._solver, puzzle)
        self.title = translate("Win in {number}", number=puzzle.stones)
        self.sub_title = translate(
            "Level {level} of 5, seed {seed}", level=puzzle.difficulty, seed=puzzle.seed
        )
        self.show(said(self.attempt))
