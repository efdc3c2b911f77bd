"""Decision trees, and what strategies achieve."""

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Literal

from moolab.codes.rules import Rules
from moolab.deduction.history import History
from moolab.trees.build import Evaluation
from moolab.trees.node import Node
from moolab.trees.text import Counted
from moolab.views.base import Answer, OfRules, View
from moolab.views.turns import SourceView, TreeTotals, TurnView, by_reply, turn_views

if TYPE_CHECKING:
    from moolab.search.improve import Improvement


class OfStrategy(OfRules):
    """A view of what a strategy does."""

    strategy: str
    """The name of the strategy, or its tree file."""


class EvaluateView(TreeTotals, OfStrategy, Answer):
    """What a strategy achieves against every secret."""

    schema: Literal["moolab/evaluate/1"] = "moolab/evaluate/1"
    seconds: float
    """How long that took."""

    @classmethod
    def of(cls, rules: Rules, name: str, evaluation: Evaluation) -> "EvaluateView":
        """A strategy of this name, evaluated.

        >>> from moolab.trees.verify import Proof
        >>> found = Evaluation(Proof(3, 6, 3, {1: 1, 2: 1, 3: 1}, 6, 3), seconds=0.25)
        >>> EvaluateView.of(Rules.parse("ab1x3"), "random", found).mean
        2.0
        """
        seconds = round(evaluation.seconds, 3)
        return cls.showing(evaluation.proof, rules=str(rules), strategy=name, seconds=seconds)


class BuildView(OfStrategy, Answer):
    """A tree that was written to a file."""

    schema: Literal["moolab/tree-build/1"] = "moolab/tree-build/1"
    file: str
    """The file."""
    nodes: int
    """How many nodes the tree has."""

    @classmethod
    def of(cls, rules: Rules, name: str, file: str, nodes: int) -> "BuildView":
        """The tree of a strategy of this name."""
        return cls(rules=str(rules), strategy=name, file=file, nodes=nodes)


class StepView(View):
    """A node of a tree in a list in preorder."""

    depth: int
    """How far below the first node of the list it lies."""
    reply: str | None
    """The reply that leads to it; null for the first node."""
    guess: str
    """What is guessed there."""
    candidates: int | None
    """How many codes can be the secret there; null if they are too many to count."""

    @classmethod
    def of(cls, node: Counted) -> "StepView":
        """A node as it is shown."""
        step, count = node
        reply = None if step.reply is None else str(step.reply)
        return cls(depth=step.depth, reply=reply, guess=step.guess, candidates=count)


class ShowView(OfStrategy, Answer):
    """A tree, or its upper part, from some turns on."""

    schema: Literal["moolab/tree-show/1"] = "moolab/tree-show/1"
    turns: tuple[TurnView, ...]
    """The turns that lead to the first node."""
    tree: tuple[StepView, ...]
    """The nodes in preorder: each one before those below it, these in the order of the replies."""

    @classmethod
    def of(cls, rules: Rules, name: str, history: History, nodes: Iterable[Counted]) -> "ShowView":
        """The nodes of the tree of a strategy of this name, after a history."""
        return cls(
            rules=str(rules),
            strategy=name,
            turns=turn_views(history),
            tree=tuple(map(StepView.of, nodes)),
        )


class ImproveView(TreeTotals, OfRules, Answer):
    """A tree that was made better."""

    schema: Literal["moolab/tree-improve/1"] = "moolab/tree-improve/1"
    file: str
    """Where the better tree is."""
    gained: int
    """How many guesses fewer it needs for all secrets together; how much less it costs, where
    secrets are not equally likely or guesses cost."""
    rounds: int
    """How many rounds were ended."""
    proven: bool
    """Whether no tree with this first guess is better."""
    source: SourceView | None
    """What that rests on; null if this search has found all by itself."""
    tried: int
    """How many guesses the search has tried."""
    seconds: float
    """How long that took, by the clock."""
    cpu_seconds: float
    """How much time of processors it took, of all workers together."""

    @classmethod
    def of(cls, file: str, found: "Improvement") -> "ImproveView":
        """What has become of the tree in a file."""
        return cls.showing(
            found.after,
            file=file,
            rules=str(found.rules),
            gained=found.before.cost - found.after.cost,
            rounds=found.rounds,
            proven=found.proven,
            source=SourceView.of(found.source),
            tried=found.tried,
            seconds=round(found.seconds, 3),
            cpu_seconds=round(found.cpu_seconds, 3),
        )


class NodeView(OfStrategy):
    """A node of a tree: its guess, what can be the secret, and what the replies leave."""

    turns: tuple[TurnView, ...]
    """The turns that lead to it."""
    guess: str
    """What is guessed there."""
    consistent: bool
    """Whether this can be the secret."""
    candidates: int | None
    """How many codes can be the secret."""
    codes: tuple[str, ...]
    """The first of these codes, in numeric order."""
    replies: dict[str, int] | None
    """How many codes each reply leaves."""

    @classmethod
    def of(cls, name: str, node: Node, limit: int | None = None) -> "NodeView":
        """A node of the tree of a strategy of this name.

        Args:
            limit: how many codes to list at most.

        >>> from moolab.strategies import strategy
        >>> from moolab.trees.node import tree
        >>> NodeView.of("entropy", tree(strategy("entropy", "ab2x3")), 2).replies
        {'01': 2, '02': 1, '10': 2, '20': 1}
        """
        known = node.candidates
        return cls(
            rules=str(known.rules),
            strategy=name,
            turns=turn_views(node.history),
            guess=node.guess,
            consistent=node.guess in known,
            candidates=known.known_count,
            codes=tuple(islice(known, limit)),
            replies=by_reply(known.part_sizes(node.guess)),
        )
