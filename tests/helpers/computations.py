"""What tests have processes of a pool compute: in a file that such a process imports at once."""

import os
import time
from collections.abc import Callable
from pathlib import Path

from moolab.web.work.pool import Progress


def sleep_for_ever(file: Path) -> None:
    """Write down which process this is, and work for longer than any test waits."""
    file.write_text(str(os.getpid()))
    time.sleep(3000)


def fail(error: Exception) -> None:
    """Raise an error."""
    raise error


def hold(size: int) -> int:
    """Take so much memory."""
    return len(bytearray(size))


def count(until: int, report: Callable[[Progress], None]) -> int:
    """Count, and tell how far that has come."""
    for done in range(until):
        report(Progress(done, until, f"{done} of {until}"))
        time.sleep(0.1)
    return until
