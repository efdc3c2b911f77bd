"""Puzzles for print: what is on the sheet, however it is drawn."""

from dataclasses import dataclass

from moolab.codes.replies import standard
from moolab.codes.rules import Rules
from moolab.puzzles.difficulty import LEVELS, in_words
from moolab.puzzles.puzzle import Puzzle
from moolab.support.text import count_noun


@dataclass(frozen=True)
class Sheet:
    """Puzzles of one game.

    Args:
        puzzles: one or more.
        command: what makes them again, but for the seed: ``moo puzzle -r mm4x6``.
    """

    puzzles: tuple[Puzzle, ...]
    command: str

    @property
    def rules(self) -> Rules:
        """The game of all puzzles."""
        return self.puzzles[0].rules

    @property
    def title(self) -> str:
        """What the sheet is called."""
        return f"Bulls & Cows: {count_noun(len(self.puzzles), 'puzzle')}"

    @property
    def introduction(self) -> tuple[str, ...]:
        """The instructions for a reader who has never seen such a puzzle."""
        rules = self.rules
        cows = "cows are right symbols in wrong places"
        if rules.reply_rule is not standard:
            cows = (
                "cows are all other symbols of the guess which are among the code's other symbols"
            )
        elif rules.repeats:
            cows += "; each symbol of the code counts once"
        return (
            f"Find the code: {rules.words}. Just one fits all clues.",
            f"A clue is a guess with its reply. Bulls are right symbols in right places; {cows}.",
            "The rows below each puzzle are for notes: all symbols for each place, to cross out.",
        )

    @property
    def again(self) -> str:
        """How to make one of the puzzles once more."""
        return f"Each puzzle can be made again by its seed: {self.command} --seed SEED"


def stars(level: int) -> str:
    """A level of difficulty for the eye; it is always said in words, too.

    >>> stars(4)
    '★★★★☆'
    """
    return "★" * level + "☆" * (max(LEVELS) - level)


def difficulty_text(puzzle: Puzzle) -> str:
    """How hard a puzzle is, and its seed."""
    return f"{in_words(puzzle.difficulty)}; seed {puzzle.seed}"
