"""Work that ends when its time is over, or on Ctrl-C."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, TypeVar

T = TypeVar("T")


def within(seconds: float | None, stop: Any, work: Callable[[], T]) -> T:
    """The result of work done in a thread of its own, so that this one can end it.

    Args:
        seconds: when to raise the flag; never if it is None.
        stop: the flag, an array of one number that the work looks at again and again: once it
            is not 0, the work returns what it has.

    Raises:
        KeyboardInterrupt: on Ctrl-C, when the work has ended.

    >>> stop = [0]
    >>> def work():
    ...     while not stop[0]:
    ...         pass
    ...     return "as far as it goes"
    >>> within(0.01, stop, work)
    'as far as it goes'
    """
    stop[0] = 0
    with ThreadPoolExecutor(max_workers=1) as thread:
        # Ctrl-C may come as soon as the work has begun, and must end it: the thread is waited for.
        try:
            result = thread.submit(work)
            wait([result], seconds)
        finally:
            stop[0] = 1
        return result.result()
