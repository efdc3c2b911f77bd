"""A better tree from one that is at hand: its branches are searched again, one after another.

Each round looks wider than the one before. Small branches are searched exactly, as far as that
does not take too long; in large ones other guesses are tried, each with the tree that a beam finds
for it. Whatever costs less takes the place of what was there, so that the tree can be had at any
time. docs/explanation/search.md tells more.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from moolab.codes.listed import ListedRules
from moolab.codes.listed_table import count_parts
from moolab.codes.numbering import can_be_secret, code_at, guess_count
from moolab.codes.replies import Reply
from moolab.codes.representatives import representatives
from moolab.codes.rules import Rules
from moolab.deduction.history import History, Turn
from moolab.errors import InvalidTree, SearchFailed
from moolab.search.bounds import FEW, FORBIDDEN, INFINITE
from moolab.search.checkpoint import CHEAP, Checkpoint, Source
from moolab.search.limits import VAST, affordable, check_goal
from moolab.search.objective import limited_costs
from moolab.search.tables import UNLIMITED, is_weighed, may_be_large, reply_numbers
from moolab.search.task import Answer, Problem, Task, candidates_after, guesses_left
from moolab.search.workers import Runner, result_of, workers
from moolab.strategies.published import Entropy, Parts
from moolab.support.checks import check_count, check_seconds
from moolab.support.interrupts import Closed, ignore_interrupts
from moolab.support.text import count_noun
from moolab.trees.node import needs_kernels
from moolab.trees.steps import Step
from moolab.trees.verify import Proof, verify


@dataclass
class Branch:
    """A node of a tree, and all that follows.

    Args:
        wins: whether that can be right.
        parts: what follows the replies, in numeric order; the winning one is left out.
        size: how many candidates there are.
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
            if path:
                assert step.reply is not None, "only the root is reached without a reply"
                del path[step.depth - len(history) :]
                turns[step.depth - 1 :] = [Turn(path[-1].guess, step.reply)]
            wins = can_be_secret(rules, step.guess) and all(
                turn.fits(rules, step.guess) for turn in turns
            )
            branch = cls(step.guess, wins)
            if path:
                path[-1].parts[turns[-1].reply] = branch
            path.append(branch)
        for branch in reversed([*path[0].all_branches()]):
            branch.count(rules)
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

    def take_better(self, rules: Rules, other: "Branch") -> None:
        """Of each branch take that of another tree if it costs less."""
        if self.guess != other.guess:
            if other.cost < self.cost:
                self.become(other)
            return
        for reply, part in self.parts.items():
            part.take_better(rules, other.parts[reply])
        self.count(rules)

    def become(self, other: "Branch") -> None:
        """Be like another branch for the same candidates."""
        vars(self).update(vars(other))


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


_FIRST_WIDTH = 8
"""Guesses that the first round tries in large branches; each round tries twice as many."""

_FIRST_LIMIT = 1 << 27
"""Replies that can be looked up for a small branch in the first round, a tenth of a second; four
times as many in each round that follows."""

_SMALL = 1 << 22
"""Pairs of candidate and guess of a branch that is searched exactly: 128 candidates of mm5x8."""

_WIDER = 4
"""How much wider the beam is for a small branch whose exact search was given up."""

_FOLLOWED = 2
"""Of the guesses that are tried, so many are followed up: their branches are made better, too."""

_FORCED = 2
"""Up to so many candidates there is nothing to make better, unless they weigh."""

_BLOCK = 1 << 22
"""Counts at a time, some 32 MiB."""


@dataclass(frozen=True)
class Improving:
    """How far it has come.

    Args:
        before, now: what the tree cost at first, and what it costs now.
        width: how many guesses this round tries in large branches.
        share: of the candidates, those whose branches this round has been through.
        seconds: since it began.
    """

    before: int
    now: int
    width: int
    share: float
    seconds: float


@dataclass(frozen=True)
class Improvement:
    """A tree, and how much better it has become.

    Args:
        tree: the better one; that which was given, if none was found.
        before, after: what they achieve, both replayed.
        rounds: how many rounds were ended.
        proven: whether no tree with this first guess is better.
        seconds, cpu_seconds: by the clock, and of the processors of all workers.
        source: the checkpoint on which that rests, if answers were taken from one.
        closed: what ends the program, if that has ended the search, too: to be raised when the
            tree is written.
    """

    rules: Rules
    tree: tuple[Step, ...]
    before: Proof
    after: Proof
    rounds: int
    proven: bool
    tried: int
    seconds: float
    cpu_seconds: float
    source: Source | None = None
    closed: Closed | None = None


def improve(
    rules: Rules,
    steps: Iterable[Step],
    *,
    most: int | None = None,
    rounds: int | None = None,
    count: int = 1,
    checkpoint: Path | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    prepare: Callable[[], None] = lambda: None,
    watch: Callable[[Improving], None] | None = None,
    tell: Callable[[str], None] | None = None,
) -> Improvement:
    """Make a tree better: fewer guesses for all secrets together, with the same first guess.

    It goes on until nothing is left to be tried, or until it is told to stop; Ctrl-C ends it with
    what was found so far, and so does what ends the program.

    Args:
        most: no secret may need more guesses than this.
        checkpoint: keeps what was found, so that the same call soon comes to where it was.
        seconds: stop then.
        watch: called whenever a task is done.
        count, memory, prepare, tell: as for ``moolab.search.optimal.find``.

    Raises:
        InvalidCommand: if ``count``, ``most``, ``rounds`` or ``seconds`` is not such a number.
        InvalidTree: if the tree does not find every secret.
        InvalidCheckpoint: if the checkpoint is not one of this.
        SpaceTooLarge: if the search needs more memory.
        SearchFailed: if a secret needs more than ``most`` guesses, or such a limit does not go with
            the game; or if what was found does not hold, as after a checkpoint was changed by hand.

    >>> from moolab.strategies import strategy
    >>> from moolab.trees.build import build
    >>> rules = Rules.parse("mm3x4")
    >>> better = improve(rules, build(strategy("minimax", rules)))
    >>> better.before.total, better.after.total, better.proven
    (215, 208, True)
    """
    began = time.perf_counter()
    count = check_count("count", count)
    check_seconds(seconds)
    ends = None if seconds is None else began + seconds
    if rounds is not None:
        check_count("rounds", rounds, 0)
    steps = tuple(steps)
    before = verify(rules, steps)
    first = steps[0].guess
    check_goal(rules, "mean", first=None, consistent=False, hard=False, most=most)
    if most is not None and before.max > most:
        raise SearchFailed(
            f"the tree is to have at most {count_noun(most, 'guess')} for each secret, but it has "
            f"up to {before.max}: 'moo optimal --at-most {most}', for the same game, finds one "
            f"that has no more"
        )
    entries = affordable(rules, memory, count, endless=False, first=first, beam=True)
    costs = tuple(limited_costs(most).tolist())
    of_list = rules.digest if isinstance(rules, ListedRules) else ""
    problem = Problem(rules, costs, symmetric=not of_list, entries=entries)
    root = Branch.of(rules, steps)
    cpu, closed = -time.process_time(), None
    try:
        # Where guesses are limited, or games small, the search itself is better.
        if most is None and needs_kernels(Parts(rules)):
            _take_strategies(rules, root, count, ends, watch)
        prepare()
    except (TimeoutError, KeyboardInterrupt):
        ends = time.perf_counter()
    except Closed as end:
        ends, closed = time.perf_counter(), end
    cpu += time.process_time()
    subject = {"rules": of_list or str(rules), "improves": root.guess}
    if most is not None:
        subject["most"] = str(most)
    kept = Checkpoint(checkpoint, subject, tell, rules, CHEAP)
    with closing(kept), workers(count, None, tell) as ready:
        run = Runner(ready, kept)
        improver = _Improver(problem, root, run, count, watch)
        try:
            result_of(improver.do_rounds(rounds, ends))
        except Closed as end:
            closed = end
    better = tuple(root.steps())
    try:
        with ignore_interrupts():
            after = verify(rules, better)
    except InvalidTree as error:
        raise run.fault(f"its tree is not valid: {error}") from error
    if most is not None and after.max > most:
        raise run.fault(f"its tree needs up to {after.max} guesses, and {most} were to be enough")
    if after.cost >= before.cost:
        better, after = steps, before
    return Improvement(
        rules, better, before, after, improver.ended, improver.is_done, run.tried,
        time.perf_counter() - began, run.cpu + cpu, run.source, closed,
    )  # fmt: skip


def _take_strategies(
    rules: Rules,
    root: Branch,
    count: int,
    ends: float | None,
    watch: Callable[[Improving], None] | None,
) -> None:
    """Take what is better in trees of two strategies, as far as time allows."""
    from moolab.trees.whole import whole_tree

    began = time.perf_counter()

    def report(found: int) -> None:
        now = time.perf_counter()
        if watch is not None:
            watch(Improving(root.cost, root.cost, 2, found / rules.size, now - began))
        if ends is not None and now > ends:
            raise TimeoutError

    pair = [Parts(rules, start=root.guess), Entropy(rules, start=root.guess)]
    for leading, other in (pair, pair[::-1]):
        tree = whole_tree(leading, count, report, other)
        root.take_better(rules, Branch.of(rules, tree))


class _Improver:
    """Goes through a tree, round by round."""

    def __init__(
        self,
        problem: Problem,
        root: Branch,
        run: Runner,
        count: int,
        watch: Callable[[Improving], None] | None,
    ) -> None:
        self._problem = problem
        self._root = root
        self._run = run
        self._places = asyncio.Semaphore(count)
        self._watch = watch
        self._before = root.cost
        self._began = time.perf_counter()
        self._width = self._seen = self.ended = 0
        run.watch = self._report
        self._expected = costs_by_size(root)
        self._forced = 1 if is_weighed(problem.rules) else _FORCED
        self._named = problem.rules.identifies

    async def do_rounds(self, rounds: int | None, ends: float | None) -> None:
        """Go through the tree again and again, until time is up or Ctrl-C is pressed."""
        left = None if ends is None else ends - time.perf_counter()
        with suppress(TimeoutError, asyncio.CancelledError):
            async with asyncio.timeout(left), self._run.begun():
                while self.ended != rounds and not self.is_done:
                    await self.go_on(self.ended)
                    self.ended += 1
        self._run.abandon()

    @property
    def is_done(self) -> bool:
        """Whether no tree with this first guess is better."""
        return all(self._is_best(part) for part in self._root.parts.values())

    def _is_best(self, branch: Branch) -> bool:
        if branch.is_best or branch.size > self._forced:
            return branch.is_best
        # A file may waste guesses there.
        return self._named or (branch.wins and all(part.wins for part in branch.parts.values()))

    async def go_on(self, number: int) -> None:
        """Do one round."""
        width, limit = _FIRST_WIDTH << number, _FIRST_LIMIT << 2 * number
        self._expected = costs_by_size(self._root)
        self._width, self._seen = width, 0

        async def go_through(reply: Reply, part: Branch) -> None:
            async with self._places:
                await self._improve((Turn(self._root.guess, reply),), part, width, limit)
            self._seen += part.size
            self._root.count(self._problem.rules)

        await asyncio.gather(*(go_through(*item) for item in self._worst_first(self._root)))

    def _report(self) -> None:
        if self._watch is not None:
            share, elapsed = self._seen / self._root.size, time.perf_counter() - self._began
            self._watch(Improving(self._before, self._root.cost, self._width, share, elapsed))

    def _worst_first(self, branch: Branch) -> list[tuple[Reply, Branch]]:
        """The parts that cost most beyond what so many candidates cost elsewhere in the tree."""

        def excess(item: tuple[Reply, Branch]) -> float:
            part = item[1]
            return part.cost - float(self._expected[part.size])

        return sorted(branch.parts.items(), key=excess, reverse=True)

    async def _improve(self, history: History, branch: Branch, width: int, limit: int) -> None:
        """Make a branch better, and then what follows its replies."""
        if self._is_best(branch):
            return
        pairs = branch.size * guess_count(self._problem.rules)
        small = branch.size <= FEW or pairs <= _SMALL
        if small:
            await self._search_exactly(history, branch, width, limit)
        if not branch.is_best:
            await self._improve_parts(history, branch, width, limit)
        if not small and (pairs <= VAST or not self._problem.symmetric):
            await self._try_others(history, branch, width, limit)

    async def _improve_parts(
        self, history: History, branch: Branch, width: int, limit: int
    ) -> None:
        narrower = max(1, width // 2)
        for reply, part in self._worst_first(branch):
            await self._improve((*history, Turn(branch.guess, reply)), part, narrower, limit)
        branch.count(self._problem.rules)

    async def _search_exactly(
        self, history: History, branch: Branch, width: int, limit: int
    ) -> None:
        """Find the best branch for few candidates, or a better one if that takes too long."""
        task = Task(self._problem, history, beta=branch.cost, limit=limit)
        answer = await self._run(task)
        if answer.place is not None:
            task = task._replace(width=_WIDER * width, limit=UNLIMITED)
            answer = await self._run(task)
        else:
            branch.is_best = True
        if answer.value < branch.cost:
            proven = branch.is_best
            branch.become(await self._write(task, answer))
            branch.is_best = proven

    async def _try_others(self, history: History, branch: Branch, width: int, limit: int) -> None:
        """Try other guesses for many candidates; of the most promising make the parts better."""
        beam = max(2, width // 2)
        found = []
        beta = INFINITE if may_be_large(self._problem.rules) else FORBIDDEN
        for guess in self._likely(history, width):
            if guess != branch.guess:
                task = Task(self._problem, history, only=guess, beta=beta, width=beam)
                answer = await self._run(task)
                if answer.value < beta:
                    found.append((answer.value, guess, task, answer))
                    found.sort(key=lambda each: each[0])
                    del found[_FOLLOWED:]
                    if len(found) == _FOLLOWED:
                        beta = found[-1][0]
        for _, _, task, answer in found:
            other = await self._write(task, answer)
            await self._improve_parts(history, other, width, limit)
            if other.cost < branch.cost:
                branch.become(other)

    async def _write(self, task: Task, answer: Answer) -> Branch:
        """The branch that a task has found."""
        only = task.only or answer.guess
        told = task._replace(only=only, beta=answer.value, tree=True, limit=UNLIMITED)
        written = (await self._run(told)).tree
        assert written is not None, "the task asks for a tree"
        if not len(written.tree.depths):
            raise self._run.fault(f"there is no branch for {answer.value:,} in {task}")
        return Branch.of(self._problem.rules, written.tree, task.history)

    def _likely(self, history: History, count: int) -> list[str]:
        """The guesses whose parts should cost least, by what as many candidates cost elsewhere."""
        rules = self._problem.rules
        rows = guesses_left(rules)
        if self._problem.symmetric:
            rows = representatives(rules, tuple(turn.guess for turn in history))
        elif rows is None:
            rows = np.arange(guess_count(rules), dtype=np.int32)
        table = reply_numbers(rules, candidates_after(rules, history))
        replies = len(rules.replies)
        costs = np.empty(len(rows))
        block = max(1, _BLOCK // max(replies, table.shape[1]))
        for start in range(0, len(rows), block):
            sizes = count_parts(table[rows[start : start + block]], replies)
            sizes[:, -1] = 0  # what is right leaves nothing
            costs[start : start + block] = self._expected[sizes].sum(axis=1)
        best = np.argsort(costs, kind="stable")[:count]
        return [code_at(rules, int(rows[each])) for each in best]
