"""Puzzles made, and proved by the verifier: ``python -m benchmarks.puzzles [GAME ...]``.

Seconds are those of one processor. The histograms are what the scale of difficulty was made from.
"""

import sys
import time
from collections import Counter
from itertools import pairwise

from tests.helpers.puzzles import verify

from moolab.codes.rules import Rules
from moolab.puzzles.maker import make
from moolab.puzzles.reasoning import LEVELS, MOST_LINES, Step, solve
from moolab.puzzles.sets import code_sets
from moolab.support.text import count_noun

COUNT = 1000
GAMES = ["ab4x10", "mm4x6", "emms4x4"]
_BAR = 40


def measure(rules: Rules) -> None:
    """Make puzzles, prove all of them, and print how long that took and how hard they are."""
    began = time.process_time()
    puzzles = [make(rules, seed) for seed in range(1, COUNT + 1)]
    made = time.process_time()
    for puzzle in puzzles:
        verify(rules, puzzle.clues, puzzle.solution)
    verified = time.process_time()
    print(
        f"{COUNT:,} puzzles of {rules}: made in {made - began:.1f} s, "
        f"all proved unique and minimal in {verified - made:.1f} s"
    )
    clues = Counter(len(puzzle.clues) for puzzle in puzzles)
    print("clues   ", "  ".join(f"{count}: {n}" for count, n in sorted(clues.items())))
    solved = [list(solve(code_sets(rules), puzzle.clues)) for puzzle in puzzles]
    hardest = Counter(map(_hardest, solved))
    print("hardest ", "  ".join(f"{name}: {n}" for (_, name), n in sorted(hardest.items())))
    print("level  lines    puzzles")
    levels = Counter(puzzle.difficulty for puzzle in puzzles)
    bounds = [f"{low + 1}-{high}" for low, high in pairwise(MOST_LINES)]
    for level, lines in zip(LEVELS, ["0", *bounds, f"{MOST_LINES[-1] + 1}-"], strict=True):
        bar = "#" * round(_BAR * levels[level] / max(levels.values()))
        print(f"{level:>5}  {lines:<7} {levels[level]:>8}  {bar}")
    every = sorted(sum(step.lines for step in steps) for steps in solved)
    tenths = [str(every[COUNT * tenth // 10]) for tenth in range(1, 10)]
    print(f"lines at each tenth of the puzzles: {' '.join(tenths)}; at most {every[-1]}\n")


def _hardest(steps: list[Step]) -> tuple[int, str]:
    """The hardest kind of step that a puzzle asks for, with its rank."""
    if cases := max((len(step.clues) for step in steps if step.ways), default=0):
        return 1 + cases, f"cases of {count_noun(cases, 'clue')}"
    return (1, "counts") if any(step.lines for step in steps) else (0, "readings")


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        measure(Rules.parse(name))
