"""What the strategies have in common that rank guesses by how they part the candidates."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from typing import ClassVar

import numpy as np

from moolab.codes.fresh import fresh
from moolab.codes.listed import ListedRules
from moolab.codes.numbering import check_listable
from moolab.codes.replies import counted_replies
from moolab.codes.rules import Rules
from moolab.codes.scorer import Counts
from moolab.codes.space import Codes, CodeSpace
from moolab.codes.symmetry import openings
from moolab.deduction.candidates import Candidates, candidates
from moolab.errors import SpaceTooLarge
from moolab.strategies.base import Strategy
from moolab.strategies.guesses import Guesses, fresh_guesses
from moolab.strategies.heuristic import NONE, Heuristic
from moolab.strategies.questions import contenders
from moolab.support.price import pays, spend
from moolab.support.text import count_noun

MOST_WORK = 2 * 10**13
"""The most that is ever done for one guess, about a minute: the product of guesses, candidates,
and columns of the count table."""

_WORK_PER_GUESS = 5000
"""The fixed cost of scoring a guess, in candidates."""

_LISTED = 1 << 20
"""Codes of a game that are guesses all at once, and not block by block."""

_PAIR, _GUESS = 2.3e-9, 7e-7
"""Seconds of NumPy for a pair of guess and candidate, and for a guess beside those."""

_COMPILING = 4.0
"""Seconds for the kernels that compare guesses."""


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
            mistakes: how many replies may be wrong.

        Raises:
            SpaceTooLarge: if it is such a game.
        """
        # What is refused of all candidates may be possible of those that a first guess leaves.
        try:
            self._check_left(self.rules.size)
        except SpaceTooLarge:
            # A wrong reply may contradict it, and leave nearly all.
            first = None if mistakes else self._first_guess()
            if first is None:
                raise
            self._check_left(max(candidates(self.rules).split(first).values()))

    def _check_left(self, known: int) -> None:
        if isinstance(self.rules, ListedRules):
            from moolab.codes.listed_table import check_table

            check_table(self.rules, known)
        else:
            self._check_work(known if self.consistent else self.rules.size, known)

    def _first_guess(self) -> str | None:
        """The first guess; None if it is only known when all candidates have been compared."""
        # Of so many replies, one leaves at least this share: mostly it need not be looked for.
        self._check_left(self.rules.size // len(self.rules.replies))
        if self.start is not None or isinstance(self.rules, ListedRules):
            return self.start
        return self._opening(self.rules.size)

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
            self._check_work(len(openings(self.rules)), known)
            return self._opening(known)
        self._check_work(known if self.consistent else self.rules.size, known)
        codes = candidates.pack()
        best, chosen = NONE, codes[:, :1]
        for guesses in self._guesses(candidates, codes):
            if _kernels_pay("strategies.kernels.best_of", guesses, known):
                # Numba is imported only where it is needed.
                from moolab.strategies.compiled import best_of
            else:
                from moolab.strategies.uncompiled import best_of
            found = best_of(self, guesses, codes, best)
            if found is not best:
                best, chosen = found, guesses.codes[:, [found.guess]]
        return CodeSpace(self.rules).unpack(chosen)[0]

    def _guesses(self, candidates: Candidates, codes: Codes) -> Iterator["Guesses"]:
        """All guesses worth considering, in numeric order; large games in several blocks."""
        used = frozenset("".join(turn.guess for turn in candidates.history))
        if self.consistent:
            yield Guesses(self.rules, codes)
        elif self.rules.size <= _LISTED:
            yield fresh_guesses(self.rules, used)
        else:
            for block in CodeSpace(self.rules).blocks():
                guesses = Guesses(self.rules, block.take(fresh(self.rules, block, used), axis=1))
                if guesses.size:
                    yield guesses

    def _opening(self, known: int) -> str:
        """The best first guess: symbols and places can be renamed, so there are few kinds."""
        kinds = openings(self.rules)
        if len(kinds) == 1:
            return kinds[0]
        guesses = Guesses(self.rules, CodeSpace(self.rules).pack(kinds))
        return kinds[self.cheapest(count(guesses, CodeSpace(self.rules).blocks(), known)).guess]

    def _check_work(self, guesses: int, candidates: int) -> None:
        if is_too_much(self.rules, guesses, candidates):
            raise SpaceTooLarge(
                f"'{type(self).__name__.lower()}' would have to compare "
                f"{count_noun(guesses, 'guess')} with {count_noun(candidates, 'candidate')} of "
                f"{self.rules}, which takes too long; the strategy 'consistent' can play it"
            )


def count(guesses: Guesses, blocks: Iterable[Codes], codes: int) -> Counts:
    """How many codes of all blocks give each reply to each guess; with kernels where these pay.

    Args:
        codes: how many there are in all blocks.

    Returns:
        Shape (guesses, replies); the columns are those of ``counted_replies(places)``.
    """
    pays = _kernels_pay("codes.kernels._count", guesses, codes)
    counter = guesses.prepared if pays else guesses.scorer
    return reduce(np.add, map(counter.count, blocks))


def _kernels_pay(kernel: str, guesses: Guesses, candidates: int) -> bool:
    seconds = guesses.size * (candidates * _PAIR + _GUESS)
    found = pays(kernel, guesses.rules.places, seconds, _COMPILING)
    if not found:
        spend(seconds)
    return found


def is_too_much(rules: Rules, guesses: int, candidates: int) -> bool:
    """Whether to compare so many guesses would be more than ``MOST_WORK``."""
    columns = len(counted_replies(rules.places))
    return guesses * (candidates + _WORK_PER_GUESS) * columns > MOST_WORK
