"""One search with given costs: openings, the parts into which they split, and their bounds."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from moolab.codes.kernels import packed, partition
from moolab.codes.numbering import all_codes, code_at, index_of, openings
from moolab.codes.replies import Reply
from moolab.codes.space import CodeSpace
from moolab.deduction.history import Turn
from moolab.search.runner import Runner
from moolab.search.symmetry import representatives
from moolab.search.tables import lower_bounds
from moolab.search.task import INFINITE, Problem, Task, WrittenTree, candidates_after
from moolab.trees.steps import ROOT, FlatTree

BEAM = 8
"""The width of the beams that find the first bounds of an exact search."""

_SPLIT = 1 << 20
"""A part with more pairs of candidate and guess than this is a task for each second guess."""

_SPLIT_TWICE = 1 << 22
"""With more than this, the value of the likely best of them is a task for each second reply."""


@dataclass
class Part:
    """The candidates after one turn, and what is known of their value.

    Args:
        low, high: bounds of the value; they meet when it is settled.
        tree: writes a tree of value ``high``.
        second: the guess that it begins with, if the part is so large that it was told.
    """

    turn: Turn
    size: int
    low: int
    high: int = INFINITE
    tree: Task | None = None
    second: str | None = None

    @property
    def settled(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high


@dataclass
class Opening:
    """A first guess.

    Args:
        asked: the cost of asking it.
        parts: by reply, without the winning one.
    """

    guess: str
    asked: int
    parts: list[Part]

    @property
    def low(self) -> int:
        """A lower bound of all trees that begin so."""
        return self.asked + sum(part.low for part in self.parts)

    @property
    def high(self) -> int:
        """The cost of the best known of them."""
        return min(INFINITE, self.asked + sum(part.high for part in self.parts))

    def room(self, part: Part, limit: int) -> int:
        """The value that one part must stay below, for a tree to stay below the limit."""
        return limit - (self.low - part.low)


class Pass:
    """A search for a tree that costs less than a limit, and as little as possible.

    Args:
        run: does the tasks.
        limit: trees that cost so much are of no interest.
        beam: the width of a search that proves nothing; None for one that does.
    """

    def __init__(self, problem: Problem, run: Runner, limit: int, beam: int | None) -> None:
        self._problem = problem
        self._run = run
        self._limit = limit
        self._beam = beam
        rules = problem.rules
        guesses = openings(rules) if problem.symmetric else list(all_codes(rules))
        self._openings = [self._opening(guess) for guess in guesses]

    @property
    def low(self) -> int:
        """A lower bound of all trees."""
        return min(self._limit, *(opening.low for opening in self._openings))

    @property
    def high(self) -> int:
        """The cost of the best known tree; at least INFINITE if there is none."""
        return min(opening.high for opening in self._openings)

    @property
    def share(self) -> float:
        """Of all candidates after a first turn, those about which no more need be known."""
        settled = total = 0
        for opening in self._openings:
            refuted = opening.low >= min(self._limit, self.high)
            for part in opening.parts:
                total += part.size
                settled += part.size * (refuted or part.settled)
        return settled / max(total, 1)

    async def settle(self) -> None:
        """Narrow the bounds until they meet or pass the limit; in a beam, do what a beam can."""
        for opening in sorted(self._openings, key=lambda opening: opening.low):
            if opening.low < min(self._limit, self.high):
                await asyncio.gather(*(self._look(part) for part in _large_first(opening)))
        if self._beam is not None:
            return
        for opening in sorted(self._openings, key=lambda opening: opening.high):
            # A tree that is as good as the best known will do, until that is proved best.
            limit = min(self._limit, self.high + (opening.high == self.high))
            if opening.low >= limit:
                continue
            if opening.high < limit:
                await asyncio.gather(
                    *(self._settle(part, part.high + 1) for part in _large_first(opening))
                )
                continue
            for part in reversed(list(_large_first(opening))):
                room = opening.room(part, limit)
                if room <= part.low:
                    break
                await self._settle(part, min(room, part.high + 1))

    async def tree(self) -> WrittenTree | None:
        """The best known tree; None if it is not below the limit."""
        best = min(self._openings, key=lambda opening: opening.high)
        if best.high >= self._limit:
            return None
        answers = await asyncio.gather(*(self._run(part.tree) for part in best.parts if part.tree))
        trees = [answer.tree for answer in answers if answer.tree is not None]
        rules = self._problem.rules
        roots = [packed(part.turn.reply) for part in best.parts]
        depths, replies, guesses = [np.zeros(1, np.uint8)], [np.full(1, ROOT, np.uint8)], [
            np.full(1, index_of(rules, best.guess), np.int32)
        ]
        histogram = {1: 1}
        for root, (branch, found) in zip(roots, trees, strict=True):
            branch.replies[0] = root
            depths.append(branch.depths)
            replies.append(branch.replies)
            guesses.append(branch.guesses)
            for length, secrets in found.items():
                histogram[length] = histogram.get(length, 0) + secrets
        flat = FlatTree(
            rules, np.concatenate(depths), np.concatenate(replies), np.concatenate(guesses)
        )
        return WrittenTree(flat, dict(sorted(histogram.items())))

    def _opening(self, guess: str) -> Opening:
        rules = self._problem.rules
        split = _sizes((), guess, self._problem)
        least = lower_bounds(rules, self._problem.costs, 1, max(split.values(), default=0))
        parts = [
            Part(Turn(guess, reply), size, int(least[size])) for reply, size in split.items()
        ]
        return Opening(guess, self._problem.costs[0] * rules.size, parts)

    def _is_large(self, part: Part) -> bool:
        return part.size * self._problem.rules.size >= _SPLIT

    async def _look(self, part: Part) -> None:
        """Find some tree; for a part that is not large, the best one."""
        if self._beam is None and not self._is_large(part):
            await self._settle(part, INFINITE)
            return
        width = self._beam or BEAM
        answer = await self._run(Task(self._problem, (part.turn,), width=width))
        part.high = answer.value
        part.second = answer.guess
        part.tree = Task(
            self._problem, (part.turn,), beta=answer.value, width=width, tree=True
        )

    async def _settle(self, part: Part, beta: int) -> None:
        """Find the value of a part, if it is below beta."""
        if part.settled:
            return
        history = (part.turn,)
        if part.second is None:
            answer = await self._run(Task(self._problem, history, beta=beta))
            value, second = answer.value, None
        else:
            value, second = await self._compare(part, part.second, beta)
        part.low = max(part.low, value)
        if value < beta:
            part.high = value
            part.tree = Task(self._problem, history, only=second, beta=value, tree=True)

    async def _compare(self, part: Part, likely: str, beta: int) -> tuple[int, str | None]:
        """The value of a large part and the second guess that reaches it, if below beta."""
        problem, history = self._problem, (part.turn,)
        best: tuple[int, str | None] = (beta, None)
        if part.high < beta:
            best = min(best, (await self._follow(part, likely, beta), likely))
        guesses = self._seconds(part)
        others = [guess for guess in guesses if guess != likely or best[1] is None]
        answers = await asyncio.gather(
            *(self._run(Task(problem, history, only=guess, beta=best[0])) for guess in others)
        )
        for guess, answer in zip(others, answers, strict=True):
            if answer.value < best[0]:
                best = (answer.value, guess)
        return best

    async def _follow(self, part: Part, second: str, beta: int) -> int:
        """The value of a part whose next guess is given."""
        problem, history = self._problem, (part.turn,)
        if part.size * problem.rules.size < _SPLIT_TWICE:
            return (await self._run(Task(problem, history, only=second, beta=beta))).value
        values = await asyncio.gather(
            *(
                self._value((*history, Turn(second, reply)))
                for reply in _sizes(history, second, problem)
            )
        )
        return min(beta, part.size * problem.costs[1] + sum(values))

    async def _value(self, history: tuple[Turn, ...]) -> int:
        found = await self._run(Task(self._problem, history, width=BEAM))
        return (await self._run(Task(self._problem, history, beta=found.value + 1))).value

    def _seconds(self, part: Part) -> list[str]:
        rules = self._problem.rules
        if not self._problem.symmetric:
            return list(all_codes(rules))
        return [code_at(rules, int(g)) for g in representatives(rules, (part.turn.guess,))]


def _large_first(opening: Opening) -> Iterator[Part]:
    return iter(sorted(opening.parts, key=lambda part: -part.size))


def _sizes(history: tuple[Turn, ...], guess: str, problem: Problem) -> dict[Reply, int]:
    """The sizes of the parts that a guess leaves, the winning one left out."""
    rules = problem.rules
    codes = CodeSpace(rules).codes[:, candidates_after(rules, history)]
    split = partition(rules, guess, codes)
    return {reply: len(codes) for reply, codes in split.items() if reply != rules.win}
