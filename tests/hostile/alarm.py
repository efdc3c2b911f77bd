"""An alarm for what should be over at once."""

import gc
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SECONDS = 20
"""Processor time of the whole process, in which other tests may have left threads: to read a text
once takes a fraction of a second, the longest string two."""

COMPILING = 120
"""Time for what may have to be compiled first."""


class TooSlow(BaseException):
    """It took too long; no error that a reader might catch."""


@contextmanager
def alarm(what: str, seconds: float | None = None) -> Iterator[None]:
    """End with ``TooSlow`` what has used the processor for so long, however busy the machine is."""

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise TooSlow(what)

    before = signal.signal(signal.SIGVTALRM, ring)
    # Else garbage is looked for among millions of objects that other tests have left.
    gc.disable()
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds or SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        gc.enable()
