"""``moo machine run ulisp``: a Lisp, with a program or without."""

import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import click

from moolab.cli.dialogues.playing import open_terminal
from moolab.cli.numbers import IntegerType
from moolab.cli.options import json_option
from moolab.cli.terminal.output import echo_json, echo_text
from moolab.cli.terminal.status import StatusLine
from moolab.cli.terminal.terminal import Terminal
from moolab.errors import InvalidProgram, MoolabError, ProgramFault
from moolab.machines.lisp.article import read_programs, without_code
from moolab.machines.lisp.machine import Lisp
from moolab.machines.notation.dialect import DIALECTS
from moolab.machines.notation.reader import Typed
from moolab.machines.targets import MICROCONTROLLERS
from moolab.machines.views import LispView
from moolab.support.text import count_noun

_STEPS_UNWATCHED = 10_000_000
"""Some ten seconds."""

_SLICE = 100_000
"""Steps between two looks at the clock."""


@click.command("ulisp")
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, metavar="[FILE]...")
@click.option("--article", "articles", type=click.Path(path_type=Path), multiple=True,
              metavar="FILE", help="Take the definitions that stand in a text, after the "
              "programs; may be repeated.")  # fmt: skip
@click.option("--expr", "expressions", multiple=True, metavar="FORM",
              help="Evaluate a form and print its value; may be repeated.")  # fmt: skip
@click.option("--arch", type=click.Choice(MICROCONTROLLERS),
              help="What defcode assembles for; otherwise for the one that has its "
              "instructions.")  # fmt: skip
@click.option("--lisp-only", is_flag=True, help="Leave out all defcode forms.")
@click.option("--dialect", type=click.Choice(list(DIALECTS)), default="ulisp", show_default=True,
              help="Where uLisp and Common Lisp disagree.")  # fmt: skip
@click.option("--seed", type=IntegerType(), default=0, show_default=True,
              help="Random seed; repeats the same result.")  # fmt: skip
@click.option("--stats", is_flag=True, help="Print how much was evaluated and executed.")
@click.option("--max-steps", type=IntegerType(1), metavar="N",
              help="Give up after this many steps without input (default: never at a "
              f"terminal, else {_STEPS_UNWATCHED:,}).")  # fmt: skip
@json_option
def command(
    files: tuple[Path, ...],
    articles: tuple[Path, ...],
    expressions: tuple[str, ...],
    arch: str | None,
    lisp_only: bool,
    dialect: str,
    seed: int,
    stats: bool,
    max_steps: int | None,
    as_json: bool,
) -> None:
    """Run programs in Lisp, one after another, as one.

    Functions that defcode defines run on a simulated processor. Without --expr, forms are then
    asked for; what is typed also answers read and read-line. Ctrl-C stops the program.
    """
    texts = read_programs(files, articles)
    watched = sys.stdin.isatty()
    lisp = Lisp("", dialect=DIALECTS[dialect], arch=arch, seed=seed)
    terminal = open_terminal(edited=False)
    screen = _Screen(terminal, is_quiet=as_json, ends_lines=DIALECTS[dialect].is_common)
    dialogue = Dialogue(lisp, screen, max_steps or (None if watched else _STEPS_UNWATCHED))
    values: list[str] = []
    try:
        for file, text in texts:
            dialogue.load(without_code(text) if lisp_only else text, file, len(texts) > 1)
        values += [dialogue.evaluate(each, is_shown=not as_json) for each in expressions]
        if not expressions and not as_json:
            dialogue.hold()
    finally:
        screen.close()
    if as_json:
        echo_json(LispView.of(lisp, values, screen.printed))
    elif stats:
        echo_text("\n".join(_statistics(lisp)))


def _statistics(lisp: Lisp) -> Iterator[str]:
    done = lisp.statistics
    yield f"{count_noun(done.evaluations, 'evaluation')}, {count_noun(done.steps, 'step')}"
    if done.calls:
        yield (
            f"{count_noun(done.calls, 'call')} of machine code: "
            f"{count_noun(done.instructions, 'instruction')}, {count_noun(done.cycles, 'cycle')}"
        )


class _Screen:
    """Where a program prints, and whence it reads."""

    def __init__(self, terminal: Terminal, *, is_quiet: bool, ends_lines: bool) -> None:
        self.terminal = terminal
        self.printed = ""
        self._is_quiet = is_quiet
        self._unseen = Terminal(sys.stdin, StringIO())
        self._ending = "\n" * ends_lines

    def show(self, text: str) -> None:
        """Print a text; the line may go on."""
        if self._is_quiet:
            self.printed += text
        elif text:
            self.terminal.say_printed(text)

    def ask(self) -> str:
        """A line that is typed."""
        if not self._is_quiet:
            answer = self.terminal.ask("", as_typed=True)
            self.terminal.say(end=self._ending)
            return answer
        answer = self._unseen.ask("", as_typed=True)
        self.printed += answer + self._ending
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

    def load(self, text: str, file: Path, is_one_of_many: bool) -> None:
        """Evaluate the forms of a program."""
        try:
            if text.strip():
                self.evaluate(text, is_shown=False)
        except MoolabError as error:
            if not is_one_of_many:
                raise
            raise type(error)(f"{file}: {error}") from None

    def evaluate(self, text: str, *, is_shown: bool) -> str:
        """Evaluate forms, and print their values; that of the last one."""
        lisp = self._lisp
        try:
            lisp.evaluate(text, is_shown=is_shown)
        except InvalidProgram as error:
            if "there is no form" in str(error) and not is_shown:
                return lisp.value  # there are nothing but comments
            raise
        begin, status = lisp.work, StatusLine()
        try:
            while lisp.stopped is None or lisp.waits:
                if lisp.waits:
                    lisp.enter(self._screen.ask())
                    begin = lisp.work
                elif self._limit is not None and lisp.work - begin >= self._limit:
                    raise lisp.endless(self._limit)
                else:
                    lisp.advance(_SLICE)
                if lisp.printed:
                    status.clear()
                    self._screen.show(lisp.read())
                elif status.due:
                    status.show(f"{lisp.statistics.evaluations:,} evaluations ...")
        except EOFError:
            raise ProgramFault(
                f"line {lisp.program_counter}: the input ended in the middle of the program"
            ) from None
        finally:
            status.clear()
            self._screen.show(lisp.read())
        return lisp.value

    def hold(self) -> None:
        """Evaluate what is typed, until there is no more."""
        terminal = self._screen.terminal
        while (text := self._typed(terminal)) is not None:
            try:
                if text.strip():
                    self.evaluate(text, is_shown=True)
            except MoolabError as error:
                terminal.say_apart(f"{error}.")
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
