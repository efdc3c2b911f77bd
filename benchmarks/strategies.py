"""Totals and times of whole strategy trees: ``python -m benchmarks.strategies [GAME...]``.

Beside each total stands the best one known of other programs for the same strategy. Seconds are
those of the processor, the best of three runs on one thread, kernels warm; the ratio is to the
plain C loop of ``benchmarks.against_c`` scoring every guess against every code once.
"""

import sys
import time

from benchmarks.against_c import plain_c
from moolab.codes.rules import Rules
from moolab.strategies import strategy
from moolab.trees.build import build
from moolab.trees.verify import verify

STRATEGIES = ["minimax", "expected", "entropy", "parts", "emms"]

KNOWN = {
    "ab4x10": [27030, 26551, 26409, 26751],
    "mm4x6": [5778, 5696, 5719, 5668],
    "mm5x8": [182409, 180287, 179797, 181834],
    "mm4x10": [57632, 56442, 56195, 58011],
    "ab5x10": [175132, 173576, 173016, 175058],
}
RUNS = 3


def measure(name: str, rules: Rules, rate: float) -> str:
    """One line of the table: totals with free guesses and with consistent ones, and time."""
    breaker = strategy(name, rules)
    proof = verify(rules, build(breaker))
    seconds = float("inf")
    for _ in range(RUNS):
        start = time.process_time()
        build(breaker)
        seconds = min(seconds, time.process_time() - start)
    hard = verify(rules, build(strategy(name, rules, consistent=True)))
    known = dict(zip(STRATEGIES, KNOWN.get(str(rules), []), strict=False)).get(name)
    return (
        f"{rules!s:<7} {name:<9} {proof.total:>7} {known or '':>7} {proof.max:>4} "
        f"{hard.total:>11} {hard.max:>4} {seconds:>9.3f} {seconds * rate / rules.size**2:>8.2f}"
    )


if __name__ == "__main__":
    rate, _ = plain_c()
    print("game    strategy    total   known  max  consistent  max   seconds  plain C")
    for game in sys.argv[1:] or KNOWN:
        for name in STRATEGIES:
            print(measure(name, Rules.parse(game), rate), flush=True)
