"""A whole game in words, in a sentence or two."""

from fractions import Fraction

from moolab.analysis.game import Analysis
from moolab.support.language import decimal_in_words, translate, translate_plural
from moolab.support.text import count_noun


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
        return translate_plural(
            "The best play needs {needed} guesses on average; these guesses gave away {lost}, "
            "and luck saved {luck}: {number} [guess|guesses].",
            spent,
            **told,
        )
    return translate_plural(
        "The best play needs {needed} guesses on average; these guesses gave away {lost}, and "
        "luck cost {luck}: {number} [guess|guesses].",
        spent,
        **told,
    )
