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


@click.command("machine", cls=Commands, package=__name__, summaries=COMMANDS)
def command() -> None:
    """Run, study and check programs for small machines.

    A calculator (hp12c), a pocket BASIC (ti74), microcontrollers (thumb, riscv, riscv64) which are
    programmed in uLisp's assembler, and a Lisp (ulisp) that calls such routines.
    """
