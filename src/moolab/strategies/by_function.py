"""A function as a strategy: it gets the turns so far, and names a guess."""

from collections.abc import Callable
from dataclasses import dataclass, field

from moolab.codes.spelling import AnyCode
from moolab.deduction.candidates import Candidates
from moolab.deduction.history import History
from moolab.strategies.base import Strategy


@dataclass(frozen=True)
class ByFunction(Strategy):
    """Guesses what a function says, which must be the same whenever the turns are.

    Args:
        function: is called with the turns so far, and returns a code.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.candidates import candidates
    >>> count_up = ByFunction(Rules.parse("mm1x6"), function=lambda turns: [len(turns)])
    >>> count_up.guess(candidates("mm1x6", "0=00"))
    '1'
    """

    function: Callable[[History], AnyCode] = field(kw_only=True)

    def choose(self, candidates: Candidates) -> str:
        return self.rules.code(self.function(candidates.history))
