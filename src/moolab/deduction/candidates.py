"""The codes that can still be the secret: which implementation holds those of a game."""

from moolab.codes.numbering import LISTABLE
from moolab.codes.rules import AnyRules, Rules
from moolab.deduction.base import Candidates
from moolab.deduction.history import MOST_MISTAKES, AnyHistory, parse_history
from moolab.deduction.plain import PlainCandidates, are_texts
from moolab.errors import SpaceTooLarge
from moolab.support.checks import check_count

__all__ = ["Candidates", "candidates"]


def candidates(rules: "AnyRules", history: "AnyHistory" = (), mistakes: int = 0) -> Candidates:
    """The codes consistent with a history.

    Small games are kept as texts, large ones as packed arrays, and those with more than
    ``LISTABLE`` codes are not listed at all, but searched.

    Args:
        rules: the game, its notation, or whatever has ``rules``, such as a ``Game``.
        history: the turns in any form that ``parse_history`` reads.
        mistakes: how many replies may be wrong, up to 3; never one that wins, or denies a win.

    Raises:
        InvalidRules: if there is no such game.
        InvalidTurn, InvalidCode, InvalidReply: if the history is malformed.
        InvalidCommand: if ``mistakes`` is not a number of them.
        SpaceTooLarge: if replies may be wrong in a game with too many codes to list.

    >>> left = candidates("ab4x10", "1389=00 1234=02 1759=11")
    >>> left.count, left[0], "2745" in left
    (5, '2457', True)
    >>> candidates("ab4x10", left.history, mistakes=1).count
    254
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
