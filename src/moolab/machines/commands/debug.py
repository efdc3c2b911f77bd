"""``moo machine debug``: one command after another, each with what it changed."""

from collections.abc import Iterator
from pathlib import Path

import click

from moolab.cli.dialogues.playing import open_terminal
from moolab.cli.numbers import IntegerType
from moolab.cli.options import ExtensionType
from moolab.cli.terminal.output import WIDTH
from moolab.cli.terminal.terminal import Terminal
from moolab.errors import InvalidCommand, MoolabError
from moolab.machines.article import read_program, routine_text
from moolab.machines.commands.call import NumberType, refuse
from moolab.machines.notation.dialect import DIALECTS
from moolab.machines.session import ENTRY_POINTS, Session, Setup, kind
from moolab.machines.source import routine
from moolab.machines.targets import MICROCONTROLLERS, TARGETS
from moolab.support.text import count_noun, printable, quote

_AROUND = 3
"""Lines of the program shown before and after the next one."""

_LABEL = 13

_LOOKS = {
    "list": ("[PLACE]", "show the program, or the lines around a place"),
    "show": ("", "show all values; * marks what has changed"),
}
"""Commands of the terminal itself, besides ``help`` and ``quit``."""


@click.command("debug", context_settings={"ignore_unknown_options": True})
@click.argument("target", type=ExtensionType(ENTRY_POINTS, TARGETS))
@click.argument("words", nargs=-1, required=True, metavar="FILE... [ARG]...")
@click.option("--name", metavar="NAME", help="The routine, if FILE has several.")
@click.option("--dialect", type=click.Choice(list(DIALECTS)), help="Which Lisp it is in.")
@click.option(
    "--seed", type=IntegerType(), default=0, show_default=True,
    help="Random seed; repeats the same result.",
)  # fmt: skip
def command(
    target: str, words: tuple[str, ...], name: str | None, dialect: str | None, seed: int
) -> None:
    """Look inside a machine, step by step, forwards and backwards.

    Several FILEs in Lisp are one program; a FILE may be an article with the program in it. Commands
    come from standard input; help lists them. A routine is called with the ARGs; on the calculator,
    press presses keys; what BASIC and Lisp wait for is said with answer.
    """
    machine = kind(target)
    arguments = tuple(map(_argument, words[1:])) if target in MICROCONTROLLERS else ()
    files = [Path(each) for each in words[: len(words) - len(arguments)]]
    if target != "ulisp" and len(files) > 1:
        raise click.UsageError(f"{target} takes one FILE, and no arguments.")
    refuse(*(each for each in ("name", "seed", "dialect") if each not in machine.takes))
    if target in MICROCONTROLLERS:
        text, dialect = routine_text(files[0]), ""
        routine(text, name, str(files[0]))  # which names the file if it is wrong
    else:
        found = read_program(target, files, dialect)
        text, dialect = found.text, found.dialect
    drawn = seed if "seed" in machine.takes else None
    session = machine.begin(Setup(target, text, name, arguments, drawn, dialect=dialect))
    Dialogue(session, open_terminal()).hold()


def _argument(word: str) -> int:
    return NumberType().convert(word, None, click.get_current_context())


class Dialogue:
    """Executes commands until there are no more."""

    def __init__(self, session: Session, terminal: Terminal) -> None:
        self._session = session
        self._debugger = session.debugger
        self._machine = session.machine
        self._terminal = terminal
        self._seen = self._machine.groups()

    def hold(self) -> None:
        """Execute commands until ``quit`` or the end of the input."""
        if self._session.note:
            self._terminal.say(self._session.note)
        self._show()
        for answer in self._terminal.lines("> ", as_typed=True):
            if not answer.strip():
                continue
            if answer.split()[0] in ("q", "quit"):
                return
            try:
                self._execute(answer)
            except MoolabError as error:
                self._terminal.say_apart(f"{error}.")
            except KeyboardInterrupt:
                self._terminal.say(f"Interrupted after {count_noun(self._debugger.time, 'step')}.")
                self._show()

    def _execute(self, command: str) -> None:
        word, *rest = command.split(maxsplit=1)
        match word.lower():
            case "l" | "list":
                self._list(self._session.find(rest[0].strip()) if rest else None)
            case "show":
                self._show()
            case "h" | "help":
                self._help()
            case name if self._session.command(name) is None:
                raise InvalidCommand(f"there is no command {quote(name)}; help lists them")
            case _:
                self._pass_on(command)

    def _pass_on(self, command: str) -> None:
        before = self._debugger.time
        result = self._session.execute(command)
        if self._debugger.time < before:
            # What was printed before this moment has been seen.
            self._session.read()
        if result.answer is not None:
            self._terminal.say(result.answer)
        elif result.address is not None:
            self._list(result.address)
        else:
            if result.unfinished:
                steps = count_noun(self._session.limits.steps, "step")
                self._terminal.say(f"Still running after {steps}.")
            self._show()
        if result.fault is not None:
            self._terminal.say_apart(f"{result.fault}.")

    def _show(self) -> None:
        """The next line among its neighbours, and all values, those that changed marked."""
        if printed := self._session.read():
            self._terminal.say_apart(printable(printed.strip("\n"), "?"))
        self._terminal.say(f"After {count_noun(self._debugger.time, 'step')}:")
        if any(place == self._machine.program_counter for place, _ in self._session.listing):
            self._list(self._machine.program_counter)
        if self._machine.stopped is not None:
            self._terminal.say_apart(f"It has stopped: {self._machine.stopped}.")
        groups = self._machine.groups()
        for name, values in groups.items():
            before = self._seen.get(name, {})
            cells = [
                f"{'*' if before.get(key) != value else ' '}{key} {value}"
                for key, value in values.items()
            ]
            for line in _rows(name, cells):
                self._terminal.say(line)
        self._seen = groups

    def _list(self, around: int | None) -> None:
        """The program, or some lines of it; the next one and breakpoints are marked."""
        lines = self._session.commented()
        if around is not None:
            middle = [place for place, _ in lines].index(around)
            lines = lines[max(middle - _AROUND, 0) : middle + _AROUND + 1]
        for place, text in lines:
            for name in (name for name, there in self._session.labels.items() if there == place):
                self._terminal.say(f"   {self._session.format_address(place)}  {name}")
            arrow = "->" if place == self._machine.program_counter else "  "
            stop = "*" if place in self._debugger.breakpoints else " "
            self._terminal.say(f"{arrow}{stop}{text}")

    def _help(self) -> None:
        common, extras = (
            {word: (command.operand, command.help) for word, command in commands.items()}
            for commands in (self._session.common, self._session.extras)
        )
        rows = {**common, **_LOOKS, **extras, "quit": ("", "leave")}
        for word, (operand, text) in rows.items():
            self._terminal.say(f"  {f'{word} {operand}':<24}{text}")
        self._terminal.say("Short forms: s, b, r, l, h, q for step, back, run, list, help, quit.")


def _rows(name: str, cells: list[str]) -> Iterator[str]:
    """Cells under one another, the name of their group before the first row."""
    room = WIDTH - _LABEL
    # Long cells take several columns, so that they share lines.
    width = min(max(map(len, cells), default=0) + 2, room // 2)
    row, label = "", name
    for cell in cells:
        if row and len(row) + len(cell) > room:
            yield f"{label:<{_LABEL}}{row}".rstrip()
            row, label = "", ""
        row += cell.ljust(-(-(len(cell) + 2) // width) * width)
    if row:
        yield f"{label:<{_LABEL}}{row}".rstrip()
