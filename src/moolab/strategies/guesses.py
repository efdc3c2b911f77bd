"""The guesses that a strategy compares."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from moolab.codes.fresh import fresh
from moolab.codes.rules import Rules
from moolab.codes.scorer import Scorer
from moolab.codes.space import Codes, every_code

if TYPE_CHECKING:
    from moolab.codes.kernels import Probes


@dataclass(frozen=True, eq=False)
class Guesses:
    """Guesses in numeric order, prepared for being compared."""

    rules: Rules
    codes: Codes

    @property
    def size(self) -> int:
        """How many there are."""
        return int(self.codes.shape[1])

    @cached_property
    def scorer(self) -> Scorer:
        """The same for NumPy."""
        return Scorer.of(self.rules, self.codes)

    @cached_property
    def probes(self) -> "Probes":
        """The same for kernels."""
        from moolab.codes.kernels import Probes

        return Probes.of(self.rules, self.codes)


@lru_cache(maxsize=4)
def fresh_guesses(rules: Rules, used: frozenset[str]) -> Guesses:
    """All guesses worth considering in a listed game, when these symbols have been used."""
    every = every_code(rules)
    return Guesses(rules, every.take(fresh(rules, every, used), axis=1))
