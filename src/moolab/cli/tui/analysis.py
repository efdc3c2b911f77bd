"""The analysis of a duel, judged turn by turn while somebody reads it."""

from collections.abc import Iterator
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, RichLog

from moolab.analysis.game import AnalysedTurn, Analysis, analyse_turns
from moolab.cli.terminal.report import HEAD, summary, table_lines
from moolab.cli.tui.training import TrainingScreen
from moolab.cli.tui.whole import in_a_thread
from moolab.codes.rules import Rules
from moolab.deduction.history import History
from moolab.errors import MoolabError
from moolab.games.duel.duel import Duel
from moolab.games.duel.review import sides
from moolab.games.training.game import GAME, Setup
from moolab.support.language import translate
from moolab.support.text import sentence


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
                log.write(Text(HEAD, "dim"))
                turns = list[AnalysedTurn]()
                lines = _lines(self._duel.setup.rules, history, turns)
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


def _lines(rules: Rules, history: History, turns: list[AnalysedTurn]) -> Iterator[str]:
    """The lines of a table, and below it a summary; its turns are added to ``turns``."""
    for turn in analyse_turns(rules, history):
        turns.append(turn)
        yield from table_lines(turn)
    yield from summary(Analysis(rules, tuple(turns)))
