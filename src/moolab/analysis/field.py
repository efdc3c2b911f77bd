"""All codes of a game, and which turn has ruled out each: what a picture of dots is made of."""

from typing import NamedTuple

from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from moolab.deduction.history import History

MOST = 5040
"""Codes that are shown one by one: all of ab4x10; of a larger game, as many, evenly spread."""


class Field(NamedTuple):
    """Codes of a game in numeric order.

    Attributes:
        codes: how many the game has.
        excluded: for each code that is shown, the number of the turn that ruled it out, from 1; 0
            if it is still possible.
    """

    codes: int
    excluded: tuple[int, ...]

    @classmethod
    def of(cls, rules: Rules, history: History, most: int = MOST) -> "Field":
        """What a history has ruled out.

        Args:
            most: how many codes to show.

        >>> from moolab.deduction.history import parse_history
        >>> rules = Rules.parse("ab2x3")
        >>> Field.of(rules, parse_history(rules, "01=10 02=20"))
        Field(codes=6, excluded=(1, 0, 1, 1, 1, 2))
        """
        shown = min(most, rules.size)
        codes = (code_at(rules, number * rules.size // shown) for number in range(shown))
        return cls(rules.size, tuple(_excluded(rules, history, code) for code in codes))

    @property
    def sampled(self) -> bool:
        """Whether these are not all."""
        return len(self.excluded) < self.codes


def _excluded(rules: Rules, history: History, code: str) -> int:
    fits = (turn.fits(rules, code) for turn in history)
    return next((number for number, fit in enumerate(fits, start=1) if not fit), 0)
