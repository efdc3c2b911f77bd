"""Time of the analysis of whole games: ``python -m benchmarks.analysis [GAME...]``.

Games as people play them: most guesses can be the secret, every fourth is any code. They are drawn
from seeds; the first of each kind warms up and does not count. One core, processor time.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from statistics import median

from moolab.analysis.game import analyse_turns
from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.deduction.history import History, Turn

GAMES = {"ab4x10": 40, "mm4x6": 40, "ab5x10": 12, "mm5x8": 12, "ab6x10": 12}
METHODS = ["exact", "look-ahead", "information", "sample"]


def game(rules: Rules, seed: int) -> History:
    """A game to its end."""
    chance = Random(f"game {rules} {seed}")
    secret = code_at(rules, chance.randrange(rules.size))
    known = candidates(rules)
    while not known.history or known.history[-1].reply != rules.win:
        any_code = chance.randrange(4) == 0
        guess = (
            code_at(rules, chance.randrange(rules.size))
            if any_code
            else known[chance.randrange(known.count)]
        )
        known = known.after(Turn(guess, rules.reply_rule(guess, secret)))
    return known.history


def timed(rules: Rules, history: History) -> Iterator[tuple[str, float]]:
    """How each turn is judged, and in how many seconds."""
    turns = analyse_turns(rules, history)
    for _ in history:
        began = time.process_time()
        turn = next(turns)
        yield turn.judgement.method, time.process_time() - began


def measure(text: str, number: int) -> str:
    """One line of the table."""
    rules = Rules.parse(text)
    games = [list(timed(rules, game(rules, seed))) for seed in range(number + 1)][1:]
    seconds = [sum(time for _, time in turns) for turns in games]
    slowest = max(time for turns in games for _, time in turns)
    methods = Counter(method for turns in games for method, _ in turns)
    shares = " ".join(f"{methods[method] / methods.total():>11.0%}" for method in METHODS)
    times = f"{median(seconds):>7.2f} {max(seconds):>7.2f} {slowest:>8.2f}"
    return f"{text:<7} {number:>5} {times} {shares}"


if __name__ == "__main__":
    print("                seconds a game    a turn   share of turns judged by")
    print("game    games  median    most     most       exact  look-ahead information      sample")
    for name in sys.argv[1:] or GAMES:
        print(measure(name, GAMES.get(name, 12)), flush=True)
