"""The best decision tree of a game: a first search for the total, and others that refine it."""

import asyncio
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from moolab.codes.listed import ListedRules
from moolab.codes.rules import Rules
from moolab.codes.spelling import AnyCode
from moolab.errors import InvalidTree, SearchFailed
from moolab.search.best import Exhausted
from moolab.search.bounds import INFINITE
from moolab.search.branches import Pass
from moolab.search.checkpoint import Checkpoint
from moolab.search.facts import is_weighed
from moolab.search.goal import check_goal, portable
from moolab.search.limits import affordable
from moolab.search.objective import (
    FORBIDDEN,
    Costs,
    Objective,
    cost,
    hardest_costs,
    limited_costs,
    plain_costs,
    tail_costs,
)
from moolab.search.runner import Runner, result_of
from moolab.search.task import Problem
from moolab.search.workers import workers
from moolab.search.written import WrittenTree
from moolab.support.kernel_cache import is_kept
from moolab.support.markup import histogram
from moolab.support.text import count_noun
from moolab.trees.steps import FlatTree
from moolab.trees.verify import Proof, verify

_SMALL = 1_300
"""Codes of games that are first searched by bit sets where the kernel would have to be compiled:
mm4x6 has 1,296. They find the same tree, by way of other guesses tried."""

_REPORTING = 0.5
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
        tried: guesses tried.
        seconds, cpu_seconds: by the clock, and of the processors of all workers.
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
    seconds: float
    cpu_seconds: float

    def __repr__(self) -> str:
        proven = "proved" if self.proven else f"{self.bound:,} or more are needed"
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


@dataclass(frozen=True)
class Progress:
    """How far a search has come.

    Args:
        aim: what it looks for.
        low, high: bounds of the total; None while the search is about something else, and high
            while no tree is known.
        share: of all the candidates after first turns, those whose value is settled.
        tasks: how many tasks are done.
        seconds: since it began.
    """

    aim: str
    low: int | None
    high: int | None
    share: float
    tasks: int
    seconds: float


def find(
    rules: Rules | str,
    objective: Objective = "mean",
    *,
    first: "AnyCode | None" = None,
    consistent: bool = False,
    hard: bool = False,
    most: int | None = None,
    beam: int | None = None,
    count: int = 1,
    cluster: str | None = None,
    checkpoint: Path | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    prepare: Callable[[], None] = lambda: None,
    watch: Callable[[Progress], None] | None = None,
    tell: Callable[[str], None] | None = None,
) -> Optimum:
    """Find the best decision tree of a game.

    Every tree has been replayed by ``moolab.trees.verify`` when it comes, and nothing is called
    proved unless the total of that tree, the value that was found, and the bound agree.

    This takes until the tree is found. A program with an event loop that has to go on meanwhile
    says ``await asyncio.to_thread(find, rules)``.

    Args:
        objective: a key of ``OBJECTIVES``: what "best" means.
        first: the guess with which the tree begins (default: the best one).
        consistent: let only codes be guessed that may still be the secret.
        hard: hard mode of the word game: letters that a reply has revealed are in all later
            guesses, those in place where they are.
        most: let no secret need more guesses than this.
        beam: try only this many guesses for each set; nothing is proved then.
        count: how many threads of this machine do the work.
        cluster: the address of a Dask scheduler whose workers do it instead.
        checkpoint: keeps what was found, if the search is interrupted; if it is there, the search
            goes on from it.
        seconds: stop then, with the best tree found so far.
        memory: a ceiling for the tables of all threads, in bytes; half of what the machine has
            unless given.
        prepare: called before kernels are needed; small games may do without.
        watch: called whenever a task is done; in another thread, if this one has an event loop.
        tell: called with a warning, a sentence.

    Raises:
        InvalidCode: if ``first`` is not a code of the game, or not a question.
        InvalidRules: if ``hard`` is asked for where replies do not mark letters.
        SpaceTooLarge: if the search needs more memory, or does not end in reasonable time.
        InvalidCheckpoint: if the checkpoint is not one of this search.
        SearchFailed: if ``most`` guesses do not suffice, if the objective does not go with them or
            with the game, if there is no such cluster, if it is lost or has no workers, if workers
            are lost again and again, or if what was found does not hold, which a checkpoint can
            cause that was changed by hand.

    >>> best = find("ab3x5", "worst")
    >>> best.total, best.max, best.proven
    (196, 4, True)
    """
    rules = Rules.parse(rules)
    first = None if first is None else rules.code(first)
    check_goal(rules, objective, first=first, consistent=consistent, hard=hard, most=most)
    if cluster is not None:
        rules = portable(rules)
    endless = beam is None and seconds is None
    entries = affordable(rules, memory, count, endless=endless, first=first, beam=beam is not None)
    costs = tuple(plain_costs().tolist())
    listed = isinstance(rules, ListedRules)
    problem = Problem(rules, costs, consistent, not listed, first=first, entries=entries, hard=hard)
    subject = {
        "rules": rules.digest if isinstance(rules, ListedRules) else str(rules),
        "objective": objective,
        "consistent": consistent,
        "first": first,
    }
    if hard:
        subject["hard"] = hard

    async def search(problem: Problem) -> Optimum:
        kept = Checkpoint(checkpoint, subject, tell, rules)
        with closing(kept), workers(count, cluster, tell) as ready:
            run = Runner(ready, kept)
            return await optimum(
                problem, objective, run, most=most, beam=beam, seconds=seconds, watch=watch
            )

    plain = (
        objective == "mean"
        and not consistent
        and most is None
        and beam is None
        and checkpoint is None
    )
    if plain and rules.size <= _SMALL and not listed and not is_kept("search.kernel.solve"):
        with suppress(Exhausted):
            return result_of(search(problem._replace(kernels=False)))
    prepare()
    return result_of(search(problem))


async def optimum(
    problem: Problem,
    objective: Objective,
    run: Runner,
    *,
    most: int | None = None,
    beam: int | None = None,
    seconds: float | None = None,
    watch: Callable[[Progress], None] | None = None,
) -> Optimum:
    """Find the best decision tree.

    Args:
        problem: the game; its costs are replaced.
        objective: what "best" means.
        run: does the tasks.
        most: let no secret need more guesses than this.
        beam: look at this many guesses for each set only; nothing is proved then.
        seconds: stop then, with the best tree found so far.
        watch: called whenever a task is done.
    """
    await run.begin()
    reports = _Reports(watch, run)
    passes: list[Pass] = []

    async def search(aim: str, costs: Costs, limit: int) -> WrittenTree | None:
        now = Pass(problem._replace(costs=tuple(costs.tolist())), run, limit, beam)
        passes.append(now)
        run.watch = partial(reports.tell, aim, now, about_total=len(passes) == 1)
        await now.settle()
        tree = await now.tree()
        if beam is None:
            _check_value(now, tree, costs, limit, run)
        return tree

    best: WrittenTree | None = None
    proven = beam is None
    try:
        async with asyncio.timeout(seconds):
            # Weights may be large, but do not go with limits of guesses.
            beyond = INFINITE if is_weighed(problem.rules) else FORBIDDEN
            best = await search("the least total", limited_costs(most), beyond)
            if best is None:
                raise _no_tree(run, most, proven=proven)
            refined: WrittenTree | None = best
            while objective in ("worst", "least-max") and refined is not None:
                worst = max(best.distribution)
                aim = f"a tree with at most {worst - 1} guesses"
                refined = await search(aim, limited_costs(worst - 1), FORBIDDEN)
                best = refined or best
            settled = objective not in ("tail", "least-max")
            while not settled:
                worst = max(best.distribution)
                aim = f"the fewest secrets with {worst} guesses"
                price = tail_costs if objective == "tail" else hardest_costs
                costs = price(problem.rules, worst)
                best = await search(aim, costs, cost(costs, best.distribution) + 1) or best
                settled = max(best.distribution) == worst
    except TimeoutError:
        proven = False
        run.abandon()
        if best is None:
            best = await passes[0].fallback()
        if most is not None and max(best.distribution) > most:
            raise _no_tree(run, most, proven=False) from None
    proved = passes[0].low if proven and objective == "mean" else None
    proof = _check_tree(problem.rules, best, proved, run, watch)
    return Optimum(
        problem.rules,
        objective,
        best.tree,
        best.distribution,
        proof.cost,
        proof.weight,
        proven,
        passes[0].low if beam is None else 0,
        run.tried,
        reports.seconds,
        run.cpu,
    )


class _Reports:
    """What is told of a search while it goes on, and how long that is."""

    def __init__(self, watch: Callable[[Progress], None] | None, run: Runner) -> None:
        self._watch = watch
        self._run = run
        self._began = time.perf_counter()
        self._told = -_REPORTING

    @property
    def seconds(self) -> float:
        """Since the search began."""
        return time.perf_counter() - self._began

    def tell(self, aim: str, now: Pass, *, about_total: bool) -> None:
        """Tell how far a pass is, unless something was told just before."""
        # Of thousands of first guesses, to tell how far they are takes as long as a task.
        if self._watch is None or self.seconds - self._told < _REPORTING:
            return
        low = now.low if about_total else None
        high = now.high if about_total and now.high < INFINITE else None
        self._watch(Progress(aim, low, high, now.share, self._run.tasks, self.seconds))
        self._told = self.seconds


def _no_tree(run: Runner, most: int | None, *, proven: bool) -> SearchFailed:
    """The error that says that no tree has been found."""
    if most is None:
        return run.fault("no tree was found, and there always is one")
    guesses = count_noun(most, "guess")
    if proven:
        return SearchFailed(f"no tree finds every secret with at most {guesses}")
    return SearchFailed(f"no tree was found that finds every secret with at most {guesses}")


def _check_value(
    settled: Pass, tree: WrittenTree | None, costs: Costs, limit: int, run: Runner
) -> None:
    """See that what a search has proved and the tree that it has written agree.

    Raises:
        SearchFailed: if they do not.
    """
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
    """Replay a tree on every secret, by code that shares nothing with the search.

    That takes some 6 microseconds a guess: a second for the 179,077 guesses of mm5x8.

    Args:
        proved: what it has to cost, if that was proved.

    Raises:
        SearchFailed: if it is not valid, or finds the secrets otherwise than the search says.
    """
    began, told = time.perf_counter(), 0

    def report(found: int) -> None:
        nonlocal told
        if watch is not None and (share := 100 * found // rules.size) > told:
            told = share
            elapsed = time.perf_counter() - began
            watch(Progress("replaying the tree", None, None, share / 100, run.tasks, elapsed))

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
