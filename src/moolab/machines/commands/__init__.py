"""``moo machine``: programs for small machines."""

import click

from moolab.cli.groups import Commands

COMMANDS = {
    "run": "Run a program of the calculator, in BASIC or in Lisp.",
    "play": "Play with the calculator or the pocket BASIC in the terminal.",
    "size": "Count the bytes a program takes.",
    "asm": "Assemble a routine for a microcontroller.",
    "call": "Call a routine on a microcontroller.",
    "debug": "Look inside a machine, step by step, forwards and backwards.",
    "check": "Check a program against the engine.",
    "compare": "Compare our programs with the published ones.",
}
"""Each command lives in the module of its name, with its first line of help."""

EXAMPLES = {
    "run hp12c": ("moo machine run hp12c program.12c --keys '1 ENTER 2 R/S'",),
    "run ti74": ("moo machine run ti74 game.bas --seed 7",),
    "run ulisp": ("moo machine run ulisp --expr '(+ 1 2)'",),
    "play": ("moo machine play hp12c", "moo machine play game.bas"),
    "size": ("moo machine size ti74 game.bas",),
    "asm": ("moo machine asm thumb routine.lisp",),
    "call": ("moo machine call thumb routine.lisp 0x1234 0x4321",),
    "debug": ("moo machine debug hp12c program.12c",),
    "check": ("moo machine check hp12c program.12c --pairs 200",),
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

    A calculator (hp12c), a pocket BASIC (ti74), microcontrollers (thumb, riscv, riscv64) which are
    programmed in uLisp's assembler, and a Lisp (ulisp) that calls such routines.
    """
