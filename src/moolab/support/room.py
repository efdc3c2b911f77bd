"""Memory that kernels cut arrays from, in place of asking for it array by array.

To free an array takes Numba a counter for all that refer to it, in each function that it goes to.
To forget all that was cut since some moment is one assignment: ``room.used[0] = mark``. Kernels
made of the parts here count nothing, which takes less time to compile, too.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moolab.support import jit
from moolab.support.parts import intrinsic
from moolab.support.structs import ALIGNMENT, Struct

compiled = partial(jit.compiled, counted=False)
inner = partial(jit.inner, counted=False)
inlined = partial(jit.inlined, counted=False)


@dataclass(eq=False)
class Room(Struct):
    """A piece of memory, of which some is used.

    Args:
        memory: its address is a multiple of ``ALIGNMENT``; uint8.
        used: how many bytes are; and 1 if it was too small, or else 0: int64, shape (2,).
    """

    memory: NDArray[np.uint8]
    used: NDArray[np.int64]

    @classmethod
    def of(cls, size: int) -> "Room":
        """So many bytes, of which the system provides those that are used."""
        memory = np.empty(size + ALIGNMENT, np.uint8)
        start = -memory.ctypes.data % ALIGNMENT
        return cls(memory[start : start + size], np.zeros(2, np.int64))


@intrinsic
def cut(_context: Any, room: Any, shape: Any, dtype: Any) -> Any:
    """In kernels: an array of this shape, a number or a tuple of numbers."""
    from moolab.support.struct_types import cut_from

    return cut_from(room, shape, dtype, zeroed=False)


@intrinsic
def cut_zeros(_context: Any, room: Any, shape: Any, dtype: Any) -> Any:
    """In kernels: the same, full of zeros."""
    from moolab.support.struct_types import cut_from

    return cut_from(room, shape, dtype, zeroed=True)


@intrinsic
def seen_as(_context: Any, array: Any, dtype: Any) -> Any:
    """In kernels: the memory of an array of one dimension, in C order, as other numbers."""
    from moolab.support.struct_types import seen_from

    return seen_from(array, dtype)


@inlined
def unsigned(indices: NDArray[np.int32]) -> NDArray[np.uint32]:
    """In kernels: the same indices, none of which counts from the end.

    Of each signed one Numba looks whether it does, which takes half the time of a short loop.
    """
    found: NDArray[np.uint32] = seen_as(indices, np.uint32)
    return found


@inner
def has_room(room: Room, size: int) -> bool:
    """Whether so many bytes are left; if not, that is noted."""
    fits: bool = room.used[0] + size <= len(room.memory)
    if not fits:
        room.used[1] = 1
    return fits
