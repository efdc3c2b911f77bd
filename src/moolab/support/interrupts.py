"""Ctrl-C and its like, where it has been heard already."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

CLOSING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""What a polite kill and a closed window send; Windows has no SIGHUP."""


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Let Ctrl-C do nothing while something is saved: pressed again, it would lose that.

    Nor does a polite kill, or a closed window, which often comes as two signals.

    Only the main thread of a program gets to know of it; elsewhere this does nothing.

    >>> with ignore_interrupts():
    ...     signal.raise_signal(signal.SIGINT)
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {each: signal.signal(each, signal.SIG_IGN) for each in (signal.SIGINT, *CLOSING)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler or signal.SIG_DFL)
