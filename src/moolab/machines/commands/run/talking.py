"""Programs that print and ask, such as those in BASIC: at a terminal, or through pipes."""

import sys
import time
from pathlib import Path
from secrets import randbits
from typing import Any

import click

from moolab.cli.dialogues.playing import open_terminal
from moolab.cli.numbers import IntegerType
from moolab.cli.terminal.terminal import Terminal
from moolab.errors import ProgramFault
from moolab.machines.annex import TABLE
from moolab.machines.article import read_program
from moolab.machines.debugger import Machine, pauses
from moolab.machines.maker import endless
from moolab.machines.session import Setup, kind

STEPS_UNWATCHED = 1_000_000
"""Statements without input after which a program is given up where Ctrl-C cannot be pressed."""

_SLICE = 100_000
"""Steps between two looks at the clock, of a machine that does so many at once."""

WIDTH = 31
"""Characters on a line of the display."""

FRAME = f"+{'-' * WIDTH}+"


def command_for(target: str) -> click.Command:
    """The command that runs programs of a machine."""

    @click.command(target)
    @click.argument("file", type=click.Path(path_type=Path))
    @click.option("--seed", type=IntegerType(), help="Random seed; repeats the same result.")
    @click.option("--max-steps", type=IntegerType(1), metavar="N",
                  help="Give up after this many steps without input (default: never at "
                  f"a terminal, else {STEPS_UNWATCHED:,}).")  # fmt: skip
    def command(file: Path, seed: int | None, max_steps: int | None) -> None:
        machine = _made(target, read_program(target, [file]).text, seed)
        terminal = open_terminal(edited=False)
        watched = sys.stdin.isatty()
        if watched and hasattr(machine, "wait"):
            machine.wait = time.sleep
        try:
            talk(machine, Plain(terminal), max_steps or (None if watched else STEPS_UNWATCHED))
        except EOFError:
            where = f"line {machine.program_counter}, {getattr(machine, 'text', '')}".rstrip(", ")
            raise ProgramFault(f"{where}: the input ended in the middle of the program") from None
        finally:
            if terminal.line_is_open:
                terminal.say()

    about = TABLE[target].about if target in TABLE else f"Run a program of {target}."
    command.help = f"{about}\n\n{_HELP}"
    return command


_HELP = """Whatever the program asks for is read from a line of standard input, and so is ENTER,
which a pause waits for. Ctrl-C stops the program. What does not print shows what is inside.
"""


def play(target: str, text: str, file: str, *, seed: int | None = None) -> None:
    """Play with a program, which is from a file, as on its display."""
    del file
    machine, terminal = _made(target, text, seed), open_terminal(edited=False)
    watched, display = terminal.interactive, Display(terminal)
    if watched and hasattr(machine, "wait"):
        machine.wait = display.wait
    try:
        talk(machine, display, None if watched else STEPS_UNWATCHED)
    except EOFError:
        terminal.say()
    finally:
        display.frame()


def _made(target: str, text: str, seed: int | None) -> Machine:
    drawn = randbits(32) if seed is None else seed
    return kind(target).begin(Setup(target, text, seed=drawn)).machine


class Plain:
    """A screen like any other."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal

    def show(self, text: str) -> None:
        """Print a text; its last line may go on."""
        self.terminal.say(text, end="")

    def ask(self, *, pauses: bool) -> str:
        """A line that is typed.

        Args:
            pauses: whether ENTER alone is waited for.

        Raises:
            EOFError: if there are no more.
        """
        del pauses
        return self.terminal.ask("", as_typed=True)


class Display(Plain):
    """The lines of the display one below the other, framed wherever something is asked."""

    def __init__(self, terminal: Terminal) -> None:
        super().__init__(terminal)
        self._line = ""
        self._answered = False
        terminal.say(FRAME)
        self._framed = True

    def show(self, text: str) -> None:
        """Print a text; its last line is kept until it ends, or something is asked."""
        if self._answered:
            # The answer is on a line of its own already.
            text = text.removeprefix("\n")
            self._answered = False
        *lines, self._line = (self._line + text).split("\n")
        for line in lines:
            self._say(line)

    def ask(self, *, pauses: bool) -> str:
        """A line that is typed below the display."""
        self.frame()
        answer = self.terminal.ask("ENTER> " if pauses else "> ", as_typed=True)
        self.terminal.say()
        self._answered = not pauses
        return answer

    def wait(self, seconds: float) -> None:
        """Show what there is for some seconds."""
        self.frame()
        time.sleep(seconds)

    def frame(self) -> None:
        """Show the line that goes on, and the lower edge, unless that is the last thing shown."""
        if self._line:
            self._say(self._line)
            self._line = ""
        if not self._framed:
            self.terminal.say(FRAME)
            self._framed = True

    def _say(self, line: str) -> None:
        for at in range(0, max(len(line), 1), WIDTH):
            self.terminal.say(f"|{line[at : at + WIDTH]:<{WIDTH}}|")
        self._framed = False


def talk(machine: Machine, screen: Plain, max_steps: int | None) -> None:
    """Run a program to its end.

    Raises:
        EOFError: if the input ends before the program.
        ProgramFault: if the program cannot go on, or takes too many steps.
    """
    talker: Any = machine
    prints, advance = hasattr(machine, "read"), getattr(machine, "advance", None)
    begin, status = machine.work, screen.terminal.status()
    try:
        while (waits := getattr(machine, "waits", False)) or machine.stopped is None:
            if waits:
                status.clear()
                talker.enter(screen.ask(pauses=pauses(talker)))
                begin, status = machine.work, screen.terminal.status()
            elif max_steps is not None and machine.work - begin >= max_steps:
                raise endless(talker, max_steps)
            elif advance:
                advance(_SLICE)
            else:
                machine.step()
            if prints and (text := talker.read()):
                status.clear()
                screen.show(text)
                status = screen.terminal.status()
            elif advance and status.due:
                status.show(f"{machine.work:,} steps ...")
    finally:
        status.clear()
        if advance:
            screen.show(talker.read())
    if not prints:
        for named in machine.groups().values():
            screen.show("".join(f"{name} {value}\n" for name, value in named.items()))
