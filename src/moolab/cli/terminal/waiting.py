"""Kernels compiled before a command needs them, with a message meanwhile."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from moolab.cli.terminal.output import echo_aside
from moolab.cli.terminal.status import StatusLine
from moolab.preparation import Job, building, prepare
from moolab.strategies.base import Strategy
from moolab.support.progress import Progress
from moolab.trees.node import needs_kernels


@contextmanager
def growing(strategy: Strategy) -> Iterator[Callable[[int], None]]:
    """Show for how many secrets the whole tree of a strategy is finished, then proved."""
    rules = strategy.rules
    if needs_kernels(strategy):
        from moolab.strategies.partition import limits  # and NumPy, only where it is needed

        prepare_kernels(f"trees of {rules.places} places", building(rules.places))
        if (most := limits(rules)[0]) < rules.size:
            echo_aside(f"Of {rules.size:,} guesses, a sample of {most:,} is looked at each time.")
    status, settled, began = StatusLine(), 0, time.perf_counter()

    def words(now: int) -> str:
        nonlocal settled, began
        if now < settled:
            began = time.perf_counter()  # it is proved now
        settled = now
        seconds = time.perf_counter() - began
        return str(Progress(f"secrets of {rules}", None, None, now / rules.size, seconds))

    with status:
        yield status.watching(words)


def prepare_kernels(subject: str, *jobs: Job, processes: int | None = None) -> None:
    """Compile what is missing, once on this machine, with a line that says so."""
    said = False
    # Closed at once when it is interrupted: the processes that compile end first.
    with StatusLine(0) as status, closing(prepare(jobs, processes)) as preparation:
        for progress in preparation:
            text = f"compiling kernels for {subject}, once on this machine: {progress}"
            if sys.stderr.isatty():
                status.show(text)
            elif not said:
                echo_aside(text)
            said = True
