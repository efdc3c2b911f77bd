"""Sets of codes as the bits of integers: what fits two clues is the *and* of two numbers."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import accumulate
from operator import or_
from random import Random
from typing import NamedTuple

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import all_codes, code_at
from moolab.codes.replies import Reply, standard
from moolab.codes.reply_rules import RULES
from moolab.codes.rules import Rules
from moolab.deduction.history import Turn
from moolab.errors import SpaceTooLarge

MOST_CODES = 10**6
"""The largest game for which there are puzzles: a set of its codes takes an eighth of a MB."""


class Part(NamedTuple):
    """One of the two numbers of a reply.

    Args:
        counted: for each place of the guess, the codes for which it counts.
        fits: the codes for which as many count as the reply says.
    """

    counted: tuple[int, ...]
    fits: int


class Sets(ABC):
    """The sets of codes of one game.

    A set is an integer with one bit for each code, in numeric order: the lowest for the first.

    Args:
        rules: a game with at most ``MOST_CODES`` codes; ``code_sets`` checks it.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.codes = tuple(all_codes(rules))
        self.every = (1 << len(self.codes)) - 1

    @cached_property
    def placed(self) -> tuple[dict[str, int], ...]:
        """For each place: each symbol's codes that have it there."""
        return tuple(self._at(place) for place in range(self.rules.places))

    @cached_property
    def holding(self) -> dict[str, tuple[int, ...]]:
        """For each symbol: the codes that hold it at least once, twice, and so on."""
        return {symbol: self._by_occurrences(symbol) for symbol in self.rules.alphabet}

    @abstractmethod
    def fits(self, turn: Turn) -> int:
        """The codes that would have given this reply."""

    @abstractmethod
    def draw(self, chance: Random) -> str:
        """A guess for a clue."""

    @abstractmethod
    def replies_to(self, guess: str) -> Sequence[Reply]:
        """The replies that a guess can get, perhaps with others that no code would give."""

    def list_codes(self, codes: int) -> Iterator[str]:
        """The codes of a set, in numeric order."""
        bits = f"{codes:b}"[::-1]
        index = bits.find("1")
        while index >= 0:
            yield self.codes[index]
            index = bits.find("1", index + 1)

    def _at(self, place: int) -> dict[str, int]:
        column = "".join(code[place] for code in reversed(self.codes))
        none = dict.fromkeys(map(ord, self.rules.alphabet), "0")
        return {
            symbol: int(column.translate(none | {ord(symbol): "1"}), 2)
            for symbol in self.rules.alphabet
        }

    def _by_occurrences(self, symbol: str) -> tuple[int, ...]:
        exactly = self._by_hits([codes[symbol] for codes in self.placed])
        return tuple(accumulate(exactly[:0:-1], or_))[::-1]

    def _by_hits(self, sets: Iterable[int]) -> list[int]:
        """The codes that are in none of some sets, in one of them, in two, and so on."""
        counted = [self.every]
        for codes in sets:
            more = [found & codes for found in counted]
            same = [found ^ gone for found, gone in zip(counted, more, strict=True)]
            counted = list(map(or_, [*same, 0], [0, *more]))
        return counted


class ListedSets(Sets):
    """The sets of a game whose codes are listed, by whatever rule.

    >>> from moolab.codes.listed import listed_rules
    >>> sets = ListedSets(listed_rules(["crane", "caper", "slate"]))
    >>> list(sets.list_codes(sets.fits(Turn.parse(sets.rules, "slate=--g-g"))))
    ['crane']
    """

    def __init__(self, rules: ListedRules) -> None:
        super().__init__(rules)
        self.asked = rules.others if rules.identifies and rules.others else rules.guesses
        self._parts: dict[str, dict[Reply, int]] = {}

    def fits(self, turn: Turn) -> int:
        return self._split(turn.guess).get(turn.reply, 0)

    def draw(self, chance: Random) -> str:
        return chance.choice(self.asked)

    def replies_to(self, guess: str) -> Sequence[Reply]:
        return sorted(self._split(guess))

    def _split(self, guess: str) -> dict[Reply, int]:
        """What each reply to a guess leaves; worked out once."""
        if guess not in self._parts:
            parts: dict[Reply, int] = {}
            for index, code in enumerate(self.codes):
                reply = self.rules.reply_rule(guess, code)
                parts[reply] = parts.get(reply, 0) | 1 << index
            self._parts[guess] = parts
        return self._parts[guess]


class TiledSets(ListedSets):
    """The sets of a game whose replies mark each letter, as Wordle does.

    What fits a clue is put together from letters, and not from all replies to its guess.

    >>> from moolab.codes.listed import listed_rules
    >>> sets = TiledSets(listed_rules(["eerie", "elegy", "crepe"]))
    >>> list(sets.list_codes(sets.fits(Turn.parse(sets.rules, "eerie=g-y-y"))))
    []
    """

    def __init__(self, rules: ListedRules) -> None:
        super().__init__(rules)
        # What can be guessed beside has words that few people know.
        self.asked = rules.secrets

    def fits(self, turn: Turn) -> int:
        """The codes that would have given this reply."""
        left, marked = self.every, tuple(zip(turn.guess, str(turn.reply), strict=True))
        for codes, (symbol, mark) in zip(self.placed, marked, strict=True):
            left &= codes[symbol] if mark == "g" else ~codes[symbol]
        for symbol in set(turn.guess):
            marks = "".join(mark for letter, mark in marked if letter == symbol)
            misplaced = marks.replace("g", "")
            if "-y" in misplaced:
                return 0
            found = len(marks) - marks.count("-")
            if found:
                left &= self.holding[symbol][found - 1]
            if "-" in misplaced and found < self.rules.places:
                left &= ~self.holding[symbol][found]
        return left


class CodeSets(Sets):
    """The sets of a game in notation, whose codes are put together from symbols.

    Operations take microseconds in games of some thousand codes, in plain Python.

    >>> sets = CodeSets(Rules.parse("ab2x3"))
    >>> f"{sets.placed[0]['2']:06b}", list(sets.list_codes(sets.placed[0]["2"]))
    ('110000', ['20', '21'])
    """

    def parts(self, turn: Turn) -> tuple["Part", "Part"]:
        """What a turn says: how many symbols are bulls, and how many are right.

        By the reply rule of Emms, how many are bulls, and how many are cows.

        >>> sets = CodeSets(Rules.parse("ab2x3"))
        >>> bulls, right = sets.parts(Turn.parse(sets.rules, "01=01"))
        >>> list(sets.list_codes(bulls.fits)), list(sets.list_codes(right.fits))
        (['10', '12', '20'], ['02', '12', '20', '21'])
        """
        guess, (bulls, cows) = turn
        hits = tuple(self.placed[place][symbol] for place, symbol in enumerate(guess))
        if self.rules.reply_rule is standard:
            others, number = tuple(self._hits_in_all(guess)), bulls + cows
        else:
            others, number = tuple(self._misplaced_hits(guess)), cows
        return (Part(hits, self._by_hits(hits)[bulls]), Part(others, self._by_hits(others)[number]))

    def draw(self, chance: Random) -> str:
        return code_at(self.rules, chance.randrange(self.rules.size))

    def replies_to(self, guess: str) -> Sequence[Reply]:  # noqa: ARG002 - all the same
        return self.rules.replies

    def fits(self, turn: Turn) -> int:
        """The codes that would have given this reply.

        >>> sets = CodeSets(Rules.parse("ab4x10"))
        >>> sets.fits(Turn.parse(sets.rules, "1389=00")).bit_count()
        360
        """
        bulls, others = self.parts(turn)
        return bulls.fits & others.fits

    def _hits_in_all(self, guess: str) -> Iterator[int]:
        """For each symbol of a guess: the codes that hold it as often as the guess has up to it."""
        seen: Counter[str] = Counter()
        for symbol in guess:
            yield self.holding[symbol][seen[symbol]]
            seen[symbol] += 1

    def _misplaced_hits(self, guess: str) -> Iterator[int]:
        """For each symbol of a guess: the codes where it is a cow by the reply rule of Emms."""
        for place, symbol in enumerate(guess):
            missed = (self.placed[at][symbol] for at, other in enumerate(guess) if other != symbol)
            yield reduce(or_, missed, 0) & ~self.placed[place][symbol]


@lru_cache(maxsize=2)
def code_sets(rules: Rules) -> Sets:
    """The sets of a game; all puzzles of the game share them.

    Raises:
        SpaceTooLarge: if there are more than ``MOST_CODES`` codes.
    """
    if rules.size > MOST_CODES:
        raise SpaceTooLarge(
            f"{rules} has {rules.size:,} codes, too many for puzzles (the limit is {MOST_CODES:,})"
        )
    if not isinstance(rules, ListedRules):
        return CodeSets(rules)
    return TiledSets(rules) if rules.rule is RULES["wordle"] else ListedSets(rules)
