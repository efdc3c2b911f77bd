"""The codes that can still be the secret: what holds those of a game, and how likely each is."""

from collections.abc import Callable

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import LISTABLE
from moolab.codes.rules import AnyRules, Rules
from moolab.deduction.base import Candidates
from moolab.deduction.history import MOST_MISTAKES, AnyHistory, parse_history
from moolab.deduction.plain import PlainCandidates, are_texts
from moolab.errors import SpaceTooLarge
from moolab.support.checks import check_count

__all__ = ["Candidates", "candidates", "odds"]


def candidates(rules: "AnyRules", history: "AnyHistory" = (), mistakes: int = 0) -> Candidates:
    """The codes consistent with a history.

    Small games are kept as texts, large ones as packed arrays, and those with more than
    ``LISTABLE`` codes are not listed at all, but searched.

    Args:
        rules: the game, its notation, or whatever has ``rules``, such as a ``Game``.
        history: the turns in any form that ``parse_history`` reads.
        mistakes: how many replies can be wrong, up to 3; never one that wins, or denies a win.

    Raises:
        InvalidRules: if there is no such game.
        InvalidTurn, InvalidCode, InvalidReply: if the history is malformed.
        InvalidCommand: if ``mistakes`` is not a number of them.
        SpaceTooLarge: if replies can be wrong in a game with too many codes to list.

    >>> left = candidates("ab4x10", "1389=00 1234=02 1759=11")
    >>> left.count, left[0], "2745" in left
    (5, '2457', True)
    """
    rules = Rules.parse(rules)
    turns = parse_history(rules, history)
    mistakes = check_count("mistakes", mistakes, 0, MOST_MISTAKES)
    return _every_code(rules, mistakes)._after_all(turns)


def _every_code(rules: Rules, mistakes: int) -> Candidates:
    """The candidates before the first turn; what holds them is imported only where it is needed."""
    if are_texts(rules):
        return PlainCandidates.all_of(rules, mistakes)
    if rules.size <= LISTABLE:
        from moolab.deduction.packed import PackedCandidates

        return PackedCandidates(rules, (), mistakes=mistakes)
    if mistakes:
        raise SpaceTooLarge(
            f"{rules} has {rules.size:,} codes, too many to allow for wrong replies "
            f"(the limit is {LISTABLE:,})"
        )
    from moolab.deduction.unlisted import UnlistedCandidates

    return UnlistedCandidates(rules, ())


def odds(left: Candidates) -> Callable[[str], float] | None:
    """What says how likely each candidate is, 0 to 1; None where none is likelier than others.

    >>> from moolab.codes.listed import listed_rules
    >>> from moolab.deduction.candidates import candidates
    >>> game = listed_rules(["crane", "caper", "slate"], weights=[3, 1, 0])
    >>> [odds(candidates(game))(code) for code in game.secrets]
    [0.75, 0.25, 0.0]
    """
    rules = left.rules
    if not isinstance(rules, ListedRules) or not rules.weights:
        return None
    weights = dict(zip(left, rules.weights_of(left), strict=True))
    total = sum(weights.values())
    return lambda code: weights.get(code, 0) / total
