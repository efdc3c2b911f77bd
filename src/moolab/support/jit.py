"""Functions compiled by Numba, which a process imports only for what is not kept yet.

``keeping.py`` loads and runs what was compiled before; only for the rest it asks ``compiling.py``,
which imports Numba. That takes longer than most searches.
"""

import inspect
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from moolab.support.keeping import Forms, kept_or_compiled
from moolab.support.parts import Part, intrinsic

Value = Any
"""An ``int`` in Python, a 64-bit integer where it is compiled."""


class Kernel(Part):
    """A part that Python calls: compiled at the first call, kept, and free of Python's lock."""

    def __init__(self, function: Callable[..., Any], **settings: Any) -> None:
        super().__init__(function, **settings)
        self.forms: Forms = {}
        code = function.__code__
        self._arity = -1 if code.co_flags & inspect.CO_VARARGS else code.co_argcount

    def __call__(self, *args: Any) -> Any:
        """Run it on the processor."""
        if len(args) != self._arity:
            # What is left out has its default; arguments of any number are a tuple.
            bound = inspect.signature(self.py_func).bind(*args)
            bound.apply_defaults()
            args = tuple(bound.arguments.values())
        kinds = _kinds(args)
        form = self.forms.get(kinds) or kept_or_compiled(self, kinds, args, self.forms)
        return form(*args)

    def form(self, *args: Any) -> Callable[..., Any]:
        """What is compiled for arguments of such kinds; it does not look at them again."""
        return kept_or_compiled(self, _kinds(args), args, self.forms)


def _kinds(values: Iterable[Any]) -> tuple[Any, ...]:
    """All on which the compiled form for some values depends.

    It is asked for at each call, so what is usual comes first.
    """
    kinds: list[Any] = []  # made at once, as list[Any]() is not
    for each in values:
        own = type(each)
        if own is _ARRAY:
            kinds += each.dtype, each.ndim, _ORDERS[each.flags.num]
        elif own is int:
            kinds.append(_INT if each < _LIMIT else _UNSIGNED)
        else:
            kinds.append(_NUMBERS.get(own) or _rare_kind(each))
    return tuple(kinds)


def _rare_kind(value: Any) -> Any:
    if isinstance(value, tuple):
        return type(value), *_kinds(value)
    if isinstance(value, np.ndarray):
        return _kinds([value.view(np.ndarray)])
    if isinstance(value, np.generic):
        return value.dtype
    if (layout := getattr(value, "layout", None)) is None:
        raise TypeError(f"kernels do not take {type(value)}")
    return layout


class _Orders(dict[int, int]):
    """What matters of the flags of an array: if it is aligned, if it can be written, its order."""

    def __missing__(self, flags: int) -> int:
        # An array in both orders is taken for one in that of C.
        self[flags] = flags & (_ALIGNED | _WRITEABLE | (flags & _C or _F))
        return self[flags]


_C, _F, _ALIGNED, _WRITEABLE = 0x1, 0x2, 0x100, 0x400
"""Of NumPy, for programs in C."""

_ORDERS = _Orders()

_ARRAY = np.ndarray

_INT, _UNSIGNED, _LIMIT = np.dtype(np.int64), np.dtype(np.uint64), 2**63

_NUMBERS: dict[type, Any] = {
    bool: np.dtype(np.bool_),
    float: np.dtype(np.float64),
    type(None): type(None),
    bytes: bytes,
    **{
        kind: np.dtype(kind)
        for kind in np.sctypeDict.values()
        if issubclass(kind, np.number | np.bool_)
    },
}


def compiled(function: Callable[..., Any], **settings: Any) -> Any:
    """A kernel; ``Part`` says what can be set."""
    return Kernel(function, **settings)


def inlined(function: Callable[..., Any], **settings: Any) -> Any:
    """A part of kernels: its instructions are copied into each caller, and kept there."""
    return Part(function, forceinline=True, **settings)


def exposed(function: Callable[..., Any]) -> Any:
    """An inlined part of kernels that Python calls, too, as a kernel."""
    return Kernel(function, forceinline=True)


def inner(function: Callable[..., Any], **settings: Any) -> Any:
    """A part of kernels that Python itself never calls: nothing is compiled for such calls."""
    return Part(function, **settings)


@intrinsic
def borrow(_context: Any, array: Any) -> Any:
    """In kernels: an array whose references are not counted, nor those of parts cut out of it.

    Counting takes an atomic instruction for each part, and for each function that an array goes to.
    The borrower holds the array itself as long as the borrowed one is used.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        borrowed = context.make_array(signature.return_type)(context, builder, arguments[0])
        borrowed.meminfo = borrowed.meminfo.type(None)
        return borrowed._getvalue()

    return array(array), generate


@intrinsic
def ones(_context: Any, word: Any) -> Any:
    """In kernels: how many bits of a word are set."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return word(word), generate
