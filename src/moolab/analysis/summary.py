"""A whole game in words."""

from collections.abc import Sequence
from fractions import Fraction

from moolab.analysis.game import Analysis, Label
from moolab.support.language import decimal_in_words, translate, translate_number
from moolab.support.text import count_noun

_PERFECT = 100


def share_text(analysis: Analysis) -> str:
    """A game as text that spoils nothing, for those who play the same one.

    >>> from moolab.analysis.game import analyse
    >>> print(share_text(analyse("ab3x5", "012=02 134=20 130=30")))
    ab3x5, found in 3 guesses: skill 90, luck 59.
    Guesses: best, mistake, best.
    """
    end = "found in" if analysis.found else "not found after"
    labels = ", ".join(turn.label for turn in analysis.turns)
    return (
        f"{analysis.rules}, {end} {count_noun(len(analysis.turns), 'guess')}: "
        f"skill {int(analysis.skill)}, luck {int(analysis.luck)}.\nGuesses: {labels}."
    )


def summary_text(
    expected: Fraction | float,
    regret: Fraction | float,
    spent: int,
    *,
    found: bool,
    priced: bool = False,
) -> str:
    """How many guesses a game took, or what they cost, and why.

    Args:
        expected: how many the best play needs on average, or what it costs.
        regret: how many were given away.
        spent: how many there were.
        found: whether the secret was found.
        priced: whether all of that is costs.

    >>> summary_text(3.27, 0.17, 3, found=True)
    'The best play needs 3.27 guesses on average; these guesses gave away 0.17, and luck saved \
0.44: 3 guesses.'
    """
    needed, lost = round(float(expected), 2), round(float(regret), 2)
    told = {"needed": decimal_in_words(needed), "lost": decimal_in_words(lost)}
    if not found and priced:
        return translate(
            "The best play costs {needed} on average; these guesses gave away {lost} so far, and "
            "the secret is not found yet.",
            **told,
        )
    if not found:
        return translate(
            "The best play needs {needed} guesses on average; these guesses gave away {lost} so "
            "far, and the secret is not found yet.",
            **told,
        )
    # Rounded like this the figures add up.
    saved = round(needed + lost - spent, 2)
    told["luck"] = decimal_in_words(abs(saved))
    if priced and saved >= 0:
        return translate(
            "The best play costs {needed} on average; these guesses gave away {lost}, and luck "
            "saved {luck}: they cost {spent}.",
            spent=spent,
            **told,
        )
    if priced:
        return translate(
            "The best play costs {needed} on average; these guesses gave away {lost}, and bad luck "
            "cost {luck}: they cost {spent}.",
            spent=spent,
            **told,
        )
    if saved >= 0:
        return translate_number(
            "The best play needs {needed} guesses on average; these guesses gave away {lost}, and "
            "luck saved {luck}: {number} guess.",
            "The best play needs {needed} guesses on average; these guesses gave away {lost}, and "
            "luck saved {luck}: {number} guesses.",
            spent,
            **told,
        )
    return translate_number(
        "The best play needs {needed} guesses on average; these guesses gave away {lost}, and "
        "luck cost {luck}: {number} guess.",
        "The best play needs {needed} guesses on average; these guesses gave away {lost}, and "
        "luck cost {luck}: {number} guesses.",
        spent,
        **told,
    )


def verdict_text(skill: float, luck: float, labels: Sequence[Label], *, exact: bool = True) -> str:
    """How a game was played, in a sentence or two that agree with the numbers beside them.

    Args:
        skill, luck: of the game, 0 to 100; what is shown of them is the whole number.
        labels: of its guesses.
        exact: whether all of them were judged exactly.

    >>> verdict_text(99.4, 50, ["best", "good"])
    'Almost perfect play, average luck.'
    >>> verdict_text(93, 81.2, ["best", "mistake", "best"])
    'Strong play, very good luck. Guess 2 was a mistake.'
    """
    said = [translate("{play}, {luck}.", play=_play(skill, exact=exact), luck=_luck(luck))]
    worst = max(range(len(labels)), key=lambda turn: _SEVERE.get(labels[turn], 0))
    if labels[worst] == "mistake":
        said.append(translate("Guess {turn} was a mistake.", turn=worst + 1))
    elif labels[worst] == "blunder":
        said.append(translate("Guess {turn} was a blunder.", turn=worst + 1))
    return " ".join(said)


_SEVERE: dict[Label, int] = {"mistake": 1, "blunder": 2}
"""Guesses that a verdict names."""


def _play(skill: float, *, exact: bool) -> str:
    if skill >= _PERFECT:
        return translate("Perfect play") if exact else translate("No better play was found")
    shown = int(skill)
    words = {
        96: translate("Almost perfect play"),
        88: translate("Strong play"),
        75: translate("Good play"),
        50: translate("Uneven play"),
        0: translate("Far from the best play"),
    }
    return next(text for least, text in words.items() if shown >= least)


def _luck(luck: float) -> str:
    shown = int(luck)
    words = {
        80: translate("very good luck"),
        60: translate("good luck"),
        40: translate("average luck"),
        20: translate("bad luck"),
        0: translate("very bad luck"),
    }
    return next(text for least, text in words.items() if shown >= least)
