"""The calculator in the terminal, as if it lay on the table."""

from collections.abc import Iterator, Mapping
from secrets import randbits

import click

from moolab.cli.dialogues.playing import open_terminal
from moolab.cli.options import is_given
from moolab.cli.terminal.terminal import Terminal
from moolab.errors import MoolabError
from moolab.machines.commands.run.talking import FRAME
from moolab.machines.hp12c.calculator import Calculator
from moolab.machines.hp12c.keyboard import KEYBOARD
from moolab.machines.hp12c.maker import said_of_keys
from moolab.machines.hp12c.session import CalculatorSession, calculator
from moolab.support.text import count_noun

_KEY = 7
"""Columns of a key; ten of them fit beside one another."""


def play(target: str, text: str, file: str, *, seed: int | None = None) -> None:
    """Play with a program, which is from a file, or with an empty calculator."""
    del target
    said, terminal = said_of_keys(text), open_terminal()
    if is_given("seed") and "setup" not in said:
        raise click.UsageError(f"--seed does not go with {file}.")
    session = calculator(text, seed=randbits(32) if seed is None else seed)
    CalculatorTable(session, terminal, said).play()


class CalculatorTable:
    """The calculator: its keys, its display, and where it is in its program."""

    def __init__(
        self, session: CalculatorSession, terminal: Terminal, said: Mapping[str, str]
    ) -> None:
        self._session = session
        self._terminal = terminal
        self._said = said

    def play(self) -> None:
        """Press the keys that are typed until ``quit`` or the end of the input."""
        for line in _keyboard():
            self._terminal.say(line)
        if self._session.note:
            self._terminal.say(self._session.note)
        for name, keys in self._said.items():
            self._terminal.say(f"{name}: {keys}")
        self._show()
        for typed_line in self._terminal.lines("> "):
            if not self._do(typed_line):
                return

    def _do(self, typed_line: str) -> bool:
        """Do what was typed; False to leave."""
        match typed_line.lower():
            case "q" | "quit":
                return False
            case "h" | "help":
                self._terminal.say_apart(
                    "Type names of keys, separated by blanks: 2 ENTER 3 + or f REG 1234 R/S.\n"
                    "keys shows the keyboard, list the program, quit leaves; Ctrl-C stops a "
                    "program."
                )
            case "keys":
                for line in _keyboard():
                    self._terminal.say(line)
            case "list":
                for _, line in self._session.commented():
                    self._terminal.say(f"  {line}")
            case "":
                pass
            case keys:
                self._press(keys)
                self._show()
        return True

    def _press(self, keys: str) -> None:
        """Press keys, and let the program run as long as it takes; Ctrl-C stops it."""
        try:
            result = self._session.execute(f"press {keys}")
            while result.unfinished and self._terminal.interactive:
                result = self._session.resume(self._session.work_limit)
            if result.unfinished:
                self._stop("Still running")
            if result.fault is not None:
                self._terminal.say_apart(f"{result.fault}.")
        except MoolabError as error:
            self._terminal.say_apart(f"{error}.")
        except KeyboardInterrupt:
            self._stop("Interrupted")

    def _stop(self, why: str) -> None:
        steps = count_noun(self._session.debugger.time, "step")
        self._terminal.say_apart(f"{why} after {steps}.")
        if self._session.machine.stopped is None:
            # Any key stops a program, and does no more.
            self._session.execute("keys R/S")

    def _show(self) -> None:
        for line in panel(self._session.machine):
            self._terminal.say(line)


def panel(machine: Calculator) -> list[str]:
    """The display in its frame, with what is lit below the number, and the program line.

    >>> for line in panel(Calculator("ENTER")):
    ...     print(line)
    +-------------------------------+
    | 0.00                          |
    |                               |  line 00 of 08
    +-------------------------------+
    """
    lit = " ".join(name if on else " " * len(name) for name, on in machine.annunciators.items())
    line = f"  line {machine.line:02} of {len(machine.program):02}"
    return [FRAME, f"| {machine.display:<30}|", f"| {lit:<30}|{line}", FRAME]


def _keyboard() -> Iterator[str]:
    """The keys as they lie: what f does above each, and below it what g does."""
    for begin in range(0, len(KEYBOARD), 10):
        row = KEYBOARD[begin : begin + 10]
        for names in ([key.gold for key in row], [f"[{key.face}]" for key in row]):
            yield "".join(name.center(_KEY) for name in names).rstrip()
        yield "".join(key.blue.center(_KEY) for key in row).rstrip()
