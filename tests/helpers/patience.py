"""How long tests wait for what has to come: it matters only where something is wrong."""

import os
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 300
"""Seconds: what is waited for may compile the largest kernels, 24 seconds of processor time, on a
machine that has much else to do."""


def wait_until(holds: Callable[[], bool], said: Callable[[], str] = str) -> None:
    """Wait for a condition.

    Args:
        holds: whether it is met.
        said: what has been seen instead, should it never be met.
    """
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, said()
        time.sleep(0.01)


def wait_until_it_computes(process: int, seconds: float = 0.3) -> None:
    """Wait until a process that was told to do something has worked on it for a while."""
    before = _worked(process)
    wait_until(lambda: _worked(process) > before + seconds)


def _worked(process: int) -> float:
    """Seconds of processor time."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
