"""The machines by name; only the microcontroller that is asked for is imported."""

from importlib import import_module
from typing import TYPE_CHECKING

from moolab.machines.assembler import InstructionSet

if TYPE_CHECKING:
    from moolab.machines.processor import Core

MICROCONTROLLERS = ("thumb", "riscv")

TARGETS = ("hp12c", "ti74", *MICROCONTROLLERS, "ulisp")
"""All machines."""


def instruction_set(name: str) -> InstructionSet:
    """What the assembler knows of a microcontroller.

    Args:
        name: one of ``MICROCONTROLLERS``.

    >>> instruction_set("thumb").parameters
    ('r0', 'r1', 'r2', 'r3')
    """
    known: InstructionSet = import_module(f"moolab.machines.{name}.encoding").INSTRUCTIONS
    return known


def core(name: str) -> "Core":
    """The simulated processor of a microcontroller; this imports what is compiled.

    Args:
        name: one of ``MICROCONTROLLERS``.
    """
    known: Core = import_module(f"moolab.machines.{name}.core").CORE
    return known
