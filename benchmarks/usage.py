"""What a server takes of the machine, with all processes that it has started (Linux)."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


def cpu_seconds(pid: int) -> float:
    """The seconds of processors that a process and its descendants have used."""
    ticks = 0
    for process in _processes(pid):
        with suppress(OSError):
            stat = Path(f"/proc/{process}/stat").read_text()
            # With those of its children that have ended.
            ticks += sum(map(int, stat.rpartition(")")[2].split()[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def megabytes(pid: int) -> float:
    """The memory that they have."""
    pages = 0
    for process in _processes(pid):
        with suppress(OSError):
            pages += int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _processes(pid: int) -> Iterator[int]:
    """A process and all that descend from it."""
    yield pid
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in thread.read_text().split():
                yield from _processes(int(child))
