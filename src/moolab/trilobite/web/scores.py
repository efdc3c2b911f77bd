"""Scores of a position of trilobite as bars: one for each column."""

from typing import NamedTuple

from moolab.support.language import translate
from moolab.trilobite.board import COLUMNS, Board
from moolab.trilobite.score import Bounds, Solution, outlook

_LEAST_SCALE = 4
"""A bar is as long as can be from this score on, unless other scores are higher."""


class Bar(NamedTuple):
    """What a column is worth.

    Attributes:
        column: its name.
        text: the score, as far as it is known, in few signs; empty for a full column.
        words: the same in words, or that the column is full.
        upper, lower: where the bar begins and ends, from 1 at the top to -1; None for a full one.
        exact: whether the score is known.
        best: whether no column is better for sure.
    """

    column: str
    text: str = ""
    words: str = ""
    upper: float | None = None
    lower: float | None = None
    exact: bool = True
    best: bool = False


class Analysis(NamedTuple):
    """What is known of a position's scores, as it is shown.

    Attributes:
        turn: the stone of the player to whom the scores refer.
        outlook: how the game ends with best play, if that is known.
        exact: whether all scores are.
        bars: of each column.
    """

    turn: str
    outlook: str | None
    exact: bool
    bars: list[Bar]

    @classmethod
    def of(cls, found: Solution) -> "Analysis":
        """A solution as it is shown."""
        board, scores = found.board, found.scores
        known = (abs(each.lower) for each in scores.values() if each.exact)
        scale = max([_LEAST_SCALE, *known])
        bars = [
            _bar(board, column, scores[column], scale, best=column in found.best)
            if column in scores
            else Bar(COLUMNS[column - 1], words=translate("full"))
            for column in range(1, board.shape.width + 1)
        ]
        exact = all(bar.exact for bar in bars)
        return cls(board.turn, outlook(board, found.score), exact, bars)


def _bar(board: Board, column: int, score: Bounds, scale: int, *, best: bool) -> Bar:
    upper, lower = (max(-1.0, min(1.0, bound / scale)) for bound in (score.upper, score.lower))
    text, words = stated(score)
    end = outlook(board, score) or translate("not known yet")
    words = translate("{score}: {end}", score=words, end=end)
    return Bar(COLUMNS[column - 1], text, words, upper, lower, score.exact, best)


def stated(score: Bounds) -> tuple[str, str]:
    """A score as far as it is known, in few signs and in words.

    >>> stated(Bounds(3, 3)), stated(Bounds(0, 8))
    (('+3', '+3'), ('≥ 0', 'at least 0, at most +8'))
    >>> stated(Bounds(-2, 8))
    ('?', 'at least -2, at most +8')
    """
    lower, upper = (f"{bound:+d}" if bound else "0" for bound in score)
    if score.exact:
        return lower, lower
    text = f"≥ {lower}" if score.lower >= 0 else f"≤ {upper}" if score.upper <= 0 else "?"
    return text, translate("at least {lower}, at most {upper}", lower=lower, upper=upper)
