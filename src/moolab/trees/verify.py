"""The proof of a tree: every secret is played through it.

Nothing here comes from a search, a strategy or a compiled kernel: a mistake there cannot hide.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import all_codes, can_be_secret, check_listable
from moolab.codes.replies import Reply, partition
from moolab.codes.rules import AnyRules, Rules
from moolab.deduction.history import MAX_TURNS, Turn
from moolab.errors import InvalidCode, InvalidTree
from moolab.support.markup import histogram
from moolab.trees.paths import describe_path
from moolab.trees.step import Step


class Proof(NamedTuple):
    """What a valid tree achieves.

    Args:
        secrets: how many there are, all of them found.
        total: guesses needed for all of them together; a secret that has only to be named takes
            none.
        max: guesses needed for the hardest.
        distribution: for each number of guesses, how many secrets need it.
        cost: what these guesses cost for all secrets together, each as often as it weighs.
        weight: what all secrets weigh together.
    """

    secrets: int
    total: int
    max: int
    distribution: dict[int, int]
    cost: int
    weight: int

    def _repr_html_(self) -> str:
        caption = f"{self.total:,} guesses, {self.mean:.4f} on average, at most {self.max}"
        return histogram(self.distribution, caption)

    @property
    def mean(self) -> float:
        """Guesses needed on average."""
        return self.total / self.secrets

    @property
    def expected(self) -> float:
        """What the secret costs on average, each as likely as it weighs."""
        return self.cost / self.weight


class _Prices:
    """What guesses cost, and secrets weigh."""

    def __init__(self, rules: Rules) -> None:
        self._listed = rules if isinstance(rules, ListedRules) else None
        self.named = self._listed is not None and self._listed.identifies

    def of_guess(self, guess: str) -> int:
        return self._listed.every_cost[self._listed.numbers[guess]] if self._listed else 1

    def weight(self, secrets: Sequence[str]) -> int:
        if self._listed is None or not self._listed.weights:
            return len(secrets)
        return sum(self._listed.weights[self._listed.numbers[code]] for code in secrets)


class _Level(NamedTuple):
    step: Step
    spent: int
    """What the guesses cost from the root to this one."""
    waiting: dict[Reply, list[str]]
    """The codes for which no branch has come yet."""


def verify(
    rules: "AnyRules",
    steps: Iterable[Step],
    progress: Callable[[int], None] | None = None,
    each: Callable[[str, int], None] | None = None,
) -> Proof:
    """Play every secret through a tree.

    The codes are divided as the steps come, so memory holds them once, and again what waits on the
    path to the current step.

    Args:
        progress: called after each step with the number of secrets found.
        each: called for each secret, with the number of guesses that it needs.

    Raises:
        InvalidTree: if some secret is not found, or is only named while others are left, or no
            secret leads to some branch; the message begins with the turns that lead there. If
            secrets are missed, it names them, and says what the tree needs for the others.
        SpaceTooLarge: if the codes are too many to list.

    >>> tree = [Step(0, None, "0"), Step(1, Reply(0, 0), "2"), Step(2, Reply(0, 0), "1")]
    >>> verify("ab1x3", tree)
    Proof(secrets=3, total=6, max=3, distribution={1: 1, 2: 1, 3: 1}, cost=6, weight=3)
    """
    rules = Rules.parse(rules)
    check_listable(rules)
    prices = _Prices(rules)
    distribution: Counter[int] = Counter()
    cost = weight = 0
    levels: list[_Level] = []
    missed: list[str] = []
    fault = ""
    for step in steps:
        fault = _leave(levels, step.depth, missed) or fault
        parts = _divide(rules, levels, step, first=not distribution)
        if prices.named:
            _check_named(rules, levels, step, parts)
        spent = prices.of_guess(step.guess) + (levels[-1].spent if levels else 0)
        found = parts.pop(rules.win, ())
        distribution[step.depth + (not prices.named)] += len(found)
        if each is not None:
            for code in found:
                each(code, step.depth + (not prices.named))
        cost += spent * prices.weight(found)
        weight += prices.weight(found)
        if progress is not None:
            progress(distribution.total())
        levels.append(_Level(step, spent, parts))
    if not levels:
        raise InvalidTree("the tree is empty")
    fault = _leave(levels, 0, missed) or fault
    secrets = dict(sorted((+distribution).items()))
    total = sum(guesses * many for guesses, many in secrets.items())
    if missed:
        raise InvalidTree(fault + _without(missed, secrets, total))
    return Proof(sum(secrets.values()), total, max(secrets), secrets, cost, weight)


def _check_named(
    rules: Rules, levels: list[_Level], step: Step, parts: dict[Reply, list[str]]
) -> None:
    """See that a secret is named only when nothing else is left."""
    left = sum(map(len, parts.values()))
    if left > 1 and can_be_secret(rules, step.guess):
        raise InvalidTree(
            f"{_way(levels, step.reply)}: {step.guess} is named, though {left:,} codes are left"
        )


def _divide(
    rules: Rules, levels: list[_Level], step: Step, *, first: bool
) -> dict[Reply, list[str]]:
    """The codes that lead to a step, by their replies to its guess."""
    if step.depth != len(levels) or (step.reply is None) != first:
        raise InvalidTree(f"{_way(levels)}: the tree does not go on in preorder")
    codes: Iterable[str] | None
    codes = all_codes(rules) if step.reply is None else levels[-1].waiting.pop(step.reply, None)
    way = partial(_way, levels, step.reply)  # it takes longer than all else, and is hardly needed
    if codes is None:
        raise InvalidTree(f"{way()}: there is a guess, {step.guess}, but no code leads here")
    if step.depth >= MAX_TURNS:
        raise InvalidTree(f"{way()}: the tree is more than {MAX_TURNS} guesses deep")
    try:
        guess = rules.code(step.guess)
    except InvalidCode as error:
        raise InvalidTree(f"{way()}: {error}") from error
    return partition(rules.reply_rule, guess, codes)


def _leave(levels: list[_Level], depth: int, missed: list[str]) -> str:
    """Come back to a depth from below, where codes that are still waiting are missed.

    Returns:
        Where the very first of them are missed; empty if there are none, or were some before.
    """
    fault = ""
    while len(levels) > depth:
        for reply, codes in levels[-1].waiting.items():
            if not missed:
                is_left = "code is" if len(codes) == 1 else "codes are"
                left = f"{len(codes):,} {is_left} left, such as {codes[0]}"
                fault = f"{_way(levels, reply)}: no guess, though {left}"
            missed += codes
        levels.pop()
    return fault


_MOST_NAMED = 10
"""Missed secrets, by name."""


def _without(missed: list[str], secrets: dict[int, int], total: int) -> str:
    """The secrets that a tree misses, and what it needs for the others, in words."""
    count, found = len(missed), sum(secrets.values())
    few = ", ".join(missed[:_MOST_NAMED]) + ", ..." * (count > _MOST_NAMED)
    others = f"the {found:,} others need {total:,} guesses, at most {max(secrets, default=0)} each"
    return f"; of {count + found:,} codes it misses {count:,} ({few}); {others}"


def _way(levels: list[_Level], reply: Reply | None = None) -> str:
    """The turns on which the levels lie, and the reply to the guess of the last."""
    turns = [
        Turn(upper.step.guess, lower.step.reply)
        for upper, lower in pairwise(levels)
        if lower.step.reply is not None
    ]
    if reply is not None:
        turns.append(Turn(levels[-1].step.guess, reply))
    return describe_path(turns)
