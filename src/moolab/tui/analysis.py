"""The analysis of a duel, judged turn by turn while it is read."""

import asyncio
from collections.abc import Iterator
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Input, RichLog, Static

from moolab.analysis.game import AnalysedTurn, Analysis, analyse_turns
from moolab.cli.dialogues.dialogue import Quit
from moolab.cli.dialogues.training import obey
from moolab.cli.report import HEAD, summary, table_lines
from moolab.cli.terminal.output import WIDTH
from moolab.cli.terminal.pegs import row
from moolab.codes.rules import Rules
from moolab.deduction.history import History
from moolab.errors import MoolabError
from moolab.games.duel.duel import Duel
from moolab.games.duel.review import sides
from moolab.games.training.game import GAME, Setup, Training
from moolab.games.training.prose import greeting, task
from moolab.games.training.prose import summary as training_summary
from moolab.support.language import translate
from moolab.support.text import sentence
from moolab.tui.app import in_a_thread


class TrainingScreen(Screen[None]):
    """Turns as they were, other guesses, and what they are worth.

    Attributes:
        training: the state that is shown.
    """

    DEFAULT_CSS = """
    TrainingScreen VerticalScroll { height: 1fr; padding: 0 1; }
    TrainingScreen #said-so-far { height: auto; }
    TrainingScreen Input, TrainingScreen Input:focus { border: round $accent; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Back to the analysis"),
        Binding("f1", "say('?')", "Hint"),
        Binding("f2", "say('show')", "Best guess"),
        Binding("f3", "say('next')", "Next turn"),
    ]

    def __init__(self, training: Training) -> None:
        super().__init__()
        self.training = training
        self._turn = asyncio.Lock()
        self._said = Text()

    def compose(self) -> ComposeResult:
        """All that was said, and the line to type in."""
        with VerticalScroll(can_focus=False):
            yield Static(id="said-so-far", markup=False)
        yield Input(id="tried")
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Begin with the first turn."""
        self._say(greeting(self.training))
        self._go_on()

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now: at the end only the one that leads back."""
        return action != "say" or self.training.exercise is not None

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take a guess, or a command of the dialogue."""
        event.input.clear()
        self.action_say(event.value.strip())

    def action_say(self, typed: str) -> None:
        """Answer what is typed, once all before it is answered."""
        self.run_worker(self._answer(typed))

    async def _answer(self, typed: str) -> None:
        async with self._turn:
            before = self.training
            if before.exercise is None:
                return
            line = self.query_one(Input)
            line.border_title = translate("Thinking ...")
            try:
                self.training, said = await in_a_thread(obey, before, typed)
            except Quit:
                self.dismiss()
                return
            except MoolabError as error:
                said = sentence(str(error))
            line.border_title = translate("Your guess:")
            self._say(f"> {typed}", said)
            if self.training.done > before.done:
                self._go_on()

    def _go_on(self) -> None:
        """Show the turn that is due; at the end, what came of all."""
        exercise = self.training.exercise
        line = self.query_one(Input)
        line.display = exercise is not None
        if exercise is None:
            if self.training.exercises:
                self._say("", training_summary(self.training))
            self.refresh_bindings()
            return
        self._say("", task(self.training, exercise))
        for number, turn in enumerate(exercise.turn.before.history, start=1):
            shown = Text(f"{number:>2} ", "dim")
            shown.append_text(Text.from_ansi(row(turn, self.training.setup.rules, coloured=True)))
            self._say(shown)
        line.border_title = translate("Your guess:")
        line.focus()

    def _say(self, *lines: str | Text) -> None:
        for line in lines:
            self._said.append_text(line if isinstance(line, Text) else Text(line))
            self._said.append("\n")
        self.query_one("#said-so-far", Static).update(self._said)
        self.query_one(VerticalScroll).scroll_end(animate=False)


class AnalysisScreen(Screen[None]):
    """What the guesses of both sides were worth.

    Args:
        duel: a game that is over.
    """

    DEFAULT_CSS = """
    AnalysisScreen RichLog { scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,f5", "dismiss", "Back to the boards"),
        Binding("f6", "train", "Try again"),
    ]

    def __init__(self, duel: Duel) -> None:
        super().__init__()
        self._duel = duel
        self._yours: Analysis | None = None

    def compose(self) -> ComposeResult:
        """A log, into which the turns are written."""
        yield RichLog(wrap=True, auto_scroll=False)
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Begin to judge."""
        self.run_worker(self._judge())

    async def _judge(self) -> None:
        log = self.query_one(RichLog)
        names = {"yours": translate("Your guesses"), "computer": translate("My guesses")}
        try:
            for side, history in sides(self._duel).items():
                log.write(Text(names[side], "bold"))
                width = max(20, self.size.width - 1)
                if width >= WIDTH:
                    log.write(Text(HEAD, "dim"))
                turns = list[AnalysedTurn]()
                lines = _lines(self._duel.setup.rules, history, turns, width)
                while (line := await in_a_thread(next, lines, None)) is not None:
                    log.write(Text.from_ansi(line))
                log.write("")
                if side == "yours":
                    self._yours = Analysis(self._duel.setup.rules, tuple(turns))
                    self.refresh_bindings()
        except MoolabError as error:
            log.write(sentence(str(error)))

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now: guesses are tried again once they are judged."""
        return action != "train" or self._yours is not None

    def action_train(self) -> None:
        """Try the guesses again that cost most."""
        analysis = self._yours
        assert analysis is not None, "the key does nothing before"
        turns = tuple(str(turn.turn) for turn in analysis.turns)
        training = GAME.begin(Setup(rules=analysis.rules, turns=turns), lambda *_: analysis)
        self.app.push_screen(TrainingScreen(training))


def _lines(rules: Rules, history: History, turns: list[AnalysedTurn], width: int) -> Iterator[str]:
    """The lines of a table, and below it a summary; its turns are added to ``turns``."""
    for turn in analyse_turns(rules, history):
        turns.append(turn)
        yield from table_lines(turn, width)
    yield from summary(Analysis(rules, tuple(turns)))
