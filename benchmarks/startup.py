"""What starting costs: ``python -m benchmarks.startup [--cold] [--runs N]``.

The wall time of commands that must feel instant. With ``--cold``, the CPU seconds of those that
need kernels, children included: first in a fresh folder, where these are compiled, then again,
when they are loaded from there, and how much memory that takes.
"""

import argparse
import os
import shlex
import subprocess
import sys
import time
from statistics import median
from tempfile import TemporaryDirectory, TemporaryFile

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
    "optimal",
    "optimal --search",
    "optimal -r ab4x7 --search",
    "optimal -r ab4x9 --search",
    "optimal -r ab4x9 --consistent",
    "optimal -r ab4x9 --objective tail",
    "optimal -r mm4x8 --search",
    "verify mm4x6.cert.gz",
    "verify ab4x9.cert.gz",
    "trilobite solve --size 7x6 74741354477343525232",
    "trilobite play --level medium",
    "trilobite play --size 6x6 --level expert --think 0.2",
    "trilobite play --size 6x6 --level perfect --think 0.2",
    f"machine call thumb {LISP} 0x1234 0x4321",
    "machine compare",
]
"""What people do first."""


def wall_time(command: str) -> float:
    """Seconds of one run of ``moo``."""
    start = time.perf_counter()
    run(command)
    return time.perf_counter() - start


def run(command: str, **environment: str) -> tuple[float, int]:
    """Run ``moo``, children included; a game is given up after a move.

    Returns:
        CPU seconds, and the most memory, in MiB.
    """
    with TemporaryFile() as typed, TemporaryFile() as said:
        typed.write(b"1\nresign\n")  # for what asks
        typed.seek(0)
        moo = subprocess.Popen(
            [sys.executable, "-m", "moolab", *shlex.split(command)],
            stdin=typed,
            stdout=subprocess.DEVNULL,
            stderr=said,
            env=os.environ | environment,
        )
        _, status, used = os.wait4(moo.pid, 0)
        moo.returncode = os.waitstatus_to_exitcode(status)
        if moo.returncode:
            said.seek(0)
            sys.exit(f"moo {command}: {said.read().decode()}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss // 1024


def cold_and_warm(command: str, runs: int) -> tuple[float, float, int]:
    """Medians of CPU seconds: the first time, and then; and of the memory then."""
    cold, warm = [], []
    for _ in range(runs):
        with TemporaryDirectory() as folder:
            cold.append(run(command, NUMBA_CACHE_DIR=folder)[0])
            warm.append(run(command, NUMBA_CACHE_DIR=folder))
    seconds, memory = zip(*warm, strict=True)
    return median(cold), median(seconds), int(median(memory))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cold", action="store_true", help="what compiles, CPU seconds")
    parser.add_argument("--runs", type=int, help="of each command")
    arguments = parser.parse_args()
    if arguments.cold:
        print(f"{'CPU seconds':<58} cold  warm   MiB")
        for each in COMPILING:
            cold, warm, memory = cold_and_warm(each, arguments.runs or 1)
            print(f"moo {each:<52} {cold:>6.1f} {warm:>5.2f} {memory:>5}", flush=True)
    else:
        for each in COMMANDS:
            best = min(wall_time(each) for _ in range(arguments.runs or RUNS))
            print(f"moo {each:<24} {1000 * best:>5.0f} ms")
