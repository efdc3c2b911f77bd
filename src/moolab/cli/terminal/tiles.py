"""Letters in the colours of their marks; the marks always stand beside them as text, too."""

from collections.abc import Iterable, Mapping

import click

from moolab.deduction.letters import ABSENT, ELSEWHERE, RIGHT
from moolab.support.language import translate

_COLOURS = {RIGHT: "green", ELSEWHERE: "yellow", ABSENT: "white"}


def tiles(letters: Iterable[tuple[str, str]]) -> str:
    """Letters with their marks, as a terminal with colours shows them.

    >>> click.unstyle(tiles(zip("crane", "gyy-y")))
    'CRANE'
    """
    return "".join(
        click.style(letter.upper(), fg="black", bg=_COLOURS[mark]) for letter, mark in letters
    )


def letter_states(marks: Mapping[str, str], *, coloured: bool) -> str:
    """What is known of the letters that were tried, as a line.

    >>> letter_states({"c": "g", "r": "y", "a": "y", "n": "-"}, coloured=False)
    'right: c   elsewhere: a r   absent: n'
    """
    names = {
        RIGHT: translate("right"),
        ELSEWHERE: translate("elsewhere"),
        ABSENT: translate("absent"),
    }
    parts = []
    for mark, name in names.items():
        letters = sorted(letter for letter, best in marks.items() if best == mark)
        if letters:
            shown = (tiles([(letter, mark)]) if coloured else letter for letter in letters)
            parts.append(f"{name}: {' '.join(shown)}")
    return "   ".join(parts)
