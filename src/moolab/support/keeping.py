"""How Numba is made to keep kernels on disk by our rules.

It imports what Numba does not promise, and ``jit.py`` does without where that has changed.
"""

import pickle
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import blake2b
from typing import Any

from numba import types
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps

from moolab.support import kernel_cache
from moolab.support.interrupts import delay_interrupts
from moolab.support.kernel_news import CHANGED, numba_differs, say_that_nothing_is_kept

_CHECKSUM = 16
"""Bytes."""

_TURN = 600
"""Seconds to wait while another process compiles the same kernel; the largest takes some 30."""


def keep_on_disk(kernel: Any) -> None:
    """Keep what is compiled; of several processes that lack it one compiles, the others load."""
    if not kernel.py_func.__module__.startswith("moolab."):
        return  # which files the kernels of others depend on is not known
    usual, alone, kept = kernel._cache, kernel.compile, _Kept(kernel.py_func)

    def together(signature: Any) -> Any:
        # Numba's own lock comes first. The other way round, a thread of this process could hold
        # what another process waits for, and wait for a thread that waits for that process. And
        # LLVM, called back by a signal in the middle of its work, would lose it and fail.
        with delay_interrupts(), global_compiler_lock, kept.turn(signature):
            try:
                return alone(signature)
            except CHANGED:
                say_that_nothing_is_kept(numba_differs())
                kernel._cache = usual
                return alone(signature)

    kernel._cache, kernel.compile = kept, together


class _Kept(_Cache):
    """The kept forms of one kernel, for Numba: a file for each signature.

    A file is a checksum, then what was pickled: the signature, for which processor it is, and
    what Numba says of itself.
    """

    def __init__(self, function: Any) -> None:
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
        for content in kernel_cache.contents(self._file(sig)):
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
            say_that_nothing_is_kept(kernel_cache.why_none())
            return
        assert not data.library.has_dynamic_globals, "addresses are not the same tomorrow"
        content = dumps((sig, data.codegen.magic_tuple(), data._reduce()))
        try:
            kernel_cache.keep(folder, self._file(sig), _checksum(content) + content)
        except OSError as error:
            say_that_nothing_is_kept(f"{folder}: {error.strerror}")

    @contextmanager
    def turn(self, signature: Any) -> Iterator[None]:
        """Wait until no other process compiles the kernel for these types; never fail."""
        name = self._file(signature)
        if kernel_cache.has_file(name) or not (folder := kernel_cache.folder_to_write()):
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
