"""``moo machine run ti74``: a BASIC program, at a terminal or through pipes."""

import sys
import time
from pathlib import Path

import click

from moolab.cli.dialogues.playing import open_terminal
from moolab.cli.options import IntegerType
from moolab.cli.terminal.terminal import Terminal
from moolab.errors import ProgramFault
from moolab.machines.source import read_source
from moolab.machines.ti74.interpreter import Basic
from moolab.machines.ti74.program import Program

_STEPS_UNWATCHED = 1_000_000


@click.command("ti74")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seed", type=IntegerType(), help="Random seed for RND and RANDOMIZE.")
@click.option("--max-steps", type=IntegerType(1), metavar="N",
              help="Give up after this many statements without input. [default: at a "
              f"terminal never, else {_STEPS_UNWATCHED:,}]")  # fmt: skip
def command(file: Path, seed: int | None, max_steps: int | None) -> None:
    """Run a BASIC program on the TI-74.

    INPUT reads a line of standard input, and so does PAUSE, which waits for ENTER. Ctrl-C stops the
    program.
    """
    program = Program(read_source(file))
    terminal = open_terminal()
    watched = sys.stdin.isatty()
    if max_steps is None and not watched:
        max_steps = _STEPS_UNWATCHED
    _talk(Basic(program, seed, *([time.sleep] if watched else [])), terminal, max_steps)


def _talk(basic: Basic, terminal: Terminal, max_steps: int | None) -> None:
    """Carry out a program to its end."""
    begin = basic.steps
    try:
        while basic.stopped is None or basic.waits:
            if basic.waits:
                basic.enter(terminal.ask(""))
                begin = basic.steps
            elif max_steps is not None and basic.steps - begin >= max_steps:
                raise basic.endless(max_steps)
            else:
                basic.step()
            if text := basic.read():
                terminal.say(text, end="")
    except EOFError:
        raise ProgramFault(
            f"line {basic.program_counter}, {basic.text}: "
            "the input ended in the middle of the program"
        ) from None
    finally:
        if terminal.line_is_open:
            terminal.say()
