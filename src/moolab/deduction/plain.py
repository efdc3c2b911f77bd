"""Candidates of a small game, as texts."""

import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import compress
from operator import getitem
from typing import TYPE_CHECKING

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import all_codes, index_of
from moolab.codes.replies import Reply, partition, standard
from moolab.codes.rules import Rules
from moolab.deduction.base import Candidates
from moolab.deduction.history import Turn

if TYPE_CHECKING:
    from moolab.codes.space import Codes


@lru_cache(maxsize=8)
def list_codes(rules: Rules) -> tuple[str, ...]:
    """All codes of a small game; many games with the same rules share them.

    >>> list_codes(Rules.parse("ab2x3"))
    ('01', '02', '10', '12', '20', '21')
    """
    return tuple(all_codes(rules))


def sieve(rules: Rules, turn: Turn) -> Callable[[str], bool]:
    """Says of the codes of a small game which ones fit a turn, as ``Turn.fits`` does.

    >>> rules = Rules.parse("ab2x3")
    >>> list(filter(sieve(rules, Turn.parse(rules, "01=01")), list_codes(rules)))
    ['12', '20']
    """
    if rules.reply_rule is not standard or isinstance(rules, ListedRules):
        rule, (guessed, reply) = rules.reply_rule, turn
        return lambda code: rule(guessed, code) == reply
    marks = _marks(rules)
    guess, (bulls, cows) = marks[turn.guess], turn.reply
    placed = guess & (1 << rules.places * rules.symbols) - 1
    common = bulls + bulls + cows
    return lambda code: (
        (both := marks[code] & guess).bit_count() == common and (both & placed).bit_count() == bulls
    )


@lru_cache(maxsize=8)
def _marks(rules: Rules) -> dict[str, int]:
    """Codes as bits: one for each symbol in its place; above, one for its first, second, ... time.

    So the bits that two codes have in common are their bulls, and above their bulls and cows.
    """
    symbols = list(enumerate(rules.alphabet))
    in_place = [
        {symbol: 1 << place * rules.symbols + number for number, symbol in symbols}
        for place in range(rules.places)
    ]
    above = rules.places * rules.symbols

    @cache
    def times(code: str) -> int:
        return sum(
            1 << above + number * rules.places + time
            for number, symbol in symbols
            for time in range(code.count(symbol))
        )

    return {
        code: sum(map(getitem, in_place, code)) + times("".join(sorted(code)))
        for code in list_codes(rules)
    }


PLAIN = 20_000
"""Games of up to this many codes are played in plain Python: it answers before NumPy and Numba
would have been imported."""


def are_texts(rules: Rules) -> bool:
    """Whether the codes of a game are kept as texts: small games, and lists, which are texts."""
    return rules.size <= PLAIN or isinstance(rules, ListedRules)


@dataclass(frozen=True, repr=False)
class PlainCandidates(Candidates):
    """Candidates of a small game, as a tuple of texts.

    Args:
        wrong: for each code, how many replies are wrong if it is the secret.
    """

    codes: tuple[str, ...] = field(repr=False, compare=False)
    wrong: bytes = field(repr=False, compare=False)

    @classmethod
    def all_of(cls, rules: Rules, mistakes: int = 0) -> "PlainCandidates":
        """All codes of a game, as before the first turn."""
        codes = list_codes(rules)
        return cls(rules, (), codes, bytes(len(codes)), mistakes=mistakes)

    @property
    def count(self) -> int:
        return len(self.codes)

    @property
    def nbytes(self) -> int:
        # The texts themselves are those of ``list_codes``, which all games share.
        return sys.getsizeof(self.codes) + sys.getsizeof(self.wrong)

    def __iter__(self) -> Iterator[str]:
        return iter(self.codes)

    def _at(self, indices: range) -> Sequence[str]:
        return tuple(map(self.codes.__getitem__, indices))

    def _after(self, turn: Turn) -> "PlainCandidates":
        fits = sieve(self.rules, turn)
        history = (*self.history, turn)
        if not self.mistakes:
            codes = tuple(filter(fits, self.codes))
            return PlainCandidates(self.rules, history, codes, bytes(len(codes)))
        wrong = bytes(
            before + (not fits(code)) for code, before in zip(self.codes, self.wrong, strict=True)
        )
        kept = [
            count <= self.mistakes and not turn.rules_out(self.rules, code)
            for code, count in zip(self.codes, wrong, strict=True)
        ]
        return replace(self, history=history)._only(wrong, kept)

    @property
    def likeliest(self) -> "PlainCandidates":
        if not self.mistakes:
            return self
        fewest = min(self.wrong, default=self.mistakes)
        return replace(self, mistakes=fewest)._only(self.wrong, [n == fewest for n in self.wrong])

    def _only(self, wrong: bytes, kept: list[bool]) -> "PlainCandidates":
        codes = tuple(compress(self.codes, kept))
        return replace(self, codes=codes, wrong=bytes(compress(wrong, kept)))

    def _next_after(self, code: str) -> str | None:
        if not self.codes:
            return None
        place = bisect_right(
            self.codes, index_of(self.rules, code), key=lambda other: index_of(self.rules, other)
        )
        return self.codes[place % len(self.codes)]

    def _split(self, guess: str) -> dict[Reply, int]:
        rule = self.rules.reply_rule
        if not self.mistakes:
            return dict(sorted(Counter(rule(guess, code) for code in self.codes).items()))
        others = [
            (code, wrong == self.mistakes)
            for code, wrong in zip(self.codes, self.wrong, strict=True)
            if code != guess
        ]
        decided = Counter(rule(guess, code) for code, last in others if last)
        lenient, won = len(others) - decided.total(), len(self.codes) - len(others)
        return replies_left(self.rules, guess, decided, lenient, won)

    def _parts(self, guess: str) -> Iterator[tuple[Reply, Candidates]]:
        if self.mistakes:
            yield from super()._parts(guess)
            return
        for reply, codes in partition(self.rules.reply_rule, guess, self.codes).items():
            history = (*self.history, Turn(guess, reply))
            yield reply, PlainCandidates(self.rules, history, tuple(codes), bytes(len(codes)))

    def pack(self) -> "Codes":
        from moolab.codes.space import CodeSpace

        return CodeSpace(self.rules).pack(self.codes)


def replies_left(
    rules: Rules, guess: str, decided: Counter[Reply], lenient: int, won: int
) -> dict[Reply, int]:
    """How many codes each reply to a guess leaves; replies that leave none are left out.

    Args:
        decided: the replies from codes other than the guess that allow no further mistake.
        lenient: how many codes other than the guess allow one, so that any reply leaves them.
        won: 1 if the guess can be the secret.
    """
    left = {reply: lenient + decided[reply] for reply in rules.replies_to(guess)} | {rules.win: won}
    return {reply: count for reply, count in left.items() if count}
