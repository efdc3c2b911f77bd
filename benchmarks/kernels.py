"""What compiling the hot function brings: ``python -m benchmarks.kernels``.

In millions of pairs of guess and code per second of processor time, on one thread.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

from moolab.codes.rules import Rules
from moolab.codes.scorer import Scorer
from moolab.codes.space import CodeSpace
from moolab.strategies.heuristic import NONE
from moolab.strategies.kernels import best_guess
from moolab.strategies.published import Entropy

GAMES = [f"{family}{places}x10" for family in ("ab", "mm") for places in (3, 4, 5, 6)]

_SECONDS = 0.3
"""Processor time of a measurement; ``benchmarks/plain.c`` measures in the same way."""

_PAIRS_SCORED = 1 << 24
_PAIRS_COUNTED = 1 << 28


class Rates(NamedTuple):
    """Pairs of guess and code per second of processor time, one thread.

    ``python`` scores in plain Python, ``scoring`` writes a packed reply for each pair, by NumPy.
    ``counting`` finds the best guess by how many codes give each reply, by kernels, making the
    codes' bit planes included.
    """

    codes: int
    python: float
    scoring: float
    counting: float


def measure(rules: Rules) -> Rates:
    """The rates for all codes of a game."""
    space = CodeSpace(rules)
    codes = space.codes
    scored, counted = (
        codes[:, : max(1, pairs // rules.size)] for pairs in (_PAIRS_SCORED, _PAIRS_COUNTED)
    )
    scorer, guesses = Scorer.of(rules, scored), Scorer.of(rules, counted)
    few = space.unpack(codes[:, :: max(1, rules.size // 100)])
    rule = rules.reply_rule

    def plainly() -> None:
        for guess in few:
            for code in few:
                rule(guess, code)

    return Rates(
        rules.size,
        python=_rate(len(few) ** 2, plainly),
        scoring=_rate(scored.shape[1] * rules.size, lambda: scorer.table(codes)),
        counting=_rate(
            counted.shape[1] * rules.size,
            lambda: best_guess(Entropy(rules), guesses, codes, NONE),
        ),
    )


def _rate(pairs: int, work: Callable[[], object]) -> float:
    """Pairs per second of processor time, of which other programs take nothing.

    All runs count, not the best one: of short runs there are more, and their best would be better.
    """
    work()
    start, runs, seconds = time.thread_time(), 0, 0.0
    while runs == 0 or seconds < _SECONDS:
        work()
        runs, seconds = runs + 1, time.thread_time() - start
    return runs * pairs / seconds


if __name__ == "__main__":
    print("million pairs/s      codes   Python        scoring        counting")
    for name in GAMES:
        rates = measure(Rules.parse(name))
        python, scoring, counting = (
            rate / 1e6 for rate in (rates.python, rates.scoring, rates.counting)
        )
        print(
            f"{name:<15} {rates.codes:>10,} {python:>8.2f} {scoring:>8,.0f} "
            f"{scoring / python:>5,.0f}x {counting:>8,.0f} {counting / python:>6,.0f}x",
            flush=True,
        )
