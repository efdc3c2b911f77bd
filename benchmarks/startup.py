"""What starting costs: ``python -m benchmarks.startup [--cold] [--runs N]``.

The wall time of commands that must feel instant. With ``--cold``, the CPU seconds of those that
need kernels, children included: first in a fresh folder, where these are compiled, then again,
when they are loaded from there.
"""

import argparse
import os
import resource
import shlex
import subprocess
import sys
import time
from statistics import median
from tempfile import TemporaryDirectory

COMMANDS = [
    "--help",
    "score 1234 4321",
    "candidates 1389=00",
    "solve 1234",
    "play --no-stats",
]
RUNS = 20

LISP = "src/moolab/machines/ports/bullcow-thumb.lisp"
COMPILING = [
    "next",
    "next 0123=02",
    "next -r mm5x8 01234=11",
    "solve 1234 -s entropy",
    "evaluate -r mm4x6",
    "evaluate",
    "evaluate -r ab5x10",
    "tree build -r mm4x6",
    "analyze 1389=20 1409=10 1582=30 1586=30 1587=40",
    "optimal -r mm4x4",
    "optimal -r mm4x6",
    "optimal -r mm4x6 --search",
    "optimal -r mm4x7",
    "optimal",
    "optimal --search",
    "verify mm4x6.cert.gz",
    "verify ab4x9.cert.gz",
    "trilobite solve --size 7x6 74741354477343525232",
    "trilobite play --level medium",
    "trilobite play --size 6x6 --level expert --think 0.2",
    f"machine call thumb {LISP} 0x1234 0x4321",
    "machine compare",
]
"""What people do first."""


def wall_time(command: str) -> float:
    """Seconds of one run of ``moo``."""
    start = time.perf_counter()
    run(command)
    return time.perf_counter() - start


def processor_time(command: str, folder: str) -> float:
    """CPU seconds of one run of ``moo`` and its children, with kernels kept in a folder."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(command, NUMBA_CACHE_DIR=folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run(command: str, **environment: str) -> None:
    """Run ``moo``; a game is given up after a move."""
    done = subprocess.run(
        [sys.executable, "-m", "moolab", *shlex.split(command)],
        input=b"1\nresign\n",  # for what asks
        capture_output=True,
        check=False,
        env=os.environ | environment,
    )
    if done.returncode:
        sys.exit(f"moo {command}: {done.stderr.decode()}")


def cold_and_warm(command: str, runs: int) -> tuple[float, float]:
    """Medians of CPU seconds: the first time, and then."""
    cold, warm = [], []
    for _ in range(runs):
        with TemporaryDirectory() as folder:
            cold.append(processor_time(command, folder))
            warm.append(processor_time(command, folder))
    return median(cold), median(warm)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cold", action="store_true", help="what compiles, CPU seconds")
    parser.add_argument("--runs", type=int, help="of each command")
    arguments = parser.parse_args()
    if arguments.cold:
        print(f"{'CPU seconds':<58} cold  warm")
        for each in COMPILING:
            cold, warm = cold_and_warm(each, arguments.runs or 1)
            print(f"moo {each:<52} {cold:>6.1f} {warm:>5.2f}", flush=True)
    else:
        for each in COMMANDS:
            best = min(wall_time(each) for _ in range(arguments.runs or RUNS))
            print(f"moo {each:<24} {1000 * best:>5.0f} ms")
