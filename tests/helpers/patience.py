"""How long tests wait for what has to come: it matters only where something is wrong."""

import os
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 300
"""Seconds: what is waited for may compile the largest kernels, 24 seconds of processor time, on a
machine that has much else to do."""

SOON = 30
"""Seconds: what is waited for takes milliseconds, on a machine that has much else to do."""


def wait_until(
    holds: Callable[[], bool],
    said: Callable[[], object] = str,
    *,
    alive: Callable[[], bool] = lambda: True,
    seconds: float = SOON,
) -> None:
    """Wait for a condition.

    Args:
        holds: whether it is met.
        said: what has been seen instead, should it never be met.
        alive: whether it can still come: whether a process runs that has to bring it, for example.
        seconds: how long it may take; ``PATIENCE`` where something is compiled or started.

    Raises:
        AssertionError: if it cannot come any more, or has not come in time.

    >>> wait_until(lambda: False, lambda: "the process has ended", alive=lambda: False)
    Traceback (most recent call last):
    AssertionError: this cannot come any more: the process has ended
    >>> wait_until(lambda: False, lambda: "1 of 2 games is left", seconds=0.1)
    Traceback (most recent call last):
    AssertionError: this has not come in 0.1 s: 1 of 2 games is left
    """
    end = time.monotonic() + seconds
    while not holds():
        # What was done last before an end counts as well.
        if not (alive() or holds()):
            raise AssertionError(f"this cannot come any more: {said()}")
        if time.monotonic() > end:
            raise AssertionError(f"this has not come in {seconds} s: {said()}")
        time.sleep(0.01)


def wait_until_it_computes(process: int, seconds: float = 0.3) -> None:
    """Wait until a process that was told to do something has worked on it for a while."""
    before = worked(process)
    wait_until(
        lambda: worked(process) > before + seconds,
        lambda: f"{worked(process) - before:.2f} s of work",
        alive=lambda: runs(process),
        seconds=PATIENCE,
    )


def runs(process: int) -> bool:
    """Whether a process is there, and has not ended."""
    return state(process) not in ("", "Z")


def state(process: int) -> str:
    """What Linux says that a process does: S waits, Z has ended; nothing if it is not there."""
    return (_stat(process) or [""])[0]


def children(process: int) -> set[int]:
    """The processes that a process has started."""
    threads = Path(f"/proc/{process}/task").glob("*/children")
    return {int(child) for thread in threads for child in thread.read_text().split()}


def worked(process: int) -> float:
    """How many seconds of processor time a process has taken."""
    return sum(map(int, _stat(process)[11:13])) / os.sysconf("SC_CLK_TCK")


def _stat(process: int) -> list[str]:
    try:
        text = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return []
    return text.rpartition(") ")[2].split()
