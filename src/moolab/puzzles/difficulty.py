"""How hard a puzzle is: by the lines that a person writes to solve it, on a scale of five.

The scale was made from random puzzles of ab4x10, so that each level is that of about a fifth of
them: ``python -m benchmarks.puzzles`` counts them. It is the same for all games.
"""

from bisect import bisect_left
from collections.abc import Iterable

from moolab.puzzles.reasoning import Step

LEVELS = {1: "very easy", 2: "easy", 3: "medium", 4: "hard", 5: "very hard"}
"""The levels, and what they are called."""

MOST_LINES = (0, 2, 4, 8)
"""The most lines of a puzzle of level 1, 2, 3 and 4."""


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
