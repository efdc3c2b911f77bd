"""What a guess promises: into how many groups it splits the candidates, and what they tell."""

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from moolab.codes.listed import ListedRules
from moolab.codes.replies import Reply
from moolab.codes.spelling import AnyCode
from moolab.deduction.candidates import Candidates

MeasureName = Literal["entropy", "expected", "worst", "parts", "credited"]

BETTER: dict[MeasureName, int] = {
    "entropy": -1,
    "expected": 1,
    "worst": 1,
    "parts": -1,
    "credited": -1,
}
"""The measures of a guess, each with the sign that makes the least the best."""


@dataclass(frozen=True)
class Partition:
    """A guess before its reply is known.

    Args:
        consistent: whether it can be the secret.
        split: how many candidates give each reply.
        masses: what these weigh together, where some secrets are likelier than others.
    """

    guess: str
    consistent: bool
    split: dict[Reply, int]
    masses: dict[Reply, int] | None = None
    cost: int = 1

    @classmethod
    def of(cls, known: Candidates, guess: "AnyCode") -> "Partition":
        """What a guess promises where candidates can be counted.

        >>> from moolab.deduction.candidates import candidates
        >>> partition = Partition.of(candidates("ab4x10"), "0123")
        >>> partition.groups, partition.largest, round(partition.expected_after, 1)
        (14, 1440, 931.4)
        """
        guess = known.rules.code(guess)
        rules = known.rules
        if not isinstance(rules, ListedRules):
            return cls(guess, guess in known, known.split(guess))
        cost = rules.every_cost[rules.numbers[guess]]
        masses = _masses(rules, guess, known) if rules.weights else None
        return cls(guess, guess in known, known.split(guess), masses, cost)

    @property
    def shares(self) -> dict[Reply, int]:
        """How likely each reply is, in whole numbers."""
        return self.split if self.masses is None else self.masses

    @property
    def mass(self) -> int:
        """What all candidates weigh together."""
        return sum(self.shares.values())

    @property
    def candidates(self) -> int:
        """How many codes can be the secret."""
        return sum(self.split.values())

    @property
    def groups(self) -> int:
        """How many different replies can come."""
        return len(self.split)

    @property
    def largest(self) -> int:
        """How many codes the most frequent reply would leave."""
        return max(self.split.values())

    @property
    def expected_after(self) -> float:
        """How many codes will be left on average, the sum of c**2 / n over all groups."""
        left = sum(share * self.split[reply] for reply, share in self.shares.items())
        return float(Fraction(left, self.mass))

    @property
    def expected_information(self) -> float:
        """How much the reply will tell on average, in bits: the entropy of the groups."""
        whole = self.mass
        return math.fsum(c * information(whole, c) for c in self.shares.values() if c) / whole


def _masses(rules: ListedRules, guess: str, known: Candidates) -> dict[Reply, int]:
    """What the candidates weigh that give each reply."""
    masses: Counter[Reply] = Counter()
    for code, weight in zip(known, rules.weights_of(known), strict=True):
        masses[rules.reply_rule(guess, code)] += weight
    return dict(sorted(masses.items()))


def information(before: int, after: int) -> float:
    """The information of a reply, in bits, by what candidates weigh before and after it.

    >>> information(1024, 16)
    6.0
    """
    return math.log2(before / after)
