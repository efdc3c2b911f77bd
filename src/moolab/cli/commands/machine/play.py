"""``moo machine play``: the calculator, or the pocket BASIC, as if it lay on the table."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from secrets import randbits

import click

from moolab.cli.dialogues.playing import open_terminal
from moolab.cli.options import IntegerType, is_given
from moolab.cli.terminal.terminal import Terminal
from moolab.errors import MoolabError
from moolab.machines.check.calculator import said_of_keys
from moolab.machines.hp12c.calculator import Calculator
from moolab.machines.hp12c.keyboard import KEYBOARD
from moolab.machines.session import (
    BasicSession,
    CalculatorSession,
    Result,
    Session,
    basic,
    calculator,
)
from moolab.machines.source import read_source
from moolab.support.text import count_noun

_KEY = 7
"""Columns of a key; ten of them fit beside one another."""

_DISPLAY = 31
"""Columns of either display: the BASIC's has as many characters."""

_FRAME = f"+{'-' * _DISPLAY}+"


@click.command("play")
@click.argument("file", metavar="FILE|hp12c")
@click.option("--seed", type=IntegerType(), help="Decides RND of the BASIC.")
def command(file: str, seed: int | None) -> None:
    """Play with the calculator or the pocket BASIC in the terminal.

    FILE is a listing of the HP 12C, such as moo58.12c, or a BASIC program, whose name ends in .bas;
    hp12c alone is a calculator with an empty memory. Type names of keys such as f REG 1234 R/S, or
    what the BASIC asks for; help lists what else there is. Ctrl-D or quit leaves.
    """
    terminal = open_terminal()
    text = "" if file == "hp12c" else read_source(Path(file))
    if file.lower().endswith(".bas"):
        seed = randbits(32) if seed is None else seed
        BasicTable(basic(text, seed), terminal).play()
        return
    if is_given("seed"):
        raise click.UsageError("--seed does not go with hp12c.")
    session = calculator(text) if text else CalculatorSession(Calculator())
    CalculatorTable(session, terminal, said_of_keys(text)).play()


class _Table(ABC):
    """A machine before somebody, until they leave.

    Args:
        session: what is told the machine.
        terminal: where it is told from.
    """

    def __init__(self, session: Session, terminal: Terminal) -> None:
        self._session = session
        self._terminal = terminal

    def play(self) -> None:
        """Do what is typed until ``quit`` or the end of the input."""
        self._begin()
        while self._goes_on:
            try:
                typed_line = self._terminal.ask(self._prompt)
            except EOFError:
                self._terminal.say()
                return
            self._terminal.say()
            if not self._do(typed_line):
                return

    def _execute(self, command: str) -> None:
        """Tell the machine, and let it run as long as it takes; Ctrl-C stops it."""
        try:
            self._run_on(self._session.execute(command))
        except MoolabError as error:
            self._terminal.say_apart(f"{error}.")
        except KeyboardInterrupt:
            self._terminal.say_apart(f"Interrupted after {self._steps}.")
            self._interrupt()

    def _run_on(self, result: Result) -> None:
        while result.unfinished and self._terminal.interactive:
            result = self._session.resume(self._session.work_limit)
        if result.unfinished:
            self._terminal.say_apart(f"Still running after {self._steps}.")
            self._interrupt()
        if result.fault is not None:
            self._terminal.say_apart(f"{result.fault}.")

    @property
    def _steps(self) -> str:
        return count_noun(self._session.debugger.time, "step")

    @property
    def _goes_on(self) -> bool:
        return True

    @property
    def _prompt(self) -> str:
        return "> "

    @abstractmethod
    def _begin(self) -> None:
        """What comes before the first question."""

    @abstractmethod
    def _do(self, typed_line: str) -> bool:
        """Do what was typed; False to leave."""

    @abstractmethod
    def _interrupt(self) -> None:
        """Stop what runs."""


class CalculatorTable(_Table):
    """The calculator: its keys, its display, and where it is in its program.

    Args:
        session: what is pressed its keys.
        terminal: where their names come from.
        said: the keys that play the game of the listing, by what they are for.
    """

    _session: CalculatorSession

    def __init__(
        self, session: CalculatorSession, terminal: Terminal, said: Mapping[str, str]
    ) -> None:
        super().__init__(session, terminal)
        self._said = said

    def _begin(self) -> None:
        for line in _keyboard():
            self._terminal.say(line)
        for name, keys in self._said.items():
            self._terminal.say(f"{name}: {keys}")
        self._show()

    def _do(self, typed_line: str) -> bool:
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
                for _, line in self._session.listing:
                    self._terminal.say(f"  {line}")
            case "":
                pass
            case keys:
                self._execute(f"press {keys}")
                self._show()
        return True

    def _interrupt(self) -> None:
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
    return [_FRAME, f"| {machine.display:<30}|", f"| {lit:<30}|{line}", _FRAME]


def _keyboard() -> Iterator[str]:
    """The keys as they lie: what f does above each, and below it what g does."""
    for begin in range(0, len(KEYBOARD), 10):
        row = KEYBOARD[begin : begin + 10]
        for names in ([key.gold for key in row], [f"[{key.face}]" for key in row]):
            yield "".join(name.center(_KEY) for name in names).rstrip()
        yield "".join(key.blue.center(_KEY) for key in row).rstrip()


class BasicTable(_Table):
    """The pocket BASIC: its display, and what is typed."""

    _session: BasicSession

    def _begin(self) -> None:
        self._terminal.say(_FRAME)
        self._execute("run")
        self._show()

    def _do(self, typed_line: str) -> bool:
        self._execute(f"answer {typed_line}")
        self._show()
        return True

    @property
    def _goes_on(self) -> bool:
        return self._session.machine.waits

    @property
    def _prompt(self) -> str:
        return "ENTER> " if self._session.machine.pauses else "> "

    def _interrupt(self) -> None:
        self._terminal.say_apart(
            f"The program was at line {self._session.machine.program_counter}."
        )

    def _show(self) -> None:
        for line in self._session.read().strip("\n").split("\n"):
            for at in range(0, max(len(line), 1), _DISPLAY):
                self._terminal.say(f"|{line[at : at + _DISPLAY]:<{_DISPLAY}}|")
        self._terminal.say(_FRAME)
