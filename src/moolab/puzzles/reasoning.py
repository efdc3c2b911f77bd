"""How a person solves a puzzle: notes that grow step by step, always by the easiest step there is.

The notes say at which places a symbol cannot be, and how often it is in the code at least. A step
looks at some clues, and notes what all codes have in common that agree with these and with the
notes. From the easiest to the hardest:

- A *reading* takes one clue. A reply has two numbers, bulls and right symbols; if it is plain which
  symbols one of them counts, that is read off.
- A *count* takes one clue or two, and only how many of their symbols are right. It tells of symbols
  that they are in the code, or are not.
- *Cases* take as few clues as tell anything, and go through all ways in which they can be true.

By the reply rule of Emms, cows count right symbols.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Literal, NamedTuple

from moolab.deduction.history import Turn
from moolab.puzzles.sets import CodeSets, Part, Sets

UNNAMED = "?"
"""Stands in a way for any symbol that is in none of its clues; no alphabet has it."""

_MOST_NAMED = 12
"""Codes of a list that are named when so few are left."""

_MOST_TRIED = 5_000
"""Where so many clues could be chosen in more ways than that, all of them are looked at."""


class Fact(NamedTuple):
    """Something that a person notes.

    Args:
        kind: ``not_at``: the symbol is not at a place; ``at_least``: the code holds it so often.
        number: the place, from 1, or how often.
    """

    symbol: str
    kind: Literal["not_at", "at_least"]
    number: int


class Step(NamedTuple):
    """What a person finds at once.

    Args:
        clues: the numbers, from 1, of the clues that are looked at.
        ways: in cases, the ways in which they can all be true: codes in which ``UNNAMED`` is used
            for symbols that none of them names.
        lines: how many lines the person writes for it.
    """

    clues: tuple[int, ...]
    ways: tuple[str, ...]
    lines: int
    facts: tuple[Fact, ...]


def solve(sets: Sets, clues: Sequence[Turn]) -> Iterator[Step]:
    """Solve a puzzle as a person does, up to where clues and notes tell nothing new.

    Where codes are listed, the person goes through the list with one clue after the other.

    If just one code fits all clues, the notes leave only that in the end.

    Args:
        clues: turns that do not contradict each other.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.history import parse_history
    >>> rules = Rules.parse("ab2x4")
    >>> for step in solve(CodeSets(rules), parse_history(rules, "13=01 03=01")):
    ...     print(step.clues, step.ways, step.lines, len(step.facts))
    (1,) () 0 2
    (2,) () 0 1
    (1, 2) () 2 5
    """
    if isinstance(sets, CodeSets):
        return _Person(sets, clues).steps()
    return _go_through(sets, clues)


def _go_through(sets: Sets, clues: Sequence[Turn]) -> Iterator[Step]:
    """The clues, the one first that leaves the fewest codes; these have to be kept in mind.

    To find one's way among n codes takes log2 n lines.
    """
    fits = {number: sets.fits(clue) for number, clue in enumerate(clues, start=1)}
    left = sets.every
    while fits:
        best = min(fits, key=lambda number: (left & fits[number]).bit_count())
        after = left & fits.pop(best)
        if after == left:
            return
        left, count = after, after.bit_count()
        ways = tuple(sets.list_codes(left)) if count <= _MOST_NAMED else ()
        yield Step((best,), ways, count.bit_length() - 1, ())


class _Person:
    """A person with notes.

    ``allowed`` is the set of codes that agree with the notes, ``unknown`` has for each fact that
    is not noted the codes that deny it.
    """

    def __init__(self, sets: CodeSets, clues: Sequence[Turn]) -> None:
        self.sets = sets
        self.clues = clues
        self.parts = [sets.parts(clue) for clue in clues]
        self.fits = [bulls.fits & others.fits for bulls, others in self.parts]
        self.allowed = sets.every
        self.unknown = {fact: denying for fact, denying in _facts(sets) if 0 < denying < sets.every}

    def steps(self) -> Iterator[Step]:
        while self.allowed & self.allowed - 1:
            step = self._read_clue() or self._count() or self._cases()
            if step is None:
                return
            yield step

    def _read_clue(self) -> Step | None:
        """The first clue that tells anything by one of its numbers, which is true in one way."""
        for number, parts in enumerate(self.parts, start=1):
            facts: list[Fact] = []
            while new := [fact for part in parts for fact in self._read(part)]:
                facts += new
            if facts:
                return Step((number,), (), 0, tuple(facts))
        return None

    def _read(self, part: Part) -> list[Fact]:
        codes = self.allowed & part.fits
        one_way = all(not codes & counted or not codes & ~counted for counted in part.counted)
        return self._note(codes) if one_way else []

    def _count(self) -> Step | None:
        """The clue, or else the two clues, that tell most by how many symbols are right."""
        for size in (1, 2):
            chosen = combinations(range(len(self.clues)), size)
            agreeing = {indices: self._find_agreeing(indices) for indices in chosen}
            best = min(agreeing, key=lambda indices: agreeing[indices].bit_count(), default=())
            if best and agreeing[best] != self.allowed:
                facts = self._note(agreeing[best])
                return Step(tuple(index + 1 for index in best), (), size, tuple(facts))
        return None

    def _find_agreeing(self, indices: tuple[int, ...]) -> int:
        """What the notes would allow with what these clues tell by how many symbols are right."""
        codes = agreeing = self.allowed
        for index in indices:
            codes &= self.parts[index][1].fits
        for holding in self.sets.holding.values():
            if not codes & holding[0]:
                agreeing &= ~holding[0]
            elif not codes & ~holding[0]:
                agreeing &= holding[0]
        return agreeing

    def _cases(self) -> Step | None:
        """The fewest clues that tell anything together; of these, what leaves the fewest codes."""
        count, before = len(self.clues), self.allowed.bit_count()
        for size in range(1, count + 1):
            if comb(count, size) <= _MOST_TRIED:
                tried = combinations(range(count), size)
                left, together = min((self._left_by(indices), indices) for indices in tried)
                if left < before:
                    ways, lines = self._ways(together), self._lines(together)
                    facts = self._note(self._find_fitting(together))
                    return Step(tuple(index + 1 for index in together), ways, lines, tuple(facts))
        return None

    def _note(self, codes: int) -> list[Fact]:
        """Note what all codes of a set have in common which the notes allow."""
        codes &= self.allowed
        new = [fact for fact, denying in self.unknown.items() if not codes & denying]
        for fact in new:
            self.allowed &= ~self.unknown.pop(fact)
        return new

    def _left_by(self, indices: tuple[int, ...]) -> int:
        """How many codes the notes would allow after a step."""
        codes, allowed = self._find_fitting(indices), self.allowed
        for denying in self.unknown.values():
            if not codes & denying:
                allowed &= ~denying
        return allowed.bit_count()

    def _find_fitting(self, indices: tuple[int, ...]) -> int:
        """The codes that agree with the notes and with some clues."""
        codes = self.allowed
        for index in indices:
            codes &= self.fits[index]
        return codes

    def _ways(self, indices: tuple[int, ...]) -> tuple[str, ...]:
        """In which ways some clues can be true."""
        alphabet = self.sets.rules.alphabet
        named = {symbol for index in indices for symbol in self.clues[index].guess}
        shown = {ord(symbol): UNNAMED for symbol in alphabet if symbol not in named}
        codes = self.sets.list_codes(self._find_fitting(indices))
        return tuple(dict.fromkeys(code.translate(shown) for code in codes))

    def _lines(self, indices: tuple[int, ...]) -> int:
        """How many lines it takes to find these ways on paper.

        The person lists the ways of one clue, then what another one leaves of them, and so on;
        always the clue with which the fewest lines remain.
        """
        lines = 0
        taken: tuple[int, ...] = ()
        for _ in indices:
            chains = [(*taken, index) for index in indices if index not in taken]
            left, taken = min((len(self._ways(chain)), chain) for chain in chains)
            lines += left
        return lines


def _facts(sets: CodeSets) -> Iterator[tuple[Fact, int]]:
    """All that can be noted, and the codes that deny it."""
    for place, placed in enumerate(sets.placed, start=1):
        for symbol, codes in placed.items():
            yield Fact(symbol, "not_at", place), codes
    for symbol, holding in sets.holding.items():
        for times, codes in enumerate(holding, start=1):
            yield Fact(symbol, "at_least", times), sets.every ^ codes


LEVELS = {1: "very easy", 2: "easy", 3: "medium", 4: "hard", 5: "very hard"}
"""The levels, and what they are called."""

MOST_LINES = (0, 2, 4, 8)
"""The most lines of a puzzle of level 1, 2, 3 and 4: each level is that of about a fifth of random
puzzles of ab4x10 (``python -m benchmarks.puzzles``). It is the same for all games."""


def level(steps: Iterable[Step]) -> int:
    """The level of a puzzle that is solved in these steps.

    >>> level([Step((1,), (), 0, ()), Step((1, 2), ("21", "30"), 3, ())])
    3
    """
    return 1 + bisect_left(MOST_LINES, sum(step.lines for step in steps))


def in_words(level: int) -> str:
    """A level as people say it.

    >>> in_words(4)
    'hard, 4 of 5'
    """
    return f"{LEVELS[level]}, {level} of {max(LEVELS)}"
