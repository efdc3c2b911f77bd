"""Knuth's strategy: the guess whose worst reply leaves the fewest candidates."""

from moolab.codes.kernels import Counts
from moolab.strategies.information import open_information
from moolab.strategies.splitting import Splitting, Weighing


class Minimax(Splitting):
    """The guess whose largest part is smallest; in ties, the judgement of ``entropy``.

    Source: D. E. Knuth, The computer as Master Mind, Journal of Recreational Mathematics 9
    (1976-77).

    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.candidates import candidates
    >>> rules = Rules.parse("mm4x6")
    >>> Minimax(rules).guess(candidates(rules))
    '0011'
    """

    by_largest = True

    @property
    def win(self) -> tuple[int, int]:
        return 0, self.credit

    def weigh(self, sizes: Counts) -> Weighing:
        return Weighing(sizes, open_information(self.rules, sizes))
