"""The unit of work: the value of the candidates after one or two turns."""

import threading
import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.codes.kernels import score
from moolab.codes.numbering import code_at, index_of
from moolab.codes.replies import packed
from moolab.codes.rules import Rules
from moolab.codes.space import every_code
from moolab.codes.symmetry_kernels import representatives
from moolab.deduction.history import History, format_history
from moolab.search.choices import ANY, Choices
from moolab.search.kernel import FEW, Table, solve
from moolab.search.tables import table
from moolab.search.written import WrittenTree, written

ALGORITHM = 1
"""Raised whenever the same words come to mean another task, or a task has another answer: what a
checkpoint keeps of an older search is not to be mixed with a newer one."""

INFINITE = 1 << 60
ALL_GUESSES = 1 << 40
"""The width of a search that looks at every guess."""

_SMALL = 1 << 19
_STOP = np.zeros(1, np.int64)


class Problem(NamedTuple):
    """What all tasks of a search have in common.

    Args:
        costs: what each guess costs, as a tuple.
        symmetric: whether guesses that are alike are tried once.
        slots: how many sets a task remembers, at most; a power of two.
    """

    rules: Rules
    costs: tuple[int, ...]
    consistent: bool = False
    symmetric: bool = True
    slots: int = 1 << 20


class Task(NamedTuple):
    """Find the value of the candidates after some turns.

    Args:
        history: one or two turns.
        only: the guess to make next; any if it is None.
        beta: where to give up; the answer is then some lower bound that is at least beta.
        width: how many guesses are looked at for each set.
        tree: whether to write out a tree, instead, for the value that ``beta`` names.
    """

    problem: Problem
    history: History
    only: str | None = None
    beta: int = INFINITE
    width: int = ALL_GUESSES
    tree: bool = False

    def __str__(self) -> str:
        """The task in words, different for different tasks of a problem."""
        width = "" if self.width == ALL_GUESSES else f" width {self.width}"
        beta = "" if self.beta == INFINITE else f" below {self.beta}"
        return f"{format_history(self.history)} {self.only or 'any'}{beta}{width}"


class Answer(NamedTuple):
    """What came of a task.

    Args:
        value: as ``solve`` promises.
        guess: the guess that reaches the value, if that is below beta and guesses were compared.
        work: as ``kernel.Table`` counts it.
        cpu: seconds of processor time.
    """

    value: int
    guess: str | None
    work: tuple[int, ...]
    cpu: float
    tree: WrittenTree | None = None


class Stopped(Exception):
    """A task was told to stop."""


def stop(now: bool = True) -> None:
    """Let all tasks of this process end at once; or, with False, let them run again."""
    _STOP[0] = now


def perform(task: Task) -> Answer:
    """Do a task, on one thread; the same task, the same answer.

    Raises:
        Stopped: if ``stop`` was called meanwhile.

    >>> from moolab.deduction.history import parse_history
    >>> from moolab.search.objective import plain
    >>> rules = Rules.parse("ab3x5")
    >>> problem = Problem(rules, tuple(plain().tolist()))
    >>> perform(Task(problem, parse_history(rules, "012=11"))).value
    28
    """
    began = time.thread_time()
    problem, rules = task.problem, task.problem.rules
    own, codes = _table(problem, task.history)
    if own.work.any():
        # What an earlier task found out would change the work counted, though not the value.
        own.work[:] = 0
        own.memory_names[:] = 0
    own = own._replace(width=task.width, stop=_STOP)
    choices = _choices(problem, task.history, task.only, len(codes))
    everything = np.arange(len(codes), dtype=np.int32)
    depth = len(task.history)
    tree = guess = None
    if task.tree:
        tree = written(rules, own, everything, depth, task.beta, choices)
        value = task.beta
    else:
        value = solve(own, everything, depth, task.beta, 0, *choices)
        if value < task.beta and len(codes) > FEW:
            guess = code_at(rules, int(own.choice[depth]))
    if _STOP[0]:
        raise Stopped
    return Answer(int(value), guess, tuple(own.work.tolist()), time.thread_time() - began, tree)


def candidates_after(rules: Rules, history: History) -> NDArray[np.int32]:
    """The indices of the candidates, in numeric order."""
    codes = every_code(rules)
    fits = np.ones(rules.size, np.bool_)
    for turn in history:
        fits &= score(rules, turn.guess, codes) == packed(turn.reply)
    return np.flatnonzero(fits).astype(np.int32)


class _Made(threading.local):
    """The table that a thread has made last; searches write to theirs, so threads share none."""

    subject: tuple[Problem, History] | None = None
    table: tuple[Table, NDArray[np.int32]] | None = None


_MADE = _Made()


def _table(problem: Problem, history: History) -> tuple[Table, NDArray[np.int32]]:
    """The table of the candidates after some turns, and which they are."""
    if _MADE.subject != (problem, history) or _MADE.table is None:
        # There need not be room for two.
        _MADE.subject = _MADE.table = None
        codes = candidates_after(problem.rules, history)
        slots = min(problem.slots, 1 << max(10, (len(codes) * 1024).bit_length()))
        made = table(
            problem.rules,
            codes,
            problem.costs,
            consistent=problem.consistent,
            width=ALL_GUESSES,
            slots=slots,
        )
        _MADE.subject, _MADE.table = (problem, history), (made, codes)
    return _MADE.table


def _choices(problem: Problem, history: History, only: str | None, candidates: int) -> Choices:
    rules = problem.rules
    guesses = tuple(turn.guess for turn in history)
    if only is not None:
        choices = Choices.of(np.array([index_of(rules, only)], np.int32))
    elif problem.symmetric:
        choices = Choices.of(representatives(rules, guesses))
    else:
        return ANY
    worth_while = problem.symmetric and len(history) == 1 and candidates * rules.size > _SMALL
    return choices.followed(rules, guesses) if worth_while else choices
