"""How likely candidates are, where the lists of a game say so."""

from collections.abc import Callable

from moolab.codes.listed import ListedRules
from moolab.deduction.base import Candidates


def odds(left: Candidates) -> Callable[[str], float] | None:
    """What says how likely each candidate is, 0 to 1; None where none is likelier than others.

    >>> from moolab.codes.listed import listed_rules
    >>> from moolab.deduction.candidates import candidates
    >>> game = listed_rules(["crane", "caper", "slate"], weights=[3, 1, 0])
    >>> [odds(candidates(game))(code) for code in game.secrets]
    [0.75, 0.25, 0.0]
    >>> odds(candidates("ab4x10")) is None, odds(candidates(game, "crane=--g-g"))("slate")
    (True, 1.0)
    """
    rules = left.rules
    if not isinstance(rules, ListedRules) or not rules.weights:
        return None
    weights = dict(zip(left, rules.weights_of(left), strict=True))
    total = sum(weights.values())
    return lambda code: weights.get(code, 0) / total
