"""How many codes are left, and why one guess is better than another, in words."""

from fractions import Fraction

from moolab.analysis.partition import Partition
from moolab.deduction.candidates import Candidates
from moolab.support.text import count_noun, wrong_replies

METHODS = {
    "look-ahead": "by looking ahead with a few guesses at a time",
    "information": "by what the replies tell",
    "sample": "by what the replies tell, against some of the codes only",
}
"""How a guess was judged that could not be judged exactly."""

INCONSISTENT = "It could not be the secret."
"""The remark about a guess that could not win at once."""


def count_text(known: Candidates, adjective: str = "") -> str:
    """How many codes are left, for a person, and how many replies must be wrong.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.candidates import candidates
    >>> from moolab.deduction.history import parse_history
    >>> rules = Rules.parse("ab4x10")
    >>> count_text(candidates(rules, parse_history(rules, "1234=02 1389=00"), mistakes=1))
    '1,536 codes, 84 of them if no reply is wrong'
    """
    assert known.count is not None, "listable games are counted"
    text = f"{count_noun(known.count, 'code')}{adjective}"
    likeliest = known.likeliest
    fewest = likeliest.mistakes
    if fewest:
        least = "at least " if fewest < known.mistakes else ""
        return f"{text}, and {least}{wrong_replies(fewest)}"
    if likeliest.count == known.count:
        return text
    return f"{text}, {likeliest.count:,} of them if {wrong_replies(0)}"


def describe_partition(partition: Partition) -> str:
    """What a guess does, as the end of a sentence.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.candidates import candidates
    >>> describe_partition(Partition.of(candidates(Rules.parse("ab4x10")), "0123"))
    'splits 5,040 codes into 14 groups, largest 1,440'
    """
    if partition.candidates == 1:
        return "is the only code left" if partition.consistent else "cannot be the secret"
    codes = count_noun(partition.candidates, "code")
    if partition.groups == 1:
        return f"tells nothing: all {codes} give the same reply"
    return f"splits {codes} into {_groups(partition)}"


def comparison(partition: Partition, best: Partition, whose: str = "yours") -> str:
    """Why a guess is worse than the best one; where its groups look better, that is said, too.

    Args:
        whose: what to call the guess.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.candidates import candidates
    >>> from moolab.deduction.history import parse_history
    >>> rules = Rules.parse("ab4x10")
    >>> known = candidates(rules, parse_history(rules, "1234=11"))
    >>> comparison(Partition.of(known, "1205"), Partition.of(known, "1305"))
    'needs fewer guesses in the end, though its largest group is larger: 14 groups, largest 180, \
and it can be the secret; yours: 12 groups, largest 148'

    What a guess saves in the end, its groups need not show at all:

    >>> comparison(Partition.of(known, "1502"), Partition.of(known, "1305"))
    'needs fewer guesses in the end, though its groups look no better: 14 groups, largest 180; \
yours: 14 groups, largest 180'
    """
    if partition.candidates == 1:
        return describe_partition(best)
    # That only one of the two can be the secret may decide between them.
    may_win = ", and it can be the secret"
    of_best = may_win if best.consistent > partition.consistent else ""
    of_own = may_win if partition.consistent > best.consistent else ""
    own = f"{whose}: {_groups(partition)}{of_own}"
    though = _drawback(partition, best)
    if not though and (of_best or _looks(best) != _looks(partition)):
        return f"{describe_partition(best)}{of_best}; {own}"
    though = though or "its groups look no better"
    return f"needs fewer guesses in the end, though {though}: {_groups(best)}{of_best}; {own}"


def _looks(partition: Partition) -> tuple[int, int]:
    return partition.groups, partition.largest


def _drawback(partition: Partition, best: Partition) -> str:
    """What looks worse about the groups of a better guess; empty if nothing does."""
    fewer, larger = best.groups < partition.groups, best.largest > partition.largest
    if fewer and larger:
        return "its groups look worse"
    if fewer:
        return "its groups are fewer"
    return "its largest group is larger" if larger else ""


def _groups(partition: Partition) -> str:
    """How a guess splits the codes, where their number is known from the context."""
    if partition.groups == 1:
        return "tells nothing"
    return f"{count_noun(partition.groups, 'group')}, largest {partition.largest:,}"


def amount(guesses: Fraction | float, *, exact: bool = True) -> str:
    """How many guesses one is better by, which is never said to be none if it is some.

    >>> amount(0.25), amount(Fraction(1, 4), exact=False), amount(0.001), amount(0.0)
    ('0.25', 'about 0.25', 'less than 0.01', '0.00')
    """
    if 0 < guesses < Fraction(1, 200):
        return "less than 0.01"
    return f"{'' if exact else 'about '}{float(guesses):.2f}"
