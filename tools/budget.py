"""Runs a command, and fails if it takes more processor time than it may.

``python -m tools.budget SECONDS COMMAND...`` counts user and system time of the command and of all
that it waits for. A fixed loop of plain Python, timed now and then meanwhile, tells how fast the
machine is then, so that a slow one is not blamed, nor one whose cores slow down each other.
"""

import resource
import subprocess
import sys
import time
from statistics import mean

LOOP = 0.4
"""Seconds of processor time that the loop takes on the machine that the budget is for: an AMD EPYC
(Zen 4) at 2.6 GHz with little else to do."""

_ROUNDS = 12_000_000
"""Rounds of the loop."""

_PAUSE = 20.0
"""Seconds between two loops: they take a fiftieth of a core."""


def main(budget: float, command: list[str]) -> int:
    """Run a command within a budget.

    Returns:
        The exit code of the command; 1 if it has taken too long.
    """
    loops = [plain_loop()]
    running = subprocess.Popen(command)  # noqa: S603 - it is what was asked for
    while running.returncode is None:
        try:
            running.wait(_PAUSE)
        except subprocess.TimeoutExpired:
            loops.append(plain_loop())
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds, loop = used.ru_utime + used.ru_stime, mean(loops)
    usual = seconds * min(1.0, LOOP / loop)
    print(
        f"{seconds:.0f} s of processor time, and {loop:.2f} s for a loop that usually takes "
        f"{LOOP:.2f} s: {usual:.0f} s of a machine that is no slower, {budget:.0f} s are allowed"
    )
    return running.returncode or int(usual > budget)


def plain_loop() -> float:
    """Seconds of processor time that the loop takes now."""
    began = time.process_time()
    total = 0
    for number in range(_ROUNDS):
        total += number & 7
    return time.process_time() - began


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), sys.argv[2:]))
