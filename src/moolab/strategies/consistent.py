"""The Lisp article's strategy: the next code, counting up, that may still be the secret."""

from random import Random
from typing import ClassVar

from moolab.codes.numbering import code_at
from moolab.deduction.candidates import Candidates
from moolab.strategies.base import Strategy
from moolab.strategies.questions import telling_questions


class Consistent(Strategy):
    """The next consistent code in cyclic numeric order behind the last guess.

    The first guess is random. Where no question wins, it asks the first one that tells candidates
    apart. Plays games of any size, because it needs no list of the codes.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.candidates import candidates
    >>> from moolab.deduction.history import parse_history
    >>> rules = Rules.parse("mm4x10")
    >>> Consistent(rules).guess(candidates(rules, parse_history(rules, "2396=02")))
    '3002'
    """

    chance: ClassVar = True

    def choose(self, candidates: Candidates) -> str:
        if (asked := next(telling_questions(candidates), None)) is not None:
            return asked
        if not candidates.history:
            return code_at(self.rules, Random(self.seed).randrange(self.rules.size))
        found = candidates.likeliest.next_after(candidates.history[-1].guess)
        assert found is not None, "guess() has checked that there are candidates"
        return found
