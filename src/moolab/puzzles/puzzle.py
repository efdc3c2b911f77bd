"""A puzzle: clues that leave one code."""

from dataclasses import dataclass

from moolab.codes.rules import Rules
from moolab.deduction.history import History


@dataclass(frozen=True)
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
