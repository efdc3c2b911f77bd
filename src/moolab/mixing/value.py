"""What a game is worth where code-maker and code-breaker mix: both bounds, until they meet.

The code-breaker has more trees than can be counted, the code-maker a handful of kinds of codes. So
trees come one by one. A table of those at hand tells what both sides do; what the code-maker does
there is an opponent to whom the best answer is wanted. It is put together of branches at hand as
long as that makes a better tree, then found by a search, until there is none that is better.
docs/explanation/mixing.md tells why that is the value.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, Unpack

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import all_codes
from moolab.codes.replies import Reply
from moolab.codes.representatives import kinds
from moolab.codes.rules import AnyRules, Rules
from moolab.codes.symmetry import openings
from moolab.errors import InvalidStrategies, InvalidTree, SearchFailed
from moolab.mixing.mixes import (
    Mixes,
    Totals,
    guarantee,
    kind_sizes,
    shares_of,
    totals_of,
    weights_of,
)
from moolab.search.bounds import INFINITE
from moolab.search.branches import BEAM, Pass
from moolab.search.checkpoint import CHEAP, Checkpoint, Source
from moolab.search.improve import Branch
from moolab.search.limits import LONGEST, affordable
from moolab.search.objective import plain_costs
from moolab.search.optimal import REPORTING, SearchOptions
from moolab.search.task import Problem
from moolab.search.workers import Runner, result_of, workers
from moolab.support.checks import check_count, check_options, check_seconds
from moolab.support.markup import table
from moolab.support.progress import Progress
from moolab.support.text import count_noun
from moolab.trees.steps import FlatTree, Step

_Set = frozenset[str]


class Pool:
    """What some trees guess for each set of candidates that they come to.

    Trees that begin alike can be taken apart at any set that they share. So ten trees make as many
    as there are ways to choose branches.

    >>> from moolab.strategies import strategy
    >>> from moolab.trees.build import build
    >>> rules = Rules.parse("mm2x3")
    >>> pool = Pool(rules)
    >>> for name in ("parts", "minimax"):
    ...     pool.add(build(strategy(name, rules)))
    >>> pool.best([2, 1])[0]
    29
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._kind = dict(zip(all_codes(rules), kinds(rules).tolist(), strict=True))
        self._guesses: dict[_Set, dict[str, dict[Reply, _Set]]] = {}

    def add(self, tree: Iterable[Step]) -> None:
        """Take in a tree."""
        self._add(Branch.of(self._rules, tree))

    def _add(self, branch: Branch) -> _Set:
        parts = {reply: self._add(part) for reply, part in branch.parts.items()}
        found = [branch.guess] if branch.wins else []
        codes = frozenset(found).union(*parts.values())
        self._guesses.setdefault(codes, {})[branch.guess] = parts
        return codes

    def best(self, weights: Sequence[int]) -> tuple[int, list[Step]]:
        """The least cost where codes of each kind weigh so much, and the steps of its tree."""
        weight = {code: weights[kind] for code, kind in self._kind.items()}
        costs: dict[_Set, int] = {}
        chosen: dict[_Set, str] = {}
        # What a guess leaves is smaller, and comes before.
        for codes in sorted(self._guesses, key=len):
            cost, chosen[codes] = min(
                (sum(costs[part] for part in parts.values()), guess)
                for guess, parts in self._guesses[codes].items()
            )
            costs[codes] = cost + sum(weight[code] for code in codes)

        def steps(codes: _Set, depth: int, reply: Reply | None) -> Iterator[Step]:
            guess = chosen[codes]
            yield Step(depth, reply, guess)
            for answer, part in self._guesses[codes][guess].items():
                yield from steps(part, depth + 1, answer)

        everything = frozenset(self._kind)
        return costs[everything], list(steps(everything, 0, None))


class Solution(NamedTuple):
    """What both players do, and what comes of it.

    Args:
        value: what the one pays to the other on average, if both play as well as they can.
        columns: how likely the paying side chooses each column.
        rows: how likely the other side chooses each row.
    """

    value: Fraction
    columns: list[Fraction]
    rows: list[Fraction]


def solve_table(columns: Sequence[Sequence[Fraction]]) -> Solution:
    """Solve a game in which one player chooses a column, the other a row, and the entry is paid.

    The simplex method for the paying side's linear program, by Bland's rule (1977), which never
    goes in a circle. What the other player does is the solution of the dual one.

    Args:
        columns: what is paid, positive numbers, shape (columns, rows).

    >>> rock, paper = [Fraction(2), Fraction(4)], [Fraction(3), Fraction(1)]
    >>> solve_table([rock, paper]).value
    Fraction(5, 2)
    """
    many, height = len(columns), len(columns[0])
    # Of what is chosen over the value the sum is as large as it can be, where no row exceeds 1.
    table = [
        [column[row] for column in columns]
        + [Fraction(row == slack) for slack in range(height)]
        + [Fraction(1)]
        for row in range(height)
    ]
    aim = [Fraction(-1)] * many + [Fraction(0)] * (height + 1)
    basis = list(range(many, many + height))
    while (enters := next((j for j, rate in enumerate(aim) if rate < 0), None)) is not None:
        leaves = min(
            (row for row in range(height) if table[row][enters] > 0),
            key=lambda row: (table[row][-1] / table[row][enters], basis[row]),
        )
        pivot = table[leaves][enters]
        table[leaves] = [entry / pivot for entry in table[leaves]]
        for line in [*table[:leaves], *table[leaves + 1 :], aim]:
            if times := line[enters]:
                line[:] = [a - times * b for a, b in zip(line, table[leaves], strict=True)]
        basis[leaves] = enters
    value = 1 / aim[-1]
    chosen = [Fraction(0)] * many
    for row, column in enumerate(basis):
        if column < many:
            chosen[column] = table[row][-1] * value
    return Solution(value, chosen, [rate * value for rate in aim[many:-1]])


@dataclass(frozen=True, repr=False)
class GameValue:
    """What a game is worth, and what finding that took.

    Args:
        seconds, cpu_seconds: by the clock, and of the processors of all workers.
        interrupted: whether Ctrl-C has ended the search.
        source: the checkpoint on which both bounds rest, if answers were taken from one.
    """

    mixes: Mixes
    tried: int
    seconds: float = field(compare=False)
    cpu_seconds: float = field(compare=False)
    interrupted: bool = False
    source: Source | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        low, high = self.mixes.low, self.mixes.high
        said = f"{low}" if self.proven else f"{low} to {high}"
        return f"<value of {self.mixes.rules}: {said}, about {float(high):.4f} guesses>"

    def _repr_html_(self) -> str:
        return table(("code", "chance"), self.mixes.maker.items(), repr(self).strip("<>"))

    @property
    def proven(self) -> bool:
        """Whether the bounds have met."""
        return self.mixes.low == self.mixes.high


def find_value(rules: "AnyRules", **options: "Unpack[SearchOptions]") -> GameValue:
    """Find the value of a game: its average length when both sides play optimal mixed strategies.

    Once a tree is known, Ctrl-C ends the search with the bounds found so far; it is not an error.

    Args:
        options: as ``moolab.search.optimal.SearchOptions`` has them.

    Raises:
        InvalidCommand: if ``count`` or ``seconds`` is not a number above 0.
        SearchFailed: if codes are listed, or as ``moolab.search.optimal.find`` raises it.
        SpaceTooLarge: if the search needs more memory, or does not end in reasonable time.
        InvalidCheckpoint: if the checkpoint is not one of this search.

    >>> found = find_value("mm2x3")
    >>> found.mixes.high, found.proven, found.mixes.maker
    (Fraction(29, 12), True, {'00': Fraction(1, 2), '01': Fraction(1, 2)})
    """
    check_options(SearchOptions.__annotations__, options)
    consistent, seconds = options.get("consistent", False), options.get("seconds")
    tell, count = options.get("tell"), check_count("count", options.get("count", 1))
    check_seconds(seconds)
    rules = Rules.parse(rules)
    if isinstance(rules, ListedRules):
        raise SearchFailed(
            f"the value of a game is found where codes are alike; those of {rules} are listed, and "
            "each is of its own kind"
        )
    entries = affordable(rules, options.get("memory"), count, endless=seconds is None)
    problem = _problem(rules, consistent, entries)
    subject = {"rules": str(rules), "objective": "game", "consistent": consistent, "first": None}

    async def search() -> GameValue:
        kept = Checkpoint(options.get("checkpoint"), subject, tell, rules, CHEAP)
        with closing(kept), workers(count, options.get("cluster"), tell) as ready:
            run = Runner(ready, kept)
            async with run.begun():
                bounds = _Bounds(problem, run, options.get("watch"))
                return await bounds.settle(seconds)

    options.get("prepare", lambda: None)()
    return result_of(search())


def best_answer(rules: Rules, shares: Sequence[Fraction], *, consistent: bool = False) -> Fraction:
    """The fewest guesses, on average, in which any strategy finds codes that are drawn so.

    Args:
        shares: how likely each kind of code is, in the order of ``openings``.
        consistent: whether only codes are guessed that may still be the secret.

    Raises:
        InvalidStrategies: if the chances are too fine for a search that is exact.
        SpaceTooLarge: if the search needs more memory, or does not end in reasonable time.

    >>> best_answer(Rules.parse("mm2x3"), [Fraction(1, 2), Fraction(1, 2)])
    Fraction(29, 12)
    """
    most = _most_weight(rules)
    weights = weights_of(rules, shares, most)
    if shares_of(rules, weights) != [*shares]:
        raise InvalidStrategies(
            "the best answer to such chances cannot be found exactly: with whole numbers in their "
            f"place, some code would weigh more than {most:,}"
        )
    problem = _problem(rules, consistent, affordable(rules, None, 1, endless=True))

    async def search() -> Fraction:
        with workers(1, None) as ready:
            run = Runner(ready, Checkpoint(None, {}))
            async with run.begun():
                bounds = _Bounds(problem, run, None)
                await bounds.answer(weights, None)
                return bounds.low

    return result_of(search())


def _problem(rules: Rules, consistent: bool, entries: int) -> Problem:
    return Problem(rules, tuple(plain_costs().tolist()), consistent, entries=entries)


def _most_weight(rules: Rules) -> int:
    return INFINITE // (LONGEST * rules.size)


class _Bounds:
    """Trees, what they guarantee the code-breaker, and what the code-maker is sure of."""

    def __init__(
        self, problem: Problem, run: Runner, watch: Callable[[Progress], None] | None
    ) -> None:
        self._problem = problem
        self._rules = problem.rules
        self._run = run
        self._watch = watch
        self._sizes = kind_sizes(problem.rules)
        self._pool = Pool(problem.rules)
        self._trees: list[Sequence[Step] | FlatTree] = []
        self._totals: list[Totals] = []
        self.low = Fraction(0)
        self._maker: Totals = (1,) * len(self._sizes)
        self._asked: tuple[Pass, Totals] | None = None
        self._began = time.perf_counter()
        self._told = -REPORTING

    async def settle(self, limit: float | None) -> GameValue:
        """Narrow the bounds until they meet, time is over, or Ctrl-C is pressed."""
        self._run.watch = self._tell
        interrupted = False
        try:
            async with asyncio.timeout(limit):
                await self.answer(self._maker, None)
                while (known := self._solution()).value > self.low:
                    if not await self._find_better(known.rows):
                        break
        except (TimeoutError, asyncio.CancelledError) as stopped:
            interrupted = isinstance(stopped, asyncio.CancelledError)
            if interrupted and not self._trees:
                # There is nothing to return, and Ctrl-C shall not have to wait.
                raise
            self._run.abandon()
            if not self._trees:
                assert self._asked is not None, "something was searched for"
                self._add((await self._asked[0].fallback()).tree)
            self._raise_low()
        best = self._solution()
        shares = shares_of(self._rules, self._maker)
        mixes = Mixes(
            self._rules,
            self._problem.consistent,
            self.low,
            best.value,
            dict(zip(openings(self._rules), shares, strict=True)),
            [(share, tree) for share, tree in zip(best.columns, self._trees, strict=True) if share],
        )
        seconds = time.perf_counter() - self._began
        run = self._run
        return GameValue(mixes, run.tried, seconds, run.cpu, interrupted, run.source)

    async def _find_better(self, shares: list[Fraction]) -> bool:
        """Find a tree with which those at hand guarantee less; otherwise the bounds have met."""
        weights = weights_of(self._rules, shares, _most_weight(self._rules))
        return (
            self._exchange_branches(weights)
            or await self.answer(weights, BEAM)
            or await self.answer(weights, None)
        )

    def _exchange_branches(self, weights: Totals) -> bool:
        """Whether branches of the trees at hand make a better one where codes weigh so much."""
        cost, tree = self._pool.best(weights)
        is_better = cost < self._least(weights)
        if is_better:
            self._add(tree)
        return is_better

    def _least(self, weights: Totals) -> int:
        """What the best of the trees at hand costs where codes weigh so much."""
        return min((_cost(weights, totals) for totals in self._totals), default=INFINITE)

    async def answer(self, weights: Totals, beam: int | None) -> bool:
        """Whether there is a tree that is better than those at hand where codes weigh so much."""
        # Where all weigh the same, bounds are stronger.
        problem = self._problem._replace(weights=weights if len(set(weights)) > 1 else ())
        search = Pass(problem, self._run, self._least(weights), beam)
        self._asked = (search, weights) if beam is None else None
        await search.settle()
        self._raise_low()
        written = await search.tree()
        if written is None:
            return False
        self._add(written.tree)
        self._pool.add(written.tree)
        if (cost := _cost(weights, self._totals[-1])) != search.high:
            raise self._run.fault(f"a tree costs {cost:,}, but {search.high:,} was found")
        return True

    def _raise_low(self) -> None:
        """Take over the bound of the last search, if it proves one."""
        if self._asked is not None:
            search, weights = self._asked
            low = Fraction(search.low, _cost(weights, self._sizes))
            if low > self.low:
                self.low, self._maker = low, weights

    def _add(self, tree: Sequence[Step] | FlatTree) -> None:
        self._totals.append(totals_of(self._rules, tree, consistent=self._problem.consistent))
        self._trees.append(tree)

    def _solution(self) -> Solution:
        """What both sides do if there are no trees but those at hand."""
        return solve_table(
            [
                [Fraction(total, size) for total, size in zip(totals, self._sizes, strict=True)]
                for totals in self._totals
            ]
        )

    def _tell(self) -> None:
        seconds = time.perf_counter() - self._began
        if self._watch is None or seconds - self._told < REPORTING:
            return
        self._raise_low()
        high = self._solution().value if self._trees else None
        aim = f"the value, {count_noun(len(self._trees), 'tree')}"
        self._watch(Progress(aim, self.low, high, None, seconds))
        self._told = seconds


def _cost(weights: Sequence[int], totals: Sequence[int]) -> int:
    return sum(weight * total for weight, total in zip(weights, totals, strict=True))


def check_mixes(mixes: Mixes, watch: Callable[[str], None] = lambda _: None) -> None:
    """See that the code-breaker needs no more guesses than a file says, and no fewer.

    Args:
        watch: called with what is done next, in words.

    Raises:
        InvalidStrategies: if either bound does not hold, or chances are too fine to be checked.
        SpaceTooLarge: if the best answer to the code-maker cannot be found.
    """
    drawn = []
    for number, (share, tree) in enumerate(mixes.breaker, start=1):
        watch(f"playing tree {number} of {len(mixes.breaker)}")
        try:
            drawn.append((share, totals_of(mixes.rules, tree, consistent=mixes.consistent)))
        except InvalidTree as error:
            raise InvalidStrategies(f"tree {number} is not valid: {error}") from error
    high = guarantee(mixes.rules, drawn)
    if high > mixes.high:
        raise InvalidStrategies(
            f"some secret takes {high} guesses on average, and not {mixes.high} at most"
        )
    watch("looking for the best answer to the code-maker")
    low = best_answer(mixes.rules, [*mixes.maker.values()], consistent=mixes.consistent)
    if low < mixes.low:
        raise InvalidStrategies(
            f"a tree needs {low} guesses on average, and not {mixes.low} at least"
        )
