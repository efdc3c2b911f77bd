"""Strategies that guess what may still be the secret: the next such code, or any."""

from random import Random as Generator
from typing import ClassVar

from moolab.codes.numbering import check_listable, code_at
from moolab.deduction.candidates import Candidates
from moolab.deduction.history import format_history
from moolab.strategies.base import Strategy, telling_questions


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
            return code_at(self.rules, Generator(self.seed).randrange(self.rules.size))
        found = candidates.likeliest.next_after(candidates.history[-1].guess)
        assert found is not None, "guess() has checked that there are candidates"
        return found


class Random(Strategy):
    """Uniform among the candidates; where no question wins, among those that tell them apart.

    The choice depends on the seed and the history alone.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.candidates import candidates
    >>> rules = Rules.parse("ab4x10")
    >>> Random(rules, seed=1).guess(candidates(rules)) in candidates(rules)
    True
    """

    chance: ClassVar = True

    def check_playable(self, mistakes: int = 0) -> None:  # noqa: ARG002 - all the same
        check_listable(self.rules)

    def choose(self, candidates: Candidates) -> str:
        check_listable(self.rules)
        chance = Generator(f"{self.seed} {format_history(candidates.history)}")
        if asked := list(telling_questions(candidates)):
            return chance.choice(asked)
        likeliest = candidates.likeliest
        return likeliest[chance.randrange(likeliest.count)]
