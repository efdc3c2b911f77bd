"""Wall time of short commands: ``python -m benchmarks.startup``.

First those that must feel instant, then one that compares guesses, for which kernels are compiled
when it runs for the first time.
"""

import os
import subprocess
import sys
import time
from tempfile import TemporaryDirectory

COMMANDS = [
    ["--help"],
    ["score", "1234", "4321"],
    ["candidates", "1389=00"],
    ["solve", "1234"],
    ["play", "--no-stats"],
]
COMPARING = ["next", "0123=02"]
RUNS = 20


def wall_time(args: list[str], **environment: str) -> float:
    """Seconds of one run of ``moo``."""
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "moolab", *args],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        env=os.environ | environment,
    )
    return time.perf_counter() - start


def show(args: list[str], seconds: float, remark: str = "") -> None:
    """Print a line of the table."""
    print(f"moo {' '.join(args):<24} {1000 * seconds:>5.0f} ms{remark}")


if __name__ == "__main__":
    for args in COMMANDS:
        show(args, min(wall_time(args) for _ in range(RUNS)))
    with TemporaryDirectory() as kernels:
        show(COMPARING, wall_time(COMPARING, NUMBA_CACHE_DIR=kernels), ", the first time")
        show(COMPARING, wall_time(COMPARING, NUMBA_CACHE_DIR=kernels), ", then")
