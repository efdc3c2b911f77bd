"""Functions compiled by Numba."""

import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from hashlib import blake2b
from multiprocessing import parent_process
from types import FrameType
from typing import Any

import numpy as np
from numba import njit, types
from numba.core import event
from numba.core.caching import _Cache
from numba.core.cgutils import get_null_value
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps
from numba.extending import intrinsic
from numpy.typing import NDArray

from moolab.support import kernel_cache
from moolab.support.atomic import replace_file
from moolab.support.part_compiler import PartCompiler

Value = Any
"""An ``int`` in Python, a 64-bit integer where it is compiled."""


_COMPILING = "compiling kernels, once on this machine ..."

_CHECKSUM = 16
"""Bytes."""

_TURN = 600
"""Seconds to wait while another process compiles the same kernel; the largest takes some 20."""


def compiled(function: Callable[..., Any]) -> Any:
    """A kernel: compiled when it is first called, kept on disk, and free of Python's lock."""
    return _keep_on_disk(_jit(function))


def inlined(function: Callable[..., Any]) -> Any:
    """A part of kernels: its instructions are copied into each caller, and kept there."""
    return _jit(function, forceinline=True, no_cpython_wrapper=True, pipeline_class=PartCompiler)


def exposed(function: Callable[..., Any]) -> Any:
    """An inlined part of kernels that Python calls, too; to call another one would be a crash."""
    return _jit(function, forceinline=True)


def inner(function: Callable[..., Any]) -> Any:
    """A part of kernels that Python itself never calls: nothing is compiled for such calls."""
    return _jit(function, no_cpython_wrapper=True, pipeline_class=PartCompiler)


def _borrow(_context: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        borrowed = context.make_array(signature.return_type)(context, builder, arguments[0])
        borrowed.meminfo = get_null_value(borrowed.meminfo.type)
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


def _keep_on_disk(kernel: Any) -> Any:
    """Keep what is compiled; of several processes that lack it one compiles, the others load."""
    if not kernel.py_func.__module__.startswith("moolab."):
        return kernel  # which files the kernels of others depend on is not known
    kernel._cache = kept = _Kept(kernel.py_func)
    alone = kernel.compile

    def together(signature: Any) -> Any:
        # Numba's own lock comes first. The other way round, a thread of this process could hold
        # what another process waits for, and wait for a thread that waits for that process.
        with _block_interrupts(), global_compiler_lock, kept.turn(signature):
            return alone(signature)

    kernel.compile = together
    return kernel


class _Kept(_Cache):
    """The kept forms of one kernel, for Numba: a file for each signature.

    A file is a checksum, then what was pickled: the signature, for which processor it is, and
    what Numba says of itself.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._module = function.__module__.removeprefix("moolab.")
        self._name = f"{self._module}.{function.__qualname__}"

    @property
    def cache_path(self) -> str | None:
        """The folder for new kernels, for Numba's statistics."""
        folder = kernel_cache.folder_to_write()
        return str(folder) if folder else None

    def _file(self, signature: Any) -> str:
        lengths = list(_lengths(signature))
        sources = kernel_cache.sources_key(self._module)
        # A named tuple has only the name of its class in its own.
        arguments = kernel_cache.short_key(repr(signature).encode())
        return "-".join([self._name, *map(str, lengths[:1]), sources, f"{arguments}.kernel"])

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled form for these types, or None."""
        for path in kernel_cache.files_named(self._file(sig)):
            try:
                content = path.read_bytes()
            except OSError:
                continue
            checksum, pickled = content[:_CHECKSUM], content[_CHECKSUM:]
            if _checksum(pickled) == checksum:
                # Compiling needs all that Numba knows, and refreshes the context; a process that
                # loads needs its run-time library alone, which takes 0.2 s less.
                rtsys.initialize(target_context)
                signature, processor, reduced = pickle.loads(pickled)  # noqa: S301 - it is ours
                if (signature, processor) == (sig, target_context.codegen().magic_tuple()):
                    return CompileResult._rebuild(target_context, *reduced)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled form, instead of those of older sources; where that fails, go on."""
        folder = kernel_cache.folder_to_write()
        if folder is None:
            _say_that_nothing_is_kept(kernel_cache.NO_FOLDER)
            return
        assert not data.library.has_dynamic_globals, "addresses are not the same tomorrow"
        content = dumps((sig, data.codegen.magic_tuple(), data._reduce()))
        path = folder / self._file(sig)
        try:
            with replace_file(path) as file:
                file.write(_checksum(content) + content)
        except OSError as error:
            _say_that_nothing_is_kept(f"{folder}: {error.strerror}")
            return
        with suppress(OSError):
            for older in folder.glob(f"{self._module}.*.kernel"):
                if not kernel_cache.is_current(older):
                    older.unlink()

    @contextmanager
    def turn(self, signature: Any) -> Iterator[None]:
        """Wait until no other process compiles the kernel for these types; never fail."""
        name = self._file(signature)
        if kernel_cache.files_named(name) or not (folder := kernel_cache.folder_to_write()):
            yield
            return
        from filelock import FileLock, Timeout

        lock = folder / f"{name}.lock"
        with ExitStack() as afterwards:
            # Where no file can be locked, everyone compiles; so does who finds a lock just gone.
            with suppress(OSError, Timeout, NotImplementedError):
                afterwards.enter_context(FileLock(lock, timeout=_TURN))
            yield
        with suppress(OSError):
            lock.unlink()

    def enable(self) -> None:
        """Nothing to do: kernels are always kept."""

    disable = flush = enable


def _lengths(signature: Iterable[Any]) -> Iterator[int]:
    """The lengths of the tuples among arguments, and in records of them."""
    for part in signature:
        if isinstance(part, types.UniTuple):
            yield part.count
        elif isinstance(part, types.NamedTuple):
            yield from _lengths(part.types)


def _checksum(content: bytes) -> bytes:
    return blake2b(content, digest_size=_CHECKSUM).digest()


def _say_that_nothing_is_kept(reason: str) -> None:
    _say_once(f"moolab: every start compiles kernels again, because they are not kept: {reason}")


@cache
def _say_once(sentence: str) -> None:
    if parent_process() is None:
        # Where a status line stands, this takes its place.
        start = "\r\033[K" if sys.stderr.isatty() else ""
        print(f"{start}{sentence}", file=sys.stderr, flush=True)


@contextmanager
def _block_interrupts() -> Iterator[None]:
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


class _Announcement(event.Listener):
    """Says that compiling takes a moment, where that was not prepared."""

    def on_start(self, started: Any) -> None:
        if started.data["dispatcher"].py_func.__module__.startswith("moolab."):
            event.unregister("numba:compile", self)
            if kernel_cache.folder_to_write() is None:
                _say_that_nothing_is_kept(kernel_cache.NO_FOLDER)
            else:
                _say_once(_COMPILING)

    def on_end(self, _event: Any) -> None:
        pass


event.register("numba:compile", _Announcement())
