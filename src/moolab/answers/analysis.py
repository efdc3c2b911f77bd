"""What a game teaches: each guess judged, and a summary to be shared."""

from typing import Any

from moolab.analysis.game import AnalysedTurn, Analysis
from moolab.analysis.outlook import Outlook
from moolab.analysis.reasons import comparison
from moolab.support.text import counted


def analysis_fields(analysis: Analysis, secret: str | None = None) -> dict[str, Any]:
    """A game, analysed.

    Args:
        secret: the secret, if it is known although it was not found.

    >>> from moolab.analysis.game import analyse
    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.history import parse_history
    >>> rules = Rules.parse("ab3x5")
    >>> game = analysis_fields(analyse(rules, parse_history(rules, "012=02 134=20 130=30")))
    >>> game["guesses"], [turn["label"] for turn in game["turns"]]
    (3, ['best', 'mistake', 'best'])
    """
    saved = analysis.saved
    return {
        "rules": str(analysis.rules),
        "secret": secret or analysis.secret,
        "turns": [_turn_fields(turn) for turn in analysis.turns],
        "skill": analysis.skill,
        "luck": analysis.luck,
        "guesses": len(analysis.turns),
        "found": analysis.found,
        "expected_guesses": float(analysis.expected),
        "regret": float(analysis.regret),
        "saved": None if saved is None else float(saved),
    }


def _turn_fields(analysed: AnalysedTurn) -> dict[str, Any]:
    judgement = analysed.judgement
    outlook, best = judgement.outlook, judgement.best
    return {
        "turn": analysed.number,
        "guess": outlook.guess,
        "reply": str(analysed.turn.reply),
        "consistent": outlook.consistent,
        "candidates_before": analysed.before.count,
        "candidates_after": analysed.after.count,
        **_outlook_fields(outlook),
        "expected_guesses": float(judgement.expected),
        "information": analysed.information,
        "expected_information": outlook.expected_information,
        "skill": judgement.skill,
        "luck": analysed.luck,
        "label": analysed.label,
        "best": {
            "guess": best.guess,
            **_outlook_fields(best),
            "expected_guesses": float(judgement.best_expected),
        },
        "why": comparison(outlook, best) if judgement.regret else None,
        "regret": float(judgement.regret),
        "method": judgement.method,
    }


def _outlook_fields(outlook: Outlook) -> dict[str, Any]:
    return {
        "expected_after": outlook.expected_after,
        "groups": outlook.groups,
        "largest": outlook.largest,
    }


def share_text(analysis: Analysis) -> str:
    """A game as text that spoils nothing, for those who play the same one.

    >>> from moolab.analysis.game import analyse
    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.history import parse_history
    >>> rules = Rules.parse("ab3x5")
    >>> print(share_text(analyse(rules, parse_history(rules, "012=02 134=20 130=30"))))
    ab3x5, found in 3 guesses: skill 90, luck 59.
    Guesses: best, mistake, best.
    """
    end = "found in" if analysis.found else "not found after"
    labels = ", ".join(turn.label for turn in analysis.turns)
    return (
        f"{analysis.rules}, {end} {counted(len(analysis.turns), 'guess')}: "
        f"skill {int(analysis.skill)}, luck {int(analysis.luck)}.\nGuesses: {labels}."
    )
