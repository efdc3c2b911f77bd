"""How many codes are left, and why one guess is better than another, in words."""

from fractions import Fraction

from moolab.analysis.partition import Partition
from moolab.deduction.candidates import Candidates
from moolab.support.language import decimal_in_words, marked, translate, translate_plural
from moolab.support.text import count_noun

METHODS = {
    "look-ahead": marked("by looking ahead with a few guesses at a time"),
    "information": marked("by what the replies tell"),
    "sample": marked("by what the replies tell, against some of the codes only"),
}
"""How a guess was judged that could not be judged exactly."""

INCONSISTENT = marked("It could not be the secret.")
"""The remark about a guess that could not win at once."""


def count_text(known: Candidates, codes: str = "") -> str:
    """How many codes are left, for a person, and how many replies must be wrong.

    Args:
        codes: how many codes are left, in words, if they are to be more than counted.

    >>> from moolab.deduction.candidates import candidates
    >>> count_text(candidates("ab4x10", "1234=02 1389=00", mistakes=1))
    '1,536 codes, 84 of them if no reply is wrong'
    """
    left = codes or count_noun(known.count, "code")
    likeliest = known.likeliest
    fewest = likeliest.mistakes
    if fewest and fewest < known.mistakes:
        return translate_plural(
            "{codes}, and at least {number} [reply|replies] [is|are] wrong", fewest, codes=left
        )
    if fewest:
        return translate_plural(
            "{codes}, and {number} [reply|replies] [is|are] wrong", fewest, codes=left
        )
    if likeliest.count == known.count:
        return left
    return translate(
        "{codes}, {count} of them if no reply is wrong", codes=left, count=likeliest.count
    )


def describe_partition(partition: Partition) -> str:
    """What a guess does, as the end of a sentence.

    >>> from moolab.deduction.candidates import candidates
    >>> describe_partition(Partition.of(candidates("ab4x10"), "0123"))
    'splits 5,040 codes into 14 groups, largest 1,440'
    """
    if partition.candidates == 1:
        if partition.consistent:
            return translate("is the only code left")
        return translate("cannot be the secret")
    if partition.groups == 1:
        return translate(
            "tells nothing: all {count} codes give the same reply", count=partition.candidates
        )
    return translate(
        "splits {count} codes into {groups}", count=partition.candidates, groups=_groups(partition)
    )


def comparison(partition: Partition, best: Partition, whose: str | None = None) -> str:
    """Why a guess is worse than the best one; where its groups look better, that is said, too.

    Args:
        whose: what to call the guess, if not yours.

    >>> from moolab.deduction.candidates import candidates
    >>> known = candidates("ab4x10", "1234=11")
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
    may_win, may_lose = (
        best.consistent > partition.consistent,
        partition.consistent > best.consistent,
    )
    own = _winning(_groups(partition), may=may_lose)
    told = {"whose": whose or translate("yours"), "own": own}
    fewer, larger = best.groups < partition.groups, best.largest > partition.largest
    differs = (partition.groups, partition.largest) != (best.groups, best.largest)
    if not fewer and not larger and (may_win or differs):
        does = _winning(describe_partition(best), may=may_win)
        return translate("{best}; {whose}: {own}", best=does, **told)
    told["best"] = _winning(_groups(best), may=may_win)
    if partition.cost != best.cost:
        return translate("costs less in the end: {best}; {whose}: {own}", **told)
    if fewer and larger:
        return translate(
            "needs fewer guesses in the end, though its groups look worse: {best}; {whose}: {own}",
            **told,
        )
    if fewer:
        return translate(
            "needs fewer guesses in the end, though its groups are fewer: {best}; {whose}: {own}",
            **told,
        )
    if larger:
        return translate(
            "needs fewer guesses in the end, though its largest group is larger: {best}; "
            "{whose}: {own}",
            **told,
        )
    return translate(
        "needs fewer guesses in the end, though its groups look no better: {best}; {whose}: {own}",
        **told,
    )


def _winning(groups: str, *, may: bool) -> str:
    return translate("{groups}, and it can be the secret", groups=groups) if may else groups


def _groups(partition: Partition) -> str:
    """How a guess splits the codes, where their number is known from the context."""
    if partition.groups == 1:
        return translate("tells nothing")
    return translate_plural(
        "{number} [group|groups], largest {largest}", partition.groups, largest=partition.largest
    )


def amount(guesses: Fraction | float, *, exact: bool = True) -> str:
    """How many guesses one is better by, which is never said to be none if it is some.

    >>> amount(0.25), amount(Fraction(1, 4), exact=False), amount(0.001), amount(0.0)
    ('0.25', 'about 0.25', 'less than 0.01', '0.00')
    """
    if 0 < guesses < Fraction(1, 200):
        return translate("less than {amount}", amount=decimal_in_words(0.01))
    number = decimal_in_words(guesses)
    return number if exact else translate("about {amount}", amount=number)
