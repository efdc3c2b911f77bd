"""Ctrl-C, where it has been heard already."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Let Ctrl-C do nothing while something is saved: pressed again, it would lose that.

    Only the main thread of a program gets to know of it; elsewhere this does nothing.

    >>> with ignore_interrupts():
    ...     signal.raise_signal(signal.SIGINT)
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)
