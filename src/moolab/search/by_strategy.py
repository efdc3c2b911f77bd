"""The best tree that moolab's own strategies make: a beam begins with it, and has to beat it."""

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import guess_count
from moolab.errors import InvalidTree, SpaceTooLarge
from moolab.search.objective import Objective, standing
from moolab.search.task import Problem
from moolab.search.written import WrittenTree, flatten
from moolab.strategies import FALLIBLE, STRATEGIES, strategy
from moolab.trees.build import build
from moolab.trees.verify import Proof, verify

_LISTED = 1 << 23
"""Pairs of secret and guess of a list whose trees are not too slow to build, code by code: those of
``words:english4``, of 1,552 by 3,181 words, take three seconds. With three times as many pairs all
strategies take twenty times as long as a beam, which is hardly ever worse there."""


class KnownTree(NamedTuple):
    """A tree that is known before a search begins, and what it achieves."""

    written: WrittenTree
    proof: Proof


def best_by_strategy(
    problem: Problem,
    objective: Objective,
    most: int | None,
    count: int,
    watch: Callable[[float], None],
) -> KnownTree | None:
    """The best whole tree of a partition strategy that keeps to all that a search has to keep to.

    Args:
        most: no secret may need more guesses than this.
        count: how many threads share the work.
        watch: called with the share that is done; it may raise ``TimeoutError`` to end it.

    Returns:
        None if there is none: the game is too large for the strategies, time is over, or each has
        a secret that needs too many guesses.

    >>> from moolab.codes.rules import Rules
    >>> known = best_by_strategy(Problem(Rules.parse("ab4x6"), ()), "mean", None, 1, lambda _: None)
    >>> known.proof.total
    1448
    """
    rules = problem.rules
    if isinstance(rules, ListedRules) and guess_count(rules) * rules.size > _LISTED:
        return None
    names = [name for name in STRATEGIES if name not in FALLIBLE]
    known = list[KnownTree]()
    with suppress(TimeoutError):
        for number, name in enumerate(names):

            def report(found: int, number: int = number) -> None:
                watch((number + found / rules.size) / len(names))

            report(0)
            # Too large, or with more guesses than a game may have.
            with suppress(SpaceTooLarge, InvalidTree):
                player = strategy(
                    name,
                    rules,
                    start=problem.first,
                    consistent=problem.consistent,
                    hard=problem.hard,
                )
                if not player.partitions:
                    continue
                tree = flatten(rules, build(player, count, report))
                proof = verify(rules, tree)
                if most is None or proof.max <= most:
                    known.append(KnownTree(WrittenTree(tree, proof.distribution), proof))
    return min(known, key=lambda each: standing(objective, each.proof), default=None)
