"""Wall time of the commands that must feel instant: ``python -m benchmarks.startup``."""

import subprocess
import sys
import time

COMMANDS = [
    ["--help"],
    ["score", "1234", "4321"],
    ["candidates", "1389=00"],
    ["solve", "1234"],
    ["play", "--no-stats"],
]
RUNS = 20


def best_time(args: list[str]) -> float:
    """Seconds of the fastest of many runs of ``moo``."""
    best = float("inf")
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "moolab", *args],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
        )
        best = min(best, time.perf_counter() - start)
    return best


if __name__ == "__main__":
    for args in COMMANDS:
        print(f"moo {' '.join(args):<24} {1000 * best_time(args):>5.0f} ms")
