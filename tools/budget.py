"""Runs a command, and fails if it takes more processor time than it may.

``python -m tools.budget SECONDS COMMAND...`` counts user and system time of the command and of all
that it waits for. A fixed loop of plain Python, timed before and after, tells how fast the machine
is, so that a slow one is not blamed.
"""

import resource
import subprocess
import sys
import time

LOOP = 0.4
"""Seconds of processor time that the loop takes on the machine that the budget is for: an AMD EPYC
(Zen 4) at 2.6 GHz with little else to do."""

_ROUNDS = 12_000_000
"""Rounds of the loop."""


def main(budget: float, command: list[str]) -> int:
    """Run a command within a budget.

    Returns:
        The exit code of the command; 1 if it has taken too long.
    """
    before = plain_loop()
    code = subprocess.run(command, check=False).returncode  # noqa: S603 - it is what was asked for
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = used.ru_utime + used.ru_stime
    loop = (before + plain_loop()) / 2
    usual = seconds * min(1.0, LOOP / loop)
    print(
        f"{seconds:.0f} s of processor time, and {loop:.2f} s for a loop that usually takes "
        f"{LOOP:.2f} s: {usual:.0f} s of a machine that is no slower, {budget:.0f} s are allowed"
    )
    return code or int(usual > budget)


def plain_loop() -> float:
    """Seconds of processor time that the loop takes now."""
    began = time.process_time()
    total = 0
    for number in range(_ROUNDS):
        total += number & 7
    return time.process_time() - began


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), sys.argv[2:]))
