"""Time and memory of filtering large games: ``python -m benchmarks.candidates``.

Each game runs in a process of its own, so that the peak memory is its own; kernels are warm.
"""

import resource
import subprocess
import sys
import time

from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn

GAMES = ["ab6x10", "mm6x10", "mm7x10", "mm8x10", "ab10x10", "mm10x6", "mm10x10"]


def measure(rules: Rules) -> None:
    """Print one line: the times of the first two turns and the peak memory of this process."""
    guess, secret = code_at(rules, rules.size // 3), code_at(rules, rules.size * 2 // 3)
    times: list[float] = []
    for _ in range(2):  # the first round loads the kernels
        left = candidates(rules)
        times.clear()
        for _ in range(2):
            start = time.perf_counter()
            left = left.after(Turn(guess, rules.score(guess, secret)))
            following = left.next_after(guess)
            times.append(time.perf_counter() - start)
            assert following is not None, "the secret is consistent"
            guess = following
        guess = code_at(rules, rules.size // 3)
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    count = "not counted" if left.known_count is None else f"{left.count:,}"
    print(
        f"{rules!s:<10} {rules.size:>17,} {times[0]:>9.3f} s {times[1]:>9.3f} s "
        f"{count:>12} {megabytes:>8.0f} MiB",
        flush=True,
    )


if __name__ == "__main__":
    if sys.argv[1:]:
        measure(Rules.parse(sys.argv[1]))
    else:
        print("game                   codes  1st reply   2nd reply         left      peak")
        for name in GAMES:
            subprocess.run([sys.executable, "-m", "benchmarks.candidates", name], check=True)
