"""A puzzle: clues that leave one code."""

from dataclasses import dataclass

from moolab.codes.rules import Rules
from moolab.deduction.history import History, format_history
from moolab.support.markup import table


@dataclass(frozen=True, repr=False)
class Puzzle:
    """What a puzzle asks, and its answer.

    Args:
        clues: guesses with their replies; none of them can be left out.
        solution: the only code that fits all clues.
        difficulty: a key of ``difficulty.LEVELS``.
        seed: what makes the same puzzle again, with the same wishes.
    """

    rules: Rules
    clues: History
    solution: str
    difficulty: int
    seed: int

    def __repr__(self) -> str:
        # Whoever looks at a puzzle wants to solve it.
        clues = format_history(self.clues)
        return f"<puzzle of {self.rules}: {clues}; difficulty {self.difficulty}>"

    def _repr_html_(self) -> str:
        turns = [(turn.guess, turn.reply) for turn in self.clues]
        return table(("clue", "reply"), turns, f"{self.rules}, difficulty {self.difficulty}")
