"""Kernels compiled before they are needed, each job by a small piece of the work that it is for.

Jobs are done in processes of their own: so several kernels are compiled at a time, and the progress
can be shown.
"""

import os
import time
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from moolab.annexes import parts
from moolab.support import kernel_cache
from moolab.support.interrupts import delay_interrupts

if TYPE_CHECKING:
    from moolab.certificates.header import Header

PLACES = range(3, 7)
"""The numbers of places of common games."""

_LOOKING = 0.25
"""Seconds between two looks at what is done."""


@dataclass(frozen=True)
class Job:
    """Kernels that are needed together.

    Args:
        subject: what they are for, in words.
        work: needs them, and so compiles them.
        seconds: how long that takes from nothing, of processor time, on an AMD EPYC at 2.6 GHz.
        size: the length of the tuples that they take, if they take some.
    """

    subject: str
    work: Callable[[], object]
    kernels: tuple[str, ...]
    seconds: float
    size: int | None = None

    @property
    def kept(self) -> set[tuple[str, int | None]]:
        """Which of the kernels are kept already, with their size."""
        return {each for each in self.all_kernels if kernel_cache.is_kept(*each)}

    @property
    def all_kernels(self) -> set[tuple[str, int | None]]:
        """The kernels with their size."""
        return {(kernel, self.size) for kernel in self.kernels}

    @property
    def is_done(self) -> bool:
        """Whether nothing has to be compiled."""
        return self.kept == self.all_kernels


def building(places: int) -> Job:
    """To build the whole tree of a strategy, and to compare guesses in large games."""
    kernels = ("codes.kernels.bit_planes", "strategies.kernels.best_of", "trees.whole._grow")
    return Job(f"trees of {places} places", partial(_build, places), kernels, 6, places)


def searching(*, usual: bool = True) -> Job:
    """To find best play, with any number of places.

    Args:
        usual: whether the game is, as ``search.tables.is_usual`` has it.
    """
    if usual:
        return Job("best play", _search, ("search.kernel.solve_set",), 7)
    return Job("best play in words", _search_words, ("search.kernel.solve_unusual",), 12)


def certifying(header: "Header | None" = None) -> Job:
    """To check large certificates, and to write them.

    Args:
        header: of the certificate. With more than four places there are more replies than a short
            word has bits, and the kernel is another one.
    """
    wide = header and header.rules.places > 4 and not (header.consistent or header.rules.listed)
    work = partial(_certify, "mm5x3" if wide else "mm2x2")
    return Job("certificates", work, ("certificates.kernel.weak_guesses",), 4)


def common() -> list[Job]:
    """What is prepared for a machine on which anything can be tried."""
    games = [building(places) for places in PLACES]
    return [
        *games,
        searching(),
        searching(usual=False),
        certifying(),
        *(job for part in parts("kernels") for job in part.JOBS),
    ]


def prepare(jobs: Iterable[Job], processes: int | None = None) -> Generator[str]:
    """Do those jobs that are not done, some at a time, and say periodically how far they are.

    Where kernels cannot be kept, nothing is done or said. Where there can be no processes, or one
    ends before its time, the rest is compiled when it is needed.

    Args:
        processes: how many at a time (default: the number of processors).
    """
    # The longest first, so that none is left alone at the end.
    todo = sorted((job for job in jobs if not job.is_done), key=lambda job: -job.seconds)
    if not todo:
        return
    if kernel_cache.folder_to_write() is None:
        return
    # Most commands come this way, and hardly one of them ever goes on.
    from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, ProcessPoolExecutor, wait
    from multiprocessing import get_context

    processes = min(len(todo), processes or os.cpu_count() or 1)
    kernels = set().union(*(job.all_kernels for job in todo))
    began = time.perf_counter()
    expected = max(todo[0].seconds, sum(job.seconds for job in todo) / processes)
    pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn"))
    try:
        waiting = {pool.submit(job.work) for job in todo}
        while waiting:
            done = len(set().union(*(job.kept for job in todo)))
            seconds = expected - (time.perf_counter() - began)
            left = f"about {seconds:.0f} s" if seconds >= 1 else "nearly done"
            yield f"{done} of {len(kernels)}, {left}"
            # Ctrl-C within would leave futures locked, and the pool could never be shut down.
            with delay_interrupts():
                finished, waiting = wait(waiting, _LOOKING, FIRST_COMPLETED)
            for each in finished:
                each.result()
    except (BrokenExecutor, OSError):
        return  # no processes here, or not for long: then a kernel is compiled when it is needed
    finally:
        # A caller that stops, or Ctrl-C, does not wait for the jobs under way either.
        for worker in list((pool._processes or {}).values()):
            worker.terminate()
        pool.shutdown(cancel_futures=True)


def full_names(module: str, names: str) -> tuple[str, ...]:
    """The kernels of a module as a job names them.

    Args:
        module: within moolab.
        names: separated by blanks.

    >>> full_names("machines.calls", "one two")
    ('machines.calls.one', 'machines.calls.two')
    """
    return tuple(f"{module}.{name}" for name in names.split())


def _build(places: int) -> None:
    from moolab.codes.rules import Rules
    from moolab.codes.scorer import Scorer
    from moolab.codes.space import every_code
    from moolab.strategies.heuristic import NONE
    from moolab.strategies.kernels import best_guess
    from moolab.strategies.published import Entropy
    from moolab.trees.whole import whole_tree

    rules = Rules.parse(f"mm{places}x2")
    strategy, codes = Entropy(rules), every_code(rules)
    whole_tree(strategy)
    best_guess(strategy, Scorer.of(rules, codes), codes, NONE)


def _search() -> None:
    from moolab.codes.rules import Rules
    from moolab.search.optimal import find

    find(Rules.parse("mm3x3"), "worst")


def _search_words() -> None:
    from moolab.codes.listed import listed_rules
    from moolab.search.optimal import find

    # Of so many, some parts are not settled at first sight.
    find(listed_rules([f"{number:03}" for number in range(100)]))


def _certify(game: str) -> None:
    from moolab.certificates.header import Header
    from moolab.certificates.table import Table
    from moolab.codes.rules import Rules

    table = Table(Header(Rules.parse(game), consistent=False, bound=1))
    list(table.weak(table.whole, table.whole.guesses, 1, {}))
