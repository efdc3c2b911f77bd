"""A tree whose branches can be exchanged."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import can_be_secret
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.deduction.history import History, Turn
from moolab.trees.steps import Step


@dataclass
class Branch:
    """A node of a tree, and all that follows.

    Args:
        guess: what is guessed here.
        wins: whether that can be right.
        parts: what follows the replies, in numeric order; the winning one is left out.
        size: how many candidates there are.
        weight: what they weigh together.
        cost: what the guesses from here on cost for all of them, each as often as it weighs.
        is_best: whether nothing costs less, as a search has found.
    """

    guess: str
    wins: bool
    parts: "dict[Reply, Branch]" = field(default_factory=dict)
    size: int = 0
    weight: int = 0
    cost: int = 0
    is_best: bool = False

    @classmethod
    def of(cls, rules: Rules, steps: Iterable[Step], history: History = ()) -> "Branch":
        """A tree, or a branch of one, from its steps.

        Args:
            history: the turns that lead to it.

        >>> from moolab.strategies import strategy
        >>> from moolab.trees.build import build
        >>> rules = Rules.parse("ab2x3")
        >>> branch = Branch.of(rules, build(strategy("parts", rules)))
        >>> branch.guess, branch.size, branch.cost, len(branch.parts)
        ('01', 6, 13, 3)
        """
        path: list[Branch] = []
        turns = list(history)
        for step in steps:
            depth = step.depth - len(history)
            _end(rules, path, max(depth, 1))
            if depth > 0:
                assert step.reply is not None, "only the root is reached without a reply"
                turns[step.depth - 1 :] = [Turn(path[-1].guess, step.reply)]
            wins = can_be_secret(rules, step.guess) and all(
                turn.fits(rules, step.guess) for turn in turns
            )
            branch = cls(step.guess, wins)
            if path:
                path[-1].parts[turns[-1].reply] = branch
            path.append(branch)
        _end(rules, path, 1)
        path[0].count(rules)
        return path[0]

    def steps(self, depth: int = 0, reply: Reply | None = None) -> Iterator[Step]:
        """The steps in preorder."""
        yield Step(depth, reply, self.guess)
        for answer, part in self.parts.items():
            yield from part.steps(depth + 1, answer)

    def all_branches(self) -> "Iterator[Branch]":
        """This one and all below it."""
        yield self
        for part in self.parts.values():
            yield from part.all_branches()

    def count(self, rules: Rules) -> None:
        """Find out size, weight and cost from those of the parts."""
        price = weight = 1
        if isinstance(rules, ListedRules):
            number = rules.numbers[self.guess]
            price = rules.every_cost[number]
            weight = rules.every_weight[number] if self.wins else 0
        parts = self.parts.values()
        self.size = self.wins + sum(part.size for part in parts)
        self.weight = self.wins * weight + sum(part.weight for part in parts)
        self.cost = price * self.weight + sum(part.cost for part in parts)

    def become(self, other: "Branch") -> None:
        """Be like another branch for the same candidates."""
        vars(self).update(vars(other))


def _end(rules: Rules, path: list[Branch], depth: int) -> None:
    """Leave the branches from a depth on, which are whole."""
    while len(path) > depth:
        path.pop().count(rules)


def costs_by_size(root: Branch) -> NDArray[np.float64]:
    """What candidates of each number cost on average, as a tree has it.

    Returns:
        Shape (size + 1,); numbers that do not occur lie on lines between those that do.
    """
    sizes, costs = np.array([[each.size, each.cost] for each in root.all_branches()]).T
    found = np.bincount(sizes)
    known = np.flatnonzero(found)
    means = np.bincount(sizes, costs)[known] / found[known]
    every = np.arange(root.size + 1)
    costs_of: NDArray[np.float64] = np.interp(every, [0, *known], [0, *means])
    return costs_of
