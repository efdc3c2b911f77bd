"""Time of each move of a game, by strategy: ``python -m benchmarks.moves``.

The game is played twice in one process; the second time, when kernels are compiled and tables
are made, counts.
"""

import time
from random import Random
from statistics import median

from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn
from moolab.strategies import strategy

GAMES = [
    ("consistent", "ab4x10"),
    ("consistent", "mm5x10"),
    ("consistent", "ab6x10"),
    ("entropy", "ab4x10"),
    ("entropy", "mm5x10"),
    ("entropy", "ab6x10"),
]

UNLISTED = ["mm10x10", "mm10x16", "mm10x36", "emms10x10", "ab10x16"]
SEEDS = 10


def move_times(name: str, rules: Rules, seed: int = 0) -> list[float]:
    """Seconds for each guess, taking in the reply before it included; the seed draws the secret."""
    breaker = strategy(name, rules, seed=seed)
    secret = code_at(rules, Random(f"secret {seed}").randrange(rules.size))
    known = candidates(rules)
    times, turn = [], None
    while turn is None or turn.reply != rules.win:
        start = time.perf_counter()
        known = known if turn is None else known.after(turn)
        guess = breaker.guess(known)
        times.append(time.perf_counter() - start)
        turn = Turn(guess, rules.score(guess, secret))
    return times


if __name__ == "__main__":
    for name, game in GAMES:
        rules = Rules.parse(game)
        move_times(name, rules)
        shown = " ".join(f"{1000 * seconds:.0f}" for seconds in move_times(name, rules))
        print(f"{name:<11} {game:<8} ms per move: {shown}")
    print(f"games without a list, consistent, {SEEDS} secrets:")
    for game in UNLISTED:
        rules = Rules.parse(game)
        move_times("consistent", rules)
        times = [t for seed in range(SEEDS) for t in move_times("consistent", rules, seed)]
        print(
            f"{game:<10} {len(times):>4} moves, median {1000 * median(times):>3.0f} ms, "
            f"slowest {max(times):>5.2f} s"
        )
