"""What it costs that one reply may be wrong: ``python -m benchmarks.mistakes [GAME...]``.

Each strategy looks for the same random secrets twice: with replies that are all true, and with a
wrong one: at a random turn of the first game, the last excepted, any other reply that does not win.
"""

import sys
from random import Random
from statistics import mean

from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.deduction.history import History, Turn
from moolab.strategies import STRATEGIES, Strategy, strategy

GAMES = ["ab3x6", "mm4x6", "ab4x10"]
SECRETS = 300


def play(breaker: Strategy, secret: str, wrong: Turn | None = None) -> History:
    """The turns until the secret is found, if one reply may be wrong, and this one is."""
    rules = breaker.rules
    known = candidates(rules, mistakes=1)
    while not known.history or known.history[-1].reply != rules.win:
        guess = breaker.guess(known)
        said = Turn(guess, rules.reply_rule(guess, secret))
        if wrong is not None and guess == wrong.guess:
            said, wrong = wrong, None
        known = known.after(said)
    return known.history


def measure(name: str, rules: Rules) -> str:
    """One line of the table: mean and most guesses, without a wrong reply and with one."""
    breaker, chance = strategy(name, rules), Random(f"mistakes {rules}")
    all_true, one_wrong = [], []
    for _ in range(SECRETS):
        secret = code_at(rules, chance.randrange(rules.size))
        place, other = chance.random(), chance.random()
        *turns, last = play(breaker, secret)
        all_true.append(len(turns) + 1)
        if turns:
            guess, reply = turns[int(place * len(turns))]
            others = [r for r in rules.replies if r not in (reply, last.reply)]
            wrong = Turn(guess, others[int(other * len(others))])
            one_wrong.append(len(play(breaker, secret, wrong)))
    figures = " ".join(f"{mean(needed):>9.2f} {max(needed):>4}" for needed in (all_true, one_wrong))
    return f"{rules!s:<7} {name:<10} {figures}"


if __name__ == "__main__":
    print("game    strategy    all true  max one wrong  max")
    for game in sys.argv[1:] or GAMES:
        for name in STRATEGIES:
            print(measure(name, Rules.parse(game)), flush=True)
