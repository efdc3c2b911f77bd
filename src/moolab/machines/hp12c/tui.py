"""The HP 12C that fills the terminal: its display, its keys where they lie, and its program."""

import asyncio
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Grid
from textual.events import Key as Pressed
from textual.widgets import Footer, Header, Static

from moolab.errors import MoolabError
from moolab.machines.hp12c.keyboard import KEYBOARD, Key, printed
from moolab.machines.hp12c.session import CalculatorSession
from moolab.support.text import sentence
from moolab.tui.app import WholeTerminal, in_a_thread

_TYPED = {key: key for key in "0123456789.+-%fgni"} | {
    "*": "x", "/": "/", "s": "STO", "r": "RCL", "c": "CHS", "e": "EEX", "p": "R/S"
}  # fmt: skip
"""What presses a key at once; arrows and Enter reach all of them."""

_ROW = 10


class KeyFace(Static, can_focus=True):
    """One key: what f does above it, its face, and what g does below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1)", show=False),
        Binding("right", "go(1)", show=False),
        Binding("up", f"go(-{_ROW})", show=False),
        Binding("down", f"go({_ROW})", show=False),
        Binding("space", "press", "Press"),
    ]

    def __init__(self, number: int, key: Key) -> None:
        face = Text()
        face.append(f"{printed(key.gold)}\n", "yellow")
        face.append(f"{printed(key.face)}\n", "bold reverse")
        face.append(printed(key.blue), "cyan")
        super().__init__(face, id=f"key{number}")
        self.number = number
        self.face = key.face

    def action_go(self, step: int) -> None:
        """Look at another key."""
        there = self.number + step
        if 0 <= there < len(KEYBOARD):
            self.app.query_one(f"#key{there}").focus()

    def action_press(self) -> None:
        """Press this key."""
        assert isinstance(self.app, CalculatorApp), "keys are on a calculator"
        self.app.press(self.face)

    def on_click(self) -> None:
        """Press this key."""
        self.action_press()


class CalculatorApp(WholeTerminal[None]):
    """The calculator."""

    CSS = """
    #display { height: 4; width: 44; border: round $primary; padding: 0 1; }
    Grid { grid-size: 10; grid-rows: 3; grid-gutter: 0; height: auto; }
    KeyFace { height: 3; text-align: center; }
    KeyFace:focus { background: $primary; }
    #said { height: auto; max-height: 3; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "type('ENTER')", "ENTER"),
        Binding("backspace", "type('CLx')", "CLx"),
        Binding("ctrl+q", "quit", "Leave", priority=True),
    ]

    def __init__(self, session: CalculatorSession, title: str) -> None:
        super().__init__()
        self._session = session
        self._turn = asyncio.Lock()
        self._stopping = False
        self.title = title

    def compose(self) -> ComposeResult:
        """The display above the keyboard."""
        yield Header(icon="")
        yield Static(id="display", markup=False)
        with Grid():
            for number, key in enumerate(KEYBOARD):
                yield KeyFace(number, key)
        yield Static(id="said", markup=False)
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Switch it on."""
        self.query_one("#key0").focus()
        self.show()

    def show(self) -> None:
        """Show the display."""
        machine = self._session.machine
        lit = " ".join(name for name, on in machine.annunciators.items() if on)
        drawn = Text(f"{machine.display:<26}", "bold green")
        drawn.append(f"\n{lit:<26}", "dim")
        drawn.append(f" {machine.line:02}/{len(machine.program):02}", "dim")
        self.query_one("#display", Static).update(drawn)

    def press(self, face: str) -> None:
        """Press a key, once those before it have done what they do; R/S stops a program."""
        if self._turn.locked() and face == "R/S":
            self._stopping = True
            return
        self.run_worker(self._press(face))

    async def _press(self, face: str) -> None:
        async with self._turn:
            said = self.query_one("#said", Static)
            said.update("")
            self._stopping = False
            session = self._session
            try:
                result = await in_a_thread(session.execute, f"press {face}")
                while result.unfinished and not self._stopping:
                    self.show()
                    result = await in_a_thread(session.resume, session.work_limit)
                if result.unfinished and session.machine.stopped is None:
                    # Any key stops a program, and does no more.
                    session.execute("keys R/S")
                if result.fault is not None:
                    said.update(sentence(result.fault))
            except MoolabError as error:
                said.update(sentence(str(error)))
            self.show()

    def on_key(self, event: Pressed) -> None:
        """Press the key that is typed."""
        if event.character in _TYPED:
            self.press(_TYPED[event.character])

    def action_type(self, face: str) -> None:
        """Press this key."""
        self.press(face)
