"""What both sides may do by chance, and what that guarantees them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from moolab.codes.numbering import index_of
from moolab.codes.representatives import kinds
from moolab.codes.rules import Rules
from moolab.codes.symmetry import number_alike, openings
from moolab.errors import InvalidTree
from moolab.trees.step import Step
from moolab.trees.verify import verify

Totals = tuple[int, ...]
"""The guesses that a tree needs for all codes of each kind together."""


@dataclass(frozen=True)
class Mixes:
    """What both sides of a game do by chance.

    Codes that only rename symbols or arrange places are of one kind. The code-maker draws a kind,
    and one of its codes, all equally likely. The code-breaker draws a tree, and renames its symbols
    and arranges its places by chance.

    Args:
        consistent: whether the code-breaker guesses only what may still be the secret.
        low, high: so many guesses the code-maker can be sure of, and the code-breaker.
        maker: how likely each kind is, by its first code.
        breaker: trees, and how likely each is.
    """

    rules: Rules
    consistent: bool
    low: Fraction
    high: Fraction
    maker: dict[str, Fraction]
    breaker: Sequence[tuple[Fraction, Iterable[Step]]]


def kind_sizes(rules: Rules) -> list[int]:
    """How many codes of each kind there are, in the order of ``openings``.

    >>> kind_sizes(Rules.parse("mm4x6"))
    [6, 120, 90, 720, 360]
    """
    return [number_alike(rules, code) for code in openings(rules)]


def totals_of(rules: Rules, tree: Iterable[Step], *, consistent: bool) -> Totals:
    """What a tree needs for the codes of each kind; every secret is played through it.

    Raises:
        InvalidTree: if it does not find all of them, or guesses what cannot be the secret though it
            is to be consistent.
    """
    kind = kinds(rules)
    totals = [0] * len(kind_sizes(rules))
    nodes = 0

    def count(code: str, guesses: int) -> None:
        totals[kind[index_of(rules, code)]] += guesses

    def count_node(_: int) -> None:
        nonlocal nodes
        nodes += 1

    verify(rules, tree, count_node, count)
    if consistent and nodes > rules.size:
        raise InvalidTree("it has guesses that cannot be the secret")
    return tuple(totals)


def guarantee(rules: Rules, breaker: Sequence[tuple[Fraction, Totals]]) -> Fraction:
    """The most guesses, on average, that any secret needs where a tree is drawn by chance."""
    return max(
        sum((share * totals[kind] for share, totals in breaker), Fraction(0)) / size
        for kind, size in enumerate(kind_sizes(rules))
    )


def weights_of(rules: Rules, shares: Sequence[Fraction], most: int) -> Totals:
    """What a code of each kind weighs where the kinds are so likely; rounded above ``most``.

    >>> weights_of(Rules.parse("mm2x3"), [Fraction(1, 2), Fraction(1, 2)], 1000)
    (2, 1)
    """
    each = [share / size for share, size in zip(shares, kind_sizes(rules), strict=True)]
    exact = lcm(*(share.denominator for share in each))
    unit = min(Fraction(exact), most / max(each))
    weights = [int(share * unit) for share in each]
    return tuple(weight // gcd(*weights) for weight in weights)


def shares_of(rules: Rules, weights: Sequence[int]) -> list[Fraction]:
    """How likely each kind is where its codes weigh so much: ``weights_of`` the other way."""
    kinds_weigh = [w * size for w, size in zip(weights, kind_sizes(rules), strict=True)]
    return [Fraction(weight, sum(kinds_weigh)) for weight in kinds_weigh]
