"""``moo machine run ti74``: a BASIC program, at a terminal or through pipes."""

import sys
import time
from pathlib import Path

import click

from moolab.cli.dialogues.playing import open_terminal
from moolab.cli.numbers import IntegerType
from moolab.cli.terminal.terminal import Terminal
from moolab.errors import ProgramFault
from moolab.machines.article import read_program
from moolab.machines.ti74.interpreter import Basic
from moolab.machines.ti74.program import Program

STEPS_UNWATCHED = 1_000_000
"""Statements without input after which a program is given up where nobody can press Ctrl-C."""

WIDTH = 31
"""Characters on a line of the display."""

FRAME = f"+{'-' * WIDTH}+"


@click.command("ti74")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seed", type=IntegerType(), help="Random seed; repeats the same result.")
@click.option("--max-steps", type=IntegerType(1), metavar="N",
              help="Give up after this many statements without input (default: never at "
              f"a terminal, else {STEPS_UNWATCHED:,}).")  # fmt: skip
def command(file: Path, seed: int | None, max_steps: int | None) -> None:
    """Run a BASIC program on the TI-74.

    INPUT reads a line of standard input, and so does PAUSE, which waits for ENTER. Ctrl-C stops the
    program.
    """
    program = Program(read_program("ti74", [file]).text)
    terminal = open_terminal(edited=False)
    watched = sys.stdin.isatty()
    basic = Basic(program, seed, *([time.sleep] if watched else []))
    try:
        talk(basic, Plain(terminal), max_steps or (None if watched else STEPS_UNWATCHED))
    except EOFError:
        where = f"line {basic.program_counter}, {basic.text}"
        raise ProgramFault(f"{where}: the input ended in the middle of the program") from None
    finally:
        if terminal.line_is_open:
            terminal.say()


class Plain:
    """A screen like any other."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal

    def show(self, text: str) -> None:
        """Print a text; its last line may go on."""
        self._terminal.say(text, end="")

    def ask(self, *, pauses: bool) -> str:
        """A line that is typed.

        Args:
            pauses: whether ENTER alone is waited for.

        Raises:
            EOFError: if there are no more.
        """
        del pauses
        return self._terminal.ask("", as_typed=True)


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
        answer = self._terminal.ask("ENTER> " if pauses else "> ", as_typed=True)
        self._terminal.say()
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
            self._terminal.say(FRAME)
            self._framed = True

    def _say(self, line: str) -> None:
        for at in range(0, max(len(line), 1), WIDTH):
            self._terminal.say(f"|{line[at : at + WIDTH]:<{WIDTH}}|")
        self._framed = False


def talk(basic: Basic, screen: Plain, max_steps: int | None) -> None:
    """Run a program to its end.

    Raises:
        EOFError: if the input ends before the program.
        ProgramFault: if the program cannot go on, or takes too many steps.
    """
    begin = basic.steps
    while basic.stopped is None or basic.waits:
        if basic.waits:
            basic.enter(screen.ask(pauses=basic.pauses))
            begin = basic.steps
        elif max_steps is not None and basic.steps - begin >= max_steps:
            raise basic.endless(max_steps)
        else:
            basic.step()
        if text := basic.read():
            screen.show(text)
