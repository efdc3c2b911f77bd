"""What Numba knows of sets of cells: the instructions for all that ``bits.py`` says they can do."""

import operator
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import (
    AbstractTemplate,
    infer_global,
    make_intrinsic_template,
    signature,
)
from numba.extending import lower_builtin, models, overload, register_jitable, register_model
from numba.np.arrayobj import make_array

from moolab.support.compiling import part_options
from moolab.support.parts import intrinsic
from moolab.trilobite.solver import cells as plain
from moolab.trilobite.solver.cells import PARTS, WORD


def make_parts_known() -> None:
    """Let Numba know the parts of kernels that have been defined since."""
    while PARTS:
        each, inline, whole = PARTS.pop()
        register_jitable(forceinline=inline, **part_options(is_copied=not whole))(each)


class BitsType(types.Type):
    """The type of sets of cells, for Numba."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(name=f"Bits({count})")


@register_model(BitsType)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: BitsType) -> None:
        super().__init__(manager, kind, ir.IntType(WORD * kind.count))


def _resize(builder: Any, value: Any, kind: Any) -> Any:
    if value.type.width < kind.width:
        return builder.zext(value, kind)
    return builder.trunc(value, kind) if value.type.width > kind.width else value


def _compare(sign: str, builder: Any, value: Any, other: Any = None) -> Any:
    return builder.icmp_unsigned(sign, value, value.type(0) if other is None else other)


def _define(
    functions: tuple[Any, ...], takes: tuple[Any, ...], returns: Any, write: Callable[..., Any]
) -> None:
    """Give Python's operators a meaning for Bits: ``write`` the instructions for the values."""

    class Template(AbstractTemplate):
        def generic(self, args: Any, _keywords: Any) -> Any:
            if len(args) == len(takes) and all(map(isinstance, args, takes)):
                both = [arg for arg in args if isinstance(arg, BitsType)]
                if len(set(both)) == 1:
                    return signature(returns or both[0], *args)
            return None

    def lower(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return write(builder, args[0], *(_resize(builder, arg, args[0].type) for arg in args[1:]))

    for function in functions:
        infer_global(function)(Template)
        lower_builtin(function, *takes)(lower)


_COMPARISONS: dict[Any, str] = {operator.eq: "==", operator.ne: "!=", operator.lt: "<"}
_EMPTY: dict[Any, str] = {operator.not_: "==", bool: "!="}

for _functions, _other, _write in [
    ((operator.and_, operator.iand), BitsType, lambda b, x, y: b.and_(x, y)),
    ((operator.or_, operator.ior), BitsType, lambda b, x, y: b.or_(x, y)),
    ((operator.xor, operator.ixor), BitsType, lambda b, x, y: b.xor(x, y)),
    ((operator.add, operator.iadd), BitsType, lambda b, x, y: b.add(x, y)),
    ((operator.sub, operator.isub), BitsType, lambda b, x, y: b.sub(x, y)),
    ((operator.lshift, operator.ilshift), types.Integer, lambda b, x, n: b.shl(x, n)),
    ((operator.rshift, operator.irshift), types.Integer, lambda b, x, n: b.lshr(x, n)),
]:
    _define(_functions, (BitsType, _other), None, _write)
_define((operator.invert,), (BitsType,), None, lambda b, x: b.not_(x))
_define((operator.neg,), (BitsType,), None, lambda b, x: b.neg(x))
for _function, _sign in _COMPARISONS.items():
    _define((_function,), (BitsType, BitsType), types.boolean, partial(_compare, _sign))
for _function, _sign in _EMPTY.items():
    _define((_function,), (BitsType,), types.boolean, partial(_compare, _sign))


def join_words(words: Any) -> Any:
    """What ``bits`` of ``bits.py`` is, for Numba."""

    def codegen(_context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = ir.IntType(WORD * signature.return_type.count)
        result = kind(0)
        for n in range(signature.return_type.count):
            word = builder.zext(builder.extract_value(args[0], n), kind)
            result = builder.or_(result, builder.shl(word, kind(WORD * n)))
        return result

    if isinstance(words, types.UniTuple) and words.dtype == types.uint64:
        return BitsType(len(words))(words), codegen
    return None


def split_bits(cells: Any) -> Any:
    """What ``words`` of ``bits.py`` is, for Numba."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        (cells,) = args
        found = [
            _resize(builder, builder.lshr(cells, cells.type(WORD * n)), ir.IntType(WORD))
            for n in range(signature.return_type.count)
        ]
        return context.make_tuple(builder, signature.return_type, found)

    return types.UniTuple(types.uint64, cells.count)(cells), codegen


@intrinsic
def _words(_context: Any, cells: Any) -> Any:
    return split_bits(cells)


def _compiled_as(function: Callable[..., Any]) -> Callable[..., Any]:
    """Say to Numba what a function of ``cells.py`` does with Bits, as ``intrinsic`` would."""

    def say(define: Callable[..., Any]) -> Callable[..., Any]:
        name = f"{function.__name__}_of_bits"
        template = make_intrinsic_template(function, define, name)
        infer_global(function, types.Function(template))
        return define

    return say


@_compiled_as(plain.bit)
def _bit(_context: Any, like: Any, cell: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        kind = args[0].type
        return builder.shl(kind(1), _resize(builder, args[1], kind))

    return like(like, cell), codegen


@_compiled_as(plain.popcount)
def _popcount(_context: Any, cells: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return _resize(builder, builder.ctpop(args[0]), ir.IntType(WORD))

    return types.int64(cells), codegen


@_compiled_as(plain.trailing_zeros)
def _trailing_zeros(_context: Any, cells: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return _resize(builder, builder.cttz(args[0], ir.IntType(1)(1)), ir.IntType(WORD))

    return types.int64(cells), codegen


@_compiled_as(plain.words_in)
def _words_in(_context: Any, cells: Any, count: Any) -> Any:
    def codegen(_context: Any, _builder: Any, signature: Any, _args: Any) -> Any:
        return ir.IntType(WORD)(signature.args[0].count)

    return types.int64(cells, count), codegen


@_compiled_as(plain.load)
def _load(_context: Any, array: Any, index: Any, like: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_address(context, builder, signature, args, args[2].type), align=8)

    return like(array, index, like), codegen


@_compiled_as(plain.keep)
def _keep(_context: Any, array: Any, index: Any, cells: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        address = _address(context, builder, signature, args, args[2].type)
        builder.store(args[2], address, align=8)
        return context.get_dummy_value()

    return types.void(array, index, cells), codegen


@_compiled_as(plain.check)
def _check(_context: Any, like: Any, _payload: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        like, payload = args
        word, half = ir.IntType(WORD), ir.IntType(WORD // 2)
        spread = builder.mul(builder.zext(builder.trunc(payload, half), word), word(plain.GOLDEN))
        # Each word of the set gets it, so that no word of another set goes unnoticed.
        everywhere = sum(1 << WORD * n for n in range(like.type.width // WORD))
        return builder.mul(_resize(builder, spread, like.type), like.type(everywhere))

    return like(like, types.int64), codegen


def _address(context: Any, builder: Any, signature: Any, args: Any, pointee: Any) -> Any:
    """Where an element of an array of one dimension is: the first two arguments."""
    kind = signature.args[0]
    view = make_array(kind)(context, builder, args[0])
    address = cgutils.get_item_pointer(context, builder, kind, view, [args[1]])
    return builder.bitcast(address, pointee.as_pointer())


@_compiled_as(plain.prefetch)
def _prefetch(_context: Any, array: Any, index: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        address = _address(context, builder, signature, args, ir.IntType(8))
        what = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        function = builder.module.declare_intrinsic("llvm.prefetch", [pointer], what)
        # To be read, and kept in all caches: it is data, not instructions.
        builder.call(function, [address, *map(number, (0, 3, 1))])
        return context.get_dummy_value()

    return types.void(array, index), codegen


_GOLDEN, _HALF = np.uint64(plain.GOLDEN), np.uint64(WORD // 2)


@overload(plain.scatter)
def _scatter(position: Any, count: Any, shift: Any) -> Any:  # noqa: ARG001 - their types
    def scatter(position: Any, count: Any, shift: Any) -> Any:  # noqa: ARG001 - known from Bits
        spread = np.uint64(0)
        for word in _words(position):
            spread = (spread ^ word) * _GOLDEN
            spread ^= spread >> _HALF
        return np.int64(spread * _GOLDEN >> np.uint64(shift))

    return scatter
