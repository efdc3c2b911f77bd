"""Candidates of a small game, as texts."""

import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import index_of
from moolab.codes.replies import Reply, partition
from moolab.codes.rules import Rules
from moolab.deduction.base import Candidates
from moolab.deduction.history import Turn
from moolab.deduction.sieve import sieve

if TYPE_CHECKING:
    from moolab.codes.space import Codes

PLAIN = 20_000
"""Games of up to this many codes are played in plain Python: it answers before NumPy and Numba
would have been imported."""


def are_texts(rules: Rules) -> bool:
    """Whether the codes of a game are kept as texts: small games, and lists, which are texts."""
    return rules.size <= PLAIN or isinstance(rules, ListedRules)


@dataclass(frozen=True, repr=False)
class PlainCandidates(Candidates):
    """Candidates of a small game, as a tuple of texts."""

    codes: tuple[str, ...] = field(repr=False, compare=False)

    @property
    def count(self) -> int:
        return len(self.codes)

    @property
    def nbytes(self) -> int:
        # The texts themselves are those of ``list_codes``, which all games share.
        return sys.getsizeof(self.codes)

    def __iter__(self) -> Iterator[str]:
        return iter(self.codes)

    def _at(self, indices: range) -> Sequence[str]:
        return tuple(map(self.codes.__getitem__, indices))

    def _after(self, turn: Turn) -> "PlainCandidates":
        kept = tuple(filter(sieve(self.rules, turn), self.codes))
        return PlainCandidates(self.rules, (*self.history, turn), kept)

    def _next_after(self, code: str) -> str | None:
        if not self.codes:
            return None
        place = bisect_right(
            self.codes, index_of(self.rules, code), key=lambda other: index_of(self.rules, other)
        )
        return self.codes[place % len(self.codes)]

    def _split(self, guess: str) -> dict[Reply, int]:
        rule = self.rules.reply_rule
        return dict(sorted(Counter(rule(guess, code) for code in self.codes).items()))

    def _parts(self, guess: str) -> Iterator[tuple[Reply, Candidates]]:
        for reply, codes in partition(self.rules.reply_rule, guess, self.codes).items():
            history = (*self.history, Turn(guess, reply))
            yield reply, PlainCandidates(self.rules, history, tuple(codes))

    def pack(self) -> "Codes":
        from moolab.codes.space import CodeSpace

        return CodeSpace(self.rules).pack(self.codes)
