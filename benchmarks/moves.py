"""Time of each move of a game, by strategy: ``python -m benchmarks.moves``.

The game is played twice in one process; the second time, when kernels are compiled and tables
are made, counts.
"""

import time

from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn
from moolab.strategies import strategy

GAMES = [
    ("consistent", "ab4x10"),
    ("consistent", "mm5x10"),
    ("consistent", "ab6x10"),
    ("consistent", "mm10x10"),
    ("entropy", "ab4x10"),
    ("entropy", "mm5x10"),
    ("entropy", "ab6x10"),
]


def move_times(name: str, rules: Rules) -> list[float]:
    """Seconds for each guess, taking in the reply before it included."""
    breaker = strategy(name, rules)
    secret = code_at(rules, rules.size * 5 // 7)
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
