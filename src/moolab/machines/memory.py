"""The memory of a simulated processor, and how its kernels reach it."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from moolab.compiled import Value, inlined

BASE = 0x2000_0000
"""The address of the first byte; code stands here, the stack comes down from the end."""

RETURN = 0xFFFF_FFF0
"""Where no memory is: a routine that jumps here has returned to whoever called it."""

RUNNING, RETURNED, AT_BREAKPOINT = 0, 1, 2
"""How a run ended: at its limit of instructions, with the routine, or before a breakpoint."""

OUTSIDE, MISALIGNED, UNDEFINED, NO_STATE, UNHANDLED = -1, -2, -3, -4, -5
"""The faults: an address where there is no memory, one that is no multiple of the size of what was
to be read or written, a word that is no instruction of the processor, a jump to code for a state
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
def place_of(memory: Any, address: Value, size: Value) -> Value:
    """The index of what stands at an address, or the fault.

    Args:
        memory: as :func:`views` gives it.
        address: 0 to 2^32 - 1.
        size: 1, 2 or 4 bytes, by which the address has to be aligned.
    """
    offset = np.int64(address) - BASE
    if offset < 0 or offset >= memory[0].size:
        return OUTSIDE
    if offset & (size - 1):
        return MISALIGNED
    return offset >> (size >> 1)


@inlined
def read(memory: Any, place: Value, size: Value) -> Value:
    """What stands at a place, from 0 on.

    Args:
        memory: as :func:`views` gives it.
        place: from :func:`place_of`, with the same size.
        size: 1, 2 or 4 bytes.
    """
    if size == 4:
        return np.int64(memory[2][place])
    if size == 2:
        return np.int64(memory[1][place])
    return np.int64(memory[0][place])


@inlined
def write(memory: Any, place: Value, size: Value, value: Value) -> None:
    """Write the lowest bytes of a value to a place; see :func:`read`."""
    if size == 4:
        memory[2][place] = value & 0xFFFF_FFFF
    elif size == 2:
        memory[1][place] = value & 0xFFFF
    else:
        memory[0][place] = value & 0xFF
