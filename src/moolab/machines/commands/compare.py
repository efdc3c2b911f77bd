"""``moo machine compare``: our ports and the published programs."""

from itertools import groupby
from pathlib import Path

import click

from moolab.cli.options import ExtensionType, json_option
from moolab.cli.terminal.output import echo_json, echo_text
from moolab.cli.terminal.status import awaited, waiting
from moolab.cli.terminal.waiting import prepare_kernels
from moolab.machines.article import read_program, routine_text
from moolab.machines.compare import comparisons
from moolab.machines.kernels import executing
from moolab.machines.session import ENTRY_POINTS, kind
from moolab.machines.targets import MICROCONTROLLERS, TARGETS
from moolab.machines.ti74.size import MEMORY
from moolab.machines.views import CompareView

_RUNNING = "running the next program"


@click.command("compare")
@click.argument("target", type=ExtensionType(ENTRY_POINTS, TARGETS), required=False)
@click.argument("file", type=click.Path(path_type=Path), required=False)
@json_option
def command(target: str | None, file: Path | None, as_json: bool) -> None:
    """Compare our programs with the published ones.

    Shows their size, and their mean work for a new game and for a reply to a guess of four digits.
    Figures from a sample come with their standard error. With TARGET and FILE, a program of yours
    comes first: a game, or a routine.

    Bytes of BASIC are those of its tokens. Of the riscv programs, bullcow-riscv is for 32 bits: on
    64 it can be wrong with eight digits.
    """
    if target and not file:
        raise click.UsageError("Give TARGET and FILE, or neither.")
    yours: tuple[str, ...] = ()
    if target and file:
        is_routine = target in MICROCONTROLLERS
        text = routine_text(file) if is_routine else read_program(target, [file]).text
        yours = (target, text, str(file))
    prepare_kernels("routines", *map(executing, MICROCONTROLLERS))
    if as_json:
        with waiting(_RUNNING):
            view = CompareView.of(comparisons(*yours))
        echo_json(view)
        return
    echo_text(_row("", "size", "a game", "a reply", "a reply"))
    programs = awaited(comparisons(*yours), _RUNNING)
    for each, of_target in groupby(programs, lambda each: each.target):
        memory = f" ({MEMORY:,} bytes free)" if each == "ti74" else ""
        echo_text(_row(f"{each}{memory}", *kind(each).units))
        for _, program, size, *work in of_target:
            cells = ("" if mean is None else str(mean) for mean in work)
            echo_text(_row(f"  {program}", str(size), *cells))


def _row(name: str, *cells: str) -> str:
    return f"{name:<26}{''.join(f'{cell:>13}' for cell in cells)}".rstrip()
