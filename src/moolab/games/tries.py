"""How many guesses a player has to find a code: the usual number, and how it is told."""

from math import log

from moolab.codes.rules import Rules
from moolab.deduction.history import MAX_TURNS
from moolab.support.language import translate_plural

MOST_TRIES = MAX_TURNS
"""The largest limit; 0 stands for no limit."""

_DIGITS, _COLOURS = 2.5, 3.5
"""Tries for each guess that replies need at least to tell all codes apart. People have about 8 for
four different digits, and 10 for four of six colours, which may repeat and are harder to keep in
mind: factors from 2.3 to 2.6, and from 3.5 to 3.8, round to these."""

_WORD, _LETTERS = 6, 5
"""Tries for words of up to so many letters, as word games in newspapers have them."""

_NASTY = 2
"""More where each reply is the nastiest: at best play, ab4x10 needs 7 guesses at worst, 5.2 on
average."""

_MISTAKE = 2
"""More for each reply that can be wrong: one costs a good player one or two guesses more."""


def usual_tries(rules: Rules, *, evil: bool = False, mistakes: int = 0, boards: int = 1) -> int:
    """The usual number of tries of a player who guesses alone.

    Args:
        evil: whether the computer replies without a secret.
        mistakes: how many replies can be wrong.
        boards: to how many codes each guess goes; each but the first has one try of its own.

    >>> {game: usual_tries(Rules.parse(game)) for game in ("ab3x10", "ab4x10", "ab5x10", "mm4x6")}
    {'ab3x10': 7, 'ab4x10': 8, 'ab5x10': 9, 'mm4x6': 10}
    >>> words = Rules.parse("words:english5")
    >>> usual_tries(words), usual_tries(words, boards=4), usual_tries(words, evil=True)
    (6, 9, 8)
    """
    if rules.marked:
        tries = _WORD + max(0, rules.places - _LETTERS)
    else:
        factor = _COLOURS if rules.repeats and not rules.listed else _DIGITS
        # Where one reply is all there is, there is one code, or one that nothing can tell.
        least = log(rules.size) / log(max(2, len(rules.replies)))
        tries = round(factor * least)
    more = _NASTY * evil + _MISTAKE * mistakes + boards - 1
    return min(max(1, tries) + more, MOST_TRIES)


def out_of_tries(tries: int) -> str:
    """The verdict on a game whose tries are used up.

    >>> out_of_tries(8)
    'You lose: all 8 guesses are used up.'
    """
    return translate_plural(
        "You lose: [your|all] [only|{number}] [guess|guesses] [is|are] used up.", tries
    )


def score(guesses: int, tries: int, *, found: bool) -> str:
    """A result at a glance: how many of the tries were needed.

    >>> score(5, 8, found=True), score(8, 8, found=False), score(5, 0, found=True)
    ('5/8', 'X/8', '5')
    """
    return f"{guesses if found else 'X'}/{tries}" if tries else str(guesses)
