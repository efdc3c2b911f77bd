"""``moo machine play``: the calculator, or the pocket BASIC, as if it lay on the table."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from secrets import randbits

import click

from moolab.cli.dialogues.playing import open_terminal
from moolab.cli.full_screen import check_tui, tui_option
from moolab.cli.numbers import IntegerType
from moolab.cli.options import is_given
from moolab.cli.terminal.terminal import Terminal
from moolab.errors import MoolabError
from moolab.machines.article import find_program, find_programs
from moolab.machines.check.calculator import said_of_keys
from moolab.machines.commands.run.ti74 import FRAME, STEPS_UNWATCHED, Display, talk
from moolab.machines.hp12c.calculator import Calculator
from moolab.machines.hp12c.keyboard import KEYBOARD
from moolab.machines.session import CalculatorSession, calculator
from moolab.machines.source import read_source
from moolab.machines.ti74.interpreter import Basic
from moolab.machines.ti74.program import Program
from moolab.support.text import count_noun

_KEY = 7
"""Columns of a key; ten of them fit beside one another."""


@click.command("play")
@click.argument("file", metavar="FILE|hp12c")
@tui_option
@click.option("--seed", type=IntegerType(), help="Random seed; repeats the same result.")
def command(file: str, tui: bool, seed: int | None) -> None:
    """Play with the calculator or the pocket BASIC in the terminal.

    FILE is a listing of the HP 12C, such as moo58.12c, or a BASIC program, such as moo74.bas, or an
    article with one of them in it; hp12c alone is a calculator with an empty memory. If the comment
    "setup:" of a listing says how its game begins, it has begun. Type names of keys such as f REG
    1234 R/S, or what the BASIC asks for. On the calculator, help lists what else there is, and
    Ctrl-C stops a program. Ctrl-D leaves, and so does Ctrl-C in BASIC.
    """
    text = "" if file == "hp12c" else read_source(Path(file))
    target = "ti74" if file.lower().endswith(".bas") else "hp12c"
    if text and not file.lower().endswith((".bas", ".12c")):
        found = [each.target for each in find_programs([(file, text)]) if each.target != "ulisp"]
        if len(found) > 1:
            raise click.UsageError(f"{file} has several programs: moo article {file} plays each.")
        target = found[0] if found else target
    if text:
        text = find_program(target, [(file, text)]).text
    play(target, text, file, tui=tui, seed=seed)


def play(target: str, text: str, file: str, *, tui: bool = False, seed: int | None = None) -> None:
    """Play with a program, which is from a file, or with an empty calculator."""
    is_basic = target == "ti74"
    if tui:
        if is_basic:
            raise click.UsageError("--tui is for the calculator.")
        check_tui()
    # A BASIC program is typed into as on the machine.
    terminal = open_terminal(edited=not is_basic)
    if is_basic:
        _play_basic(Program(text), seed, terminal)
        return
    said = said_of_keys(text)
    if is_given("seed") and "setup" not in said:
        raise click.UsageError(f"--seed does not go with {file}.")
    if seed is None:
        seed = randbits(32)
    session = calculator(text, seed=seed) if text else CalculatorSession(Calculator())
    if tui:
        from moolab.machines.tui import CalculatorApp

        CalculatorApp(session, file).run()
        return
    CalculatorTable(session, terminal, said).play()


def _play_basic(program: Program, seed: int | None, terminal: Terminal) -> None:
    watched = terminal.interactive
    display = Display(terminal)
    basic = Basic(program, seed, *([display.wait] if watched else []))
    try:
        talk(basic, display, None if watched else STEPS_UNWATCHED)
    except EOFError:
        terminal.say()
    finally:
        display.frame()


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
