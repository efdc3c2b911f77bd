"""RISC-V as a kind of processor: what calls of routines have to know of it."""

from dataclasses import replace

from moolab.machines.processor import Core
from moolab.machines.riscv import kernel
from moolab.machines.riscv.encoding import INSTRUCTIONS, INSTRUCTIONS_64, REGISTERS

CORE = Core(
    name=INSTRUCTIONS.name,
    names=(*REGISTERS, "pc"),
    arguments=tuple(map(REGISTERS.index, INSTRUCTIONS.parameters)),
    saved=tuple(
        number
        for number, name in enumerate(REGISTERS)
        if name in {"gp", "tp"} or (name[0] == "s" and name != "sp")
    ),
    stack=REGISTERS.index("sp"),
    link=REGISTERS.index("ra"),
    counter=kernel.PC,
    flags="",
    return_bits=0,
    run=kernel.run,
)
"""RV32IMC."""

CORE_64 = replace(CORE, name=INSTRUCTIONS_64.name, width=64)
"""RV64IMC."""
