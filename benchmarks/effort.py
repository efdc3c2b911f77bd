"""What ``moolab.results.effort`` estimates by: ``python -m benchmarks.effort``.

Searches of small games, by all objectives, are written to ``src/moolab/results/measured.txt``:
guesses tried, and seconds of processor time, as many as the machine of docs/results.md takes, by a
search that both have done. Then it is printed what trees and matches take, and what is told of it
beforehand; ``python -m benchmarks.effort rates`` does that alone.
"""

import sys
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from time import process_time

import click

from moolab.arena.match import draw_secrets, enter_players, rounds
from moolab.codes.rules import Rules
from moolab.results import effort
from moolab.results.known import known_results
from moolab.search.objective import OBJECTIVES, Objective
from moolab.search.optimal import find
from moolab.strategies import strategy
from moolab.trees.build import evaluate

GAMES = (
    *("mm4x4", "mm4x5", "mm4x6", "mm4x7", "mm4x8", "mm5x4", "mm5x5", "mm6x3", "mm7x3", "mm2x30"),
    *("mm3x8", "mm3x10", "mm3x12", "mm3x15", "ab3x8", "ab3x10", "ab3x12", "ab3x14", "ab3x16"),
    *("ab3x18", "ab4x7", "ab4x8", "ab4x9", "ab4x10", "ab5x6", "ab5x7", "ab6x6", "emms4x4"),
    *("emms4x6", "emms4x8"),
)
"""Those of which the best total is searched for; some thirty seconds at most."""

ALL_AIMS = ("ab4x8", "ab4x9", "mm4x6", "mm4x7", "mm5x5", "ab5x7", "ab4x10")
"""Those that are searched by all objectives, too."""

REFERENCE = "mm4x8"
"""The game by which this machine is compared with that of the results."""

TREES = (
    *(("ab4x10", name) for name in ("calf", "consistent", "random", "entropy")),
    *(("mm5x7", "entropy"), ("mm5x8", "entropy"), ("mm5x8", "consistent")),
)

MATCHES = (
    *(("ab4x10", name, 500) for name in ("calf", "heifer", "steer", "consistent", "random")),
    *(("ab4x10", "entropy", 500), ("ab4x10", "entropy", 5000), ("ab5x8", "entropy", 300)),
    *(("ab5x8", "entropy", 3000), ("mm5x8", "entropy", 300), ("mm5x8", "consistent", 300)),
)
"""Game, player, and how many secrets."""

FILE = Path(effort.__file__).with_name("measured.txt")


def searched(game: str, objective: Objective, *, consistent: bool = False) -> tuple[int, float]:
    """The guesses that a search tries, and its seconds."""
    best = find(game, objective, consistent=consistent)
    return best.tried, best.cpu_seconds


def searches(times: float) -> list[str]:
    """The lines of the file; ``times``: how much slower this machine is."""
    lines = []
    for game in GAMES:
        aims: list[tuple[Objective, bool]] = [("mean", False)]
        if game in ALL_AIMS:
            aims += [("mean", True), *((each, False) for each in OBJECTIVES if each != "mean")]
        for objective, consistent in aims:
            guesses, seconds = searched(game, objective, consistent=consistent)
            aim = objective + "-consistent" * consistent
            lines.append(f"{game} {aim} {guesses} {float(f'{seconds / times:.2g}')}")
            click.echo(lines[-1])
    return sorted(lines)


def cpu(work: Callable[[], object]) -> float:
    """The seconds of processor time of some work."""
    began = process_time()
    work()
    return process_time() - began


def play(rules: Rules, player: str, games: int) -> None:
    """One player against some secrets."""
    with enter_players([player], rules, seed=1, patience=0) as entered:
        for _ in rounds(entered, rules, list(islice(draw_secrets(rules, 1), games))):
            pass


def main() -> None:
    """Measure, write and print."""
    find("ab3x4", "worst")  # so that kernels are compiled
    for warm in ("ab4x8", "mm5x5"):
        evaluate(strategy("entropy", warm))
    if sys.argv[1:] != ["rates"]:
        usual = next(each for each in known_results() if str(each.rules) == REFERENCE)
        times = searched(REFERENCE, "tail")[1] / usual.cpu
        FILE.write_text("\n".join(searches(times)) + "\n", encoding="ascii")
    for game, name in TREES:
        rules, player = Rules.parse(game), strategy(name, game)
        took, told = cpu(partial(evaluate, player)), effort.of_tree(rules.size, name)
        click.echo(f"tree  {game:6} {name:10} {took:6.2f} s, told {told:6.2f}")
    for game, name, games in MATCHES:
        rules = Rules.parse(game)
        took = cpu(partial(play, rules, name, games))
        told = effort.of_match(rules.size, [name], games)
        click.echo(f"match {game:6} {name:10} {games:5} {took:6.2f} s, told {told:6.2f}")


if __name__ == "__main__":
    main()
