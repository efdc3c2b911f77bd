"""What threads share out among themselves."""

import threading
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from typing import TypeVar

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


def lending(tools: Iterable[Tool], use: Callable[[Tool, Item], Result]) -> Callable[[Item], Result]:
    """A function for threads: each call has a tool for itself, or waits until one is free.

    Args:
        tools: what one thread at a time may use.
        use: gets a tool, and what the function is called with.

    >>> from concurrent.futures import ThreadPoolExecutor
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
