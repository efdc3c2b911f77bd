"""``moo machine compare``: our ports and the published programs."""

from itertools import groupby

import click

from moolab.cli.options import json_option
from moolab.cli.terminal.output import echo_json, echo_text
from moolab.cli.terminal.status import awaited, waiting
from moolab.cli.terminal.waiting import prepare_kernels
from moolab.machines.compare import comparisons
from moolab.machines.kernels import checking
from moolab.machines.targets import MICROCONTROLLERS
from moolab.machines.ti74.size import MEMORY
from moolab.machines.views import CompareView

_UNITS = {
    "hp12c": ("lines", "lines", "lines", ""), "ti74": ("bytes", "statements", "statements", ""),
    "thumb": ("bytes", "", "instructions", "cycles"),
    "riscv": ("bytes", "", "instructions", "cycles"),
}  # fmt: skip
"""In which the columns are counted."""

_RUNNING = "running the next program"


@click.command("compare")
@json_option
def command(as_json: bool) -> None:
    """Compare our programs with the published ones.

    Shows their size, and their mean work for a new game and for a reply to a guess of four digits.
    Figures from a sample come with their standard error.

    Bytes of BASIC are counted as moo machine size does. Of the riscv programs, bullcow-riscv is for
    32 bits: on 64 it can be wrong with eight digits.
    """
    prepare_kernels("routines", *map(checking, MICROCONTROLLERS))
    if as_json:
        with waiting(_RUNNING):
            view = CompareView.of(comparisons())
        echo_json(view)
        return
    echo_text(_row("", "size", "a game", "a reply", "a reply"))
    programs = awaited(comparisons(), _RUNNING)
    for target, of_target in groupby(programs, lambda each: each.target):
        memory = f" ({MEMORY:,} bytes free)" if target == "ti74" else ""
        echo_text(_row(f"{target}{memory}", *_UNITS[target]))
        for _, program, size, *work in of_target:
            cells = ("" if mean is None else str(mean) for mean in work)
            echo_text(_row(f"  {program}", str(size), *cells))


def _row(name: str, *cells: str) -> str:
    return f"{name:<26}{''.join(f'{cell:>13}' for cell in cells)}".rstrip()
