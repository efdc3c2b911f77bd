"""A good guess, found at once: one that the analysis calls best, or hardly worse."""

from collections import Counter
from functools import cache
from random import Random

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import LISTABLE, code_at
from moolab.codes.rules import Rules
from moolab.codes.symmetry import openings
from moolab.deduction.candidates import Candidates, candidates
from moolab.strategies import strategy

_SEARCHED = 10**6
"""Pairs of a guess and a candidate; so few are searched to the end in some tenths of a second."""

_DRAWN = 1_000
"""The number of sampled secrets by which first guesses are compared."""


def advice(known: Candidates, *, consistent: bool = False) -> str:
    """A good guess.

    At first it is the kind of code that leaves the fewest codes on average, or where codes are
    listed, the one that tells most. Then it is the guess that was proved to be the best, or that a
    search finds, if few codes are left, or that tells most. In games too large to list it is the
    one of the strategy ``consistent``.

    Args:
        known: at least one candidate. Where replies can be wrong, the likeliest count.
        consistent: whether it has to be a candidate; then it is the one that tells most.

    >>> [advice(candidates("mm4x6", history)) for history in ("", "0012=00", "0012=00 3345=11")]
    ['0012', '3345', '4544']
    """
    if consistent and known.rules.size <= LISTABLE:
        return strategy("entropy", known.rules, consistent=True).guess(known)
    if not known.history:
        return _opening(known.rules)
    if known.rules.size > LISTABLE:
        return strategy("consistent", known.rules).guess(known)
    # NumPy and Numba are imported only where they are needed.
    from moolab.analysis.judgement import judge, most_informative
    from moolab.analysis.openings import proved

    likeliest = known.likeliest
    if not known.mistakes and (best := proved(known.rules, known.history)):
        return best.guess
    informative, _ = most_informative(likeliest)
    if known.mistakes or known.rules.size * informative.candidates > _SEARCHED:
        return informative.guess
    return judge(known, informative.guess).best.guess


@cache
def _opening(rules: Rules) -> str:
    """A good first guess, of each kind of code the first one; in plain Python unless listed."""
    if isinstance(rules, ListedRules):
        return strategy("entropy", rules).guess(candidates(rules))
    kinds = openings(rules)
    chance = Random("advice")
    drawn = [code_at(rules, chance.randrange(rules.size)) for _ in range(_DRAWN * (len(kinds) > 1))]

    def left(guess: str) -> int:
        parts = Counter(rules.reply_rule(guess, secret) for secret in drawn)
        return sum(size * size for size in parts.values())

    return min(kinds, key=left)
