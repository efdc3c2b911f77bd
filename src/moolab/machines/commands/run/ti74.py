"""``moo machine run ti74``: a BASIC program, at a terminal or through pipes."""

import sys
import time
from pathlib import Path

import click

from moolab.cli.dialogues.playing import open_terminal
from moolab.cli.numbers import IntegerType
from moolab.errors import ProgramFault
from moolab.machines.commands.basic import STEPS_UNWATCHED, Plain, talk
from moolab.machines.source import read_source
from moolab.machines.ti74.interpreter import Basic
from moolab.machines.ti74.program import Program


@click.command("ti74")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seed", type=IntegerType(), help="Random seed for RND and RANDOMIZE.")
@click.option("--max-steps", type=IntegerType(1), metavar="N",
              help="Give up after this many statements without input (default: never at "
              f"a terminal, else {STEPS_UNWATCHED:,}).")  # fmt: skip
def command(file: Path, seed: int | None, max_steps: int | None) -> None:
    """Run a BASIC program on the TI-74.

    INPUT reads a line of standard input, and so does PAUSE, which waits for ENTER. Ctrl-C stops the
    program.
    """
    program = Program(read_source(file))
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
