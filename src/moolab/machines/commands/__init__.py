"""``moo machine``: programs for small machines."""

import click

from moolab.cli.groups import Commands

COMMANDS = {
    "run": "Run a program of the calculator, in BASIC or in Lisp.",
    "play": "Play with the calculator or the pocket BASIC in the terminal.",
    "asm": "Assemble a routine for a microcontroller.",
    "call": "Call a routine on a microcontroller.",
    "debug": "Look inside a machine, step by step, forwards and backwards.",
    "check": "Check a program against the engine.",
    "compare": "Compare our programs with the published ones.",
}
"""Each command lives in the module of its name, with its first line of help."""

EXAMPLES = {
    "run ti74": ("moo machine run ti74 game.bas --seed 7",),
    "play": ("moo machine play moo58.12c", "moo machine play game.bas"),
    "asm": ("moo machine asm thumb routine.lisp",),
    "call": ("moo machine call thumb routine.lisp 0x1234 0x4321",),
    "debug": ("moo machine debug ti74 game.bas",),
    "check": ("moo machine check ti74 game.bas --pairs 200",),
    "compare": ("moo machine compare",),
}
"""By the words of each command after the name of the group."""


@click.command(
    "machine",
    cls=Commands,
    package=__name__,
    summaries=COMMANDS,
    examples=EXAMPLES,
    usual={"check": "digits pairs exec rules"},
)
def command() -> None:
    """Run, study and check programs for small machines.

    A calculator, a pocket BASIC (ti74), microcontrollers (thumb, riscv, riscv64) which are
    programmed in uLisp's assembler, and a Lisp (ulisp) that calls such routines.
    """
