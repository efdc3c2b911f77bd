"""The machines by name; only the microcontroller that is asked for is imported."""

from importlib import import_module
from typing import TYPE_CHECKING

from moolab.machines.assembler import InstructionSet

if TYPE_CHECKING:
    from moolab.machines.processor import Core

MICROCONTROLLERS = ("thumb", "riscv", "riscv64")

TARGETS = ("hp12c", "ti74", *MICROCONTROLLERS, "ulisp")
"""All machines."""

NAMES = {
    "hp12c": "HP 12C", "ti74": "TI-74 BASIC", "thumb": "ARM Thumb", "riscv": "RISC-V",
    "riscv64": "RISC-V, 64 bits", "ulisp": "uLisp",
}  # fmt: skip
"""What the machines are called."""

_KINDS = {"riscv64": ("riscv", "_64")}
"""Where those are that share a room, and how their names end there."""


def room(name: str) -> str:
    """The folder of ``machines`` that has a microcontroller.

    >>> room("riscv64")
    'riscv'
    """
    return _KINDS.get(name, (name, ""))[0]


def instruction_set(name: str) -> InstructionSet:
    """What the assembler knows of a microcontroller.

    >>> instruction_set("thumb").parameters
    ('r0', 'r1', 'r2', 'r3')
    """
    room, suffix = _KINDS.get(name, (name, ""))
    known: InstructionSet = getattr(
        import_module(f"moolab.machines.{room}.encoding"), f"INSTRUCTIONS{suffix}"
    )
    return known


def core(name: str) -> "Core":
    """The simulated processor of a microcontroller; this imports what is compiled."""
    room, suffix = _KINDS.get(name, (name, ""))
    known: Core = getattr(import_module(f"moolab.machines.{room}.core"), f"CORE{suffix}")
    return known
