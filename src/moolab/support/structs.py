"""Dataclasses that kernels take by their address.

A tuple Numba takes apart: one of twenty arrays is two hundred numbers, which each function hands to
the next, and to compile that takes longer than to compile all that is done with them. A struct is a
single number instead, the address of a row of words, and a kernel reads a field where it needs it.
"""

from dataclasses import fields
from functools import cache, cached_property
from typing import Any

import numpy as np

from moolab.support.parts import intrinsic

_WORD = 8
"""Bytes."""

ALIGNMENT = 64
"""Bytes: a line of a cache, and the widest register."""


class Layout:
    """Where the fields of a struct are, in words; there is one for each kind of struct.

    Args:
        kinds: of each field its name, and its kind: the element type and number of dimensions of an
            array, ``bool``, ``int``, a layout; or None for what is never true, so that a kernel is
            compiled without what depends on it.
    """

    def __init__(self, name: str, kinds: tuple[tuple[str, Any], ...]) -> None:
        self.name, self.kinds = name, kinds
        self.places, self.words = dict[str, int](), 0
        for field, kind in kinds:
            self.places[field] = self.words
            if isinstance(kind, Layout):
                self.words += kind.words
            else:
                self.words += 1 + (kind[1] if isinstance(kind, tuple) else 0)

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(f'{field}={kind}' for field, kind in self.kinds)})"


_layout = cache(Layout)


class Struct:
    """A base of dataclasses of arrays in C order, numbers, and other structs.

    Once a kernel has seen one, its fields must not be set: what the kernel reads was laid out then.
    """

    address: int
    """Where the words are that kernels read, once there is a layout."""

    @cached_property
    def layout(self) -> Layout:
        """Where its fields are among the words, which are written when it is first asked for."""
        kinds, words = list[tuple[str, Any]](), list[int]()
        for field in fields(self):  # type: ignore[arg-type] # all that inherit are dataclasses
            kind, own = _lay_out(getattr(self, field.name))
            kinds.append((field.name, kind))
            words += own
        self._words = np.array(words)
        self.address = self._words.ctypes.data
        return _layout(type(self).__name__, tuple(kinds))


def _lay_out(value: Any) -> tuple[Any, list[int]]:
    if isinstance(value, Struct):
        return value.layout, value._words.tolist()
    if isinstance(value, np.ndarray):
        assert value.flags.c_contiguous, "steps are not told"
        return (value.dtype, value.ndim), [value.ctypes.data, *value.shape]
    if value is None:
        return None, [0]
    return bool if isinstance(value, bool | np.bool_) else int, [int(value)]


@intrinsic
def words_of(_context: Any, struct: Any) -> Any:
    """In kernels: how many words a struct has."""
    from numba import types

    def generate(context: Any, _builder: Any, _signature: Any, _arguments: Any) -> Any:
        return context.get_constant(types.int64, struct.words)

    return types.int64(struct), generate


@intrinsic
def copy_into(_context: Any, words: Any, struct: Any) -> Any:
    """In kernels: a copy of a struct, which lies in an array of as many words."""
    from numba import types
    from numba.core import cgutils

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        target = builder.bitcast(array.data, arguments[1].type)
        count = context.get_constant(types.intp, struct.words)
        cgutils.raw_memcpy(builder, target, arguments[1], count, _WORD)
        return target

    return struct(words, struct), generate


@intrinsic
def settled(_context: Any, struct: Any) -> Any:
    """In kernels: the same struct, once all its fields are set.

    A field is thought never to change, and could otherwise be read before it is set, if both became
    part of one function. Through the empty instruction LLVM does not see that they are the same.
    """
    from llvmlite import ir

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(arguments[0].type, [arguments[0].type])
        return builder.asm(kind, "", "=r,0,~{memory}", arguments, side_effect=True)

    return struct(struct), generate
