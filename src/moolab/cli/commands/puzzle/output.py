"""What the commands print alike."""

from collections.abc import Iterator

from moolab.deduction.history import History


def clue_lines(clues: History) -> Iterator[str]:
    """Clues for people, with the numbers by which explanations name them."""
    for number, clue in enumerate(clues, start=1):
        yield f"{number:>3}  {clue.guess}  {clue.reply.words}"
