"""Candidates where some replies may be wrong: each code with the number of replies it contradicts.

In small games they are texts, in large ones arrays; games too large to list are refused, because
nearly every code can be the secret until many turns are over.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import compress

from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.deduction.base import Candidates
from moolab.deduction.history import Turn
from moolab.deduction.plain import PlainCandidates
from moolab.deduction.sieve import sieve


@dataclass(frozen=True, repr=False)
class TolerantCandidates(PlainCandidates):
    """Candidates of a small game in which some replies may be wrong.

    Args:
        wrong: for each code, how many replies are wrong if it is the secret.
    """

    wrong: bytes = field(repr=False, compare=False)

    @property
    def nbytes(self) -> int:
        return super().nbytes + sys.getsizeof(self.wrong)

    def _after(self, turn: Turn) -> "TolerantCandidates":
        fits = sieve(self.rules, turn)
        wrong = bytes(
            before + (not fits(code)) for code, before in zip(self.codes, self.wrong, strict=True)
        )
        kept = [
            count <= self.mistakes and not turn.rules_out(self.rules, code)
            for code, count in zip(self.codes, wrong, strict=True)
        ]
        return replace(self, history=(*self.history, turn))._only(wrong, kept)

    @property
    def likeliest(self) -> "TolerantCandidates":
        fewest = min(self.wrong, default=self.mistakes)
        return replace(self, mistakes=fewest)._only(self.wrong, [n == fewest for n in self.wrong])

    def _split(self, guess: str) -> dict[Reply, int]:
        rule = self.rules.reply_rule
        others = [
            (code, wrong == self.mistakes)
            for code, wrong in zip(self.codes, self.wrong, strict=True)
            if code != guess
        ]
        decided = Counter(rule(guess, code) for code, last in others if last)
        return replies_left(
            self.rules, guess, decided, len(others) - decided.total(), len(self.codes) - len(others)
        )

    def _parts(self, guess: str) -> Iterator[tuple[Reply, Candidates]]:
        return Candidates._parts(self, guess)

    def _only(self, wrong: bytes, kept: list[bool]) -> "TolerantCandidates":
        return replace(
            self, codes=tuple(compress(self.codes, kept)), wrong=bytes(compress(wrong, kept))
        )


def replies_left(
    rules: Rules, guess: str, decided: Counter[Reply], lenient: int, won: int
) -> dict[Reply, int]:
    """How many codes each reply to a guess leaves; replies that leave none are left out.

    Args:
        decided: the replies from codes other than the guess that allow no further mistake.
        lenient: how many codes other than the guess allow one, so that any reply leaves them.
        won: 1 if the guess may be the secret.
    """
    left = {reply: lenient + decided[reply] for reply in rules.replies_to(guess)} | {rules.win: won}
    return {reply: count for reply, count in left.items() if count}
