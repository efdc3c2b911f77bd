"""Memory that kernels cut arrays from, in place of asking for it array by array.

To free an array takes Numba a counter for whoever refers to it, in each function that it goes to. To
forget all that was cut since some moment is one assignment: ``room.used[0] = mark``.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array
from numpy.typing import NDArray

from moolab.support import jit
from moolab.support.structs import Struct, read_field

compiled = partial(jit.compiled, counted=False)
inner = partial(jit.inner, counted=False)
inlined = partial(jit.inlined, counted=False)

ALIGNMENT = 64
"""Bytes: a line of a cache, and the widest register."""


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


def _array_of(dtype: Any, dimensions: int) -> Any:
    return types.Array(dtype.dtype, dimensions, "C")


def _make(context: Any, builder: Any, kind: Any, data: Any, shape: list[Any]) -> Any:
    """An array in C order, which is not counted."""
    itemsize = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    steps = [context.get_constant(types.intp, itemsize)]
    for length in reversed(shape[1:]):
        steps.insert(0, builder.mul(steps[0], length, flags=["nsw"]))
    array = context.make_array(kind)(context, builder)
    data = builder.bitcast(data, array.data.type)
    return populate_array(array, data, shape, steps, itemsize, None)._getvalue()


def _cut(zeroed: bool) -> Any:
    def typed(_context: Any, room: Any, shape: Any, dtype: Any) -> Any:
        dimensions = len(shape) if isinstance(shape, types.BaseTuple) else 1
        kind = _array_of(dtype, dimensions)

        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            pointer, lengths, _ = arguments
            lengths = cgutils.unpack_tuple(builder, lengths) if dimensions > 1 else [lengths]
            memory, used = (
                context.make_array(room.kinds[field])(
                    context, builder, read_field(context, builder, room, pointer, field)
                )
                for field in ("memory", "used")
            )
            size = context.get_constant(
                types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype))
            )
            for length in lengths:
                size = builder.mul(size, length)
            first = builder.load(used.data)
            whole = builder.and_(builder.add(size, size.type(ALIGNMENT - 1)), size.type(-ALIGNMENT))
            builder.store(builder.add(first, whole), used.data)
            data = builder.gep(memory.data, [first])
            if zeroed:
                cgutils.memset(builder, data, size, 0)
            return _make(context, builder, kind, data, lengths)

        return kind(room, shape, dtype), generate

    return typed


cut: Any = intrinsic(_cut(zeroed=False))
"""In kernels: ``cut(room, shape, dtype)``, an array of this shape, a number or a tuple of them."""

cut_zeros: Any = intrinsic(_cut(zeroed=True))
"""In kernels: the same, full of zeros."""


def _seen_as(_context: Any, array: Any, dtype: Any) -> Any:
    kind = _array_of(dtype, 1)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        old = context.make_array(signature.args[0])(context, builder, arguments[0])
        sizes = [
            context.get_constant(
                types.intp, context.get_abi_sizeof(context.get_data_type(each.dtype))
            )
            for each in (signature.args[0], kind)
        ]
        count = builder.udiv(builder.mul(old.nitems, sizes[0]), sizes[1])
        return _make(context, builder, kind, old.data, [count])

    return kind(array, dtype), generate


seen_as: Any = intrinsic(_seen_as)
"""In kernels: the memory of an array of one dimension, in C order, as numbers of another type."""


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
