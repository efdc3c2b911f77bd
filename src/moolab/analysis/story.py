"""A game told in five short cards: opening, best guess, luckiest reply, turning point, end."""

from typing import NamedTuple

from moolab.analysis.game import LABELS, AnalysedTurn, Analysis
from moolab.analysis.reasons import amount
from moolab.support.language import decimal_in_words, translate, translate_number

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
        best = min(later, key=lambda turn: (turn.judgement.regret, -_groups(turn)))
        open_yet = game.turns[:-1] if game.found else game.turns
        cards += [_best(best, priced=priced), _luckiest(max(open_yet, key=lambda turn: turn.luck))]
        worst = max(game.turns, key=lambda turn: turn.judgement.regret)
        if worst.judgement.wasted > LABELS["good"]:
            cards.append(_costliest(worst, priced=priced))
        else:
            cards.append(_turning_point(max(later, key=lambda turn: turn.information)))
    return (*cards, _end(game))


def _groups(turn: AnalysedTurn) -> int:
    return turn.judgement.partition.groups


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
