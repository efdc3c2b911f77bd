"""Why a stone was a mistake, in sentences: how the opponent wins, or how its player would have."""

from typing import NamedTuple

from moolab.support.language import translate
from moolab.trilobite.board import COLUMNS
from moolab.trilobite.threats import Threat
from moolab.trilobite.winning import Win


class Reason(NamedTuple):
    """Why a stone was a mistake.

    Attributes:
        win: what the stone allowed to the opponent, or what its player let go.
        missed: whether it is the latter.
        below: whether the opponent completes a line right above the stone.
    """

    win: Win
    missed: bool
    below: bool


def reason_in_words(reason: Reason) -> str:
    """The reason in a sentence or two, each proved, unless it says that it follows best play.

    >>> from moolab.trilobite.board import Board
    >>> from moolab.trilobite.winning import seen
    >>> reason_in_words(Reason(seen(Board.parse("4151")), missed=False, below=False))
    'X answers in column 3. Then X can complete a line in columns 2 and 6, and O stops only one.'
    """
    win = reason.win
    if win.at_once and not reason.missed:
        told = {"winner": win.winner, "column": _names(win)[0]}
        if reason.below:
            return translate("It lets {winner} complete a line right above it.", **told)
        return translate(
            "It does not stop {winner}, who completes a line in column {column}.", **told
        )
    if win.at_once:
        return translate(
            "{winner} could have completed a line at once, in column {column}.",
            winner=win.winner,
            column=_names(win)[0],
        )
    said = [_best_play(reason)] if win.before else []
    return " ".join([*said, _way_there(reason), _decision(win)])


def _best_play(reason: Reason) -> str:
    """What comes before anything is decided by what the stones show."""
    if reason.missed:
        return translate("With best play {moves} would have followed.", moves=reason.win.before)
    return translate("With best play {moves} follow.", moves=reason.win.before)


def _way_there(reason: Reason) -> str:
    """How it comes to what decides."""
    win = reason.win
    told = {"winner": win.winner, "moves": win.moves}
    if len(win.moves) > 1:
        if reason.missed:
            return translate("{winner} could have forced {moves} by threats.", **told)
        return translate("{winner} forces {moves} by threats.", **told)
    if reason.missed:
        return translate("{winner} could have played column {moves}.", **told)
    if win.before:
        return translate("{winner} plays column {moves}.", **told)
    return translate("{winner} answers in column {moves}.", **told)


def _decision(win: Win) -> str:
    """What decides then."""
    told = {"winner": win.winner, "loser": win.loser}
    if win.way == "fork":
        *others, last = _names(win)
        return translate(
            "Then {winner} can complete a line in columns {columns} and {last}, and {loser} stops "
            "only one.",
            **told,
            columns=", ".join(others),
            last=last,
        )
    if win.way == "above":
        return translate(
            "Then {loser} has to stop a line in column {column}, and {winner} completes another "
            "one right above.",
            **told,
            column=_names(win)[0],
        )
    if win.way == "anywhere":
        return translate("Then {winner} completes a line wherever {loser} plays.", **told)
    if win.way == "claimeven":
        return translate(
            "Then {winner} can answer every stone of {loser}, and has a line at the latest when "
            "the board is full.",
            **told,
        )
    return _zugzwang(win.threat, told)


def _zugzwang(threat: Threat | None, told: dict[str, str]) -> str:
    assert threat, "only zugzwang is left"
    where = {"column": COLUMNS[threat.column - 1], "row": threat.row}
    if threat.even:
        return translate(
            "Then {winner} can answer every stone, and gets the even threat in column {column}, "
            "row {row}, at the end.",
            **told,
            **where,
        )
    return translate(
        "Then {winner} can answer every stone, and gets the odd threat in column {column}, row "
        "{row}, at the end.",
        **told,
        **where,
    )


def _names(win: Win) -> list[str]:
    return [COLUMNS[column - 1] for column in win.columns]
