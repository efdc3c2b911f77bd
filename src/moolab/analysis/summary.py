"""A whole game in words: in a sentence or two, or in five short cards."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from moolab.analysis.game import LABELS, AnalysedTurn, Analysis, Label
from moolab.analysis.reasons import amount
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


_EVEN = 50
"""Luck that is neither good nor bad."""


class Card(NamedTuple):
    """A part of the story.

    Attributes:
        title: what it is about.
        text: a sentence or two.
        turn: the number of the turn that it is about; None for the whole game.
    """

    title: str
    text: str
    turn: int | None = None


def story(game: Analysis) -> tuple[Card, ...]:
    """The story of a game, in at most five cards; a game of one guess has only two.

    >>> from moolab.analysis.game import analyse
    >>> for card in story(analyse("ab3x5", "012=02 134=20 130=30")):
    ...     print(f"{card.title}: {card.text}")
    The opening: 012 left 18 of 60 codes.
    The best guess: Guess 3, 130: no guess is better here. It split 3 codes into 3 groups.
    The luckiest reply: 134 got 2 bulls, 0 cows, with luck 80.
    The costliest guess: Guess 2, 134, cost 0.28 guesses; 123 would have been a best one.
    The end: Found in 3 guesses. The best play needs 3.27 on average.
    """
    first, *later = game.turns
    cards, priced = [_opening(first)], game.rules.priced
    if later:
        best = min(
            later, key=lambda turn: (turn.judgement.regret, -turn.judgement.partition.groups)
        )
        open_yet = game.turns[:-1] if game.found else game.turns
        cards += [_best(best, priced=priced), _luckiest(max(open_yet, key=lambda turn: turn.luck))]
        worst = max(game.turns, key=lambda turn: turn.judgement.regret)
        if worst.judgement.wasted > LABELS["good"]:
            cards.append(_costliest(worst, priced=priced))
        else:
            cards.append(_turning_point(max(later, key=lambda turn: turn.information)))
    return (*cards, _end(game))


def _counts(turn: AnalysedTurn) -> tuple[int, int]:
    before, after = turn.before.count, turn.after.count
    assert before is not None, "analysed games are counted"
    assert after is not None, "analysed games are counted"
    return before, after


def _opening(turn: AnalysedTurn) -> Card:
    before, after = _counts(turn)
    text = translate_number(
        "{guess} left {number} of {codes} codes.",
        "{guess} left {number} of {codes} codes.",
        after,
        guess=turn.turn.guess,
        codes=before,
    )
    return Card(translate("The opening"), text, turn.number)


def _best(turn: AnalysedTurn, *, priced: bool) -> Card:
    judgement = turn.judgement
    exact = judgement.method == "exact"
    named = {"turn": turn.number, "guess": turn.turn.guess}
    if judgement.regret and priced:
        text = translate(
            "Guess {turn}, {guess}, came closest to the best: it cost {cost} more.",
            cost=amount(judgement.regret, exact=exact),
            **named,
        )
    elif judgement.regret:
        text = translate(
            "Guess {turn}, {guess}, came closest to the best: it cost {cost} guesses.",
            cost=amount(judgement.regret, exact=exact),
            **named,
        )
    elif judgement.partition.candidates == 1:
        text = translate("Guess {turn}, {guess}: nothing else was left.", **named)
    elif exact:
        text = translate_number(
            "Guess {turn}, {guess}: no guess is better here. It split {codes} codes into {number} "
            "group.",
            "Guess {turn}, {guess}: no guess is better here. It split {codes} codes into {number} "
            "groups.",
            judgement.partition.groups,
            codes=judgement.partition.candidates,
            **named,
        )
    else:
        text = translate_number(
            "Guess {turn}, {guess}: no better guess was found. It split {codes} codes into "
            "{number} group.",
            "Guess {turn}, {guess}: no better guess was found. It split {codes} codes into "
            "{number} groups.",
            judgement.partition.groups,
            codes=judgement.partition.candidates,
            **named,
        )
    return Card(translate("The best guess"), text, turn.number)


def _luckiest(turn: AnalysedTurn) -> Card:
    text = translate(
        "{guess} got {reply}, with luck {luck}.",
        guess=turn.turn.guess,
        reply=turn.turn.reply.words,
        luck=int(turn.luck),
    )
    if turn.luck <= _EVEN:
        text = translate("No reply was lucky. {best}", best=text)
    return Card(translate("The luckiest reply"), text, turn.number)


def _costliest(turn: AnalysedTurn, *, priced: bool) -> Card:
    named = {
        "turn": turn.number,
        "guess": turn.turn.guess,
        "cost": amount(turn.judgement.regret),
        "best": turn.judgement.best.guess,
    }
    exact = turn.judgement.method == "exact"
    if priced and exact:
        text = translate(
            "Guess {turn}, {guess}, cost {cost} more than {best}, a best one.", **named
        )
    elif priced:
        text = translate("Guess {turn}, {guess}, cost about {cost} more than {best}.", **named)
    elif exact:
        text = translate(
            "Guess {turn}, {guess}, cost {cost} guesses; {best} would have been a best one.",
            **named,
        )
    else:
        text = translate(
            "Guess {turn}, {guess}, cost about {cost} guesses; {best} would have been better.",
            **named,
        )
    return Card(translate("The costliest guess"), text, turn.number)


def _turning_point(turn: AnalysedTurn) -> Card:
    before, after = _counts(turn)
    text = translate_number(
        "No guess cost much. After guess {turn}, {guess}, {number} of {codes} codes was left.",
        "No guess cost much. After guess {turn}, {guess}, {number} of {codes} codes were left.",
        after,
        turn=turn.number,
        guess=turn.turn.guess,
        codes=before,
    )
    return Card(translate("The turning point"), text, turn.number)


def _end(game: Analysis) -> Card:
    needed, left = decimal_in_words(game.expected), _counts(game.turns[-1])[1]
    if game.found and game.rules.priced:
        text = translate_number(
            "Found in {number} guess, which cost {spent}. The best play costs {needed} on average.",
            "Found in {number} guesses, which cost {spent}. The best play costs {needed} on "
            "average.",
            len(game.turns),
            spent=game.spent,
            needed=needed,
        )
    elif game.rules.priced:
        text = translate_number(
            "Not found: {number} code was left. The best play costs {needed} on average.",
            "Not found: {number} codes were left. The best play costs {needed} on average.",
            left,
            needed=needed,
        )
    elif game.found:
        text = translate_number(
            "Found in {number} guess. The best play needs {needed} on average.",
            "Found in {number} guesses. The best play needs {needed} on average.",
            len(game.turns),
            needed=needed,
        )
    else:
        text = translate_number(
            "Not found: {number} code was left. The best play needs {needed} guesses on average.",
            "Not found: {number} codes were left. The best play needs {needed} guesses on average.",
            left,
            needed=needed,
        )
    return Card(translate("The end"), text)
