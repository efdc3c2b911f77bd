"""The guesses that a strategy compares."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from moolab.codes.fresh import fresh
from moolab.codes.rules import Rules
from moolab.codes.scorer import Numbers, Scorer
from moolab.codes.space import Codes, every_code

if TYPE_CHECKING:
    from moolab.codes.kernels import PreparedGuesses

_FEW = 8
"""All guesses are prepared if there are at most this many times as many as candidates."""


@dataclass(frozen=True, eq=False)
class Guesses:
    """Guesses in numeric order, prepared for being compared.

    Args:
        every: all guesses of the game, of which these are some columns, where those are at hand.
    """

    rules: Rules
    codes: Codes
    every: "tuple[Guesses, Numbers] | None" = None

    @property
    def size(self) -> int:
        """How many there are."""
        return int(self.codes.shape[1])

    @cached_property
    def scorer(self) -> Scorer:
        """The same for NumPy."""
        return Scorer.of(self.rules, self.codes)

    @cached_property
    def prepared(self) -> "PreparedGuesses":
        """The same for kernels."""
        from moolab.codes.kernels import PreparedGuesses

        if self.every is not None:
            guesses, columns = self.every
            if "prepared" in vars(guesses) or _FEW * self.size > guesses.size:
                return guesses.prepared.of_columns(columns)
        return PreparedGuesses.of(self.rules, self.codes)


@lru_cache(maxsize=4)
def every_guess(rules: Rules) -> Guesses:
    """All guesses of a listed game."""
    return Guesses(rules, every_code(rules))


@lru_cache(maxsize=4)
def fresh_guesses(rules: Rules, used: frozenset[str]) -> Guesses:
    """All guesses worth considering in a listed game, when these symbols have been used."""
    every = every_guess(rules)
    columns = fresh(rules, every.codes, used)
    return Guesses(rules, every.codes.take(columns, axis=1), (every, columns))
