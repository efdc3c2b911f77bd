"""What the strategies have in common that rank guesses by how they part the candidates."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce
from math import gcd
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import check_listable
from moolab.codes.replies import counted_replies
from moolab.codes.representatives import fresh, representatives
from moolab.codes.rules import Rules
from moolab.codes.scorer import Scorer
from moolab.codes.space import Codes, CodeSpace, every_code
from moolab.codes.symmetry import openings
from moolab.deduction.candidates import Candidates, candidates
from moolab.errors import SpaceTooLarge
from moolab.strategies.base import Strategy, contenders
from moolab.strategies.heuristic import NONE, Best, Heuristic, best_of
from moolab.support.text import count_noun

MOST_WORK = 2 * 10**13
"""The most that is ever done for one guess, about a minute: the product of guesses, candidates,
and columns of the count table."""

_WORK_PER_GUESS = 5000
"""The fixed cost of scoring a guess, in candidates."""

_LISTED = 1 << 20
"""Codes of a game whose guesses are kept for the next move, and places are not arranged."""

_PAIRS = 1 << 30
"""Of more pairs of guess and candidate NumPy takes three seconds, which is about what it takes to
compile kernels, and many times what these take once they are kept."""

_COUNTED = 1 << 15
"""Guesses whose replies are counted together, so that their counts take some megabytes."""

SAMPLED = 1 << 24
"""The most codes of a game in which samples of guesses are looked at: those of mm8x8, whose whole
tree takes some gigabytes of memory."""

_LOOKED_AT = 1 << 42
"""The most pairs of a code and a guess that is looked at for its sake, at each depth of a tree. So
a whole tree takes some hours of a processor at most, and in games of up to two million codes all
guesses are looked at."""

_LOOKED_AT_ONCE = 1 << 36
"""The most pairs of a candidate and a guess at a time, some ten seconds."""


def worth_looking(rules: Rules, guesses: tuple[str, ...]) -> NDArray[np.int32]:
    """The guesses that matter after some others, as their indices in numeric order."""
    # After more guesses hardly any places are alike, and in small games it would take longer.
    if len(guesses) == 1 and rules.size > _LISTED:
        return representatives(rules, guesses)
    return fresh(rules, every_code(rules), "".join(guesses)).astype(np.int32)


def limits(rules: Rules) -> tuple[int, int]:
    """The most guesses that are looked at for one set, and pairs of a guess and a candidate."""
    return _LOOKED_AT // rules.size, _LOOKED_AT_ONCE


def most_of(limits: tuple[int, int], candidates: int) -> int:
    """The most guesses for so many candidates, and no fewer than a kernel looks at together."""
    return max(64, min(limits[0], limits[1] // candidates))


def stride(count: int, most: int, size: int) -> int:
    """The distance between samples, so that they are at most ``most`` of ``count``.

    It has no divisor in common with the number of codes, as then all samples could have the same
    symbol at some place.
    """
    step = max(1, -(-count // most))
    while gcd(step, size) > 1:
        step += 1
    return step


@dataclass(frozen=True)
class PartitionStrategy(Heuristic, Strategy):
    """A strategy that looks at the sizes of the parts into which a guess splits the candidates.

    Of all codes, candidates or not, the guess with the least cost is chosen; in ties what may
    be the secret, then the first in numeric order. A guess that leaves no two candidates together
    goes before all others.
    """

    partitions: ClassVar = True

    def check_playable(self, mistakes: int = 0) -> None:
        """Refuse a game in which some move could be too much work.

        Args:
            mistakes: how many replies can be wrong.

        Raises:
            SpaceTooLarge: if it is such a game.
        """
        rules = self.rules
        if not isinstance(rules, ListedRules):
            self._check_work(rules.size, rules.size)
            return
        from moolab.codes.listed_table import check_table

        # What is refused of all candidates can be possible of those that a first guess leaves. But
        # a wrong reply may contradict it, and leave nearly all.
        left = rules.size
        if not mistakes and self.start is not None:
            left = max(candidates(rules).split(self.start).values())
        check_table(rules, left)

    def choose(self, candidates: Candidates) -> str:
        check_listable(self.rules)
        candidates = contenders(candidates)
        known = candidates.count
        assert known is not None, "listable games are counted"
        if isinstance(self.rules, ListedRules):
            from moolab.strategies.listed import best_guess

            return best_guess(
                self, self.rules, candidates, consistent=self.consistent, hard=self.hard
            )
        if known <= 2:
            return candidates[0]
        if not candidates.history:
            return self._opening()
        self._check_work(known if self.consistent else self.rules.size, known)
        codes = candidates.pack()
        best, chosen = NONE, codes[:, :1]
        for guesses in self._guesses(candidates, codes):
            found = self.best_guess(guesses, codes, best)
            if found is not best:
                best, chosen = found, guesses.guesses[:, [found.guess]]
        return CodeSpace(self.rules).unpack(chosen)[0]

    def best_guess(self, guesses: Scorer, codes: Codes, best: Best = NONE) -> Best:
        """The first of the best guesses, or ``best`` if none is better.

        Args:
            guesses: some of the guesses of the game, in numeric order.
            codes: the candidates, shape (places, codes).
            best: the best of guesses that come before these.
        """
        if guesses.size * codes.shape[1] > _PAIRS:
            # Numba is imported only where it is needed.
            from moolab.strategies.kernels import best_guess

            return best_guess(self, guesses, codes, best)
        starts = range(0, guesses.size, _COUNTED)
        return best_of(self, (guesses.count(codes, i, i + _COUNTED) for i in starts), best)

    def _guesses(self, candidates: Candidates, codes: Codes) -> Iterator[Scorer]:
        """All guesses worth considering, in numeric order.

        Where a sample is looked at, its candidates come before its other guesses.
        """
        rules, guesses = self.rules, tuple(turn.guess for turn in candidates.history)
        most = most_of(limits(rules), codes.shape[1])
        some = codes[:, :: stride(codes.shape[1], most, rules.size)]
        if self.consistent:
            yield Scorer.of(rules, some)
        elif rules.size <= min(most, _LISTED):
            yield fresh_guesses(rules, frozenset("".join(guesses)))
        else:
            columns = found = worth_looking(rules, guesses)
            for limit in (limits(rules)[0], most):
                columns = columns[:: stride(len(columns), limit, rules.size)]
            if len(columns) < len(found):
                yield Scorer.of(rules, some)
            yield Scorer.of(rules, every_code(rules).take(columns, axis=1))

    def _opening(self) -> str:
        """The best first guess: symbols and places can be renamed, so there are few kinds."""
        kinds = openings(self.rules)
        if len(kinds) == 1:
            return kinds[0]
        space = CodeSpace(self.rules)
        counts = reduce(np.add, map(Scorer.of(self.rules, space.pack(kinds)).count, space.blocks()))
        return kinds[self.cheapest(counts).guess]

    def _check_work(self, guesses: int, candidates: int) -> None:
        if self.rules.size > SAMPLED and is_too_much(self.rules, guesses, candidates):
            raise SpaceTooLarge(
                f"'{type(self).__name__.lower()}' would have to compare "
                f"{count_noun(guesses, 'guess')} with {count_noun(candidates, 'candidate')} of "
                f"{self.rules}, which takes too long; the strategy 'consistent' can play it"
            )


@lru_cache(maxsize=4)
def fresh_guesses(rules: Rules, used: frozenset[str]) -> Scorer:
    """All guesses worth considering in a game that is not listed, when symbols have been used."""
    every = every_code(rules)
    return Scorer.of(rules, every.take(fresh(rules, every, used), axis=1))


def is_too_much(rules: Rules, guesses: int, candidates: int) -> bool:
    """Whether to compare so many guesses would be more than ``MOST_WORK``."""
    columns = len(counted_replies(rules.places))
    return guesses * (candidates + _WORK_PER_GUESS) * columns > MOST_WORK
