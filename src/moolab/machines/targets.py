"""The machines by name; only the one that is asked for is imported."""

from importlib import import_module
from typing import TYPE_CHECKING

from moolab.machines.annex import TABLE

if TYPE_CHECKING:
    from moolab.machines.assembler import InstructionSet
    from moolab.machines.processor import Core


MICROCONTROLLERS = tuple(name for name, each in TABLE.items() if not each.about)
TARGETS = tuple(TABLE)
WHOLE = tuple(name for name, each in TABLE.items() if each.about)
"""Those that hold whole programs, and not one routine."""

NAMES = {name: each.title for name, each in TABLE.items()}
"""What the machines are called."""

_KINDS = {"riscv64": ("riscv", "_64")}
"""Where those are that share a room, and how their names end there."""


def target_of(file: str) -> str:
    """The machine that a file is for, as its name ends; empty where that does not tell.

    >>> target_of("GAME.BAS"), target_of("duel.lisp")
    ('ti74', '')
    """
    name = file.lower()
    return next((k for k, v in TABLE.items() if v.suffix and name.endswith(v.suffix)), "")


def room(name: str) -> str:
    """The folder of ``machines`` that has a microcontroller.

    >>> room("riscv64")
    'riscv'
    """
    return _KINDS.get(name, (name, ""))[0]


def instruction_set(name: str) -> "InstructionSet":
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
