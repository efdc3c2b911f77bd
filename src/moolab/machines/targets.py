"""The machines by name; what is compiled is imported only to run programs."""

from typing import TYPE_CHECKING

from moolab.machines.assembler import InstructionSet

if TYPE_CHECKING:
    from moolab.machines.processor import Core

MICROCONTROLLERS = ("thumb", "riscv")

TARGETS = ("hp12c", "ti74", *MICROCONTROLLERS)
"""All machines."""


def instruction_set(name: str) -> InstructionSet:
    """What the assembler knows of a microcontroller.

    Args:
        name: one of ``MICROCONTROLLERS``.

    >>> instruction_set("thumb").parameters
    ('r0', 'r1', 'r2', 'r3')
    """
    from moolab.machines.riscv import encoding as riscv
    from moolab.machines.thumb import encoding as thumb

    return {"thumb": thumb.INSTRUCTIONS, "riscv": riscv.INSTRUCTIONS}[name]


def core(name: str) -> "Core":
    """The simulated processor of a microcontroller.

    Args:
        name: one of ``MICROCONTROLLERS``.
    """
    from moolab.machines.riscv import core as riscv
    from moolab.machines.thumb import core as thumb

    return {"thumb": thumb.CORE, "riscv": riscv.CORE}[name]
