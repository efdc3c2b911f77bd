"""One search with given costs: root moves, the parts into which they split, and their bounds.

``Pass.settle`` has numbered steps; docs/explanation/search.md tells why.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from moolab.codes.listed import ListedRules
from moolab.codes.listed_table import Table
from moolab.codes.numbering import code_at, index_of, pack, unpack
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.codes.space import every_code
from moolab.deduction.history import History, Turn
from moolab.errors import SearchFailed
from moolab.search.bounds import DEPTHS, FORBIDDEN, INFINITE, LARGE, STEPS, lower_bounds
from moolab.search.limits import VAST
from moolab.search.tables import Weights, every_price, every_weight, is_weighed, score_all
from moolab.search.task import (
    ALL_GUESSES,
    NOTHING,
    Answer,
    Problem,
    Task,
    candidates_after,
    most_telling,
)
from moolab.search.workers import Runner
from moolab.search.workspace import Numbers
from moolab.search.written import WrittenTree, join_trees


class PartBounds:
    """What is known of the parts of guesses before anything is searched."""

    def __init__(
        self, rules: Rules, costs: tuple[int, ...], weights: Weights = (), history: History = ()
    ) -> None:
        self._rules = rules
        self._codes = candidates_after(rules, history)
        self._weighed = is_weighed(rules, weights)
        self._names = rules.identifies
        self._ask = costs[len(history)]
        self._least = lower_bounds(rules, costs, len(history) + 1, len(self._codes))
        if self._weighed:
            self._weights = every_weight(rules, weights)[self._codes]
            self._heaviest_first = np.argsort(-self._weights, kind="stable")
            self._prices = every_price(rules)
            first = rules.size if self._names else 0
            self._cheapest = int(self._prices[first:].min(initial=self._prices.max()))

    def asked(self, guess: str) -> int:
        """What it costs to ask a guess of all candidates."""
        if self._weighed:
            price = int(self._prices[index_of(self._rules, guess)])
            return self._ask * price * int(self._weights.sum())
        return self._ask * len(self._codes)

    def split(self, guess: str) -> tuple[Numbers, Numbers, Numbers]:
        """The sizes and weights of the parts that a guess leaves, and lower bounds of their values.

        Returns:
            All by the byte of the reply, 0 for the winning one, which leaves nothing.
        """
        rules = self._rules
        replies, win = score_all(rules, guess)[self._codes], pack(rules, rules.win)
        sizes = np.bincount(replies, minlength=win + 1)
        sizes[win] = 0
        if not self._weighed:
            return sizes, sizes, self._least[sizes]
        weights, lows = np.zeros(len(sizes), np.int64), np.zeros(len(sizes), np.int64)
        np.add.at(weights, replies, self._weights)
        weights[win] = 0
        if not self._names:
            np.add.at(lows, replies[self._heaviest_first], self._costs_in_parts(replies))
            lows[win] = 0
        elif isinstance(rules, ListedRules) and rules.weights:
            # Codes that are not alone need another guess.
            np.add.at(lows, replies, self._cheapest * self._weights)
            lows[sizes < 2] = 0
        else:
            lows = self._cheapest * self._least[sizes]
        return sizes, weights, lows

    def _costs_in_parts(self, replies: Table) -> Numbers:
        """What each secret costs at least, the heaviest first, as it is found first in its part."""
        replies = replies[self._heaviest_first]
        order = np.argsort(replies, kind="stable")
        first = np.searchsorted(replies[order], replies[order])
        before = np.empty(len(order), np.int64)
        before[order] = np.arange(len(order)) - first
        guesses = self._cheapest * (self._least[before + 1] - self._least[before])
        own = self._prices[self._codes[self._heaviest_first]] - self._cheapest
        found: Numbers = self._weights[self._heaviest_first] * (guesses + own)
        return found


BEAM = 8
"""The width of the beams that find the first bounds of an exact search. ab4x10 takes
263,959 guesses with 8, 255,956 with 4, 289,063 with 16, and 355,230 with 2."""

_WIDE = 64
"""The width of the beams that look for any tree within a limit of guesses, before all guesses are
tried. Of mm4x11 one with 7 guesses is found with 64, and none with 32."""

_BRIEF = 10**8
"""Where any tree will do, lookups in which a part may refute a first guess before a beam looks for
trees: some 0.4 s. That mm4x11 needs seven takes no more for any first guess."""

_SPLIT = 1 << 22
"""A part with more pairs of candidate and guess than this is a task for each second guess, and the
likely best of them one for each second reply. Tasks share a table: from 1 << 16 on, ab4x9, mm4x8
and ab4x10 take as many guesses within 11%; with 1 << 25, ab4x10 takes a third more, and mm4x8 half
as many again."""

_CUT = 1 << 24
"""A part after two turns or more with more pairs of candidate and guess than this is compared with
some guesses at a time: 512 candidates of mm5x8, which take a minute or two."""

_LONG = 1 << 34
"""Lookups after which a task is cut, half a minute: a search that is stopped has lost no more than
two minutes' work of each worker."""

_FORCED = 2
"""Up to so many candidates, the lower bound is the value, unless they weigh."""

_SCOUTED = 100
"""With more first guesses, a beam looks for the one that is likely best before all are compared."""

_TOGETHER = 16
"""How many first guesses of a list are compared at a time, enough to keep that many workers busy.
Where any tree will do, so are as many second guesses."""

_NEAR = 16
"""If the tree that a beam has found is within 1/16 of the limit, all parts behind its first guess
are settled at once, its second guesses first. With 1/4 or 1/64, ab4x9 takes as many guesses."""


@dataclass
class Branches:
    """How to write a tree out: a guess, and a task for the tree after each reply to it."""

    guess: str
    tasks: "dict[Reply, Task | Branches | None]"


@dataclass
class Part:
    """The candidates after some turns, and what is known of their value.

    Args:
        low, high: bounds of the value; they meet when it is settled.
        tree: how to write a tree of value ``high``.
        second: the guess that it begins with, if the part is so large that it was told.
    """

    history: History
    size: int
    weight: int
    low: int
    high: int = INFINITE
    tree: Task | Branches | None = None
    second: str | None = None

    @property
    def reply(self) -> Reply:
        """The last one."""
        return self.history[-1].reply

    @property
    def settled(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high


@dataclass
class Move:
    """A guess: a first one, or a later one that takes too long to be a single task.

    Args:
        asked: the cost of asking it.
        floor: a lower bound, by the sizes of its parts alone, or by what was found out.
        split: makes the parts by reply, without the winning one.
    """

    guess: str
    asked: int
    floor: int
    split: Callable[[], list[Part]]

    @cached_property
    def parts(self) -> list[Part]:
        """What the replies leave; of the many first guesses of a list, only few are looked at."""
        return self.split()

    @property
    def low(self) -> int:
        """A lower bound of all trees that begin so."""
        if "parts" not in vars(self):
            return self.floor
        return max(self.floor, self.asked + sum(part.low for part in self.parts))

    @property
    def high(self) -> int:
        """The cost of the best known of them."""
        if "parts" not in vars(self):
            return INFINITE
        return min(INFINITE, self.asked + sum(part.high for part in self.parts))

    def forget(self) -> None:
        """Keep of the parts no more than the bound that they have given."""
        self.floor = self.low
        vars(self).pop("parts", None)

    def window(self, part: Part, limit: int) -> int:
        """The value that one part must stay below, for a tree to stay below the limit."""
        return limit - (self.low - part.low)


class Pass:
    """A search for a tree that costs less than a limit, and as little as possible.

    Args:
        limit: trees that cost so much are of no interest.
        beam: the width of a search that proves nothing; None for one that does.
    """

    def __init__(self, problem: Problem, run: Runner, limit: int, beam: int | None) -> None:
        self._problem = problem
        self._runner = run
        self._lookups = Counter[History]()
        self._limit = limit
        # A tree below 1 costs nothing, and no other can be better.
        self._any_will_do = limit == 1
        self._beam = beam
        self._bounds = PartBounds(problem.rules, problem.costs, problem.weights)
        self._forced = 1 if is_weighed(problem.rules, problem.weights) else _FORCED
        self._moves = [self._move(guess) for guess in problem.openings]

    @property
    def low(self) -> int:
        """A lower bound of all trees."""
        return min(self._limit, *(move.low for move in self._moves))

    @property
    def high(self) -> int:
        """The cost of the best known tree; at least INFINITE if there is none."""
        return min(move.high for move in self._moves)

    @property
    def share(self) -> float:
        """Of all candidates after a first turn, those about which no more need be known."""
        settled = total = 0
        limit = min(self._limit, self.high)
        for move in self._moves:
            total += self._problem.rules.size
            if move.low >= limit:
                settled += self._problem.rules.size
            elif "parts" in vars(move):
                settled += sum(part.size * part.settled for part in move.parts)
        return settled / max(total, 1)

    async def settle(self) -> None:
        """Narrow the bounds until they meet or pass the limit; in a beam, do what a beam can."""
        # 1. Lists: there can be thousands of first guesses, and none is like another.
        if not self._problem.symmetric:
            await self._compare_first_guesses()
            return
        # 2. First trees: each part gets one, by a beam if it is large. What the likely best first
        #    guess costs then rules others out.
        if self._any_will_do:
            await self._find_any_tree()
        else:
            moves = sorted(self._moves, key=lambda move: move.low)
            for batch in (moves[:1], moves[1:]):
                limit = min(self._limit, self.high)
                await self._find_some_trees([move for move in batch if move.low < limit])
        if self._beam is not None:
            return
        # 3. Likely best: if it is near the limit, all values will be wanted, so that no part of it
        #    need wait for another.
        likely, *others = sorted(self._moves, key=lambda move: move.high)
        limit = self._limit_of(likely)
        if likely.low < limit and likely.high - limit < limit // _NEAR:
            windows = [(part, likely.window(part, limit)) for part in _large_first(likely)]
            await asyncio.gather(
                *(self._settle_part(part, window, likely=True) for part, window in windows)
            )
        else:
            others = [likely, *others]
        # 4. Refutation: bounds of parts are raised, step by step, until no other guess is better.
        #    Where any tree will do, one part refutes a guess, and is settled at once.
        if not self._any_will_do:
            limits = [(move, self._limit_of(move)) for move in others]
            await asyncio.gather(*(self._raise_bounds(move, limit) for move, limit in limits))
            return
        for move in others:
            await self._settle_in_turn(move, self._refuting(move), self._limit_of(move))

    async def _find_any_tree(self) -> None:
        """Look for a tree with beams, where any will do: first where the largest part is small."""

        def order(move: Move) -> tuple[int, int]:
            return move.low, max(part.size for part in move.parts)

        for move in sorted(self._moves, key=order):
            if self._beam is None:
                # One part may refute a move in little time.
                part = self._refuting(move)[0]
                task = Task(self._problem, part.history, beta=self._limit, limit=_BRIEF)
                if not self._is_large(part):
                    await self._settle_part(part, self._limit)
                elif (answer := await self._run(task)).place is None:
                    part.low = max(part.low, answer.value)
            if move.low < self._limit:
                await self._find_some_trees([move])
            if self.high < self._limit:
                return

    def _refuting(self, move: Move) -> list[Part]:
        """The parts, those first that are likely to refute a move, where any tree will do.

        As in ``kernel.py``, of the large ones those in which the fewest symbols occur; then those
        with most secrets beyond the limit.
        """
        rules = self._problem.rules
        largest = max((part.size for part in move.parts if not part.settled), default=0)

        def order(part: Part) -> tuple[int, int]:
            if part.size * LARGE < largest:
                return rules.symbols, -part.high
            codes = every_code(rules)[:, candidates_after(rules, part.history)]
            return len(np.unique(codes)), -part.high

        return sorted(move.parts, key=order)

    def _limit_of(self, move: Move) -> int:
        """The cost that a move must stay below.

        A tree that is as good as the best known will do, until that is proved best.
        """
        return min(self._limit, self.high + (move.high == self.high))

    async def _compare_first_guesses(self) -> None:
        """Where any code of a list can be the first guess, there can be thousands.

        The likely best is settled alone; of the others many are compared with what was best before,
        so that what is tried does not depend on who was faster. Each is left as soon as it cannot
        beat that.
        """
        limit = self._limit
        moves = sorted(self._moves, key=lambda move: move.low)[: self._beam]
        if self._beam is None and len(moves) > _SCOUTED:
            # Others have little to beat the first guess of a tree by that a beam finds.
            scout = Pass(self._problem, self._runner, limit, BEAM)
            await scout.settle()
            likely = min(scout._moves, key=lambda move: move.high).guess
            moves.sort(key=lambda move: move.guess != likely)
        while moves:
            together = 1 if self._beam is not None or limit == self._limit else _TOGETHER
            batch, moves = moves[:together], moves[together:]
            await asyncio.gather(*(self._settle_move(m, limit) for m in batch if m.low < limit))
            limit = min(limit, *(move.high for move in batch))

    async def _settle_move(self, move: Move, limit: int) -> None:
        """Find the value of one first guess, or that it cannot beat a limit."""
        if self._beam is None and limit < FORBIDDEN:
            # Lower bounds of parts narrow the window in which others are searched.
            for part in _large_first(move):
                if move.low >= limit:
                    break
                if not part.settled:
                    task = Task(self._problem, part.history, width=NOTHING)
                    part.low = max(part.low, (await self._run(task)).value)
        await self._settle_in_turn(move, _large_first(move)[::-1], limit)
        if move.low >= limit:
            move.forget()

    async def _settle_in_turn(self, move: Move, parts: list[Part], limit: int) -> None:
        """Settle one part after another, until the move cannot beat a limit."""
        for part in parts:
            window = move.window(part, limit)
            if window <= part.low:
                break
            await self._settle_part(part, window)

    async def _raise_bounds(self, move: Move, limit: int) -> None:
        """Raise the bounds of parts in steps, until the move cannot beat a limit or all is known.

        The part whose bound rose for the fewest lookups comes next, as in ``kernel.py``.
        """
        efforts = dict.fromkeys((part.reply for part in move.parts), 0.0)
        while move.low < limit and not all(part.settled for part in move.parts):
            unsettled = (part for part in move.parts if not part.settled)
            part = min(unsettled, key=lambda part: (efforts[part.reply], part.size))
            low, before, window = part.low, self._lookups[part.history], move.window(part, limit)
            if window < 2 * low:
                window = min(window, low + low // STEPS + 1)
            await self._settle_part(part, window)
            taken = self._lookups[part.history] - before
            efforts[part.reply] = taken / max(1, part.low - low)

    async def tree(self) -> WrittenTree | None:
        """The best known tree; None if it is not below the limit."""
        best = min(self._moves, key=lambda move: move.high)
        return await self._write_move(best) if best.high < self._limit else None

    async def fallback(self) -> WrittenTree:
        """The best known tree, or, if none is known yet, one found in little time."""
        best = min(self._moves, key=lambda move: (move.high, move.low))
        unknown = (part for part in best.parts if part.tree is None)
        await asyncio.gather(*(self._run_beam(part, 1) for part in unknown))
        return await self._write_move(best)

    async def _run(self, task: Task) -> Answer:
        """Have a task done, and count its lookups for all parts that it is about."""
        answer = await self._runner(task)
        for turns in range(1, len(task.history) + 1):
            self._lookups[task.history[:turns]] += answer.work.lookups
        return answer

    async def _value(self, task: Task) -> tuple[int, str | None]:
        """The value and the guess of the answer to a task; one that takes long is cut.

        So little is lost when the search is stopped, and all workers have something to do. Which
        guess it is does not depend on what other tasks have found, and neither does the value.
        """
        if task.width != ALL_GUESSES or not self._problem.symmetric:
            answer = await self._run(task)
        elif task.only is not None:
            answer = await self._run(task._replace(limit=_LONG))
            if answer.place is not None:
                return await self._follow_up(task), task.only
        else:
            rules = self._problem.rules
            cut = rules.size**2 >= _CUT
            cut = cut and len(candidates_after(rules, task.history)) * rules.size >= _CUT
            if cut and not self._runner.knows(task):
                return await self._compare_in_turn(task)
            answer = await self._run(task)
        return answer.value, answer.guess

    async def _compare_in_turn(self, task: Task) -> tuple[int, str | None]:
        """The value of a vast part and its guess, each task where the last one ended."""
        value, guess, start = task.beta, None, 0
        while True:
            some = task._replace(beta=value, start=start, limit=_LONG)
            answer = await self._run(some)
            if answer.value < value:
                value, guess = answer.value, answer.guess
            if answer.place is None:
                return value, guess
            if answer.place == start:
                row = most_telling(self._problem, task.history)[start]
                only = code_at(self._problem.rules, int(row))
                found = await self._follow_up(task._replace(only=only, beta=value))
                if found < value:
                    value, guess = found, only
                start += 1
            else:
                start = answer.place

    async def _follow_up(self, task: Task) -> int:
        """The value of a guess that takes too long for one task, part by part."""
        assert task.only is not None, "the task is about one guess"
        move = self._move(task.only, task.history)
        if self._any_will_do:
            await self._settle_in_turn(move, self._refuting(move), task.beta)
        else:
            await self._raise_bounds(move, task.beta)
        return min(move.low, task.beta)

    async def _write_move(self, move: Move) -> WrittenTree:
        """The best known tree of a first guess."""
        parts = {part.reply: part.tree for part in move.parts}
        tree = await self._write((), Branches(move.guess, parts))
        if (deepest := max(tree.distribution)) > DEPTHS:
            raise SearchFailed(
                f"the best tree needs up to {deepest} guesses, and a game has at most {DEPTHS}"
            )
        return tree

    async def _write(self, history: History, told: Task | Branches | None) -> WrittenTree:
        """The tree after a history that a task, or branches, tell how to write."""
        assert told is not None, "where a value is known, so is how to write its tree"
        if isinstance(told, Task):
            tree = (await self._run(told)).tree
            assert tree is not None, "the task asks for a tree"
            return tree
        turns = [(*history, Turn(told.guess, reply)) for reply in told.tasks]
        trees = await asyncio.gather(*map(self._write, turns, told.tasks.values()))
        branches = dict(zip(told.tasks, trees, strict=True))
        return join_trees(self._problem.rules, history, told.guess, branches)

    def _move(self, guess: str, before: History = ()) -> Move:
        problem, rules, bounds = self._problem, self._problem.rules, self._bounds
        if before:
            bounds = PartBounds(rules, problem.costs, problem.weights, before)
        sizes, weights, lows = bounds.split(guess)

        def part(byte: int) -> Part:
            history, low = (*before, Turn(guess, unpack(rules, byte))), int(lows[byte])
            found = Part(history, int(sizes[byte]), int(weights[byte]), low)
            if found.size <= self._forced:
                found.high, found.tree = low, Task(problem, history, beta=low, tree=True)
            return found

        def split() -> list[Part]:
            return [part(byte) for byte in np.flatnonzero(sizes).tolist()]

        asked = bounds.asked(guess)
        return Move(guess, asked, asked + int(lows.sum()), split)

    def _is_large(self, part: Part) -> bool:
        return self._problem.symmetric and part.size * self._problem.rules.size >= _SPLIT

    async def _find_some_trees(self, moves: list[Move]) -> None:
        """Find some tree for each part, the best one if it is small; those that take long first."""

        async def find_tree(part: Part) -> None:
            if self._beam is None and not self._is_large(part):
                await self._settle_part(part, self._limit)
            else:
                await self._run_beam(part, self._beam or BEAM)

        parts = sorted((part for move in moves for part in move.parts), key=lambda part: -part.size)
        await asyncio.gather(*map(find_tree, parts))

    async def _run_beam(self, part: Part, width: int) -> None:
        """Find some tree with a beam."""
        part.high, part.second, part.tree = await self._run_beams(part.history, part.size, width)

    async def _run_beams(
        self, history: History, size: int, width: int
    ) -> tuple[int, str | None, "Task | Branches"]:
        """The value that a beam finds after some turns, its guess if it was told, and its tree."""
        problem = self._problem
        # Where kinds of codes weigh, the size of a part does not say what asking it costs.
        alike = problem.symmetric and not problem.weights
        if not (alike and size * problem.rules.size > VAST):
            task = Task(problem, history, width=width)
            answer = await self._run(task)
            return answer.value, answer.guess, task._replace(beta=answer.value, tree=True)
        found = list[tuple[int, str, Branches]]()
        for guess in self._likely(history)[:width]:
            move = self._move(guess, history)
            parts = await asyncio.gather(
                *(self._run_beams(part.history, part.size, width) for part in move.parts)
            )
            trees = {part.reply: tree for part, (_, _, tree) in zip(move.parts, parts, strict=True)}
            value = move.asked + sum(value for value, _, _ in parts)
            found.append((value, guess, Branches(guess, {**trees})))
        return min(found, key=lambda each: each[0])

    async def _settle_part(self, part: Part, window: int, *, likely: bool = False) -> None:
        """Find the value of a part, if it is below the window that it has."""
        if part.settled:
            return
        history, beta = part.history, min(window, part.high + 1)
        if part.second is None:
            width = self._beam or ALL_GUESSES
            value, _ = await self._value(Task(self._problem, history, beta=beta, width=width))
            tree: Task | Branches | None = Task(
                self._problem, history, beta=value, width=width, tree=True
            )
        else:
            value, tree = await self._compare_second_guesses(
                part, beta, part.second if likely else None
            )
        part.low = max(part.low, value)
        if value < beta:
            part.high, part.tree = value, tree

    async def _compare_second_guesses(
        self, part: Part, beta: int, likely: str | None
    ) -> tuple[int, Task | Branches | None]:
        """The value of a large part, and how to write its tree, if below beta."""
        problem, history = self._problem, part.history
        value, tree = beta, None
        if likely is not None:
            value, tree = await self._settle_second_guess(part, likely, beta)
            if value < part.high:
                # Others may take hours: a search that ends before has this tree.
                part.high, part.tree = value, tree
        # Guesses that are likely best take longest: begun first, they keep no worker waiting.
        guesses = [guess for guess in self._likely(history) if guess != likely]
        widths, together = [ALL_GUESSES], max(1, len(guesses))
        if self._any_will_do:
            # A wide beam may find one, which saves the rest.
            widths, together = [_WIDE, ALL_GUESSES], _TOGETHER
        for width, start in product(widths, range(0, len(guesses), together)):
            if value == part.low:
                break
            tasks = [
                Task(problem, history, only=guess, beta=value, width=width)
                for guess in guesses[start : start + together]
            ]
            answers = await asyncio.gather(*map(self._value, tasks))
            for task, (found, _) in zip(tasks, answers, strict=True):
                if found < value:
                    value, tree = found, task._replace(beta=found, tree=True)
        return value, tree

    async def _settle_second_guess(
        self, part: Part, second: str, beta: int
    ) -> tuple[int, Task | Branches | None]:
        """As ``_compare_second_guesses``, for one second guess."""
        problem, move = self._problem, self._move(second, part.history)

        async def write_best(after: Part) -> Task:
            """The task that writes the best tree after a reply; its beta is the value."""
            found = await self._run(Task(problem, after.history, width=BEAM))
            value, guess = await self._value(Task(problem, after.history, beta=found.value + 1))
            return Task(problem, after.history, only=guess, beta=value, tree=True)

        found = await asyncio.gather(*map(write_best, move.parts))
        value = move.asked + sum(task.beta for task in found)
        trees = {part.reply: task for part, task in zip(move.parts, found, strict=True)}
        return min(value, beta), Branches(second, {**trees}) if value < beta else None

    def _likely(self, history: History) -> list[str]:
        """Guesses, those first that tell most."""
        return [
            code_at(self._problem.rules, int(row)) for row in most_telling(self._problem, history)
        ]


def _large_first(move: Move) -> list[Part]:
    return sorted(move.parts, key=lambda part: -part.size)
