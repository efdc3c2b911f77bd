"""The best decision tree of a game: a first search for the total, and others that refine it."""

import asyncio
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypedDict, Unpack

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import guess_count
from moolab.codes.rules import AnyRules, Rules
from moolab.codes.spelling import AnyCode
from moolab.errors import InvalidTree, SearchFailed, SpaceTooLarge
from moolab.search.best import Exhausted
from moolab.search.bounds import FORBIDDEN, INFINITE
from moolab.search.branches import BEAM, Pass
from moolab.search.checkpoint import CHEAP, Checkpoint, Source
from moolab.search.limits import affordable, check_goal, portable
from moolab.search.objective import (
    Costs,
    Objective,
    cost,
    excess_costs,
    hardest_costs,
    limited_costs,
    plain_costs,
    standing,
    tail_costs,
    tail_weight,
)
from moolab.search.tables import is_weighed, may_be_large
from moolab.search.task import ALL_GUESSES, Problem
from moolab.search.workers import Runner, result_of, workers
from moolab.search.written import WrittenTree, flatten
from moolab.strategies import FALLIBLE, STRATEGIES, strategy
from moolab.support.checks import check_count, check_options, check_seconds
from moolab.support.kernel_cache import is_kept
from moolab.support.markup import histogram
from moolab.support.progress import Progress
from moolab.support.text import count_noun
from moolab.trees.build import build
from moolab.trees.steps import FlatTree
from moolab.trees.verify import Proof, verify

_LISTED = 1 << 23
"""Pairs of secret and guess of a list whose trees are not too slow to build, code by code: those of
``words:english4``, of 1,552 by 3,181 words, take three seconds. With three times as many pairs all
strategies take twenty times as long as a beam, which is hardly ever worse there."""


KnownTree = tuple[WrittenTree, Proof]
"""A tree that is known before a search begins, and what it achieves."""


def best_by_strategy(
    problem: Problem,
    objective: Objective,
    most: int | None,
    count: int,
    watch: Callable[[Progress], None] | None = None,
    ends: float | None = None,
) -> KnownTree | None:
    """The best whole tree of a partition strategy that keeps to all that a search has to keep to.

    Args:
        most: no secret may need more guesses than this.
        count: how many threads share the work.
        ends: when time is over, as ``time.perf_counter`` tells it.

    Returns:
        None if there is none: the game is too large for the strategies, time is over, or each has
        a secret that needs too many guesses.

    >>> _, proof = best_by_strategy(Problem(Rules.parse("ab4x6"), ()), "mean", None, 1)
    >>> proof.total
    1448
    """
    rules = problem.rules
    if isinstance(rules, ListedRules) and guess_count(rules) * rules.size > _LISTED:
        return None
    names = [name for name in STRATEGIES if name not in FALLIBLE]
    known, reports = list[KnownTree](), _Reports(watch, told=0.0)
    with suppress(TimeoutError):
        for number, name in enumerate(names):

            def report(found: int, number: int = number) -> None:
                if ends is not None and time.perf_counter() > ends:
                    raise TimeoutError
                share = (number + found / rules.size) / len(names)
                reports.tell("the best tree of a strategy", lambda: share)

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
                    known.append((WrittenTree(tree, proof.distribution), proof))
    return min(known, key=lambda each: standing(objective, each[1]), default=None)


_SMALL = 1_300
"""Codes of games that are first searched by bit sets where the kernel would have to be compiled:
mm4x6 has 1,296. They find the same tree, by way of other guesses tried."""

_TINY = 360
"""Codes of games that are always searched by bit sets: to load the kernel would take longer. ab3x8
has 336, and takes 0.7 s of processor time. So the guesses tried do not depend on what is kept."""

REPORTING = 0.5
"""Seconds between two reports of progress."""


@dataclass(frozen=True, repr=False)
class Optimum:
    """The best tree found, and what is known of better ones.

    Args:
        distribution: how many secrets need each number of guesses.
        cost: what the guesses cost for all secrets together, each as often as it weighs.
        weight: what all secrets weigh together.
        proven: whether no tree is better, by the objective.
        bound: no tree has a smaller cost.
        seconds, cpu_seconds: by the clock, and of the processors of all workers.
        source: the checkpoint on which bound and proof rest, if answers were taken from one.
        first, consistent, hard, most: what was asked for, as ``TreeOptions`` has them.
    """

    rules: Rules
    objective: Objective
    tree: FlatTree
    distribution: dict[int, int]
    cost: int
    weight: int
    proven: bool
    bound: int
    tried: int
    seconds: float = field(compare=False)
    cpu_seconds: float = field(compare=False)
    source: Source | None = field(default=None, compare=False)
    first: str | None = None
    consistent: bool = False
    hard: bool = False
    most: int | None = None

    def __repr__(self) -> str:
        proven = "proved" if self.proven else f"{self.bound:,} or more are needed"
        if self.source is not None:
            proven += f", if {self.source.path} is right"
        return f"<tree of {self.rules}: {self.total:,} guesses, at most {self.max}; {proven}>"

    def _repr_html_(self) -> str:
        return histogram(self.distribution, repr(self).strip("<>"))

    @property
    def total(self) -> int:
        """The guesses that all secrets need together."""
        return sum(guesses * secrets for guesses, secrets in self.distribution.items())

    @property
    def expected(self) -> float:
        """What the secret costs on average, each as likely as it weighs."""
        return self.cost / self.weight

    @property
    def max(self) -> int:
        """The guesses that the worst secret needs."""
        return max(self.distribution)

    @property
    def at_max(self) -> int:
        """Number of secrets that need the maximum."""
        return self.distribution[self.max]


class SearchOptions(TypedDict, total=False):
    """How a game is searched; what is left out has no limit, or is as it usually is.

    Args:
        consistent: let only codes be guessed that may still be the secret.
        count: how many threads of this machine do the work (default: 1).
        cluster: the address of a Dask scheduler whose workers do it instead.
        checkpoint: keeps what was found, if the search is interrupted; if it is there, the search
            goes on from it.
        seconds: stop then, with what was found so far.
        memory: a ceiling for the tables of all threads, in bytes; half of what the machine has
            unless given.
        prepare: called before kernels are needed; small games may do without.
        watch: called with how far the search is, now and then; in another thread, if this one has
            an event loop.
        tell: called with a warning, a sentence.
    """

    consistent: bool
    count: int
    cluster: str | None
    checkpoint: Path | str | None
    seconds: float | None
    memory: int | None
    prepare: Callable[[], object]
    watch: Callable[[Progress], None] | None
    tell: Callable[[str], None] | None


class TreeOptions(SearchOptions, total=False):
    """How the best tree is searched for: as ``SearchOptions`` says, and more.

    Args:
        first: the guess with which the tree begins (default: the best one).
        hard: hard mode of the word game: letters that a reply has revealed are in all later
            guesses, those in place where they are.
        most: let no secret need more guesses than this.
        beam: try only this many guesses for each set; nothing is proved then, but the tree is no
            worse than those of moolab's own strategies, unless the game is too large for these.
        keep: whether what threads have found about sets of codes stays until another search begins:
            a certificate is written faster then.
    """

    first: AnyCode | None
    hard: bool
    most: int | None
    beam: int | None
    keep: bool


def find(
    rules: "AnyRules", objective: Objective = "mean", **options: "Unpack[TreeOptions]"
) -> Optimum:
    """Find the best decision tree of a game.

    Every tree has been replayed by ``moolab.trees.verify`` when it comes, and nothing is called
    proved unless the total of that tree, the value that was found, and the bound agree.

    This takes until the tree is found. A program with an event loop that has to go on meanwhile
    says ``await asyncio.to_thread(find, rules)``.

    Args:
        objective: a key of ``OBJECTIVES``: what "best" means.
        options: as ``TreeOptions`` has them.

    Raises:
        InvalidCommand: if ``count``, ``beam``, ``most`` or ``seconds`` is not a number above 0.
        InvalidCode: if ``first`` is not a code of the game, or not a question though there is more
            than one secret.
        InvalidRules: if ``hard`` is asked for where replies do not mark letters.
        SpaceTooLarge: if the search needs more memory, or does not end in reasonable time.
        InvalidCheckpoint: if the checkpoint is not one of this search.
        SearchFailed: if ``most`` guesses do not suffice, if the objective does not go with them or
            with the game, if there is no such cluster, if it is lost or has no workers, if workers
            are lost again and again, or if what was found does not hold, which a checkpoint can
            cause that was changed by hand.

    What a checkpoint keeps is believed, unless it can be found again in ``CHEAP`` seconds, and
    the result names it (``Optimum.source``).

    >>> best = find("ab3x5", "worst")
    >>> best.total, best.max, best.proven
    (196, 4, True)
    """
    check_options(TreeOptions.__annotations__, options)
    first, most, beam = options.get("first"), options.get("most"), options.get("beam")
    consistent, hard = options.get("consistent", False), options.get("hard", False)
    cluster, checkpoint = options.get("cluster"), options.get("checkpoint")
    seconds, memory = options.get("seconds"), options.get("memory")
    watch, tell = options.get("watch"), options.get("tell")
    # 1. Refusal: of what does not go together, or needs more memory or time than there is.
    count = check_count("count", options.get("count", 1))
    check_seconds(seconds)
    ends = None if seconds is None else time.perf_counter() + seconds
    if beam is not None:
        beam = min(check_count("beam", beam), ALL_GUESSES)
    rules = Rules.parse(rules)
    first = None if first is None else rules.code(first)
    check_goal(rules, objective, first=first, consistent=consistent, hard=hard, most=most)
    if cluster is not None:
        rules = portable(rules)
    # What a checkpoint keeps is not lost, however long the rest takes.
    endless = beam is None and seconds is None and checkpoint is None
    entries = affordable(rules, memory, count, endless=endless, first=first, beam=beam is not None)
    costs, listed = tuple(plain_costs().tolist()), isinstance(rules, ListedRules)
    problem = Problem(rules, costs, consistent, not listed, first=first, entries=entries, hard=hard)
    subject = {
        "rules": rules.digest if isinstance(rules, ListedRules) else str(rules),
        "objective": objective,
        "consistent": consistent,
        "first": first,
        **({"hard": hard} if hard else {}),
    }

    async def search(
        problem: Problem, kept: Checkpoint, known: KnownTree | None = None
    ) -> Searches:
        with workers(count, cluster, tell, keep=options.get("keep", False)) as ready:
            run = Runner(ready, kept)
            left = None if ends is None else ends - time.perf_counter()
            return await searched(problem, objective, run, most, beam, left, watch, known)

    # 2. Bit sets: they settle a small game before a kernel would be loaded or compiled.
    plain = objective == "mean" and not (consistent or listed)
    plain = plain and most is None and beam is None and checkpoint is None
    if plain and rules.size <= (_TINY if is_kept("search.kernel.solve_set") else _SMALL):
        with suppress(Exhausted):
            by_bits = problem._replace(kernels=False)
            return result_of(search(by_bits, Checkpoint(None, subject))).optimum()
    # 3. Checkpoint: a file that is of no use is refused before kernels are compiled.
    with closing(Checkpoint(checkpoint, subject, tell, rules, CHEAP)) as kept:
        # 4. Kernels: they are compiled, where this machine does not have them yet.
        options.get("prepare", lambda: None)()
        # 5. Trees of strategies: a beam has to beat the best of them.
        known, began, cpu = None, time.perf_counter(), time.process_time()
        if beam is not None:
            known = best_by_strategy(problem, objective, most, count, watch, ends)
        seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
        # 6. Passes: ``Searches.settle`` names them, and ``Pass.settle`` what each of them does.
        found = result_of(search(problem, kept, known))
        # 7. Replay: the tree is tried on every secret, by code that shares nothing with the search.
        #    Not within ``search``, as Ctrl-C is not heard in a callback of an event loop.
        best = found.optimum()
    seconds, cpu = best.seconds + seconds, best.cpu_seconds + cpu
    return replace(best, most=most, seconds=seconds, cpu_seconds=cpu)


async def searched(
    problem: Problem,
    objective: Objective,
    run: Runner,
    most: int | None = None,
    beam: int | None = None,
    seconds: float | None = None,
    watch: Callable[[Progress], None] | None = None,
    known: KnownTree | None = None,
) -> "Searches":
    """Search for the best decision tree, whose ``optimum`` is still to be replayed.

    Args:
        problem: the game; its costs are replaced.
        objective, most, beam, seconds, watch: as for ``find``.
        known: a tree that a beam has to beat.
    """
    async with run.begun():
        searches = Searches(problem, objective, run, beam, watch, known)
        try:
            async with asyncio.timeout(seconds):
                await searches.settle(most)
        except TimeoutError:
            run.abandon()
            await searches.end_early()
    if most is not None and max(searches.best.distribution) > most:
        raise _no_tree(run, most, proven=False)
    return searches


class Searches:
    """Searches one after another, each with its own costs; the next begins with what is known."""

    def __init__(
        self,
        problem: Problem,
        objective: Objective,
        run: Runner,
        beam: int | None,
        watch: Callable[[Progress], None] | None,
        known: KnownTree | None = None,
    ) -> None:
        self._problem = problem
        self._objective = objective
        self._run = run
        self._beam = beam
        self._watch = watch
        self._reports = _Reports(watch)
        self._known = known
        self._best: WrittenTree | None = known and known[0]
        self._proven = False
        self._bounds: list[Callable[[], int]] = [lambda: 0]

    @property
    def best(self) -> WrittenTree:
        """The best tree, once there is one."""
        assert self._best is not None, "a search that has ended has found a tree"
        return self._best

    def optimum(self) -> Optimum:
        """What was found, replayed on every secret."""
        best, problem, bound = self.best, self._problem, self._bound
        by_mean = self._objective == "mean"
        proved = bound if self._proven and by_mean else None
        proof = _check_tree(problem.rules, best, proved, self._run, self._watch)
        if (known := self._known) is not None:
            # A beam for fewer guesses at most may have found a tree, but a worse one.
            best, proof = min(
                (best, proof), known, key=lambda each: standing(self._objective, each[1])
            )
        # Time can be over when both have met, but nothing has been heard of it.
        met = self._beam is None and by_mean and proof.cost == bound
        return Optimum(
            problem.rules, self._objective, best.tree, best.distribution, proof.cost, proof.weight,
            self._proven or met, bound, self._run.tried, self._reports.seconds, self._run.cpu,
            self._run.source, problem.first, problem.consistent, problem.hard,
        )  # fmt: skip

    @property
    def _bound(self) -> int:
        """No tree costs less, each guess at its price and each secret as often as it weighs."""
        return max(bound() for bound in self._bounds)

    async def settle(self, most: int | None) -> None:
        """Find the best tree, pass by pass."""
        rules, objective, best = self._problem.rules, self._objective, None
        # 1. Scout: once it is known how many guesses are needed, step 5 proves the total, too.
        if has_scout := objective == "tail" and self._beam is None:
            best = await self._scout()
        # 2. Limit: whether any tree has at most so many guesses for each secret.
        elif most is not None and await self._find_within(most) is None and self._beam is None:
            raise _no_tree(self._run, most, proven=True)
        # 3. Least total.
        if not has_scout:
            beyond = INFINITE if may_be_large(rules) else FORBIDDEN
            if self._known is not None and objective == "mean":
                beyond = min(beyond, self._known[1].cost)
            costs = limited_costs(most)
            best = await self._find("the least total", costs, beyond, 1) or self._best
        if best is None:
            raise _no_tree(self._run, most, proven=self._beam is None)
        # 4. Least maximum: it is lowered by one as long as there is a tree.
        if objective in ("worst", "least-max"):
            best = await self._lower_maximum(best)
        # 5. Fewest secrets at the maximum: again, if the best tree has another maximum.
        worst = 0
        while objective in ("tail", "least-max") and max(best.distribution) != worst:
            worst = max(best.distribution)
            aim = f"the fewest secrets with {worst} guesses"
            costs, unit = hardest_costs(rules, worst), None
            if objective == "tail":
                aim = "the least total"
                costs, unit = tail_costs(rules, worst), tail_weight(rules)
            limit = cost(costs, best.distribution) + 1
            best = await self._find(aim, costs, limit, unit) or best
        self._proven = self._beam is None

    async def _lower_maximum(self, best: WrittenTree) -> WrittenTree:
        """Find the least maximum, and of the trees that have it the one with the least total."""
        lowest = best
        # Where secrets are only named, the only one needs no question.
        while worst := max(lowest.distribution):
            found = await self._find_within(worst - 1)
            if found is None:
                break
            lowest = found
        if lowest is best:
            return best
        most = max(lowest.distribution)
        aim = f"the least total with at most {count_noun(most, 'guess')}"
        return await self._find(aim, limited_costs(most), FORBIDDEN) or lowest

    async def _find_within(self, most: int) -> WrittenTree | None:
        """Find any tree with at most ``most`` guesses for each secret."""
        aim = f"a tree with at most {count_noun(most, 'guess')}"
        return await self._find(aim, excess_costs(most), 1)

    async def _find(
        self, aim: str, costs: Costs, limit: int, unit: int | None = None
    ) -> WrittenTree | None:
        """The best tree by some costs, if it is below a limit.

        ``unit`` is what a guess of the total costs; None if the search is about something else.
        """
        now = self._begin(aim, costs, limit, self._beam, unit)
        if self._beam is None and unit is not None:
            self._bounds.append(lambda: now.low // unit)
        await now.settle()
        tree = await now.tree()
        if self._beam is None:
            _check_value(now, tree, costs, limit, self._run)
        self._best = tree or self._best
        return tree

    async def _scout(self) -> WrittenTree | None:
        """A tree that a beam finds."""
        now = self._begin("a tree to begin with", plain_costs(), INFINITE, BEAM, None)
        elementary = now.low
        self._bounds.append(lambda: elementary)
        await now.settle()
        self._best = await now.tree()
        return self._best

    def _begin(
        self, aim: str, costs: Costs, limit: int, beam: int | None, unit: int | None
    ) -> Pass:
        problem = self._problem._replace(costs=tuple(costs.tolist()))
        self._costs = costs
        self._now = now = Pass(problem, self._run, limit, beam)

        def bounds() -> tuple[int | None, int | None]:
            if unit is None:
                return None, None
            return now.low // unit, now.high // unit if now.high < INFINITE else None

        self._run.watch = lambda: self._reports.tell(aim, lambda: now.share, bounds)
        return now

    async def end_early(self) -> None:
        """Have the best tree so far, or, if none is known, find one in little time."""
        if self._best is None:
            self._best = await self._now.fallback()
        elif (tree := await self._now.tree()) is not None:
            self._best = min(
                self._best, tree, key=lambda tree: cost(self._costs, tree.distribution)
            )


class _Reports:
    """What is told of a search while it goes on, and how long that is."""

    def __init__(self, watch: Callable[[Progress], None] | None, told: float = -REPORTING) -> None:
        self._watch, self._told = watch, told
        self._began = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Since the search began."""
        return time.perf_counter() - self._began

    def tell(
        self,
        aim: str,
        share: Callable[[], float],
        bounds: Callable[[], tuple[int | None, int | None]] = lambda: (None, None),
    ) -> None:
        """Tell how far it is, unless something was told just before.

        Of thousands of first guesses, to find out how far they are takes as long as a task.
        """
        if self._watch is not None and self.seconds - self._told >= REPORTING:
            self._watch(Progress(aim, *bounds(), share(), self.seconds))
            self._told = self.seconds


class NoTree(SearchFailed):
    """It is proved that no tree has so few guesses for each secret."""


def _no_tree(run: Runner, most: int | None, *, proven: bool) -> SearchFailed:
    """The error that says that no tree has been found, and on which file that rests."""
    if most is None:
        return run.fault("no tree was found, and there always is one")
    guesses = count_noun(most, "guess")
    if proven:
        source = run.source
        given = "" if source is None else f", if {source.path} is right"
        return NoTree(f"no tree finds every secret with at most {guesses}{given}")
    return SearchFailed(f"no tree was found that finds every secret with at most {guesses}")


def _check_value(
    settled: Pass, tree: WrittenTree | None, costs: Costs, limit: int, run: Runner
) -> None:
    """See that what a search has proved and the tree that it has written agree."""
    if tree is None:
        if settled.low < limit:
            raise run.fault(f"no tree was found, and none was proved to cost less than {limit:,}")
        return
    # What weighs is known when the tree is replayed.
    weighs = is_weighed(tree.tree.rules)
    found = settled.high if weighs else cost(costs, tree.distribution)
    if not found == settled.high == settled.low:
        raise run.fault(
            f"a tree costs {found:,}, but {settled.high:,} was found and {settled.low:,} proved"
        )


def _check_tree(
    rules: Rules,
    written: WrittenTree,
    proved: int | None,
    run: Runner,
    watch: Callable[[Progress], None] | None,
) -> Proof:
    """Replay a tree on every secret, by code that shares nothing with the search."""
    began, told = time.perf_counter(), 0

    def report(found: int) -> None:
        nonlocal told
        if watch is not None and (share := 100 * found // rules.size) > told:
            told = share
            elapsed = time.perf_counter() - began
            watch(Progress("replaying the tree", None, None, share / 100, elapsed))

    try:
        proof = verify(rules, written.tree, report)
    except InvalidTree as error:
        raise run.fault(f"its tree is not valid: {error}") from error
    if proof.distribution != written.distribution:
        raise run.fault(
            f"its tree finds the secrets in other numbers of guesses: {proof.distribution}, "
            f"not {written.distribution}"
        )
    if proved is not None and proof.cost != proved:
        raise run.fault(f"its tree costs {proof.cost:,}, but {proved:,} was proved")
    return proof
