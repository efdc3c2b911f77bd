"""How many guesses a guess costs, against the best one: exactly where that can be found out.

There are four methods; the first that is feasible is taken. *exact*: best play is searched to its
end. *look-ahead*: trees are searched to their end in which only a few guesses are tried for each
set. *information*: a group of c codes is taken to need 1 + log2(c) / b guesses, where b is what the
guess of the strategy ``entropy`` tells, in bits. *sample*: likewise, where the most telling of some
candidates stands for that guess.
"""

from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import nextafter
from typing import TYPE_CHECKING, Literal

from moolab.analysis.openings import proved
from moolab.analysis.outlook import Outlook
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.codes.symmetry import openings_alike
from moolab.deduction.candidates import Candidates
from moolab.deduction.history import Turn

if TYPE_CHECKING:
    from moolab.search.position import Best, Search

_WIDTHS = {2_000: 8, 1 << 60: 2}
"""How many guesses a look-ahead tries for each set, up to so many candidates."""

_COMPARABLE = 3 * 10**10
"""Pairs of guess and candidate that are compared for one guess, a few seconds at most."""

_PER_GUESS = 5_000
"""What a guess costs beside its candidates, as if there were so many more of them."""

_SAMPLED = 2 * 10**9
"""Pairs that are compared for a sample."""


Method = Literal["exact", "look-ahead", "information", "sample"]


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
    method: Method
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
        if not self.regret:
            return 100.0
        # The nearest float may be 100 itself.
        return min(float(100 * (1 - self.regret)), nextafter(100, 0))

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
    return _proved(known, outlook) or _searched(known, outlook) or _informed(known, outlook)


def _mean(outlook: Outlook, values: dict[Reply, Fraction]) -> Fraction:
    """The mean of what each reply brings, by how probable it is."""
    total = sum((values[reply] * size for reply, size in outlook.split.items()), Fraction(0))
    return total / outlook.candidates


def _proved(known: Candidates, outlook: Outlook) -> Judgement | None:
    """Judge by what was proved once; None where that is not all there is to know."""
    rules, history = known.rules, known.history
    best = proved(rules, history)
    if best is not None and outlook.groups == 1:
        # The guess tells nothing: all is as it was.
        return _judged(known, outlook, dict.fromkeys(outlook.split, best.value), best, "exact")
    values = {rules.win: 0}
    for reply in () if history else outlook.split:
        if after := proved(rules, (Turn(outlook.guess, reply),)):
            values[reply] = after.value
    if values.keys() != outlook.split.keys():
        return None
    return _judged(known, outlook, values, None, "exact")


def _searched(known: Candidates, outlook: Outlook) -> Judgement | None:
    """Judge by search, exactly or by looking at few guesses; None if neither is feasible."""
    from moolab.search.position import Exhausted, Position

    with suppress(Exhausted):
        position = Position(known)
        if position.solvable:
            with suppress(Exhausted):
                return _found(known, outlook, position.search(), "exact")
        width = next(width for most, width in _WIDTHS.items() if outlook.candidates <= most)
        return _found(known, outlook, position.search(width), "look-ahead")
    return None


def _found(known: Candidates, outlook: Outlook, search: "Search", method: Method) -> Judgement:
    values = search.parts(outlook.guess)
    best = proved(known.rules, known.history) if method == "exact" else None
    if best is None and (known.history or not openings_alike(known.rules)):
        best = search.better(outlook.candidates + sum(values.values()))
    return _judged(known, outlook, values, best, method)


def _judged(
    known: Candidates,
    outlook: Outlook,
    values: dict[Reply, int],
    best: "Best | None",
    method: Method,
) -> Judgement:
    """Judge by the value of what each reply leaves, and a guess that may be better."""
    count = outlook.candidates
    better, least = outlook, count + sum(values.values())
    if best is not None and best.value < least:
        better, least = Outlook.of(known, best.guess), best.value
    after = {reply: Fraction(value, outlook.split[reply]) for reply, value in values.items()}
    return Judgement(outlook, better, method, after, Fraction(least, count))


def _informed(known: Candidates, outlook: Outlook) -> Judgement:
    """Judge by what the replies tell."""
    best = outlook
    method: Method = "information"
    if known.history or not openings_alike(known.rules):
        best, method = most_telling(known)
    told = _open(known.rules, outlook.candidates) - sum(
        _open(known.rules, c) for c in best.split.values()
    )
    after = _after(known, outlook, told)
    expected, least = 1 + _mean(outlook, after), 1 + _mean(best, _after(known, best, told))
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


def most_telling(known: Candidates) -> tuple[Outlook, Method]:
    """The guess that tells most, of all or, where these are too many, of some; and which."""
    import numpy as np

    from moolab.codes.kernels import PreparedGuesses
    from moolab.codes.space import CodeSpace
    from moolab.strategies.entropy import Entropy
    from moolab.strategies.information import open_information

    rules, count = known.rules, known.count
    assert count is not None, "nothing is analysed where codes cannot be counted"
    if not known.history or rules.size * (count + _PER_GUESS) <= _COMPARABLE:
        return Outlook.of(known, Entropy(rules).guess(known)), "information"
    codes = known.packed()
    some = np.ascontiguousarray(codes[:, :: -(-count * count // _SAMPLED)])
    counts = PreparedGuesses.of(rules, some).count(codes)
    sizes, which = np.unique(counts, return_inverse=True)
    left = open_information(rules, sizes)[which].reshape(counts.shape).sum(axis=1)
    column = int(left.argmin())
    return Outlook.of(known, CodeSpace(rules).unpack(some[:, [column]])[0]), "sample"


@cache
def _open(rules: Rules, size: int) -> int:
    """What so many candidates leave open together, as a strategy counts it."""
    import numpy as np

    from moolab.strategies.information import open_information

    return int(open_information(rules, np.array([size]))[0])
