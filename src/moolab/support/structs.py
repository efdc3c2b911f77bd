"""Dataclasses that kernels take by their address.

A tuple Numba takes apart: one of twenty arrays is two hundred numbers, which each function hands to
the next, and to compile that takes longer than to compile all that is done with them. A struct is a
single number instead, the address of a row of words, and a kernel reads a field where it needs it.
"""

from dataclasses import fields
from typing import Any

import numpy as np
from numba import typeof, types
from numba.core import cgutils
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    intrinsic,
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)
from numba.np.arrayobj import populate_array
from numpy.typing import NDArray

_WORD = 8
"""Bytes."""

NEVER = types.literal(False)
"""The type of a field that is None: a kernel is compiled without what depends on its being true."""


class Struct:
    """A base of dataclasses of arrays in C order, numbers, and other structs.

    Once a kernel has seen one, its fields must not be set: what the kernel reads was laid out then.
    """

    _laid_out: "tuple[StructType, NDArray[np.int64]] | None" = None

    def lay_out(self) -> "tuple[StructType, NDArray[np.int64]]":
        """Its type for Numba, and the words that kernels read."""
        if self._laid_out is None:
            kinds, words = list[tuple[str, Any]](), list[int]()
            for field in fields(self):  # type: ignore[arg-type] # all that inherit are dataclasses
                kind, own = _lay_out(getattr(self, field.name))
                kinds.append((field.name, kind))
                words += own
            self._laid_out = StructType(type(self).__name__, tuple(kinds)), np.array(words)
        return self._laid_out

    def _address(self) -> int:
        return self.lay_out()[1].ctypes.data


def _lay_out(value: Any) -> tuple[Any, list[int]]:
    if isinstance(value, Struct):
        kind, words = value.lay_out()
        return kind, words.tolist()
    if isinstance(value, np.ndarray):
        assert value.flags.c_contiguous, "steps are not told"
        return typeof(value).copy(readonly=False), [value.ctypes.data, *value.shape]
    if value is None:
        return NEVER, [0]
    return types.boolean if isinstance(value, bool | np.bool_) else types.int64, [int(value)]


class StructType(types.Type):  # type: ignore[misc] # Numba has no types of its own
    """A struct for Numba: the types of its fields, and where they are."""

    def __init__(self, name: str, kinds: tuple[tuple[str, Any], ...]) -> None:
        self.kinds = dict(kinds)
        self.places, self.words = dict[str, int](), 0
        for field, kind in kinds:
            self.places[field] = self.words
            self.words += (
                kind.words if isinstance(kind, StructType) else 1 + getattr(kind, "ndim", 0)
            )
        super().__init__(f"{name}({', '.join(f'{field}={kind}' for field, kind in kinds)})")


register_model(StructType)(models.OpaqueModel)


@typeof_impl.register(Struct)
def _typeof(value: Struct, _context: Any) -> StructType:
    return value.lay_out()[0]


@unbox(StructType)
def _unbox(_type: Any, value: Any, context: Any) -> NativeValue:
    address = context.pyapi.call_method(value, "_address")
    pointer = context.pyapi.long_as_voidptr(address)
    context.pyapi.decref(address)
    return NativeValue(
        pointer, is_error=cgutils.is_not_null(context.builder, context.pyapi.err_occurred())
    )


@infer_getattr
class _Fields(AttributeTemplate):
    key = StructType

    def generic_resolve(self, struct: StructType, field: str) -> Any:
        """The type of a field, for Numba."""
        return struct.kinds.get(field)


def _words(builder: Any, pointer: Any, place: int, count: int) -> list[Any]:
    """The addresses of some words of a struct."""
    words = builder.bitcast(pointer, cgutils.intp_t.as_pointer())
    return [builder.gep(words, [cgutils.int32_t(place + n)], inbounds=True) for n in range(count)]


@lower_getattr_generic(StructType)
def read_field(context: Any, builder: Any, struct: StructType, pointer: Any, field: str) -> Any:
    kind = struct.kinds[field]
    if kind == NEVER:
        return context.get_constant(types.boolean, False)
    addresses = _words(builder, pointer, struct.places[field], 1 + getattr(kind, "ndim", 0))
    if isinstance(kind, StructType):
        return builder.bitcast(addresses[0], pointer.type)
    data, *shape = map(builder.load, addresses)
    for word in (data, *shape):
        # No kernel sets what another function has read, so that it need not be read again.
        word.set_metadata("invariant.load", builder.module.add_metadata([]))
    if not isinstance(kind, types.Array):
        return builder.trunc(data, context.get_value_type(kind))
    itemsize = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    steps = [context.get_constant(types.intp, itemsize)]
    for length in reversed(shape[1:]):
        steps.insert(0, builder.mul(steps[0], length, flags=["nsw"]))
    array = context.make_array(kind)(context, builder)
    data = builder.inttoptr(data, array.data.type)
    return populate_array(array, data, shape, steps, itemsize, None)._getvalue()


@lower_setattr_generic(StructType)
def _set(context: Any, builder: Any, signature: Any, args: Any, field: str) -> None:
    struct, kind = signature.args
    pointer, value = args
    array = context.make_array(kind)(context, builder, value)
    words = [
        builder.ptrtoint(array.data, cgutils.intp_t),
        *cgutils.unpack_tuple(builder, array.shape),
    ]
    for address, word in zip(
        _words(builder, pointer, struct.places[field], len(words)), words, strict=True
    ):
        builder.store(word, address)


@intrinsic
def words_of(_context: Any, struct: Any) -> Any:
    """In kernels: how many words a struct has."""

    def generate(context: Any, _builder: Any, _signature: Any, _arguments: Any) -> Any:
        return context.get_constant(types.int64, struct.words)

    return types.int64(struct), generate


@intrinsic
def copy_into(_context: Any, words: Any, struct: Any) -> Any:
    """In kernels: a copy of a struct, which lies in an array of as many words."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        target = builder.bitcast(array.data, arguments[1].type)
        count = context.get_constant(types.intp, struct.words)
        cgutils.raw_memcpy(builder, target, arguments[1], count, _WORD)
        return target

    return struct(words, struct), generate
