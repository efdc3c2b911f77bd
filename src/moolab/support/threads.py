"""What threads share out among themselves."""

import ctypes
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from queue import SimpleQueue
from typing import Any, TypeVar

Tool = TypeVar("Tool")
Item = TypeVar("Item")
Result = TypeVar("Result")


def can_start_threads() -> bool:
    """Whether this process can have threads: in a browser it cannot.

    >>> can_start_threads()
    True
    """
    try:
        threading.Thread(target=bool).start()
    except RuntimeError:
        return False
    return True


class _Inline(Executor):
    """Does what it is given at once."""

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> "Future[Result]":
        """As any executor, but the future is done when it comes."""
        done = Future[Result]()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


def executor(count: int) -> Executor:
    """Some threads; where none can be started, the one that asks does the work.

    Elsewhere even a single one is a thread of its own: Ctrl-C is not heard in the one that runs
    a kernel.
    """
    return ThreadPoolExecutor(count) if can_start_threads() else _Inline()


_MMAP_THRESHOLD, _LARGE = -3, 1 << 20
"""A setting of glibc, and bytes."""


@cache
def let_go_of_freed_memory() -> None:
    """Give what large arrays have taken back to the system as soon as they are gone.

    Left to itself, glibc keeps ever more of it once the first of them is: a search of ab4x10 takes
    240 MB then, and 160 if it may not.
    """
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE)


def lending(tools: Iterable[Tool], use: Callable[[Tool, Item], Result]) -> Callable[[Item], Result]:
    """A function for threads: each call has a tool for itself, or waits until one is free.

    Args:
        tools: what one thread at a time may use.
        use: gets a tool, and what the function is called with.

    >>> with ThreadPoolExecutor(2) as threads:
    ...     list(threads.map(lending([{}, {}], dict.setdefault), "abc"))
    [None, None, None]
    """
    free = SimpleQueue[Tool]()
    for tool in tools:
        free.put(tool)

    def use_one(item: Item) -> Result:
        tool = free.get()
        try:
            return use(tool, item)
        finally:
            free.put(tool)

    return use_one
