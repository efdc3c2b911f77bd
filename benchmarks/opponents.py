"""How strong the opponents for people are: ``python -m benchmarks.opponents [GAMES]``.

Each looks for the same random secrets, with a seed of its own for each game. The margin is that of
95 %. What does not depend on chance is played against every secret instead.
"""

import sys
from random import Random
from statistics import mean, stdev

from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn
from moolab.strategies.base import StrategySpec
from moolab.trees.breaker import OPPONENTS, breaker
from moolab.trees.build import evaluate

RULES = ["ab4x10", "mm4x6"]
GAMES = 4000


def guesses_needed(name: str, rules: Rules, secret: str, seed: int) -> int:
    """The guesses that an opponent needs for a secret."""
    guesser, known = breaker(StrategySpec(name, seed), rules), candidates(rules)
    while not known.history or known.history[-1].reply != rules.win:
        guess = guesser.guess(known)
        known = known.after(Turn(guess, rules.reply_rule(guess, secret)))
    return len(known.history)


def measure(name: str, rules: Rules, games: int) -> str:
    """One line of the table: mean, margin, most guesses."""
    if not breaker(StrategySpec(name), rules).chance:
        proof = evaluate(breaker(StrategySpec(name), rules)).proof
        return f"{rules!s:<7} {name:<9} {proof.mean:>6.3f}       {proof.max:>4}"
    chance = Random(f"opponents {rules}")
    needed = [
        guesses_needed(name, rules, code_at(rules, chance.randrange(rules.size)), seed)
        for seed in range(games)
    ]
    margin = 1.96 * stdev(needed) / games**0.5
    return f"{rules!s:<7} {name:<9} {mean(needed):>6.2f} +-{margin:.2f} {max(needed):>4}"


if __name__ == "__main__":
    games = int(sys.argv[1]) if sys.argv[1:] else GAMES
    print("game    opponent   mean        most")
    for game in RULES:
        for opponent in OPPONENTS:
            print(measure(opponent, Rules.parse(game), games), flush=True)
