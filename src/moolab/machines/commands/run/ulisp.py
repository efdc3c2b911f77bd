"""``moo machine run ulisp``: a Lisp, with a program or without."""

import re
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import click

from moolab.cli.dialogues.playing import open_terminal
from moolab.cli.examples import epilog
from moolab.cli.numbers import IntegerType
from moolab.cli.options import json_option
from moolab.cli.terminal.output import echo_json, echo_text
from moolab.cli.terminal.terminal import Terminal
from moolab.errors import InvalidProgram, MoolabError, ProgramFault
from moolab.machines.article import UNDEFINED, read_program, telling_what_is_missing
from moolab.machines.commands.run.talking import Plain, talk
from moolab.machines.lisp.machine import Lisp
from moolab.machines.notation.dialect import DIALECTS
from moolab.machines.notation.reader import Typed
from moolab.machines.targets import MICROCONTROLLERS
from moolab.machines.views import LispView
from moolab.support.text import count_noun

_STEPS_UNWATCHED = 10_000_000
"""Some ten seconds."""

_LEAVING = re.compile(r"\s*\(?(?:quit|exit|bye|q)\)?\s*", re.IGNORECASE)
"""What people type to leave."""


@click.command("ulisp", epilog=epilog(["moo machine run ulisp --expr '(+ 1 2)'"]))
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, metavar="[FILE]...")
@click.option("--expr", "expressions", multiple=True, metavar="FORM",
              help="Evaluate a form and print its value; may be repeated.")  # fmt: skip
@click.option("--arch", type=click.Choice(MICROCONTROLLERS),
              help="The processor of defcode (default: that of its instructions).")  # fmt: skip
@click.option("--lisp-only", is_flag=True, help="Leave out all defcode forms.")
@click.option("--dialect", type=click.Choice(list(DIALECTS)),
              help="uLisp, or the Lisp of the article on trilobite (default: what it uses "
              "tells).")  # fmt: skip
@click.option("--seed", type=IntegerType(), default=0, show_default=True,
              help="Random seed; repeats the same result.")  # fmt: skip
@click.option("--stats", is_flag=True, help="Print how much was evaluated and executed.")
@click.option("--max-steps", type=IntegerType(1), metavar="N",
              help="Give up after this many steps without input (default: never at a "
              f"terminal, else {_STEPS_UNWATCHED:,}).")  # fmt: skip
@json_option
def command(
    files: tuple[Path, ...],
    expressions: tuple[str, ...],
    arch: str | None,
    lisp_only: bool,
    dialect: str | None,
    seed: int,
    stats: bool,
    max_steps: int | None,
    as_json: bool,
) -> None:
    """Run programs in Lisp, one after another, as one.

    A FILE may be an article, whose definitions are taken from between its sentences; what an
    article lacks and one of our files has, such as play.lisp, comes along.

    Functions that defcode defines run on a simulated processor. Without --expr, forms are then
    asked for; what is typed also answers read and read-line. Ctrl-C stops the program.
    """
    program = read_program("ulisp", files, dialect, lisp_only=lisp_only)
    spoken = DIALECTS[program.dialect]
    watched = sys.stdin.isatty()
    lisp = Lisp("", dialect=spoken, arch=arch, seed=seed)
    terminal = open_terminal(edited=False)
    screen = _Screen(terminal, is_quiet=as_json, ends_lines=spoken.is_common)
    dialogue = Dialogue(lisp, screen, max_steps or (None if watched else _STEPS_UNWATCHED))
    values: list[str] = []
    try:
        with telling_what_is_missing(program):
            for name, text in program.sources:
                dialogue.load(text, name if len(program.sources) > 1 else "")
            values += [dialogue.evaluate(each, is_shown=not as_json) for each in expressions]
        if not expressions and not as_json:
            dialogue.hold()
    finally:
        screen.close()
    if as_json:
        echo_json(LispView.of(lisp, values, screen.printed))
    elif stats:
        echo_text("\n".join(_statistics(lisp)))


def command_for(_target: str) -> click.Command:
    """The command that runs programs."""
    return command


def _statistics(lisp: Lisp) -> Iterator[str]:
    done = lisp.statistics
    yield f"{count_noun(done.evaluations, 'evaluation')}, {count_noun(done.steps, 'step')}"
    if done.calls:
        yield (
            f"{count_noun(done.calls, 'call')} of machine code: "
            f"{count_noun(done.instructions, 'instruction')}, {count_noun(done.cycles, 'cycle')}"
        )


class _Screen(Plain):
    """Where a program prints, and whence it reads; or, if it is quiet, what keeps that."""

    def __init__(self, terminal: Terminal, *, is_quiet: bool, ends_lines: bool) -> None:
        super().__init__(Terminal(sys.stdin, StringIO()) if is_quiet else terminal)
        self.printed = ""
        self._is_quiet = is_quiet
        self._ending = "\n" * ends_lines

    def show(self, text: str) -> None:
        """Print a text; the line may go on."""
        if self._is_quiet:
            self.printed += text
        elif text:
            self.terminal.say_printed(text)

    def ask(self, *, pauses: bool) -> str:
        """A line that is typed."""
        answer = super().ask(pauses=pauses)
        if self._is_quiet:
            self.printed += answer + self._ending
        else:
            self.terminal.say(end=self._ending)
        return answer

    def close(self) -> None:
        """End the line."""
        if self.terminal.line_is_open:
            self.terminal.say()


class Dialogue:
    """A Lisp with its screen."""

    def __init__(self, lisp: Lisp, screen: _Screen, limit: int | None) -> None:
        self._lisp = lisp
        self._screen = screen
        self._limit = limit

    def load(self, text: str, called: str) -> None:
        """Evaluate the forms of a program, which errors call by its name, if it has one."""
        if text.strip():
            self.evaluate(text, is_shown=False, called=called)

    def evaluate(self, text: str, *, is_shown: bool, called: str = "") -> str:
        """Evaluate forms, and print their values; that of the last one."""
        lisp = self._lisp
        try:
            lisp.evaluate(text, is_shown=is_shown, called=called)
        except InvalidProgram as error:
            if "there is no form" in str(error) and not is_shown:
                return lisp.value  # there are nothing but comments
            raise
        try:
            talk(lisp, self._screen, self._limit)
        except EOFError:
            where = f"{called}: line" if called else "line"
            raise ProgramFault(
                f"{where} {lisp.program_counter}: the input ended in the middle of the program"
            ) from None
        return lisp.value

    def hold(self) -> None:
        """Evaluate what is typed, until there is no more."""
        terminal = self._screen.terminal
        while (text := self._typed(terminal)) is not None:
            try:
                if text.strip():
                    self.evaluate(text, is_shown=True)
            except MoolabError as error:
                leaves = _LEAVING.fullmatch(text) and UNDEFINED.search(str(error))
                terminal.say_apart("Ctrl-D ends." if leaves else f"{error}.")
            except KeyboardInterrupt:
                terminal.say_apart("Interrupted.")
                self._lisp.interrupt()

    def _typed(self, terminal: Terminal) -> str | None:
        """Forms, in as many lines as they take; None at the end of the input."""
        if terminal.line_is_open:
            terminal.say()
        typed, prompt, is_whole = Typed(), "> ", False
        try:
            while not is_whole:
                is_whole, prompt = typed.add(terminal.ask(prompt)), "  "
                terminal.say()
        except EOFError:
            # A form that has begun is evaluated, which says what it lacks.
            return typed.text.strip() or None
        return typed.text
