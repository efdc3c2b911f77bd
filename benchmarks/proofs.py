"""Exact searches beside the figures of others: ``python -m benchmarks.proofs [GAME ...]``.

One thread; compiling comes before. The figures of others were taken on another machine, so the
speed of a plain C loop in the same run is printed too: it counted 1.25 G pairs/s there.
"""

import sys

from benchmarks.against_c import plain_c
from moolab.codes.rules import Rules
from moolab.search.objective import Objective
from moolab.search.optimal import find

OTHERS = {"mm4x6": 0.12, "mm4x7": 22.6, "ab4x9": 3.2, "ab4x10": 121.7, "mm4x8": 8000.0}
"""Seconds of processor time of the best public program as a whole, one thread; those of mm4x8 are
what the author of another program states."""


def compare(names: list[str]) -> None:
    """Print totals, nodes and seconds."""
    rate, _ = plain_c()
    print(f"plain C loop: {rate / 1e9:.2f} G pairs/s")
    # One game is enough to have all compiled; the least total of a small one is found without.
    find(Rules.parse("ab3x4"), "worst")
    # The first task loads what is compiled, which takes longer than all of mm4x6.
    find(Rules.parse("mm4x5"))
    print("game        total  max        nodes     cpu s    others   ratio")
    for name in names:
        best = find(Rules.parse(name))
        other = OTHERS.get(name)
        beside = f"{other:>9.2f} {other / best.cpu_seconds:>6.1f}x" if other else ""
        print(
            f"{name:<8} {best.total:>8,} {best.max:>4} {best.tried:>12,} "
            f"{best.cpu_seconds:>9.2f} {beside}",
            flush=True,
        )


def compare_workers(name: str, objective: Objective) -> None:
    """Print how much sooner two threads end than one: the best of three runs of each, in turn."""
    rules = Rules.parse(name)
    runs = [[find(rules, objective, count=count).seconds for count in (1, 2)] for _ in range(3)]
    one, two = (min(seconds) for seconds in zip(*runs, strict=True))
    print(f"{name} {objective}: {one:.1f} s on one thread, {two:.1f} s on two, {one / two:.2f}x")


if __name__ == "__main__":
    compare(sys.argv[1:] or list(OTHERS))
    compare_workers("ab4x10", "mean")
    compare_workers("ab4x10", "tail")
