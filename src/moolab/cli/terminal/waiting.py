"""Kernels compiled before a command needs them, with a message meanwhile."""

import sys
from contextlib import closing

from moolab.cli.terminal.output import echo_aside
from moolab.cli.terminal.status import StatusLine
from moolab.preparation import Job, Progress, prepare


def prepare_kernels(subject: str, *jobs: Job, processes: int | None = None) -> None:
    """Compile what is missing, once on this machine, with a line that says so."""
    said = False
    # Closed at once when it is interrupted: the processes that compile end first.
    with StatusLine(0) as status, closing(prepare(jobs, processes)) as preparation:
        for progress in preparation:
            text = progress_text(subject, progress)
            if sys.stderr.isatty():
                status.show(text)
            elif not said:
                echo_aside(text)
            said = True


def progress_text(subject: str, progress: Progress) -> str:
    """How far a preparation has come.

    >>> progress_text("games of 4 places", Progress(3, 9, 5.7))
    'compiling kernels for games of 4 places, once on this machine: 3 of 9, about 6 s'
    """
    left = f"about {progress.seconds:.0f} s" if progress.seconds >= 1 else "nearly done"
    done = f"{progress.done} of {progress.kernels}"
    return f"compiling kernels for {subject}, once on this machine: {done}, {left}"
