"""Whole trees of partition strategies with NumPy alone, for games of some thousand codes."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from moolab.codes.numbering import code_at, index_of
from moolab.codes.replies import counted_replies, pack_reply
from moolab.codes.representatives import fresh
from moolab.codes.scorer import Bytes, Counts, Scorer
from moolab.codes.space import every_code
from moolab.deduction.candidates import candidates
from moolab.strategies.heuristic import Costs
from moolab.strategies.partition import PartitionStrategy
from moolab.trees.steps import ROOT, FlatTree

Members = NDArray[np.int64]
"""Codes as their indices in numeric order, ascending."""

_PAIRS, _CODES = 1 << 17, 256
"""Pairs of guess and candidate that are counted at a time, and codes scored."""


def whole_tree(
    strategy: PartitionStrategy, progress: Callable[[int], None] | None = None
) -> FlatTree:
    """All that a strategy does, as one tree; the same as ``whole.whole_tree``.

    Args:
        progress: called periodically with the number of secrets finished.

    >>> from moolab.strategies import strategy
    >>> [step.guess for step in whole_tree(strategy("parts", "ab2x3"))]
    ['01', '12', '20', '10', '02', '21']
    """
    rules = strategy.rules
    root = index_of(rules, strategy.guess(candidates(rules)))
    game, win = _Game(strategy), pack_reply(rules.win)
    depths, replies, guesses = [], [], []
    found = 0
    waiting = [(0, ROOT, np.arange(rules.size), frozenset[str]())]
    while waiting:
        depth, came_by, members, used = waiting.pop()
        guess = game.guess(members, used) if depth else root
        depths.append(depth)
        replies.append(came_by)
        guesses.append(guess)
        used |= {*code_at(rules, guess)}
        columns = game.columns[members, guess]
        in_order = members[np.argsort(columns, kind="stable")]
        end = len(members)
        sizes = np.bincount(columns, minlength=len(game.replies)).tolist()
        for reply, size in zip(reversed(game.replies), reversed(sizes), strict=True):
            if reply == win:
                found += size
            elif size:
                waiting.append((depth + 1, reply, in_order[end - size : end], used))
            end -= size
        if progress is not None:
            progress(found)
    return FlatTree(
        rules, np.array(depths, np.uint8), np.array(replies, np.uint8), np.array(guesses, np.int32)
    )


@dataclass(frozen=True)
class _Game:
    """All replies of a game, and what is worked out of them."""

    strategy: PartitionStrategy

    @cached_property
    def replies(self) -> list[int]:
        """The packed reply of each column of a count table."""
        return [pack_reply(reply) for reply in counted_replies(self.strategy.rules.places)]

    @cached_property
    def columns(self) -> Bytes:
        """The column of the reply to each guess from each code, shape (codes, guesses)."""
        codes = every_code(self.strategy.rules)
        numbers = np.zeros(256, np.uint8)
        numbers[self.replies] = range(len(self.replies))
        scorer = Scorer.of(self.strategy.rules, codes)
        columns = np.empty((codes.shape[1], codes.shape[1]), np.uint8)
        # A table that fits into a cache is turned over more quickly.
        for i in range(0, len(columns), _CODES):
            columns[i : i + _CODES] = numbers[scorer.table(codes[:, i : i + _CODES])].T
        return columns

    @cached_property
    def costs(self) -> Costs:
        """What parts of any size cost."""
        return self.strategy.costs(np.arange(self.strategy.rules.size))

    @cached_property
    def _fresh(self) -> dict[frozenset[str], Members]:
        return {}

    def guess(self, members: Members, used: frozenset[str]) -> int:
        """What the strategy guesses when some codes are left."""
        if len(members) <= 2:
            return int(members[0])
        columns = self.columns[members]
        among = columns.take(members, axis=1)
        if (first := self._first_visible(among)) is not None:
            return int(members[first])
        if self.strategy.consistent:
            return int(members[self._cheapest(among)])
        if used not in self._fresh:
            rules = self.strategy.rules
            self._fresh[used] = fresh(rules, every_code(rules), used)
        guesses = self._fresh[used]
        if 2 * len(guesses) < columns.shape[1]:
            columns = columns.take(guesses, axis=1)
        else:
            guesses = np.arange(columns.shape[1])
        first = self._first_visible(columns)
        return int(guesses[self._cheapest(columns) if first is None else first])

    def _first_visible(self, columns: Bytes) -> int | None:
        """The first guess that leaves no two candidates together, if there is any.

        The columns are of the replies to some guesses, shape (candidates, guesses).
        """
        if len(columns) > len(self.replies) or len(self.replies) > 64:
            return None
        parts = np.bitwise_or.reduce(np.uint64(1) << columns.astype(np.uint64), axis=0)
        visible = np.flatnonzero(np.bitwise_count(parts) == len(columns))
        return int(visible[0]) if len(visible) else None

    def _cheapest(self, columns: Bytes) -> int:
        block = max(1, _PAIRS // len(columns))
        counts = np.concatenate(
            [self._counts(columns[:, i : i + block]) for i in range(0, columns.shape[1], block)]
        )
        return self.strategy.cheapest_by(self.costs, counts).guess

    def _counts(self, columns: Bytes) -> Counts:
        bins = len(self.replies)
        offsets = np.arange(columns.shape[1], dtype=np.uint32) * np.uint32(bins)
        counts = np.bincount((columns + offsets).ravel(), minlength=len(offsets) * bins)
        return counts.reshape(-1, bins)
