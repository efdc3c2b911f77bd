"""Exact play on lists of words: ``python -m benchmarks.words --secrets FILE --guesses FILE``.

Prints what ``moo optimal`` takes for each given first word, for one in hard mode with at most six
guesses, and for a beam over all first words: the whole command, with its start and its tables of
replies, and the search alone, as the command tells it. With ``--other PROGRAM`` it runs Alex
Selby's program (C++, built as its author says), too, each time after ours. Seconds are those of the
processor, of system calls, too; each is the median of three runs. Kernels have to be compiled
beforehand.

With ``--sample N`` it prints also how long N random first words take to be refuted against the
least total of the words before, which says what a proof over all of them would take.
"""

import argparse
import asyncio
import json
import random
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median

from moolab.codes.listed import ListedRules, listed_rules
from moolab.codes.word_lists import read_list
from moolab.search.branches import Pass
from moolab.search.checkpoint import Checkpoint
from moolab.search.objective import plain_costs
from moolab.search.task import Problem
from moolab.search.workers import Runner, workers

FIRSTS = ["salet", "slate", "raise", "crane", "trace"]
"""First words that are compared unless others are named."""

HARD = "salet"
"""A first word in hard mode."""

BEAM = 10
"""How many guesses a beam tries at each step."""

ROUNDS = 3
"""How often everything is measured; the medians are printed."""


def main() -> None:
    """Measure, and print a line for each word."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--secrets", type=Path, required=True)
    parser.add_argument("--guesses", type=Path, required=True)
    parser.add_argument("--first", nargs="*", default=FIRSTS)
    parser.add_argument("--other", type=Path)
    parser.add_argument("--sample", type=int, default=0)
    chosen = parser.parse_args()
    # What each line is called, the options of ours, and those of the other program.
    lines = [(first, ["--first", first], ["-w", first]) for first in chosen.first]
    hard = ["--first", HARD, "--hard", "--at-most", "6"]
    lines.append((f"{HARD}, hard", hard, ["-w", HARD, "-H", "-g6"]))
    lines.append((f"beam {BEAM}", ["--beam", str(BEAM)], [f"-n{BEAM}"]))
    ours = [sys.executable, "-m", "moolab", "optimal", "--json"]
    ours += ["-r", f"words:{chosen.secrets}+{chosen.guesses}"]
    best = None
    print("                  total   command    search  the other, whole")
    for name, options, others in lines:
        searches, commands, theirs = list[float](), list[float](), list[float]()
        for _ in range(ROUNDS):
            seconds, printed = _timed([*ours, *options])
            found = json.loads(printed)
            searches.append(found["cpu_seconds"])
            commands.append(seconds)
            if chosen.other is not None:
                lists = ["-a", chosen.guesses, "-h", chosen.secrets]
                theirs.append(_timed([chosen.other, *lists, *others])[0])
        beside = f"{median(theirs):16.2f} s" if theirs else ""
        print(
            f"{name:<14} {found['total']:>8,} {median(commands):>7.2f} s {median(searches):>7.2f} s"
            f"{beside}",
            flush=True,
        )
        best = min(best or found["total"], found["total"])
    if chosen.sample and best is not None:
        game = listed_rules(read_list(chosen.secrets).codes, read_list(chosen.guesses).codes)
        words = random.Random(1).sample(game.guesses, chosen.sample)
        mean = asyncio.run(_refute(game, words, best)) / len(words)
        print(
            f"{len(words)} random first words against {best:,}: {mean:.2f} s each, "
            f"{mean * len(game.guesses) / 3600:.1f} h for all {len(game.guesses):,}"
        )


def _timed(command: list[str | Path]) -> tuple[float, str]:
    """The seconds of the processor that a command takes, and what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, printed


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
