"""How many guesses a guess costs, against the best one: exactly where that can be found out.

There are four methods; the first that is feasible is taken. *exact*: best play is searched to its
end. *look-ahead*: trees are searched to their end in which only a few guesses are tried for each
set. *information*: a group of c codes is taken to need 1 + log2(c) / b guesses, where b is what the
guess of the strategy ``entropy`` tells, in bits. *sample*: likewise, where the most telling of some
candidates stands for that guess.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from moolab.analysis.openings import proved
from moolab.analysis.outlook import Outlook
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.deduction.candidates import Candidates
from moolab.deduction.history import Turn

_WIDTH = 8
"""How many guesses a look-ahead tries for each set of candidates."""

_COMPARABLE = 3 * 10**10
"""Pairs of guess and candidate that are compared for one guess, a few seconds at most."""

_SAMPLED = 3 * 10**8
"""The same for a sample, whose guesses are compared one by one."""


@dataclass(frozen=True)
class Judgement:
    """A guess judged before its reply is known.

    Args:
        outlook, best: the guess, and a best one; the same if it is a best one itself.
        method: how both were judged: ``exact``, ``look-ahead``, ``information``, ``sample``.
        after: the expected number of guesses after each reply; none after the winning one.
        best_expected: the expected number of guesses with the best guess, itself included.
    """

    outlook: Outlook
    best: Outlook
    method: str
    after: dict[Reply, Fraction]
    best_expected: Fraction

    @property
    def expected(self) -> Fraction:
        """The expected number of guesses, this one included, with best play afterwards."""
        return 1 + _mean(self.outlook, self.after)

    @property
    def regret(self) -> Fraction:
        """How many guesses it costs on average not to guess better: 0 to 1.

        Never more than 1: at worst a guess tells nothing, and then the best one is still there.
        """
        return min(Fraction(1), self.expected - self.best_expected)

    @property
    def skill(self) -> float:
        """From 0 for a guess that tells nothing to 100 for a best one, and for no other."""
        return float(100 * (1 - self.regret))

    def luck(self, reply: Reply) -> float:
        """How probable a worse reply was, and half of how probable one just as good: 0 to 100.

        A reply is worse if more guesses are expected after it.
        """
        worse = {r: Fraction(after > self.after[reply]) for r, after in self.after.items()}
        equal = {r: Fraction(after == self.after[reply]) for r, after in self.after.items()}
        return float(100 * (_mean(self.outlook, worse) + _mean(self.outlook, equal) / 2))


def judge(known: Candidates, guess: str) -> Judgement:
    """Judge a guess by what is known before it.

    Args:
        known: at least one candidate, of a game whose codes can be counted.
        guess: any code of the game.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.candidates import candidates
    >>> judgement = judge(candidates(Rules.parse("mm4x6")), "0123")
    >>> judgement.best.guess, judgement.method, judgement.regret, round(judgement.skill, 1)
    ('0012', 'exact', Fraction(1, 27), 96.3)
    """
    outlook = Outlook.of(known, guess)
    searches = (_searched(known, outlook, width) for width in (None, _WIDTH))
    found = next(filter(None, searches), None)
    return found or _informed(known, outlook)


def _mean(outlook: Outlook, values: dict[Reply, Fraction]) -> Fraction:
    """The mean of what each reply brings, by how probable it is."""
    total = sum((values[reply] * size for reply, size in outlook.split.items()), Fraction(0))
    return total / outlook.candidates


def _searched(known: Candidates, outlook: Outlook, width: int | None) -> Judgement | None:
    """Judge by search, exactly unless there is a width; None if that is not feasible."""
    from moolab.search.position import Exhausted, Position

    exact = width is None
    count, alike = outlook.candidates, _all_alike(known)
    values = _proved_values(known, outlook) if exact else None
    best = proved(known.rules, known.history) if exact else None
    try:
        if values is None or (best is None and not alike):
            position = Position(known, width)
            values = values or position.parts(outlook.guess)
        total = count + sum(values.values())
        if best is None and not alike:
            best = position.better(total)
    except Exhausted:
        return None
    better, least = outlook, total
    if best is not None and best.value < total:
        better, least = Outlook.of(known, best.guess), best.value
    after = {reply: Fraction(value, outlook.split[reply]) for reply, value in values.items()}
    method = "exact" if exact else "look-ahead"
    return Judgement(outlook, better, method, after, Fraction(least, count))


def _proved_values(known: Candidates, outlook: Outlook) -> dict[Reply, int] | None:
    """The value of what each reply to a first guess leaves, if all of them were proved once."""
    if known.history:
        return None
    values = {known.rules.win: 0}
    for reply in outlook.split:
        if best := proved(known.rules, (Turn(outlook.guess, reply),)):
            values[reply] = best.value
    return values if values.keys() == outlook.split.keys() else None


def _all_alike(known: Candidates) -> bool:
    """Whether all guesses are equally good, before the first reply in games without repeats."""
    return not known.history and not known.rules.repeats


def _informed(known: Candidates, outlook: Outlook) -> Judgement:
    """Judge by what the replies tell."""
    best, method = outlook, "information"
    if not _all_alike(known):
        best, method = _most_telling(known)
    told = _open(known.rules, outlook.candidates) - sum(
        _open(known.rules, c) for c in best.split.values()
    )
    after = _after(known, outlook, told)
    expected, least = (1 + _mean(of, _after(known, of, told)) for of in (outlook, best))
    if expected <= least:
        best, least = outlook, expected
    return Judgement(outlook, best, method, after, least)


def _after(known: Candidates, outlook: Outlook, told: int) -> dict[Reply, Fraction]:
    """The estimate of how many guesses are expected after each reply.

    Args:
        told: what the best guess tells about all candidates together, in units of ``_open``.
    """
    count = outlook.candidates
    return {
        reply: Fraction(0)
        if reply == known.rules.win
        else 1 + Fraction(_open(known.rules, size) * count, size * told)
        for reply, size in outlook.split.items()
    }


def _most_telling(known: Candidates) -> tuple[Outlook, str]:
    """The guess that tells most, of all or, where these are too many, of some; and which."""
    from moolab.strategies.entropy import Entropy

    rules, count = known.rules, known.count
    assert count is not None, "nothing is analysed where codes cannot be counted"
    if not known.history or rules.size * count <= _COMPARABLE:
        return Outlook.of(known, Entropy(rules).guess(known)), "information"
    sampled = max(1, _SAMPLED // count)
    some = [Outlook.of(known, known[index]) for index in range(0, count, -(-count // sampled))]
    return min(some, key=lambda of: sum(_open(known.rules, c) for c in of.split.values())), "sample"


@cache
def _open(rules: Rules, size: int) -> int:
    """What so many candidates leave open together, as a strategy counts it."""
    import numpy as np

    from moolab.strategies.information import open_information

    return int(open_information(rules, np.array([size]))[0])
