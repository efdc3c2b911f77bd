"""What an optimal tree is: the costs of guesses that make a search look for it."""

from collections.abc import Mapping
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from moolab.codes.rules import Rules
from moolab.search.bounds import DEPTHS, FORBIDDEN
from moolab.trees.verify import Proof

Objective = Literal["mean", "worst", "tail", "least-max"]

OBJECTIVES: dict[Objective, str] = {
    "mean": "the least total",
    "worst": "the least maximum, then the least total",
    "tail": "the least total, then the least maximum, then the fewest secrets that need it",
    "least-max": "the least maximum, then the fewest secrets that need it, then the least total",
}

Costs = NDArray[np.int64]
"""What the guess after 0, 1, 2, ... others costs, shape (DEPTHS + 3,)."""


def standing(objective: Objective, proof: Proof) -> tuple[int, ...]:
    """What a tree achieves, as numbers by which an objective compares it: less is better.

    >>> proof = Proof(6, 13, 3, {1: 1, 2: 3, 3: 2}, 13, 6)
    >>> standing("worst", proof), standing("least-max", proof)
    ((3, 13), (3, 2, 13))
    """
    at_max = proof.distribution[proof.max]
    match objective:
        case "mean":
            return (proof.cost,)
        case "worst":
            return proof.max, proof.total
        case "tail":
            return proof.total, proof.max, at_max
        case "least-max":
            return proof.max, at_max, proof.total


def plain_costs() -> Costs:
    """Every guess costs 1: the cost of a tree is its total.

    >>> plain_costs()[:3]
    array([1, 1, 1])
    """
    return np.ones(DEPTHS + 3, np.int64)


def limited_costs(most: int | None) -> Costs:
    """As ``plain_costs``, but no secret may need more than ``most`` guesses, if that is a number.

    >>> limited_costs(2)[:4] < FORBIDDEN
    array([ True,  True, False, False])
    """
    costs = plain_costs()
    if most is not None:
        costs[most:] = FORBIDDEN
    return costs


def excess_costs(most: int) -> Costs:
    """Only guesses beyond ``most`` cost anything: a tree that costs 0 has none.

    >>> excess_costs(2)[:4]
    array([0, 0, 1, 1])
    """
    costs = np.zeros(DEPTHS + 3, np.int64)
    costs[most:] = 1
    return costs


def tail_costs(rules: Rules, most: int) -> Costs:
    """The total counts most, then the secrets above ``most`` guesses, then those at ``most``.

    >>> rules = Rules.parse("ab2x3")
    >>> tail_costs(rules, 2)[:4] - tail_weight(rules)
    array([0, 1, 6, 6])
    """
    costs = np.full(DEPTHS + 3, tail_weight(rules), np.int64)
    costs[most - 1] += 1
    costs[most:] += rules.size
    return costs


def hardest_costs(rules: Rules, most: int) -> Costs:
    """No secret may need more than ``most`` guesses; those that need as many count most.

    >>> hardest_costs(Rules.parse("ab2x3"), 3)[:4].tolist()
    [1, 1, 33, 1099511627776]
    """
    costs = limited_costs(most)
    costs[most - 1] += 1 << (rules.size * most).bit_length()
    return costs


def tail_weight(rules: Rules) -> int:
    """What one guess of the total costs in ``tail_costs``: more than all else together."""
    weight = rules.size * (1 + rules.size * DEPTHS)
    return 1 << int(weight).bit_length()


def cost(costs: Costs, distribution: Mapping[int, int]) -> int:
    """The cost of a tree, from its number of secrets at each number of guesses.

    >>> cost(plain_costs(), {1: 1, 2: 3})
    7
    """
    found = np.cumsum([0, *costs])
    return sum(int(found[guesses]) * secrets for guesses, secrets in distribution.items())
