"""What Numba knows of structs: their types, and the instructions that read and write fields."""

from typing import Any

from numba import from_dtype, types
from numba.core import cgutils
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)
from numba.np.arrayobj import populate_array

from moolab.support.structs import ALIGNMENT, Layout, Struct

_BYTES = cgutils.int8_t.as_pointer()

NEVER = types.literal(False)
"""The type of a field that is None: a kernel is compiled without what depends on its being true."""


def _type_of(kind: Any) -> Any:
    if isinstance(kind, Layout):
        return StructType(kind)
    if isinstance(kind, tuple):
        dtype, dimensions = kind
        return types.Array(from_dtype(dtype), dimensions, "C")
    return {None: NEVER, bool: types.boolean, int: types.int64}[kind]


class StructType(types.Type):
    """A struct for Numba: the types of its fields, and where they are."""

    def __init__(self, layout: Layout) -> None:
        self.kinds = {field: _type_of(kind) for field, kind in layout.kinds}
        self.places, self.words = layout.places, layout.words
        super().__init__(repr(layout))


register_model(StructType)(models.OpaqueModel)


@typeof_impl.register(Struct)
def _typeof(value: Struct, _context: Any) -> StructType:
    return StructType(value.layout)


@unbox(StructType)
def _unbox(_type: Any, value: Any, context: Any) -> NativeValue:
    address = context.pyapi.object_getattr_string(value, "address")
    pointer = context.pyapi.long_as_voidptr(address)
    context.pyapi.decref(address)
    return NativeValue(
        pointer, is_error=cgutils.is_not_null(context.builder, context.pyapi.err_occurred())
    )


@infer_getattr
class _Fields(AttributeTemplate):
    key = StructType

    def generic_resolve(  # type: ignore[override] # as its class says, for these structs
        self, struct: StructType, field: str
    ) -> Any:
        """The type of a field, for Numba."""
        return struct.kinds.get(field)


def _words(builder: Any, pointer: Any, place: int, count: int) -> list[Any]:
    """The addresses of some words of a struct."""
    words = builder.bitcast(pointer, cgutils.intp_t.as_pointer())
    return [builder.gep(words, [cgutils.int32_t(place + n)], inbounds=True) for n in range(count)]


@lower_getattr_generic(StructType)
def read_field(context: Any, builder: Any, struct: StructType, pointer: Any, field: str) -> Any:
    """The instructions that read a field."""
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
    if isinstance(kind, types.Array):
        return _uncounted_array(context, builder, kind, builder.inttoptr(data, _BYTES), shape)
    return builder.trunc(data, context.get_value_type(kind))


def _uncounted_array(context: Any, builder: Any, kind: Any, data: Any, shape: list[Any]) -> Any:
    """An array in C order to which no references are counted."""
    itemsize = _itemsize(context, kind)
    steps = [context.get_constant(types.intp, itemsize)]
    for length in reversed(shape[1:]):
        steps.insert(0, builder.mul(steps[0], length, flags=["nsw"]))
    array = context.make_array(kind)(context, builder)
    data = builder.bitcast(data, array.data.type)
    return populate_array(array, data, shape, steps, itemsize, None)._getvalue()


def _itemsize(context: Any, array: Any) -> int:
    size: int = context.get_abi_sizeof(context.get_data_type(array.dtype))
    return size


def cut_from(room: StructType, shape: Any, dtype: Any, *, zeroed: bool) -> tuple[Any, Any]:
    """What ``room.cut`` and ``room.cut_zeros`` are for Numba."""
    dimensions = len(shape) if isinstance(shape, types.BaseTuple) else 1
    kind = types.Array(dtype.dtype, dimensions, "C")

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        pointer, lengths, _ = arguments
        lengths = cgutils.unpack_tuple(builder, lengths) if dimensions > 1 else [lengths]
        memory, used = (
            context.make_array(room.kinds[field])(
                context, builder, read_field(context, builder, room, pointer, field)
            ).data
            for field in ("memory", "used")
        )
        size = context.get_constant(types.intp, _itemsize(context, kind))
        for length in lengths:
            size = builder.mul(size, length)
        first = builder.load(used)
        whole = builder.and_(builder.add(size, size.type(ALIGNMENT - 1)), size.type(-ALIGNMENT))
        builder.store(builder.add(first, whole), used)
        data = builder.gep(memory, [first])
        if zeroed:
            cgutils.memset(builder, data, size, 0)
        return _uncounted_array(context, builder, kind, data, lengths)

    return kind(room, shape, dtype), generate


def seen_from(array: Any, dtype: Any) -> tuple[Any, Any]:
    """What ``room.seen_as`` is for Numba."""
    kind = types.Array(dtype.dtype, 1, "C")

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        old = context.make_array(array)(context, builder, arguments[0])
        sizes = [context.get_constant(types.intp, _itemsize(context, of)) for of in (array, kind)]
        count = builder.udiv(builder.mul(old.nitems, sizes[0]), sizes[1])
        return _uncounted_array(context, builder, kind, old.data, [count])

    return kind(array, dtype), generate


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
