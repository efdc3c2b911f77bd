"""Any code that may still be the secret, all equally likely."""

from random import Random as Generator
from typing import ClassVar

from moolab.codes.numbering import check_listable
from moolab.deduction.candidates import Candidates
from moolab.deduction.history import format_history
from moolab.strategies.base import Strategy
from moolab.strategies.questions import telling_questions


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
        assert likeliest.count is not None, "listable games are counted"
        return likeliest[chance.randrange(likeliest.count)]
