"""The analysis of a duel, judged turn by turn while somebody reads it."""

import asyncio
from collections.abc import Iterator
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, RichLog

from moolab.analysis.game import Analysis, analyse_turns
from moolab.cli.terminal.report import HEAD, summary, table_lines
from moolab.deduction.history import History
from moolab.errors import MoolabError
from moolab.games.duel.duel import Duel
from moolab.games.duel.review import sides
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
    ]

    def __init__(self, duel: Duel) -> None:
        super().__init__()
        self._duel = duel

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
                lines = _lines(self._duel, history)
                while (line := await asyncio.to_thread(next, lines, None)) is not None:
                    log.write(Text.from_ansi(line))
                log.write("")
        except MoolabError as error:
            log.write(sentence(str(error)))


def _lines(duel: Duel, history: History) -> Iterator[str]:
    turns = []
    for turn in analyse_turns(duel.setup.rules, history):
        turns.append(turn)
        yield from table_lines(turn)
    yield from summary(Analysis(duel.setup.rules, tuple(turns)))
