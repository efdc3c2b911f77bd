"""What the strategies that judge a guess by its parts have in common."""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.codes.kernels import Counts, PreparedGuesses
from moolab.codes.numbering import check_listable
from moolab.codes.replies import counted_replies
from moolab.codes.rules import Rules
from moolab.codes.space import Codes, CodeSpace
from moolab.codes.symmetry import openings, used_symbols
from moolab.codes.symmetry_kernels import fresh_in_order
from moolab.deduction.candidates import Candidates
from moolab.errors import SpaceTooLarge
from moolab.strategies.base import Strategy
from moolab.strategies.information import bit
from moolab.strategies.kernels import (
    NONE,
    PERFECT,
    WORD,
    Best,
    Guesses,
    Judge,
    PlaneSet,
    Shape,
    best_of,
)
from moolab.support.text import counted

if TYPE_CHECKING:
    from moolab.strategies.kernels import Weights

MOST_WORK = 2 * 10**13
"""The most that is ever done for one guess, about a minute: the product of guesses, candidates,
and columns of the count table."""

_WORK_PER_GUESS = 5000
"""What a guess costs beside its candidates, as if there were so many more of them."""

_PREPARED = 1 << 20


class Weighing(NamedTuple):
    """What parts of some sizes weigh in a strategy's judgement; see ``kernels.Judge``."""

    first: "Weights"
    second: "Weights"


@dataclass(frozen=True)
class Splitting(Strategy):
    """A strategy that looks at the sizes of the parts into which a guess splits the candidates.

    Of all codes, candidates or not, the guess with the least judgement is chosen; in ties what may
    be the secret, then the first in numeric order. A guess that leaves no two candidates together
    goes before all others.
    """

    compiled: ClassVar = True

    by_largest: ClassVar = False
    """Whether the largest first weight is the first judgement, instead of their sum."""

    @property
    def win(self) -> tuple[int, int]:
        """What is taken off the judgements of a guess that may be the secret."""
        return 0, 0

    @property
    def credit(self) -> int:
        """Two bits: what it is worth that a guess may be the secret, where information counts."""
        return 2 * bit(self.rules)

    @abstractmethod
    def weigh(self, sizes: Counts) -> Weighing:
        """What a part of each of these sizes weighs, exact integers; a part of none weighs 0."""

    def judge(self, most: int) -> Judge:
        """How parts of up to ``most`` candidates are judged, for the kernels."""
        return _judge(self, max(most, WORD).bit_length())

    def check_playable(self, mistakes: int = 0) -> None:
        """Refuse a game in which some move could be too much work.

        Args:
            mistakes: how many replies may be wrong.

        Raises:
            SpaceTooLarge: if it is such a game.
        """
        # No reply to a first guess leaves much more than half of so large a game, but one that
        # contradicts it may leave nearly all.
        most = self.rules.size if mistakes else self.rules.size // 2
        self._check_work(most if self.consistent else self.rules.size, most)

    def choose(self, candidates: Candidates) -> str:
        check_listable(self.rules)
        candidates = candidates.likeliest
        count = candidates.count
        assert count is not None, "listable games are counted"
        if count <= 2:
            return candidates[0]
        if not candidates.history:
            self._check_work(len(openings(self.rules)), count)
            return self._opening()
        self._check_work(count if self.consistent else self.rules.size, count)
        codes = candidates.packed()
        best, chosen = Best(*NONE), codes[:, :1]
        for probes, block in self._guesses(candidates, codes):
            found = Best(
                *best_of(
                    Shape.of(self.rules.places),
                    PlaneSet(probes.planes(codes), count),
                    Guesses(probes.bull_planes, probes.hit_planes),
                    self.judge(count),
                    best._replace(guess=-1),
                    False,
                )
            )
            if found.guess >= 0:
                best, chosen = found, block[:, [found.guess]]
        return CodeSpace(self.rules).unpack(chosen)[0]

    def _guesses(
        self, candidates: Candidates, codes: Codes
    ) -> Iterator[tuple[PreparedGuesses, Codes]]:
        """All guesses worth considering, in numeric order; large games in several blocks."""
        if self.consistent:
            yield PreparedGuesses.of(self.rules, codes), codes
            return
        used = used_symbols(self.rules, (turn.guess for turn in candidates.history))
        if self.rules.size <= _PREPARED:
            probes, every = prepared(self.rules)
            fresh = fresh_in_order(every, used)
            yield probes.of_columns(fresh), every[:, fresh]
            return
        for block in CodeSpace(self.rules).blocks():
            few = block[:, fresh_in_order(block, used)]
            if few.shape[1]:
                yield PreparedGuesses.of(self.rules, few), few

    def _opening(self) -> str:
        """The best first guess: symbols and places can be renamed, so there are few kinds."""
        kinds = openings(self.rules)
        guesses = CodeSpace(self.rules).pack(kinds)
        probes = PreparedGuesses.of(self.rules, guesses)
        counts = reduce(np.add, map(probes.count, CodeSpace(self.rules).blocks()))
        sizes, which = np.unique(counts, return_inverse=True)
        first, second = (weight[which].reshape(-1, counts.shape[1]) for weight in self.weigh(sizes))
        judged = first.max(axis=1) if self.by_largest else first.sum(axis=1)
        perfect = counts.max(axis=1) == 1
        order = np.lexsort((second.sum(axis=1), np.where(perfect, PERFECT, judged)))
        return kinds[int(order[0])]

    def _check_work(self, guesses: int, candidates: int) -> None:
        columns = len(counted_replies(self.rules.places))
        if guesses * (candidates + _WORK_PER_GUESS) * columns > MOST_WORK:
            raise SpaceTooLarge(
                f"'{type(self).__name__.lower()}' would have to compare "
                f"{counted(guesses, 'guess')} with {counted(candidates, 'candidate')} of "
                f"{self.rules}, which takes too long; the strategy 'consistent' can play it"
            )


@lru_cache(maxsize=4)
def prepared(rules: Rules) -> tuple[PreparedGuesses, Codes]:
    """All codes of a game, as guesses and as codes."""
    codes = CodeSpace(rules).codes
    return PreparedGuesses.of(rules, codes), codes


@lru_cache(maxsize=16)
def _judge(strategy: Splitting, bits: int) -> Judge:
    sizes = np.arange(1 << bits, dtype=np.int64)
    weights = np.ascontiguousarray(np.stack(strategy.weigh(sizes), axis=1))
    first = weights[:, 0]
    return Judge(
        weights,
        strategy.by_largest,
        *strategy.win,
        _bounds(first, sizes[: WORD + 1] ** 2, strategy.by_largest),
        _bounds(first, np.minimum(sizes[: WORD + 1], 1), strategy.by_largest),
    )


def _bounds(first: "Weights", summand: NDArray[np.int64], largest: bool) -> "Weights":
    """The least first judgement of n <= 64 candidates whose parts have a sum of summands s."""
    # A part more: n grows by its size, s by its summand.
    sums = int(max(summand[WORD], WORD * summand[1]))
    bounds = np.full((WORD + 1, sums + 1), NONE.first >> 1)
    bounds[0, 0] = first[0]
    for n in range(1, WORD + 1):
        for size in range(1, n + 1):
            step = int(summand[size])
            before = bounds[n - size, : sums + 1 - step]
            judged = np.maximum(before, first[size]) if largest else before + first[size]
            np.minimum(bounds[n, step:], judged, out=bounds[n, step:])
    # Parts of one each.
    for n in range(1, WORD + 1):
        bounds[n, n * int(summand[1])] = PERFECT
    return bounds
