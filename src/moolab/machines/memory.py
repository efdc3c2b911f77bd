"""The memory of a simulated processor, and how its kernels reach it."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from moolab.support.jit import Value, inlined

BASE = 0x2000_0000
"""The address of the first byte; code is here, the stack comes down from the end."""

RETURN = 0xFFFF_FFF0
"""Where no memory is: a routine that jumps here has returned to its caller."""

RUNNING, RETURNED, AT_BREAKPOINT = 0, 1, 2
"""How a run ended: at its limit of instructions, with the routine, or before a breakpoint."""

OUTSIDE, MISALIGNED, UNDEFINED, NO_STATE, UNHANDLED = -1, -2, -3, -4, -5
"""The faults: an address where there is no memory, one that is not a multiple of the size of what
was to be read or written, a word that is not an instruction, a jump to code for a state
that the processor does not have, and a call of a system that is not there."""

INSTRUCTIONS, CYCLES, FAULT_ADDRESS = 0, 1, 2
"""The places in the array of counters."""

STATE = 34
"""The length of the array of registers, which is the same for all processors."""

Memory: TypeAlias = tuple[NDArray[np.uint8], NDArray[np.uint16], NDArray[np.uint32]]
"""The same memory as bytes, halfwords and words."""


def views(data: NDArray[np.uint8]) -> Memory:
    """Memory as kernels take it.

    Args:
        data: uint8 array of a length that is a multiple of 4.

    >>> memory = views(np.zeros(8, dtype=np.uint8))
    >>> memory[2][1] = 0x12345678
    >>> memory[0].tolist()
    [0, 0, 0, 0, 120, 86, 52, 18]
    """
    return data, data.view(np.uint16), data.view(np.uint32)


@inlined
def offset_of(space: Value, address: Value, size: Value) -> Value:
    """How far from the first byte of memory an address is, or the fault.

    Args:
        address: 0 to 2^32 - 1.
        size: 1, 2 or 4 bytes, by which the address has to be aligned.
    """
    offset = address - BASE
    if offset < 0 or offset >= space:
        return OUTSIDE
    if offset & (size - 1):
        return MISALIGNED
    return offset


@inlined
def part_of(held: Value, offset: Value, size: Value) -> Value:
    """What a word of memory has at the offset of a byte, a halfword or the word itself."""
    return held >> 8 * (offset & 3) & _mask(size)


@inlined
def with_part(held: Value, offset: Value, size: Value, value: Value) -> Value:
    """A word of memory after the lowest bytes of a value have been written at an offset in it."""
    places, mask = 8 * (offset & 3), _mask(size)
    return held & ~(mask << places) | (value & mask) << places


@inlined
def _mask(size: Value) -> Value:
    return (1 << 8 * size) - 1
