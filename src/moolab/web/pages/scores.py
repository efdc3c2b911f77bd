"""Scores of a position of trilobite as bars: one for each column."""

from typing import NamedTuple

from moolab.answers.trilobite import Solution
from moolab.trilobite.board import COLUMNS, Board
from moolab.trilobite.score import Bounds, outlook, score_of_win

_LEAST_SCALE = 4
"""A bar is as long as can be from this score on, unless other scores are higher."""


class Bar(NamedTuple):
    """What a column is worth.

    Attributes:
        column: its name.
        text: the score, as far as it is known, in few signs; empty for a full column.
        words: the same in words.
        upper, lower: where the bar begins and ends, from 1 at the top to -1; None for a full one.
        exact: whether the score is known.
        best: whether no column is better for sure.
    """

    column: str
    text: str = ""
    words: str = "full"
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
        known = [abs(each.lower) for each in scores.values() if each.exact]
        scale = max(_LEAST_SCALE, *known) if known else _LEAST_SCALE
        bars = [
            _bar(board, column, scores[column], scale, best=column in found.best)
            if column in scores
            else Bar(COLUMNS[column - 1])
            for column in range(1, board.shape.width + 1)
        ]
        exact = all(bar.exact for bar in bars)
        return cls(board.turn, outlook(board, found.score), exact, bars)


def _bar(board: Board, column: int, score: Bounds, scale: int, *, best: bool) -> Bar:
    text, words = _stated(board, score)
    end = outlook(board, score)
    upper, lower = (max(-1.0, min(1.0, bound / scale)) for bound in (score.upper, score.lower))
    words = f"{words}: {end}" if end else words
    return Bar(COLUMNS[column - 1], text, words, upper, lower, score.exact, best)


def _stated(board: Board, score: Bounds) -> tuple[str, str]:
    """A score as far as it is known, in signs and in words."""
    cells, ply = board.shape.cells, board.ply
    # Whatever happens, the opponent wins with the next stone or later, and so on.
    low = score.lower > -score_of_win(cells, ply + 1)
    high = score.upper < score_of_win(cells, ply + 2)
    lower, upper = (f"{bound:+d}" if bound else "0" for bound in score)
    if score.exact:
        return lower, lower
    if low and high:
        return f"{lower} to {upper}", f"from {lower} to {upper}"
    if low:
        return f"≥ {lower}", f"at least {lower}"
    return (f"≤ {upper}", f"at most {upper}") if high else ("?", "not known yet")
