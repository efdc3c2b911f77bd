"""Puzzles from chance: clues that leave one code, none of which can be dropped."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import islice
from random import Random

from moolab.codes.numbering import code_at
from moolab.codes.rules import AnyRules, Rules
from moolab.deduction.history import MAX_TURNS, History, Turn, format_history
from moolab.errors import PuzzleNotFound
from moolab.puzzles.reasoning import LEVELS, level, solve
from moolab.puzzles.sets import Sets, code_sets
from moolab.support.checks import check_count, check_whole
from moolab.support.markup import table
from moolab.support.text import count_noun, join_words


@dataclass(frozen=True, repr=False)
class Puzzle:
    """What a puzzle asks, and its answer.

    Args:
        clues: guesses with their replies; none of them can be left out.
        solution: the only code that fits all clues.
        difficulty: a key of ``reasoning.LEVELS``.
        seed: what makes the same puzzle again, with the same wishes.
    """

    rules: Rules
    clues: History
    solution: str
    difficulty: int
    seed: int

    def __repr__(self) -> str:
        # A puzzle that is shown shall be solved by hand.
        clues = format_history(self.clues)
        return f"<puzzle of {self.rules}: {clues}; difficulty {self.difficulty}>"

    def _repr_html_(self) -> str:
        turns = [(turn.guess, turn.reply) for turn in self.clues]
        return table(("clue", "reply"), turns, f"{self.rules}, difficulty {self.difficulty}")


_DRAWN = 100
"""How many guesses are drawn in search of one that makes a clue."""
_COMPARED = 30
"""Where the number of clues is prescribed, so many are compared for each at most; how many, chance
decides: if it were always all, puzzles would look alike."""
_FEWEST_COMPARED, _MOST_COMPARED = 20, 500
"""How many puzzles are begun at least, and at most, in search of one that is as it should be."""
_CODES = 10**7
"""In between, how many codes all these games have together."""


def make(
    rules: "AnyRules",
    seed: int,
    *,
    clues: int | None = None,
    difficulty: int | None = None,
    watch: Callable[[int], None] = lambda _: None,
) -> Puzzle:
    """Make a puzzle; the same arguments make the same one on every machine.

    No clue is the solution itself, and none can be left out. With a ``difficulty`` puzzles are
    made until one has it; the first that is tried is the one that comes without.

    Args:
        clues: how many there are; without it, as many as it takes.
        difficulty: a key of ``reasoning.LEVELS``.
        watch: called with the number of each attempt.

    Raises:
        PuzzleNotFound: if there seems to be no such puzzle.
        InvalidCommand: if the seed, the number of clues or the difficulty is not one.
        SpaceTooLarge: if the game has too many codes.

    >>> puzzle = make("ab2x4", 4)
    >>> format_history(puzzle.clues), puzzle.solution, puzzle.difficulty
    ('13=01 03=01', '32', 2)
    """
    rules = Rules.parse(rules)
    if rules.size == 1:
        raise PuzzleNotFound(f"{rules} has one code only: there is nothing to find out")
    sets, seed = code_sets(rules), check_whole("seed", seed)
    if difficulty is not None:
        difficulty = check_count("difficulty", difficulty, min(LEVELS), max(LEVELS))
    if clues is not None:
        clues = check_count("clues", clues)
        # Each clue rules out a code that no other does; and all of them are a history.
        most = min(rules.size - 1, MAX_TURNS)
        if clues > most:
            raise PuzzleNotFound(f"a puzzle of {rules} has at most {count_noun(most, 'clue')}")
    chance = Random(f"puzzle {seed}")
    attempts = max(_FEWEST_COMPARED, min(_MOST_COMPARED, _CODES // rules.size))
    met = set()
    for attempt in range(1, attempts + 1):
        watch(attempt)
        draft = _Draft(sets, chance)
        if draft.finish(clues):
            found = level(solve(sets, draft.clues))
            if difficulty in (None, found):
                return Puzzle(rules, tuple(draft.clues), draft.solution, found, seed)
            met.add(found)
    wishes = [] if clues is None else [f"with {count_noun(clues, 'clue')}"]
    if difficulty is not None:
        wishes.append(f"of difficulty {difficulty}")
    others = f"; those found are of difficulty {join_words(sorted(met))}" if met else ""
    raise PuzzleNotFound(
        f"no puzzle of {rules} {' '.join(wishes)} was found in {attempts:,} attempts{others}"
    )


class _Draft:
    """A puzzle in the making: a solution, and clues none of which follows from the others.

    ``left`` are the codes that fit all clues. Each of ``witnesses`` are those that fit all clues
    but one: as long as there are any, this clue cannot be left out.
    """

    def __init__(self, sets: Sets, chance: Random) -> None:
        self.sets = sets
        self.chance = chance
        self.solution = code_at(sets.rules, chance.randrange(sets.rules.size))
        self.clues: list[Turn] = []
        self.left = sets.every
        self.witnesses: list[int] = []

    def finish(self, count: int | None) -> bool:
        """Add clues until one code is left; whether ``count``, or any number, have done it."""
        while self.left & self.left - 1:
            useful = self._useful()
            if count is None:
                clue = next(useful, None)
            elif missing := count - len(self.clues):
                compared = islice(useful, 1 + self.chance.randrange(_COMPARED))
                clue = min(compared, key=partial(self._off_course, missing), default=None)
            else:
                return False
            if clue is None:
                return False
            self._add(*clue)
        return count in (None, len(self.clues))

    def _add(self, clue: Turn, fits: int) -> None:
        self.witnesses = [*(codes & fits for codes in self.witnesses), self.left & ~fits]
        self.left &= fits
        self.clues.append(clue)

    def _useful(self) -> Iterator[tuple[Turn, int]]:
        """Clues that tell something and make none of the others superfluous, with what fits."""
        for _ in range(_DRAWN):
            guess = self.sets.draw(self.chance)
            if guess != self.solution:
                clue = Turn(guess, self.sets.rules.reply_rule(guess, self.solution))
                fits = self.sets.fits(clue)
                if self.left & ~fits and all(codes & fits for codes in self.witnesses):
                    yield clue, fits

    def _off_course(self, missing: int, clue: tuple[Turn, int]) -> Fraction:
        """How far a clue is from what would leave one code in the end.

        That is, if each of the missing clues divided the number of codes by the same: if it were
        now n, and n ** ((missing - 1) / missing) then.
        """
        now, then = self.left.bit_count(), (self.left & clue[1]).bit_count()
        wanted, got = now ** (missing - 1), then**missing
        return Fraction(max(wanted, got), min(wanted, got))
