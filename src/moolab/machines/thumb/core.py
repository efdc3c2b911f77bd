"""The processor of ARMv6-M by its calling convention."""

from moolab.machines.processor import Core
from moolab.machines.thumb.kernel import LR, PC, SP, run

CORE = Core(
    name="thumb",
    names=(*(f"r{number}" for number in range(13)), "sp", "lr", "pc"),
    arguments=(0, 1, 2, 3),
    saved=tuple(range(4, 12)),
    stack=SP,
    link=LR,
    counter=PC,
    flags="NZCV",
    return_bits=1,
    run=run,
)
"""A Cortex-M0+: what is called returns to an odd address, as all addresses of Thumb code are."""
