"""Which of all listed guesses hard mode allows: ``letters.broken_hint`` for many at once."""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from moolab.codes.listed import ListedRules
from moolab.codes.listed_table import letters
from moolab.deduction.history import History
from moolab.deduction.letters import ABSENT, RIGHT


def uses_hints(rules: ListedRules, history: History) -> NDArray[np.bool_]:
    """Whether each guess uses all that replies have shown, shape (guesses,).

    >>> from moolab.codes.listed import listed_rules
    >>> from moolab.deduction.history import parse_history
    >>> game = listed_rules(["crane", "grape", "trust", "about"])
    >>> uses_hints(game, parse_history(game, "crane=-gy--")).tolist()
    [True, True, False, False]
    """
    every = letters(rules)
    fits = np.ones(every.shape[1], np.bool_)
    for guess, reply in history:
        shown: Counter[str] = Counter()
        for place, (letter, mark) in enumerate(zip(guess, str(reply), strict=True)):
            if mark == RIGHT:
                fits &= every[place] == ord(letter)
            if mark != ABSENT:
                shown[letter] += 1
        for letter, number in shown.items():
            fits &= (every == ord(letter)).sum(axis=0) >= number
    return fits
