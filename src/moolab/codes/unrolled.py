"""Straight-line code for any number of places, as Numba intrinsics.

Numba unrolls no loop over a tuple, and a loop inside the loop over codes would keep LLVM from
working on many codes at once. So these small functions are loops in Python that *write* the
instructions, once for each tuple length they are called with.

docs/explanation/kernels.md has a picture of what ``tally`` does.
"""

from functools import reduce
from typing import Any

from moolab.support.parts import intrinsic


def indices(count: int) -> tuple[int, ...]:
    """A loop bound that is known when a kernel is compiled: the tuple 0, 1, ..., count - 1.

    Kernels are compiled for the types of their arguments, and the type of a tuple tells its length;
    that of a number says nothing of its value. So a kernel for four places is another one than that
    for five, and each has straight-line code. ``take`` uses the indices themselves.

    >>> indices(4)
    (0, 1, 2, 3)
    """
    return tuple(range(count))


def _elements(builder: Any, pack: Any) -> list[Any]:
    return [builder.extract_value(pack, index) for index in range(len(pack.type))]


@intrinsic
def take(_context: Any, array: Any, rows: Any, column: Any) -> Any:
    """The tuple of ``array[row, column]`` for each of the tuple ``rows``."""
    from numba import types
    from numba.core import cgutils
    from numba.np.arrayobj import make_array

    signature = types.UniTuple(array.dtype, len(rows))(array, rows, column)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array_type = signature.args[0]
        view = make_array(array_type)(context, builder, args[0])
        values = []
        for row in _elements(builder, args[1]):
            index = [context.cast(builder, row, rows.dtype, types.intp), args[2]]
            address = cgutils.get_item_pointer(context, builder, array_type, view, index)
            values.append(builder.load(address))
        return context.make_tuple(builder, signature.return_type, values)

    return signature, codegen


def _exactly(builder: Any, words: list[Any]) -> list[Any]:
    """For k = 0, 1, ...: the bits that are set in exactly k of the words."""
    exactly = [words[0].type(-1)]
    for word in words:
        without = builder.not_(word)
        stay = [builder.and_(bits, without) for bits in exactly]
        move = [builder.and_(bits, word) for bits in exactly]
        between = [builder.or_(a, b) for a, b in zip(stay[1:], move[:-1], strict=True)]
        exactly = [stay[0], *between, move[-1]]
    return exactly


@intrinsic
def at_least(_context: Any, words: Any, threshold: Any) -> Any:
    """The bits set in at least ``threshold`` >= 1 of a tuple of words."""
    signature = words.dtype(words, threshold)

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        exactly = _exactly(builder, _elements(builder, args[0]))
        result = exactly[0].type(0)
        for count, bits in enumerate(exactly):
            counts = builder.icmp_unsigned("<=", args[1], args[1].type(count))
            result = builder.or_(result, builder.select(counts, bits, bits.type(0)))
        return result

    return signature, codegen


@intrinsic
def tally(_context: Any, counts: Any, bulls: Any, hits: Any) -> Any:
    """Count the replies of 64 codes at once, a bit for each.

    Args:
        counts: the tuple of counts so far, one for each bulls and cows with
            bulls + cows <= places, in numeric order.
        bulls: a tuple of words, one a place: the codes that have a bull there.
        hits: likewise, the codes that have a bull or a cow there.
    """
    signature = counts(counts, bulls, hits)

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        counts = args[0]
        by_bulls, by_hits = (_exactly(builder, _elements(builder, pack)) for pack in args[1:])
        replies = [(b, h) for b in range(len(by_bulls)) for h in range(b, len(by_hits))]
        for index, (b, h) in enumerate(replies):
            found = builder.ctpop(builder.and_(by_bulls[b], by_hits[h]))
            count = builder.add(builder.extract_value(counts, index), found)
            counts = builder.insert_value(counts, count, index)
        return counts

    return signature, codegen


@intrinsic
def zeros(_context: Any, like: Any, first: Any) -> Any:
    """A tuple of zeros as long as another one, but for the first element."""
    from numba import types

    signature = types.UniTuple(first, len(like))(like, first)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zero = args[1].type(0)
        values = [args[1]] + [zero] * (len(like) - 1)
        return context.make_tuple(builder, signature.return_type, values)

    return signature, codegen


@intrinsic
def spread(_context: Any, counts: Any) -> Any:
    """Two sums in one number: of the squares of a tuple of counts; how many are not zero.

    The second is in the upper half of the bits.
    """
    signature = counts.dtype(counts)

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        counts = _elements(builder, args[0])
        word = counts[0].type
        one_more = word(1 << word.width // 2)
        result = word(0)
        for count in counts:
            empty = builder.icmp_unsigned("==", count, word(0))
            part = builder.select(empty, word(0), one_more)
            result = builder.add(result, builder.add(part, builder.mul(count, count)))
        return result

    return signature, codegen


@intrinsic
def total(_context: Any, numbers: Any) -> Any:
    """The sum of a tuple."""
    signature = numbers.dtype(numbers)

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return reduce(builder.add, _elements(builder, args[0]))

    return signature, codegen


@intrinsic
def largest(_context: Any, numbers: Any) -> Any:
    """The largest of a tuple of signed integers."""
    signature = numbers.dtype(numbers)

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        def larger(some: Any, other: Any) -> Any:
            return builder.select(builder.icmp_signed(">", some, other), some, other)

        return reduce(larger, _elements(builder, args[0]))

    return signature, codegen
