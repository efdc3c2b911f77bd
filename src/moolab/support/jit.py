"""Functions compiled by Numba."""

import os
import signal
import sys
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from multiprocessing import parent_process
from pathlib import Path
from types import FrameType
from typing import Any

from numba import njit
from numba.core import event
from numba.core.compiler_lock import global_compiler_lock

Value = Any
"""An ``int`` in Python, a 64-bit integer where it is compiled."""


_NOT_KEPT = (
    "moolab: there is no folder to keep compiled kernels in, so every start compiles them again; "
    "NUMBA_CACHE_DIR can name one that can be written"
)


def compiled(function: Callable[..., Any]) -> Any:
    """A kernel: compiled when it is first called, kept on disk, and free of Python's lock."""
    return _kept(function, no_cfunc_wrapper=True)


def inlined(function: Callable[..., Any]) -> Any:
    """A part of kernels: its instructions stand wherever it is called."""
    return _kept(function, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def inner(function: Callable[..., Any]) -> Any:
    """A part of kernels that Python itself never calls: nothing is compiled for such calls."""
    return _kept(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def _kept(function: Callable[..., Any], **options: Any) -> Any:
    try:
        return _shared(njit(cache=True, nogil=True, **options)(function))
    except RuntimeError:
        # Numba can write neither to NUMBA_CACHE_DIR, nor to this package, nor to the user's cache.
        _say_that_nothing_is_kept()
        return _shared(njit(nogil=True, **options)(function))


@cache
def _say_that_nothing_is_kept() -> None:
    if parent_process() is None:
        print(_NOT_KEPT, file=sys.stderr, flush=True)


def _shared(kernel: Any) -> Any:
    """See that of several processes that lack a kernel one compiles it, and the others load it."""
    alone = kernel.compile

    def together(signature: Any) -> Any:
        # Numba's own lock comes first. The other way round, a thread of this process could hold
        # what another process waits for, and wait for a thread that waits for that process.
        with _uninterrupted(), global_compiler_lock, _turn(kernel, signature):
            return alone(signature)

    kernel.compile = together
    return kernel


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let Ctrl-C wait: LLVM, called back in the middle of its work, would lose it and fail."""
    elsewhere = threading.current_thread() is not threading.main_thread()
    if elsewhere or signal.getsignal(signal.SIGINT) is None:
        yield
        return
    pressed: list[tuple[int, FrameType | None]] = []
    before = signal.signal(signal.SIGINT, lambda *args: pressed.append(args))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if pressed and callable(before):
            before(*pressed[0])


@contextmanager
def _turn(kernel: Any, signature: Any) -> Iterator[None]:
    """Wait until no other process compiles the kernel for these types; never fail."""
    folder = kernel.stats.cache_path
    place = zlib.crc32(f"{kernel.py_func.__qualname__} {signature}".encode())
    with ExitStack() as afterwards:
        # Where no file can be locked, everyone compiles.
        with suppress(ImportError, OSError):
            import fcntl  # not on Windows

            if folder is not None:
                locks = _locks(folder)
                fcntl.lockf(locks, fcntl.LOCK_EX, 1, place)
                afterwards.callback(fcntl.lockf, locks, fcntl.LOCK_UN, 1, place)
        yield


@cache
def _locks(folder: str) -> int:
    """A file for locks beside kept kernels; closing it would release all of this process."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    return os.open(Path(folder, "compiling.lock"), os.O_RDWR | os.O_CREAT)


class _Announcement(event.Listener):
    """Says that compiling takes a moment, if it happens: results are kept on disk."""

    def on_start(self, started: Any) -> None:
        if started.data["dispatcher"].py_func.__module__.startswith("moolab."):
            event.unregister("numba:compile", self)
            print("moolab: compiling for games of this kind ...", file=sys.stderr, flush=True)

    def on_end(self, _event: Any) -> None:
        pass


event.register("numba:compile", _Announcement())
