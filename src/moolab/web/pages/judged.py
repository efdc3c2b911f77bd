"""How good a game was, as a part of several pages."""

from collections.abc import Sequence
from itertools import groupby
from math import ceil, sqrt
from typing import NamedTuple

from moolab.analysis.field import Field
from moolab.codes.rules import Rules
from moolab.web.rendering import render_fragment
from moolab.web.work.jobs import Judged

_BROADER = 1.6
"""How much broader than high a field of dots is."""

MOST_STEPS = 24
"""Turns that the field of dots tells apart; its style knows as many."""


class Dots(NamedTuple):
    """A field of dots as it is drawn: those that the same turn has ruled out are one path.

    Attributes:
        columns, rows: how many there are.
        paths: by the number of the turn; 0 for the codes that are still possible.
    """

    columns: int
    rows: int
    paths: dict[int, str]

    @classmethod
    def of(cls, field: Field) -> "Dots":
        """The dots of a field, row by row.

        A line of dashes without length is a row of dots.

        >>> Dots.of(Field(6, (1, 0, 1, 1, 1, 2)))
        Dots(columns=4, rows=2, paths={1: 'M0 0h.1M2 0h1.1M0 1h.1', 0: 'M1 0h.1', 2: 'M1 1h.1'})
        """
        columns = ceil(sqrt(_BROADER * len(field.excluded)))
        rows = ceil(len(field.excluded) / columns)
        paths: dict[int, str] = {}
        for y in range(rows):
            x = 0
            row = (
                min(turn, MOST_STEPS) for turn in field.excluded[y * columns : (y + 1) * columns]
            )
            for turn, dots in groupby(row):
                number = len(list(dots))
                length = f"{number - 1 or ''}.1"
                paths[turn] = f"{paths.get(turn, '')}M{x} {y}h{length}"
                x += number
        return cls(columns, rows, paths)


class Step(NamedTuple):
    """What the field of dots shows at once.

    Attributes:
        turn: the number of the last turn that counts.
        left: how many codes it leaves.
    """

    turn: int
    left: int


def steps(judged: Judged) -> Sequence[Step]:
    """The steps of a game's field: before the first turn, and after each."""
    turns = judged.analysis.turns
    left = [turns[0].candidates_before, *(turn.candidates_after for turn in turns)]
    return [Step(turn, codes or 0) for turn, codes in enumerate(left)][: MOST_STEPS + 1]


def judged_html(judged: Judged, rules: Rules, *, side: str = "", picture: str = "") -> str:
    """A judged game as a part of a page.

    Args:
        side: whose guesses these are, where a page has two.
        picture: the address of a picture to share, if there is one.
    """
    return render_fragment("judged.html", judged_values(judged, rules, side, picture))


def judged_values(
    judged: Judged, rules: Rules, side: str = "", picture: str = ""
) -> dict[str, object]:
    """What the template of that part needs."""
    return {
        "judged": judged,
        "analysis": judged.analysis,
        "dots": Dots.of(judged.field),
        "steps": steps(judged),
        "rules": rules,
        "side": side,
        "picture": picture,
    }
