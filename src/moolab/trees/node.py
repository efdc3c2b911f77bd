"""Lazy decision trees: a strategy seen as data, built only where it is looked at."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import check_listable
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.codes.spelling import AnyCode
from moolab.deduction.candidates import Candidates, candidates
from moolab.deduction.history import MAX_TURNS, AnyHistory, History, Turn, parse_history
from moolab.errors import InvalidCode, InvalidExtension, UnknownStrategy
from moolab.strategies import Strategy
from moolab.strategies.base import name_of
from moolab.support.lazy import Lazy
from moolab.support.markup import table
from moolab.support.text import quote
from moolab.trees.paths import check_guess, describe_path, endless, no_branch
from moolab.trees.player import TreeStrategy
from moolab.trees.steps import Step, Tree
from moolab.trees.verify import verify

_MOST_CODES = 10_000
"""NumPy takes up to two seconds for so many codes, and kernels take longer to be compiled. Its
table of all replies takes a byte for each pair of codes."""


class Node(Tree):
    """A position in the tree of a strategy, and the tree from there down; ``tree`` makes the root.

    Guess, candidates and branches are worked out on first look, once, so that memory grows with
    what was looked at.

    Args:
        history: the turns that lead here.
        candidates: called once, when the candidates are first needed.
    """

    __slots__ = ("_candidates", "_guess", "_replies", "history", "strategy")

    def __init__(
        self, strategy: Strategy, history: History, candidates: Callable[[], Candidates]
    ) -> None:
        self.strategy = strategy
        self.history = history
        self._candidates = Lazy(candidates)
        self._guess = Lazy(lambda: strategy.guess(self.candidates))
        self._replies = Lazy(lambda: Replies(strategy, self.candidates, self.guess))

    def __repr__(self) -> str:
        # What has not been looked at stays as it is.
        known = f": guess {self.guess}" if self._guess.known else ""
        return f"<node {describe_path(self.history)}{known}>"

    def _repr_html_(self) -> str:
        try:
            guess = self.guess
        except InvalidExtension as error:
            return table((), (), str(error))
        sizes = self.candidates.split(guess)
        caption = f"{describe_path(self.history)}: guess {guess}"
        return table(("reply", "candidates"), sizes.items(), caption)

    def __iter__(self) -> Iterator[Step]:
        """The steps from here down, in preorder; they are not kept."""
        return iter(steps(self) if self.history else build(self.strategy))

    @property
    def _called(self) -> str:
        return name_of(self.strategy)

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.strategy.rules

    @property
    def candidates(self) -> Candidates:
        """What can still be the secret here."""
        return self._candidates()

    @property
    def guess(self) -> str:
        """The code that the strategy guesses here."""
        return self._guess()

    @property
    def replies(self) -> "Replies":
        """The nodes behind the replies that can occur, the winning one left out."""
        return self._replies()

    @property
    def built(self) -> int:
        """How many nodes there are in memory, from here down."""
        count, waiting = 0, [self]
        while waiting:
            node = waiting.pop()
            count += 1
            if node._replies.known:
                waiting += node.replies.built
        return count

    def after(self, history: "AnyHistory") -> "Node":
        """The node to which these turns lead from here.

        Args:
            history: the turns in any form that ``parse_history`` reads.

        Raises:
            InvalidTurn, InvalidCode, InvalidReply: if the history is malformed.
            NotInTree: if the strategy guesses otherwise, or a reply cannot occur.
        """
        node, turns = self, parse_history(self.candidates.rules, history)
        for number, turn in enumerate(turns):
            check_guess(turns[:number], node.guess, turn)
            if turn.reply not in node.replies:
                raise no_branch(node.candidates.rules, turns[: number + 1])
            node = node.replies[turn.reply]
        return node

    def next(self, history: "AnyHistory" = ()) -> str:
        """The guess after these turns, which go on from here."""
        return self.after(history).guess

    def find(self, secret: "AnyCode") -> History:
        """The guesses that find a candidate from here on, with their replies; the last one wins."""
        if secret not in self.candidates:
            raise InvalidCode(f"{quote(secret)} is not a candidate {describe_path(self.history)}")
        return super().find(secret)

    @property
    def distribution(self) -> dict[int, int]:
        """For each number of guesses from here on, how many candidates need it."""
        if not self.history:
            return verify(self.rules, self).distribution
        saying = 0 if self.rules.identifies else 1
        found = (step.depth + saying for step, node in walk(self) if step.guess in node.candidates)
        return dict(sorted(Counter(found).items()))


class Replies(Mapping[Reply, Node]):
    """The branches of a node, in numeric order; looking at the keys builds none of them."""

    __slots__ = ("_candidates", "_guess", "_nodes", "_occurring", "_strategy")

    def __init__(self, strategy: Strategy, candidates: Candidates, guess: str) -> None:
        self._strategy = strategy
        self._candidates = candidates
        self._guess = guess
        self._nodes: dict[Reply, Node] = {}
        self._occurring = Lazy(lambda: _find_replies(candidates, guess))

    def __getitem__(self, reply: Reply) -> Node:
        if reply not in self._nodes:
            if reply not in self:
                raise KeyError(reply)
            known, turn = self._candidates, Turn(self._guess, reply)
            history = (*known.history, turn)
            self._nodes[reply] = Node(self._strategy, history, lambda: known.after(turn))
        return self._nodes[reply]

    def __repr__(self) -> str:
        replies = " ".join(map(str, self)) or "none"
        return f"<replies to {self._guess}: {replies}>"

    def __contains__(self, reply: object) -> bool:
        return reply in self._occurring()

    def __iter__(self) -> Iterator[Reply]:
        return iter(self._occurring())

    def __len__(self) -> int:
        return len(self._occurring())

    # Comparing as mappings do would build both trees to their ends.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @property
    def built(self) -> list[Node]:
        """The nodes that have been built."""
        return list(self._nodes.values())

    def iterate(self) -> Iterator[tuple[Reply, Node]]:
        """All branches, keeping none that is not kept already."""
        for reply, left in self._candidates.parts(self._guess):
            if reply != left.rules.win:
                yield reply, self._nodes.get(reply) or self._make_child(left)

    def _make_child(self, left: Candidates) -> Node:
        return Node(self._strategy, left.history, lambda: left)


def tree(strategy: Strategy) -> Node:
    """The root of a strategy's decision tree.

    Raises:
        UnknownStrategy: if it is not a strategy.

    >>> from moolab.strategies import strategy
    >>> root = tree(strategy("consistent", "ab4x10", start="0123"))
    >>> root.guess, root.built
    ('0123', 1)
    """
    if not isinstance(strategy, Strategy):
        raise UnknownStrategy(
            f"{quote(strategy)} is not a strategy: make one from its name and the rules, for "
            "example strategy('entropy', rules)"
        )
    return Node(strategy, (), lambda: candidates(strategy.rules))


def walk(node: Node, depth: int | None = None) -> Iterator[tuple[Step, Node]]:
    """The steps of a tree with their nodes, without keeping what has been passed.

    Args:
        depth: how many guesses deep to go, 1 for the root alone; without it, to the end.

    Raises:
        InvalidTree: if a strategy has not found the code with ``MAX_TURNS`` guesses.
    """
    yield Step(0, None, node.guess), node
    levels = [node.replies.iterate()] if depth is None or depth > 1 else []
    while levels:
        branch = next(levels[-1], None)
        if branch is None:
            levels.pop()
            continue
        reply, child = branch
        if len(levels) >= MAX_TURNS:
            raise endless(child.history, node._called)
        yield Step(len(levels), reply, child.guess), child
        if depth is None or len(levels) + 1 < depth:
            levels.append(child.replies.iterate())


def steps(node: Node, depth: int | None = None) -> Iterator[Step]:
    """The steps of a tree, without keeping what has been passed; arguments as for ``walk``.

    >>> from moolab.strategies import strategy
    >>> for step in steps(tree(strategy("entropy", "ab2x3"))):
    ...     print("  " * step.depth, step.reply, step.guess)
     None 01
       01 12
         01 20
       02 10
       10 02
         01 21
    """
    return (step for step, _ in walk(node, depth))


def build(
    strategy: Strategy, workers: int = 1, progress: Callable[[int], None] | None = None
) -> Iterable[Step]:
    """The decision tree of a strategy, to its end.

    Those of partition strategies are complete at once; others come a step at a time.

    Args:
        workers: how many threads share the work of kernels, in large games; the tree is the same.
        progress: called periodically with the number of secrets finished.

    Raises:
        SpaceTooLarge: if the strategy cannot play the game to its end, or its codes are too many.

    >>> from moolab.strategies import strategy
    >>> len(list(build(strategy("entropy", "ab2x3"))))
    6
    """
    strategy.check_playable()
    check_listable(strategy.rules)
    if isinstance(strategy, TreeStrategy):
        # Asked for each guess anew, it would read its file from the beginning each time.
        return strategy.steps()
    if strategy.partitions and not isinstance(strategy.rules, ListedRules):
        # NumPy and Numba are imported only where they are needed.
        from moolab.strategies.partition import PartitionStrategy

        assert isinstance(strategy, PartitionStrategy), "there are no others"
        if needs_kernels(strategy):
            from moolab.trees import whole

            return whole.whole_tree(strategy, workers, progress)
        from moolab.trees import uncompiled

        return uncompiled.whole_tree(strategy, progress)
    return steps(tree(strategy))


def needs_kernels(strategy: Strategy) -> bool:
    """Whether the whole tree of a strategy is built by kernels: NumPy alone would take too long."""
    return (
        strategy.partitions
        and not isinstance(strategy.rules, ListedRules)
        and strategy.rules.size > _MOST_CODES
    )


def _find_replies(known: Candidates, guess: str) -> tuple[Reply, ...]:
    found = known.split(guess) if known.countable else (reply for reply, _ in known.parts(guess))
    return tuple(reply for reply in found if reply != known.rules.win)
