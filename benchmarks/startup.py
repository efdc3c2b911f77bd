"""Processor time of short commands: ``python -m benchmarks.startup``.

First those that must feel instant, then those that compare guesses; of these some take NumPy alone,
and for others kernels are compiled when they run for the first time.
"""

import os
import resource
import subprocess
import sys
from tempfile import TemporaryDirectory

COMMANDS = [
    ["--help"],
    ["score", "1234", "4321"],
    ["candidates", "1389=00"],
    ["solve", "1234"],
    ["play", "--no-stats"],
]
COMPARING = [
    ["next", "0123=02"],
    ["next", "-r", "mm5x8", "00112=01"],
    ["solve", "1234", "-s", "entropy"],
    ["evaluate", "-r", "mm4x6"],
    ["evaluate"],
    ["tree", "build"],
    ["evaluate", "-r", "ab5x10"],
]
RUNS = 20


def processor_time(args: list[str], **environment: str) -> float:
    """Seconds of one run of ``moo``, of all its threads together."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "moolab", *args],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        env=os.environ | environment,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


if __name__ == "__main__":
    for args in COMMANDS:
        seconds = min(processor_time(args) for _ in range(RUNS))
        print(f"moo {' '.join(args):<26} {1000 * seconds:>6.0f} ms")
    for args in COMPARING:
        with TemporaryDirectory() as kernels:
            times = [processor_time(args, NUMBA_CACHE_DIR=kernels) for _ in range(2)]
        shown = f"{1000 * times[0]:>6.0f} ms, then {1000 * times[1]:>5.0f} ms"
        print(f"moo {' '.join(args):<26} {shown}")
