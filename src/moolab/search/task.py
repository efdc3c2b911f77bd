"""The unit of work: the value of the candidates after some turns, or a tree of known value.

The search itself keeps values only. A tree is found by searching once more for a guess that reaches
the value, and then for what each reply leaves: that is short, as most values are in the
transposition table. It is led from Python, so that nothing more has to be compiled.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import replace
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar
from weakref import WeakValueDictionary

import numpy as np

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import all_codes, code_at, guess_count, index_of, pack
from moolab.codes.representatives import representatives
from moolab.codes.rules import Rules
from moolab.codes.scorer import Scorer
from moolab.codes.space import every_code
from moolab.codes.symmetry import openings
from moolab.deduction.candidates import candidates
from moolab.deduction.history import History, format_history
from moolab.search.best import Exhausted
from moolab.search.bitsets import BitSearch
from moolab.search.bounds import FEW, INFINITE
from moolab.search.kernel import solve
from moolab.search.narrowing import ANY, Moves, moves_after, moves_in_hard_mode
from moolab.search.tables import UNLIMITED, Weights, every_weight, score_all, scratch_for, workspace
from moolab.search.transpositions import ENTRY, Transpositions
from moolab.search.workspace import GUESS, NO_GUESS, VALUE, WORK, Indices, Numbers, Work, Workspace
from moolab.search.written import Node, WrittenTree, join_nodes
from moolab.strategies.listed import uses_hints

T = TypeVar("T")


class Shared(Generic[T]):
    """Values by keys, each made once for all threads, and gone when no longer needed.

    Each thread keeps the one that it asked for last. Of the others those stay that were asked for
    last, as far as there is room.

    Args:
        size: how much room a value takes.

    >>> words = Shared[list[str]](len)
    >>> words.get("ab", lambda: list("ab"), room=2) is words.get("ab", list, room=2)
    True
    """

    def __init__(self, size: Callable[[T], int]) -> None:
        self._size = size
        self._lock = threading.Lock()
        self._alive: WeakValueDictionary[Hashable, Future[T]] = WeakValueDictionary()
        self._recent: OrderedDict[Hashable, Future[T]] = OrderedDict()
        self._taken = 0
        self._own: Any = threading.local()

    def get(self, key: Hashable, make: Callable[[], T], *, room: int) -> T:
        """The value of a key; a thread that asks for it while another makes it waits."""
        with self._lock:
            value = self._alive.get(key)
            if is_new := value is None:
                value = self._alive[key] = Future()
            self._own.last = value
        if is_new:
            try:
                value.set_result(make())
            except BaseException as error:
                self._alive.pop(key, None)
                value.set_exception(error)
        made = value.result()
        with self._lock:
            if key not in self._recent:
                self._recent[key] = value
                self._taken += self._size(made)
            self._recent.move_to_end(key)
            while self._taken > room:
                _, oldest = self._recent.popitem(last=False)
                self._taken -= self._size(oldest.result())
        return made

    def clear(self) -> None:
        """Keep only what threads asked for last."""
        with self._lock:
            self._recent.clear()
            self._taken = 0


ALGORITHM = 5
"""Raised whenever the same words come to mean another task, or a task has another answer: what a
checkpoint keeps of an older search is not to be mixed with a newer one."""

ALL_GUESSES = 1 << 40
"""The width of a search that looks at every guess."""

NOTHING = 0
"""That of one which follows no guess up, and finds a lower bound."""

_FEW_PAIRS = 1 << 19
"""With fewer pairs of candidate and guess, to find out which third guesses are alike takes longer
than to try them all: with 1 << 16, ab4x8 took half as many guesses, but mm4x6 twice as long."""

_MOST_BITS = 5 * 10**8
"""Bits that bit sets look at for a task, a third of a second: more than any task of mm4x6 takes."""

_PER_CODE = 1024
"""Entries of the transposition table of a task alone, for each of its candidates."""

_STAYING = 1 << 24
"""Bytes of the tables of replies that stay for later tasks: mm4x9 takes no less time with eighty
times as many, and three times the memory."""

_WHOLE = 1 << 28
"""Pairs of guess and candidate of which a worker keeps tables all the time: some 512 MiB."""


class Problem(NamedTuple):
    """What all tasks of a search have in common.

    Args:
        costs: what each guess costs, as a tuple.
        consistent: whether only what can be the secret is guessed.
        symmetric: whether guesses that are alike are tried once.
        first: the guess with which every tree begins; the best one if it is None.
        entries: the size of the transposition table that exact tasks share, a power of two; the
            most that any other task has to itself.
        kernels: whether to search with kernels; without, ``Exhausted`` says that bit sets would
            take too long.
        hard: whether guesses keep to the hard mode of the word game.
    """

    rules: Rules
    costs: tuple[int, ...]
    consistent: bool = False
    symmetric: bool = True
    first: str | None = None
    entries: int = 1 << 20
    kernels: bool = True
    hard: bool = False
    weights: Weights = ()

    @property
    def openings(self) -> list[str]:
        """The first guesses that are tried."""
        if self.first is not None:
            return [self.first]
        rules = self.rules
        if isinstance(rules, ListedRules):
            if rules.identifies and rules.size > 1:
                return list(rules.others)
            return list(rules.secrets) if self.consistent or rules.identifies else openings(rules)
        return openings(rules) if self.symmetric else list(all_codes(rules))


class Task(NamedTuple):
    """Find the value of the candidates after some turns.

    Args:
        history: the turns before, one at least.
        only: the guess to make next; any if it is None.
        beta: where to give up; the answer is then some lower bound that is at least beta.
        width: how many guesses are looked at for each set; of ``NOTHING``, the answer is a lower
            bound, whatever beta is.
        tree: whether to write out a tree, instead, for the value that ``beta`` names.
        limit: after so many replies looked up the task gives up, and its answer is ``beta``.
        start: guesses are compared one by one, ``most_telling`` first, from this place in their
            order on; one that gives up says how far it has come.
    """

    problem: Problem
    history: History
    only: str | None = None
    beta: int = INFINITE
    width: int = ALL_GUESSES
    tree: bool = False
    limit: int = UNLIMITED
    start: int | None = None

    @property
    def shares(self) -> bool:
        """Whether the task works on the transposition table of all exact tasks.

        What a beam finds holds for sets on the same way only, and whether all guesses can be
        compared at once within a limit must not depend on other tasks.
        """
        compares_all = self.only is None and self.start is None
        return self.width == ALL_GUESSES and not (compares_all and self.limit < UNLIMITED)

    def __str__(self) -> str:
        """The task in words, different for different tasks of a problem."""
        width = "" if self.width == ALL_GUESSES else f" width {self.width}"
        beta = "" if self.beta == INFINITE else f" below {self.beta}"
        limit = "" if self.limit == UNLIMITED else f" within {self.limit}"
        start = "" if self.start is None else f" from {self.start}"
        return f"{format_history(self.history)} {self.only or 'any'}{beta}{width}{limit}{start}"


class Answer(NamedTuple):
    """What came of a task.

    Args:
        value: the exact value if it is below beta, otherwise beta, and the value is no less.
        guess: the guess that reaches the value, if that is below beta and guesses were compared.
        cpu: seconds of processor time.
        tree: one of that value, if the task asked for it.
        place: None if the task was finished. If it came to its limit, the place of the guess to go
            on with, where guesses are compared one by one, and 0 elsewhere; the value is then the
            best so far.
    """

    value: int
    guess: str | None
    work: Work
    cpu: float
    tree: WrittenTree | None = None
    place: int | None = None


class Stopped(Exception):
    """A task was told to stop."""


def new_stop() -> Numbers:
    """What tells tasks to stop: once the one number in it is not 0, and then for good."""
    return np.zeros(1, np.int64)


def perform(task: Task, stop: Numbers | None = None) -> Answer:
    """Do a task, on one thread; the same task, the same answer, though not by the same work.

    Args:
        stop: what other threads tell it with to stop, as ``new_stop`` makes it.

    Raises:
        Stopped: if they did.
        Exhausted: without kernels, if that takes too long.

    >>> from moolab.deduction.history import parse_history
    >>> from moolab.search.objective import plain_costs
    >>> rules = Rules.parse("ab3x5")
    >>> problem = Problem(rules, tuple(plain_costs().tolist()))
    >>> perform(Task(problem, parse_history(rules, "012=11"))).value
    28
    """
    began = time.thread_time()
    problem, rules = task.problem, task.problem.rules
    if not problem.kernels:
        return _perform_by_bits(task, began)
    if task.width == NOTHING:
        return _look_ahead(task, began)
    made = _prepare(problem, task.history)
    space, codes, rows = made
    work = space.budget.work
    if task.shares:
        table = shared_table(problem._replace(first=None))
    else:
        table = Transpositions.of(own_entries(problem.entries, len(codes)))
    stop = new_stop() if stop is None else stop
    budget = replace(space.budget, limit=task.limit, stop=stop)
    space = replace(space, width=task.width, budget=budget, table=table)
    only = None if task.only is None else np.searchsorted(rows, index_of(rules, task.only))
    moves = _moves(problem, task.history, only, len(codes))
    everything = np.arange(len(codes), dtype=np.int32)
    depth = len(task.history)
    tree = guess = place = None
    if task.start is not None:
        value, guess, place = _compare(space, everything, task)
    elif task.tree:
        tree = write_tree(rules, made._replace(space=space), depth, task.beta, moves)
        value = task.beta
    else:
        value, row = solve(space, everything, depth, task.beta, VALUE, moves)
        # How far a lower bound is beyond beta depends on what the table happens to know.
        value = min(value, task.beta)
        if row == NO_GUESS and value < task.beta and len(codes) > FEW:
            # The table told the value, and no guess was compared.
            _, row = solve(space, everything, depth, value + 1, GUESS, moves)
        if row != NO_GUESS and len(codes) > FEW:
            guess = code_at(rules, int(rows[row]))
    if stop[0]:
        raise Stopped
    cpu, done = time.thread_time() - began, Work(*work[0].item())
    if place is None and done.lookups > task.limit:
        place = 0
    return Answer(value, guess, done, cpu, tree, place)


def _compare(
    space: Workspace, everything: Indices, task: Task
) -> tuple[int, str | None, int | None]:
    """Compare guesses one by one, from the start on: value, guess and place of an answer."""
    rules, depth = task.problem.rules, len(task.history)
    value, guess = task.beta, None
    order = most_telling(task.problem, task.history)
    for place in range(task.start or 0, len(order)):
        moves = Moves.of(order[place : place + 1])
        found, _ = solve(space, everything, depth, value, VALUE, moves)
        if space.budget.stop[0] or space.budget.work[0]["lookups"] > task.limit:
            return value, guess, place
        if found < value:
            value, guess = int(found), code_at(rules, int(order[place]))
    return value, guess, None


def own_entries(entries: int, codes: int) -> int:
    """The size of the transposition table that a task about so many codes has to itself."""
    return min(entries, 1 << max(10, (codes * _PER_CODE).bit_length()))


@lru_cache(maxsize=4)
def shared_table(problem: Problem) -> Transpositions:
    """The transposition table of all exact tasks of a problem: what is in it is true for each.

    It takes memory as it fills.
    """
    return Transpositions.of(problem.entries)


def forget() -> None:
    """Let exact tasks begin with empty tables, so that the same tasks take the same work again."""
    shared_table.cache_clear()
    for each in (_PARTS, _ALL):
        each.clear()


def _look_ahead(task: Task, began: float) -> Answer:
    """A lower bound, on tables of all candidates where there is room: there are many such tasks."""
    problem, rules = task.problem, task.problem.rules
    room = not problem.hard and guess_count(rules) * rules.size <= _WHOLE
    space, codes, _ = _prepare(problem, () if room else task.history)
    fits = np.zeros(rules.size, np.bool_)
    fits[candidates_after(rules, task.history)] = True
    columns = np.flatnonzero(fits[codes]).astype(np.int32)
    moves = _moves(problem, task.history, None, len(columns))
    value, _ = solve(space, columns, len(task.history), 0, VALUE, moves)
    work = Work(*space.budget.work[0].item())
    return Answer(value, None, work, time.thread_time() - began)


def _perform_by_bits(task: Task, began: float) -> Answer:
    problem = task.problem
    plain = problem.symmetric and not problem.consistent and set(problem.costs) == {1}
    if not plain or task.only is not None or task.width != ALL_GUESSES:
        raise Exhausted
    search = BitSearch(candidates(problem.rules, task.history), _MOST_BITS)
    value = task.beta if task.tree else search.value(task.beta)
    tree = search.tree(value) if task.tree else None
    work = Work(sets=0, guesses=search.tried, scans=0, hits=0, lookups=search.work)
    return Answer(value, None, work, time.thread_time() - began, tree)


def candidates_after(rules: Rules, history: History) -> Indices:
    """The indices of the candidates, in numeric order."""
    fits = np.ones(rules.size, np.bool_)
    for turn in history:
        fits &= score_all(rules, turn.guess) == pack(rules, turn.reply)
    return np.flatnonzero(fits).astype(np.int32)


class Prepared(NamedTuple):
    """What all tasks after the same turns work on; each has its own budget and scratch memory.

    Args:
        codes, rows: the numbers of the candidates and guesses, the columns and rows of the tables.
    """

    space: Workspace
    codes: Indices
    rows: Indices

    @property
    def size(self) -> int:
        """In bytes."""
        return self.space.game.replies.nbytes + self.space.game.bits.nbytes


_PARTS, _ALL = Shared[Prepared](lambda it: it.size), Shared[Prepared](lambda it: it.size)
"""For the candidates after some turns, and for all candidates."""


def staying(entries: int) -> int:
    """The most bytes of the tables of replies that stay for later tasks.

    They take no more than so many entries of the transposition table, so that ``--memory`` holds.

    >>> staying(1 << 14), staying(1 << 22)
    (393216, 16777216)
    """
    return min(_STAYING, entries * ENTRY.itemsize)


def _prepare(problem: Problem, history: History) -> Prepared:
    """What a task needs; tables of other histories stay as far as there is room."""
    # The first guess is in the history, if there is one.
    problem = problem._replace(first=None)
    shared = _PARTS if history else _ALL
    made = shared.get(
        (problem, history), lambda: _make_tables(problem, history), room=staying(problem.entries)
    )
    space = made.space
    budget = replace(space.budget, work=np.zeros(1, WORK))
    return made._replace(space=replace(space, budget=budget, scratch=scratch_for(space.game)))


def _make_tables(problem: Problem, history: History) -> Prepared:
    rules = problem.rules
    codes = heaviest_first(rules, candidates_after(rules, history), problem.weights)
    rows = guesses_left(rules)
    if isinstance(rules, ListedRules) and problem.hard:
        rows = np.flatnonzero(uses_hints(rules, history)).astype(np.int32)
    space = workspace(
        rules,
        codes,
        problem.costs,
        consistent=problem.consistent,
        width=ALL_GUESSES,
        entries=1,  # each task says which it uses
        rows=rows,
        hard=problem.hard,
        weights=problem.weights,
        symmetric=problem.symmetric,
    )
    every = np.arange(guess_count(rules), dtype=np.int32) if rows is None else rows
    return Prepared(space, codes, every)


def guesses_left(rules: Rules) -> Indices | None:
    """The guesses that are questions, where secrets are only named; None if all guesses are."""
    if isinstance(rules, ListedRules) and rules.identifies:
        return np.arange(rules.size, len(rules.guesses), dtype=np.int32)
    return None


@lru_cache(maxsize=8)
def most_telling(problem: Problem, history: History) -> Indices:
    """The guesses of a game with symmetries, those first that leave the least entropy.

    Returns:
        Their numbers, one of each kind that is alike after those turns.
    """
    rules, candidates = problem.rules, candidates_after(problem.rules, history)
    rows = representatives(rules, tuple(turn.guess for turn in history))
    if problem.consistent:
        rows = np.intersect1d(rows, candidates)
    codes = every_code(rules)
    counts = Scorer.of(rules, codes[:, rows]).count(codes[:, candidates])

    def left(index: int) -> float:
        sizes = counts[index][counts[index] > 0]
        return float((sizes * np.log(sizes)).sum())

    return rows[sorted(range(len(rows)), key=left)].astype(np.int32)


def heaviest_first(rules: Rules, codes: Indices, weights: Weights = ()) -> Indices:
    """Candidates in the order in which the search needs them."""
    if weights or (isinstance(rules, ListedRules) and rules.weights):
        return codes[np.argsort(-every_weight(rules, weights)[codes], kind="stable")]
    return codes


def _moves(problem: Problem, history: History, only: np.intp | None, candidates: int) -> Moves:
    """The guesses to be tried, as rows of the tables."""
    rules = problem.rules
    guesses = tuple(turn.guess for turn in history)
    if only is not None:
        moves = Moves.of(np.array([only], np.int32))
    elif problem.symmetric:
        moves = Moves.of(representatives(rules, guesses))
    else:
        return ANY
    if problem.symmetric and is_worthwhile(rules, guesses, candidates):
        return moves.restrict_next(rules, guesses)
    return moves


def is_worthwhile(rules: Rules, guesses: tuple[str, ...], candidates: int) -> bool:
    """Whether to find out which guesses are alike after the next one."""
    return len(guesses) == 1 and candidates * rules.size > _FEW_PAIRS


def write_tree(rules: Rules, made: Prepared, depth: int, value: int, moves: Moves) -> WrittenTree:
    """A tree of known value for some candidates; it has holes if the search was stopped."""
    space, game, nodes = made.space, made.space.game, list[Node]()
    # Of two codes the first is the best guess, unless guesses have a price.
    few = 1 if game.is_priced else 2

    def add_nodes(codes: Indices, depth: int, reply: int, value: int, moves: Moves) -> None:
        """Add the nodes of a tree in preorder."""
        if len(codes) == 1:
            nodes.append((depth, reply, int(made.codes[codes[0]]), True))
            return
        guess = int(game.own[codes[0]])
        if len(codes) > few:
            _, guess = solve(space, codes, depth, value + 1, GUESS, moves)
            if guess == NO_GUESS:
                # The search was stopped; to go on with any other guess might never end.
                return
        parts: dict[int, list[int]] = {}
        for code, answer in zip(codes.tolist(), game.replies[guess, codes].tolist(), strict=True):
            parts.setdefault(answer, []).append(code)
        wins = parts.pop(game.reply_count - 1, None) is not None
        nodes.append((depth, reply, int(made.rows[guess]), wins))
        inner = moves_after(moves, guess)
        for answer, part in sorted(parts.items()):
            if game.is_hard:
                inner = moves_in_hard_mode(space, answer, moves, guess)
            left, known = np.array(part, np.int32), 0
            if len(part) > few:
                known, _ = solve(space, left, depth + 1, INFINITE, VALUE, inner)
            add_nodes(left, depth + 1, answer, known, inner)

    add_nodes(np.arange(len(made.codes), dtype=np.int32), depth, 0, value, moves)
    return join_nodes(rules, nodes)
