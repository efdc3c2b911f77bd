"""What is to be said of a puzzle: which codes fit, how one gets there, and what is not needed."""

from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import and_

from moolab.codes.rules import AnyRules, Rules
from moolab.deduction.contradiction import ContradictoryReplies
from moolab.deduction.history import AnyHistory, History, parse_history
from moolab.puzzles.reasoning import Step, level, solve
from moolab.puzzles.sets import code_sets

EXAMPLES = 8
"""How many of the codes that fit are named."""


@dataclass(frozen=True)
class Solution:
    """The answer to a puzzle, or to what might be one.

    Args:
        count: how many codes fit.
        examples: the first of them, in numeric order.
        superfluous: the numbers, from 1, of clues that can all be left out at once; where there is
            a choice, the later ones.
        steps: how a person gets there; if several codes fit, how far.
    """

    rules: Rules
    clues: History
    count: int
    examples: tuple[str, ...]
    superfluous: tuple[int, ...]
    steps: tuple[Step, ...]

    @classmethod
    def of(cls, rules: "AnyRules", clues: "AnyHistory") -> "Solution":
        """Solve a puzzle.

        Raises:
            ContradictoryReplies: if no code fits.
            SpaceTooLarge: if the game has too many codes.

        >>> found = Solution.of("ab2x4", "13=01 23=02 03=01")
        >>> found.code, found.superfluous, found.difficulty
        ('32', (1, 3), 1)
        """
        rules, clues = Rules.parse(rules), parse_history(rules, clues)
        sets = code_sets(rules)
        fits = {number: sets.fits(clue) for number, clue in enumerate(clues, start=1)}
        left = reduce(and_, fits.values(), sets.every)
        if not left:
            raise ContradictoryReplies(rules, clues)
        needed = fits.copy()
        for number in reversed(fits):
            others = (needed[other] for other in needed if other != number)
            if reduce(and_, others, sets.every) == left:
                del needed[number]
        return cls(
            rules,
            clues,
            count=left.bit_count(),
            examples=tuple(islice(sets.list_codes(left), EXAMPLES)),
            superfluous=tuple(number for number in fits if number not in needed),
            steps=tuple(solve(sets, clues)),
        )

    @property
    def code(self) -> str | None:
        """The only code that fits; None if there are several."""
        return self.examples[0] if self.count == 1 else None

    @property
    def difficulty(self) -> int | None:
        """How hard it was to find the code; None if there are several."""
        return level(self.steps) if self.count == 1 else None
