"""Exact play on lists of words: ``python -m benchmarks.words --secrets FILE --guesses FILE``.

Prints what each given first word costs in processor time, one in hard mode with at most six
guesses, and a beam over all first words; with ``--sample N`` also how long N random first words
take to be refuted against the best known total, which says what a proof over all of them would
take. Figures beside ours, where lists are the original ones, are those of Alex Selby's program
(C++, one core of the same kind of machine).
"""

import argparse
import asyncio
import random
import time
from pathlib import Path

from moolab.codes.listed import ListedRules, listed_rules
from moolab.codes.word_lists import read_list
from moolab.search.branches import Pass
from moolab.search.checkpoint import Checkpoint
from moolab.search.objective import plain_costs
from moolab.search.optimal import find
from moolab.search.runner import Runner
from moolab.search.task import Problem
from moolab.search.workers import workers

THEIRS = {"salet": 1.6, "slate": 1.5, "raise": 3.1, "crane": 6.8, "trace": 11.0}
"""Seconds of one core for a given first word, run once for comparison."""

HARD, THEIR_HARD = "salet", 2.6
"""A first word in hard mode, and what theirs takes."""

BEAM, THEIR_BEAM = 10, 2.3
"""How many guesses a beam tries at each step, and what theirs takes."""


def main() -> None:
    """Measure, and print a line for each word."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--secrets", type=Path, required=True)
    parser.add_argument("--guesses", type=Path, required=True)
    parser.add_argument("--first", nargs="*", default=list(THEIRS))
    parser.add_argument("--sample", type=int, default=0)
    chosen = parser.parse_args()
    game = listed_rules(read_list(chosen.secrets).codes, read_list(chosen.guesses).codes)
    # Kernels and tables are there before anything is measured.
    find(game, first=chosen.first[0])
    best = None
    for first in chosen.first:
        found = find(game, first=first)
        best = min(best or found.total, found.total)
        theirs = f"{THEIRS[first]:6.1f} s" if first in THEIRS else "       -"
        print(
            f"{first}  {found.total:,}  ours {found.cpu_seconds:6.2f} s  theirs {theirs}",
            flush=True,
        )
    if HARD in game.numbers:
        found = find(game, first=HARD, hard=True, most=6)
        took = found.cpu_seconds
        print(f"{HARD}, hard  {found.total:,}  ours {took:6.2f} s  theirs {THEIR_HARD:6.1f} s")
    began = time.process_time()
    found = find(game, beam=BEAM)
    took = time.process_time() - began
    first = next(iter(found.tree)).guess
    print(f"beam {BEAM}: {first}  {found.total:,}  ours {took:6.2f} s  theirs {THEIR_BEAM:6.1f} s")
    if chosen.sample and best is not None:
        words = random.Random(1).sample(game.guesses, chosen.sample)
        mean = asyncio.run(_refute(game, words, best)) / len(words)
        print(
            f"{len(words)} random first words against {best:,}: {mean:.2f} s each, "
            f"{mean * len(game.guesses) / 3600:.1f} h for all {len(game.guesses):,}"
        )


async def _refute(game: ListedRules, firsts: list[str], limit: int) -> float:
    """Processor seconds to prove that no tree with these first words needs less than a limit."""
    costs = tuple(plain_costs().tolist())
    with workers(1, None, None) as ready:
        run = Runner(ready, Checkpoint(None, {}))
        async with run.begun():
            for first in firsts:
                problem = Problem(game, costs, symmetric=False, first=first)
                await Pass(problem, run, limit, None).settle()
            return run.cpu


if __name__ == "__main__":
    main()
