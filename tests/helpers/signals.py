"""Signals answered for a while as ``moo`` answers them."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from moolab.support.interrupts import CLOSING, end_when_closed


@contextmanager
def ending_when_closed() -> Iterator[None]:
    """Let a polite kill raise ``Closed`` until the block ends."""
    before = [signal.getsignal(each) for each in CLOSING]
    end_when_closed()
    try:
        yield
    finally:
        for each, handler in zip(CLOSING, before, strict=True):
            signal.signal(each, handler)
