"""How many guesses a guess costs, against the best one: exactly where that can be found out.

There are four methods; the first that is feasible is taken. *exact*: best play is searched to its
end. *look-ahead*: trees are searched to their end in which only a few guesses are tried for each
set. *information*: a group of c codes is taken to need 1 + log2(c) / b guesses, where b is what the
guess of the strategy ``entropy`` tells, in bits. *sample*: likewise, where the most informative
of some candidates is used as the value of that guess.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import nextafter
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from moolab.analysis.openings import Proved
from moolab.analysis.partition import Partition
from moolab.codes.listed import ListedRules
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.codes.symmetry import openings_alike
from moolab.deduction.candidates import Candidates
from moolab.search.best import Best, Exhausted

if TYPE_CHECKING:
    from moolab.search.position import Position

T = TypeVar("T")


class Search(Protocol):
    """What finds the values of a position, or raises ``Exhausted``."""

    def parts(self, guess: str) -> dict[Reply, int]:
        """The value of what each reply to a guess would leave; the winning one leaves nothing."""

    def better(self, than: int) -> Best | None:
        """The best guess, if its value is less; None if there is no better one."""


class ExactSearch:
    """All that finds exact values, asked in turn: proved tables, bit sets, kernels.

    They agree to the last guess. Each gives up by what the position is, never by the time, so that
    results are the same on all machines.

    Args:
        known: at least one candidate.
        kernels: a search with kernels; called only where the others give up.
    """

    def __init__(self, known: Candidates, kernels: Callable[[], Search]) -> None:
        def bit_search() -> Search:
            # NumPy is imported only where it is needed.
            from moolab.search.bitsets import BitSearch

            return BitSearch(known)

        self._searches: list[Callable[[], Search]] = [
            lambda: Proved(known),
            cache(bit_search),
            cache(kernels),
        ]

    def parts(self, guess: str) -> dict[Reply, int]:
        """The value of what each reply to a guess would leave; the winning one leaves nothing.

        Raises:
            Exhausted: if nothing finds it.
        """
        return self._first(lambda search: search.parts(guess))

    def better(self, than: int) -> Best | None:
        """The best guess, if its value is less; None if there is no better one.

        Raises:
            Exhausted: if nothing finds it.
        """
        return self._first(lambda search: search.better(than))

    def _first(self, ask: Callable[[Search], T]) -> T:
        for search in self._searches:
            with suppress(Exhausted):
                return ask(search())
        raise Exhausted


_WIDTHS = {2_000: 8, 1 << 60: 2}
"""How many guesses a look-ahead tries for each set, by the number of candidates."""

_COMPARABLE = 3 * 10**10
"""Pairs of guess and candidate that are compared for one guess, a few seconds at most."""

_PER_GUESS = 5_000
"""The fixed cost of scoring a guess, in candidates."""

_SAMPLED = 2 * 10**9
"""Pairs that are compared for a sample."""


Method = Literal["exact", "look-ahead", "information", "sample"]


@dataclass(frozen=True)
class Judgement:
    """A guess judged before its reply is known.

    Args:
        partition, best: the guess, and a best one; the same if it is a best one itself.
        method: how both were judged: ``exact``, ``look-ahead``, ``information``, ``sample``.
        after: the expected number of guesses after each reply; none after the winning one.
        best_expected: the expected number of guesses with the best guess, itself included.
    """

    partition: Partition
    best: Partition
    method: Method
    after: dict[Reply, Fraction]
    best_expected: Fraction

    @property
    def expected(self) -> Fraction:
        """The expected number of guesses, this one included, with best play afterwards.

        Where guesses have costs, it is what they are expected to cost.
        """
        return self.partition.cost + _mean(self.partition, self.after)

    @property
    def regret(self) -> Fraction:
        """How many guesses it costs on average not to guess better: 0 to 1.

        Never more than 1, or what the guess costs: at worst it tells nothing, and then the best one
        is still there.
        """
        return min(Fraction(self.partition.cost), self.expected - self.best_expected)

    @property
    def wasted(self) -> Fraction:
        """The regret as a share of what the guess costs: 0 to 1."""
        return self.regret and self.regret / self.partition.cost

    @property
    def skill(self) -> float:
        """From 0 for a guess that tells nothing to 100 for a best one, and for no other."""
        if not self.wasted:
            return 100.0
        # The nearest float can be 100 itself.
        return min(float(100 * (1 - self.wasted)), nextafter(100, 0))

    def luck(self, reply: Reply) -> float:
        """How probable a worse reply was, and half of how probable one just as good: 0 to 100.

        A reply is worse if more guesses are expected after it.
        """
        worse = {r: Fraction(after > self.after[reply]) for r, after in self.after.items()}
        equal = {r: Fraction(after == self.after[reply]) for r, after in self.after.items()}
        return float(100 * (_mean(self.partition, worse) + _mean(self.partition, equal) / 2))


def judge(known: Candidates, guess: str) -> Judgement:
    """Judge a guess by what is known before it.

    Args:
        known: at least one candidate, of a game whose codes can be counted.
        guess: any code of the game.

    >>> from moolab.deduction.candidates import candidates
    >>> judgement = judge(candidates("mm4x6"), "0123")
    >>> judgement.best.guess, judgement.method, judgement.regret, round(judgement.skill, 1)
    ('0012', 'exact', Fraction(1, 27), 96.3)
    """
    partition = Partition.of(known, guess)
    for method, search in _searches(known):
        with suppress(Exhausted):
            return _judge(partition, known, method, search)
    return _estimate(partition, known)


def _searches(known: Candidates) -> Iterator[tuple[Method, Search]]:
    """The ways to search a position, the best one first."""

    @cache
    def position() -> "Position":
        # Numba is imported only where it is needed.
        from moolab.search.position import Position

        return Position(known)

    def kernels() -> Search:
        if not position().solvable:
            raise Exhausted
        return position().search()

    yield "exact", ExactSearch(known, kernels)
    width = next(width for most, width in _WIDTHS.items() if len(known) <= most)
    with suppress(Exhausted):
        yield "look-ahead", position().search(width)


def _judge(partition: Partition, known: Candidates, method: Method, search: Search) -> Judgement:
    values = search.parts(partition.guess)
    best, least = partition, partition.cost * partition.mass + sum(values.values())
    alike = not known.history and openings_alike(known.rules)
    if not alike and (better := search.better(least)):
        best, least = Partition.of(known, better.guess), better.value
    # What weighs nothing never comes: any value will do.
    after = {
        reply: Fraction(value, partition.shares[reply] or 1) for reply, value in values.items()
    }
    return Judgement(partition, best, method, after, Fraction(least, partition.mass))


def _mean(partition: Partition, values: dict[Reply, Fraction]) -> Fraction:
    """The mean of what each reply brings, by how probable it is."""
    total = sum((values[reply] * size for reply, size in partition.shares.items()), Fraction(0))
    return total / partition.mass


def _estimate(partition: Partition, known: Candidates) -> Judgement:
    best = partition
    method: Method = "information"
    if known.history or not openings_alike(known.rules):
        best, method = most_informative(known)
    told = _cost_of_part(known.rules, partition.mass) - sum(
        _cost_of_part(known.rules, c) for c in best.shares.values()
    )
    after = _after(known, partition, told, best.cost)
    expected = partition.cost + _mean(partition, after)
    least = best.cost + _mean(best, _after(known, best, told, best.cost))
    if expected <= least:
        best, least = partition, expected
    return Judgement(partition, best, method, after, least)


def _after(known: Candidates, partition: Partition, told: int, cost: int) -> dict[Reply, Fraction]:
    """The estimate of how many guesses are expected after each reply to a guess that costs so much.

    ``told`` is what the best guess tells about all candidates, in units of ``_cost_of_part``.
    """
    rules, whole = known.rules, partition.mass
    # To name what is known costs nothing.
    last = 0 if rules.identifies else 1
    return {
        reply: Fraction(0)
        if reply == rules.win
        else last + Fraction(_cost_of_part(rules, size) * whole * cost, (size * told) or 1)
        for reply, size in partition.shares.items()
    }


def most_informative(known: Candidates) -> tuple[Partition, Method]:
    """The guess that tells most, of all or, where these are too many, of some; and which."""
    import numpy as np

    from moolab.codes.scorer import Scorer
    from moolab.codes.space import CodeSpace
    from moolab.strategies.published import Entropy

    rules, count = known.rules, known.count
    assert count is not None, "nothing is analysed where codes cannot be counted"
    listed = isinstance(rules, ListedRules)
    if listed or not known.history or rules.size * (count + _PER_GUESS) <= _COMPARABLE:
        return Partition.of(known, Entropy(rules).guess(known)), "information"
    codes = known.pack()
    some = np.ascontiguousarray(codes[:, :: -(-count * count // _SAMPLED)])
    best = Entropy(rules).best_guess(Scorer.of(rules, some), codes)
    return Partition.of(known, CodeSpace(rules).unpack(some[:, [best.guess]])[0]), "sample"


@cache
def _cost_of_part(rules: Rules, size: int) -> int:
    """The cost of a set of this many candidates, as a strategy counts it."""
    import numpy as np

    from moolab.strategies.information import open_information

    return int(open_information(rules, np.array([size]))[0])
