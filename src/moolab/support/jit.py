"""Functions compiled by Numba.

What moolab needs of Numba beside what that promises is in ``keeping.py`` and ``part_compiler.py``.
Where a version of Numba does not have it, kernels are compiled in the usual way: it takes longer,
and every start does it again.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
from numba import njit
from numba.extending import intrinsic
from numpy.typing import NDArray

from moolab.support import kernel_cache, kernel_news
from moolab.support.kernel_news import CHANGED

_WHOLE: dict[str, Any] = {}
_PART: dict[str, Any] = {"no_cpython_wrapper": True}
_UNCOUNTED_WHOLE: dict[str, Any] = {}
_UNCOUNTED_PART: dict[str, Any] = {"no_cpython_wrapper": True}

try:
    from moolab.support import part_compiler

    _WHOLE["pipeline_class"] = part_compiler.KernelCompiler
    _PART["pipeline_class"] = part_compiler.PartCompiler
    _UNCOUNTED_WHOLE["pipeline_class"] = part_compiler.UncountedKernelCompiler
    _UNCOUNTED_PART["pipeline_class"] = part_compiler.UncountedPartCompiler
except CHANGED:
    pass  # they are compiled as if Python called them

_keep: Callable[[Any], None] | None = None
try:
    from moolab.support.keeping import keep_on_disk as _keep
except CHANGED:
    kernel_cache.give_up(kernel_news.numba_differs())

Value = Any
"""An ``int`` in Python, a 64-bit integer where it is compiled."""


def compiled(function: Callable[..., Any], *, counted: bool = True) -> Any:
    """A kernel: compiled when it is first called, kept on disk, and free of Python's lock."""
    kernel = _jit(function, **(_WHOLE if counted else _UNCOUNTED_WHOLE))
    if _keep is not None:
        with suppress(*CHANGED):
            _keep(kernel)
    return kernel


def inlined(function: Callable[..., Any], *, counted: bool = True) -> Any:
    """A part of kernels: its instructions are copied into each caller, and kept there."""
    return _jit(function, forceinline=True, **(_PART if counted else _UNCOUNTED_PART))


def exposed(function: Callable[..., Any]) -> Any:
    """An inlined part of kernels that Python calls, too; to call another one would be a crash."""
    return _jit(function, forceinline=True)


def inner(function: Callable[..., Any], *, counted: bool = True) -> Any:
    """A part of kernels that Python itself never calls: nothing is compiled for such calls."""
    return _jit(function, **(_PART if counted else _UNCOUNTED_PART))


def _borrow(_context: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        borrowed = context.make_array(signature.return_type)(context, builder, arguments[0])
        borrowed.meminfo = borrowed.meminfo.type(None)
        return borrowed._getvalue()

    return array(array), generate


borrow: Any = intrinsic(_borrow)
"""In kernels: an array whose references are not counted, nor those of parts cut out of it.

Counting takes an atomic instruction for each part, and for each function that an array goes to.
Whoever borrows holds the array itself as long as the borrowed one is used.
"""


def _ones(_context: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return word(word), generate


ones: Any = intrinsic(_ones)
"""In kernels: how many bits of a word are set."""


def _jit(function: Callable[..., Any], **options: Any) -> Any:
    # Nothing here is called from C, by a wrapper that would have to be compiled, too.
    options |= {"nogil": True, "no_cfunc_wrapper": True}
    return njit(**options)(function)


@inlined
def unsigned(indices: NDArray[np.int32]) -> NDArray[np.uint32]:
    """In kernels: the same indices, none of which counts from the end.

    Of each signed one Numba looks whether it does, which takes half the time of a short loop.
    """
    return indices.view(np.uint32)


with suppress(*CHANGED):  # then compiling takes a moment, and nothing says so
    from numba.core import event

    class _Announcement(event.Listener):
        """Says that compiling takes a moment, where that was not prepared."""

        def on_start(self, started: Any) -> None:
            with suppress(KeyError, *CHANGED):
                if started.data["dispatcher"].py_func.__module__.startswith("moolab."):
                    event.unregister("numba:compile", self)
                    kernel_news.say_that_it_compiles()
                    if "pipeline_class" not in _PART:
                        kernel_news.say_that_parts_are_whole()

        def on_end(self, _event: Any) -> None:
            pass

    event.register("numba:compile", _Announcement())
