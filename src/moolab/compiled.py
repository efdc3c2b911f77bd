"""Functions compiled by Numba."""

import sys
from collections.abc import Callable
from typing import Any

from numba import njit
from numba.core import event

Value = Any
"""An ``int`` in Python, a 64-bit integer where it is compiled."""


def compiled(function: Callable[..., Any]) -> Any:
    """A kernel: compiled when it is first called, kept on disk, and free of Python's lock."""
    return njit(cache=True, nogil=True)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """A part of kernels: its instructions stand wherever it is called."""
    return njit(cache=True, nogil=True, forceinline=True)(function)


class _Announcement(event.Listener):
    """Says that compiling takes a moment, if it happens: results are kept on disk."""

    def on_start(self, started: Any) -> None:
        if started.data["dispatcher"].py_func.__module__.startswith("moolab."):
            event.unregister("numba:compile", self)
            print("moolab: compiling for games of this kind ...", file=sys.stderr, flush=True)

    def on_end(self, _event: Any) -> None:
        pass


event.register("numba:compile", _Announcement())
