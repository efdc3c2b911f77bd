"""What a search has to know of codes and guesses where they are listed: weights, costs, letters."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.codes.listed import MOST_COST, ListedRules
from moolab.codes.listed_table import letters, most_parts
from moolab.codes.numbering import guess_count
from moolab.codes.representatives import kinds
from moolab.codes.rules import Rules
from moolab.search.entries import random_words

Weights = tuple[int, ...]
"""What a code of each kind weighs, as ``openings`` has the kinds; empty if all weigh 1, and in
lists, which have weights of their own."""


class Facts(NamedTuple):
    """Some fields of ``Game``."""

    of_guesses: NDArray[np.uint64]
    tiles: NDArray[np.uint8]
    is_hard: bool = False
    is_weighed: bool = False
    is_priced: bool = False
    names: bool = False
    cheapest: int = 1
    most_parts: int = 0


NO_FACTS = Facts(np.zeros((0, 0), np.uint64), np.zeros((0, 0), np.uint8))
"""Those of a game in which everything counts 1."""


def is_weighed(rules: Rules, weights: Weights = ()) -> bool:
    """Whether secrets weigh and guesses cost, or secrets are only named."""
    if isinstance(rules, ListedRules):
        return bool(rules.weights or rules.costs or rules.identifies)
    return bool(weights)


def may_be_large(rules: Rules) -> bool:
    """Whether totals may be larger than what stands for a limit of guesses.

    Weights and prices make them so, and do not go with such limits; names alone do.
    """
    return isinstance(rules, ListedRules) and bool(rules.weights or rules.costs)


def every_weight(rules: Rules, weights: Weights) -> NDArray[np.int64]:
    """What each code weighs, shape (codes,)."""
    if isinstance(rules, ListedRules):
        return np.array(rules.every_weight, np.int64)
    return np.array(weights, np.int64)[kinds(rules)]


def every_price(rules: Rules) -> NDArray[np.int64]:
    """What each guess costs, shape (guesses,)."""
    if isinstance(rules, ListedRules):
        return np.array(rules.every_cost, np.int64)
    return np.ones(guess_count(rules), np.int64)


def weights_and_prices(
    rules: Rules, weights: Weights, codes: NDArray[np.int32]
) -> NDArray[np.uint64]:
    """What codes weigh, and what it costs to guess them, shape (2, codes)."""
    facts = np.array([every_weight(rules, weights), every_price(rules)[: rules.size]], np.uint64)
    return facts[:, codes]


def facts_of(
    rules: Rules, rows: NDArray[np.int32] | None, weights: Weights, *, hard: bool
) -> Facts:
    """What is to be known of guesses.

    Args:
        rows: those that are left; all unless given.
        weights: what codes weigh.
        hard: whether guesses keep to hard mode.
    """
    if not (hard or is_weighed(rules, weights)):
        return NO_FACTS
    if not isinstance(rules, ListedRules):
        return NO_FACTS._replace(of_guesses=_of_guesses(rules), is_weighed=True)
    of_guesses = _of_guesses(rules) if rows is None else _of_guesses(rules)[rows]
    costs = rules.every_cost[rules.size if rules.identifies else 0 :]
    return Facts(
        of_guesses,
        _tiles(rules) if hard else NO_FACTS.tiles,
        hard,
        is_weighed(rules),
        rules.identifies or any(cost != 1 for cost in rules.costs),
        rules.identifies,
        min(costs, default=MOST_COST),
        most_parts(rules) if rules.identifies else len(rules.replies) - 1,
    )


@lru_cache(maxsize=2)
def _of_guesses(rules: Rules) -> NDArray[np.uint64]:
    count = guess_count(rules)
    # Other words than those of the codes.
    words = random_words(2 * count)[:, count:]
    facts = [words, every_price(rules)[np.newaxis].astype(np.uint64)]
    if isinstance(rules, ListedRules) and rules.marked:
        facts.append(letters(rules).astype(np.uint64))
    return np.ascontiguousarray(np.concatenate(facts).T)


@lru_cache(maxsize=2)
def _tiles(rules: ListedRules) -> NDArray[np.uint8]:
    return np.array(
        [["-yg".index(tile) for tile in str(reply)] for reply in rules.replies], np.uint8
    )
