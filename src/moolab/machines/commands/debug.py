"""``moo machine debug``: a look inside."""

from pathlib import Path

import click

from moolab.cli.dialogues.playing import open_terminal
from moolab.cli.numbers import IntegerType
from moolab.cli.options import ExtensionType
from moolab.machines.commands.call import NumberType
from moolab.machines.commands.options import refuse
from moolab.machines.commands.session import Dialogue
from moolab.machines.session import (
    ENTRY_POINTS,
    Session,
    basic,
    calculator,
    lisp,
    own_session,
    processor,
)
from moolab.machines.source import read_routine, read_source
from moolab.machines.targets import MICROCONTROLLERS, TARGETS


@click.command("debug", context_settings={"ignore_unknown_options": True})
@click.argument("target", type=ExtensionType(ENTRY_POINTS, TARGETS))
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("arguments", nargs=-1, type=NumberType(), metavar="[ARG]...")
@click.option("--name", metavar="NAME", help="The routine, if FILE has several.")
@click.option(
    "--seed",
    type=IntegerType(),
    default=0,
    show_default=True,
    help="Decides what BASIC and Lisp leave to chance.",
)
def command(
    target: str, file: Path, arguments: tuple[int, ...], name: str | None, seed: int
) -> None:
    """Look inside a machine, step by step, forwards and backwards.

    Commands come from standard input; help lists them. A routine is called with the ARGs; on the
    calculator, press presses keys; what BASIC and Lisp wait for is said with answer.
    """
    if target not in MICROCONTROLLERS and arguments:
        raise click.UsageError(f"{target} takes no arguments.")
    session = _session(target, file, name, arguments, seed)
    Dialogue(session, open_terminal()).hold()


def _session(
    target: str, file: Path, name: str | None, arguments: tuple[int, ...], seed: int
) -> Session:
    if target == "hp12c":
        refuse("name", "seed")
        return calculator(read_source(file))
    if target == "ti74":
        refuse("name")
        return basic(read_source(file), seed)
    if target == "ulisp":
        refuse("name")
        return lisp(read_source(file), seed)
    refuse("seed")
    if target not in MICROCONTROLLERS:
        refuse("name")
        return own_session(target, read_source(file))
    return processor(target, read_routine(file, name), arguments)
