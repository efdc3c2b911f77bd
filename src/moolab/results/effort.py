"""How long work takes, told from its size before it begins: what all faces say and refuse by.

Seconds are those of a processor as of the machine of docs/results.md, compiling apart, where
nothing else is at work.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from functools import cache
from importlib import resources
from math import exp, log, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.codes.rules import Rules
from moolab.deduction.plain import PLAIN
from moolab.results.known import known_results
from moolab.strategies import FALLIBLE
from moolab.trees.breaker import BREAKERS

_SCANNING = ("consistent", "random", "ox")
"""Who compares nothing, but looks for a code that fits."""


class Effort(NamedTuple):
    """What a search takes.

    Attributes:
        guesses: how many are tried.
        factor: four of five searches take at most so many times as much, or as little.
    """

    seconds: float
    guesses: int
    factor: float


def of_tree(codes: int, strategy: str) -> float:
    """The seconds that the whole tree of a strategy takes.

    The numbers are what ``python -m benchmarks.effort`` has measured, and so are those of matches.

    Args:
        codes: how many the game has.

    >>> round(of_tree(5040, "calf")), round(of_tree(5040, "entropy"), 1)
    (16, 0.3)
    """
    if strategy in FALLIBLE:  # who each time looks at all codes for each secret
        return 6.3e-7 * codes**2
    if strategy in _SCANNING:  # from texts, or from packed codes
        return (4e-5 if codes <= PLAIN else 3.5e-4) * codes
    return 6e-5 * codes


def of_match(codes: int, players: Iterable[str], secrets: int) -> float:
    """The seconds that the players of a match take together.

    Args:
        codes: how many the game has.
        players: names of strategies and opponents; others play trees, which takes none.
        secrets: how many games each plays.

    >>> round(of_match(5040, ["calf", "entropy"], 1000))
    10
    """
    named = [player for player in players if player in BREAKERS]
    slow, quick = (sum(each in some for each in named) for some in (FALLIBLE, _SCANNING))
    # Where guesses are compared, later games find most of what was compared in those before.
    compared = (len(named) - slow - quick) * 2.5e-4 * min(1, secrets / 300)
    return codes * (compared + secrets * (1.5e-6 * slow + 1.3e-7 * quick + 1.2e-7 * len(named)))


def most_within(seconds: float, effort: Callable[[int], float], most: int) -> int:
    """The largest size of work, up to ``most``, that takes no longer; effort grows with it.

    >>> most_within(30, lambda codes: of_tree(codes, "calf"), 100_000)
    6900
    """
    found = bisect_right(range(1, most + 1), seconds, key=effort)
    digits = max(0, len(str(found)) - 2)
    return found if found == most else found // 10**digits * 10**digits


_DOUBT = 0.2
"""How far apart two searches of the same game can be, whose times are rounded and depend on the
machine, where those of two games that have nothing in common are 1 apart."""

_FOUR_OF_FIVE = 2 * 1.28
"""Standard deviations within which four of five measured searches are, each estimated from those of
other games: twice as many as if their logarithms were normal."""


def of_search(rules: Rules, objective: str = "mean", *, consistent: bool = False) -> Effort:
    """What it takes to find the best tree of a game of symbols, and to prove it.

    It is learnt from the searches that were measured (universal kriging). Their logarithms are a
    linear function of those of replies, and of the guesses needed if all replies came equally
    often. Games that are alike differ from it in the same way.

    >>> effort = of_search(Rules.parse("mm4x8"))
    >>> 1 < effort.seconds < 4, 200_000 < effort.guesses < 800_000
    (True, True)
    """
    trends, places, found = _measured()
    trend, place = _subject(rules, objective, consistent)
    count, alike = len(found), _alike(places, place[None])[:, 0]
    among = _alike(places, places) + _DOUBT**2 * np.eye(count)
    system = np.block([[among, trends], [trends.T, np.zeros((len(trend), len(trend)))]])
    known = np.concatenate([alike, trend])
    weights = np.linalg.solve(system, known)
    seconds, guesses = np.exp(weights[:count] @ found)
    variance = 1 + _DOUBT**2 - float(weights @ known)
    return Effort(float(seconds), max(1, round(guesses)), exp(_FOUR_OF_FIVE * sqrt(variance)))


_Numbers = NDArray[np.float64]


def _subject(rules: Rules, objective: str, consistent: bool) -> tuple[_Numbers, _Numbers]:
    """What a search depends on, and where it is among others: alike are those less than 1 apart."""
    replies, codes = log(len(rules.replies)), log(rules.size)
    aims = [objective == aim for aim in ("worst", "tail", "least-max")] + [consistent]
    trend = [1, replies, codes / replies, *aims]
    return np.array(trend, float), np.array([codes / 2, rules.places, rules.repeats, *aims], float)


def _alike(some: _Numbers, others: _Numbers) -> _Numbers:
    apart: _Numbers = ((some[:, None] - others[None]) ** 2).sum(axis=-1)
    return np.exp(-apart / 2)


@cache
def _measured() -> tuple[_Numbers, _Numbers, _Numbers]:
    """The searches that were measured: trends, places, and logarithms of seconds and guesses."""
    searches = [
        (each.rules, each.objective, each.consistent, each.cpu, each.nodes)
        for each in known_results()
        if each.proved and each.nodes and not each.rules.listed
    ]
    file = resources.files("moolab.results") / "measured.txt"
    for line in file.read_text(encoding="ascii").splitlines():
        game, objective, guesses, seconds = line.split()
        aim, consistent, _ = objective.partition("-consistent")
        searches.append((Rules.parse(game), aim, bool(consistent), float(seconds), int(guesses)))
    trends, places = zip(*(_subject(*search[:3]) for search in searches), strict=True)
    return np.array(trends), np.array(places), np.log([search[3:] for search in searches])
