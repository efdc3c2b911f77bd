"""Proved values after the first turn, where to find them again would take too long."""

from moolab.codes.rules import Rules
from moolab.codes.symmetry import renamed
from moolab.deduction.history import History
from moolab.search.position import Best

_PROVED = {
    "ab4x10": {
        "00": Best(1446, "4567"),
        "01": Best(6495, "1456"),
        "02": Best(5548, "1245"),
        "03": Best(1004, "1435"),
        "04": Best(23, "1230"),
        "10": Best(1913, "0456"),
        "11": Best(2992, "0245"),
        "12": Best(804, "0245"),
        "13": Best(22, "0134"),
        "20": Best(659, "0245"),
        "21": Best(240, "0145"),
        "22": Best(15, "0132"),
        "30": Best(73, "0245"),
    }
}
"""By game and reply to the first code in numeric order: the branches of ``results/ab4x10.json.gz``,
a tree that is proved to be the best."""


def proved(rules: Rules, history: History) -> Best | None:
    """The best second guess and its value, if that was proved once; any first guess will do.

    In a game without repeats all first guesses are alike: symbols can be renamed.

    >>> from moolab.deduction.history import parse_history
    >>> rules = Rules.parse("ab4x10")
    >>> proved(rules, parse_history(rules, "9753=11"))
    Best(value=2992, guess='9501')
    """
    plain = Rules(rules.family, rules.places, rules.symbols)
    if len(history) != 1 or str(plain) not in _PROVED:
        return None
    first = history[0]
    best = _PROVED[str(plain)].get(str(first.reply))
    if best is None:
        return None
    return best._replace(guess=renamed(rules, best.guess, plain.alphabet, first.guess))
