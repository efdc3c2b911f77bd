"""Hints for your next guess, a little more at each step."""

from functools import lru_cache
from typing import NamedTuple

from moolab.analysis.advice import advice
from moolab.analysis.reasons import count_text
from moolab.analysis.what_if import WhatIf
from moolab.codes.rules import Rules
from moolab.deduction.candidates import Candidates, candidates
from moolab.deduction.history import History
from moolab.deduction.letters import broken_hint
from moolab.errors import InvalidMove
from moolab.games.duel.duel import Duel
from moolab.support.language import translate, translate_plural
from moolab.support.text import sentence

STEPS = 3
"""How many codes remain; a good guess; why."""


class Hint(NamedTuple):
    """A guess that makes sense, and how many codes are possible; None if they are not counted."""

    guess: str
    candidates: int | None


def hint(duel: Duel) -> Hint:
    """A guess that the analysis of the game would call best, or hardly worse.

    Raises:
        InvalidMove: if the game is rated, or it is not your turn to guess.

    >>> from moolab.games.duel.duel import Setup, apply, begin
    >>> duel = begin(Setup.new("ab4x10", role="breaker", secret="8217"))
    >>> hint(apply(duel, "guess 1234"))
    Hint(guess='1305', candidates=720)
    """
    known = _known(duel)
    return Hint(_good_guess(duel, known), known.known_count)


def hint_in_words(duel: Duel, step: int) -> str:
    """A hint as a sentence or two.

    Args:
        step: from 1 to ``STEPS``, more at each.

    Raises:
        InvalidMove: if the game is rated, or it is not your turn to guess.

    >>> from moolab.games.duel.duel import Setup, apply, begin
    >>> duel = begin(Setup.new("ab4x10", role="breaker", secret="8217"))
    >>> duel = apply(duel, "guess 1234")
    >>> for step in range(1, STEPS + 1):
    ...     print(hint_in_words(duel, step))
    720 codes are possible.
    You could try 1305.
    1305 can be the secret. It splits 720 codes into 14 groups, largest 180.
    """
    known = _known(duel)
    if step == 1:
        return _describe_remaining(known)
    guess = _good_guess(duel, known)
    if step == 2:
        return translate("You could try {code}.", code=guess)
    return WhatIf(known, guess).in_words


def idea_in_words(duel: Duel, code: str) -> str:
    """Whether a code can be the secret, and what it would tell, as a sentence or two.

    Raises:
        InvalidMove: if the game is rated, or it is not your turn to guess.
        InvalidCode: if it is not a code of the game.

    >>> from moolab.games.duel.duel import Setup, apply, begin
    >>> duel = begin(Setup.new("ab4x10", role="breaker", secret="8217"))
    >>> idea_in_words(apply(duel, "guess 1234"), "5678").partition(".")[0]
    '5678 cannot be the secret: then 1234 would have got 00 in turn 1, not 11'
    """
    known = _known(duel)
    code = duel.setup.rules.code(code)
    if duel.setup.hard and (broken := broken_hint(duel.yours, code)) is not None:
        return sentence(broken)
    return WhatIf(known, code).in_words


def _known(duel: Duel) -> Candidates:
    if duel.setup.rated:
        raise InvalidMove(translate("there are no hints in a rated game"))
    if not duel.may_guess:
        raise InvalidMove(translate("there are hints only where it is your turn to guess"))
    return duel.left


def _good_guess(duel: Duel, known: Candidates) -> str:
    # In hard mode, what can be the secret can be guessed.
    return _advice(known.rules, known.history, known.mistakes, duel.setup.hard)


@lru_cache(maxsize=64)
def _advice(rules: Rules, history: History, mistakes: int, consistent: bool) -> str:
    """The guess of all steps of a hint: looked for once, and kept without the candidates."""
    return advice(candidates(rules, history, mistakes), consistent=consistent)


def _describe_remaining(known: Candidates) -> str:
    if known.known_count is None:
        return translate(
            "{rules} has too many codes to count those that are still possible.", rules=known.rules
        )
    codes = translate_plural("{number} [code|codes] [is|are] possible", known.count)
    return sentence(count_text(known, codes))
