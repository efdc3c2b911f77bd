"""Kernels compiled before a command needs them, with a message meanwhile."""

import sys
from contextlib import closing

from moolab.cli.terminal.output import echo_aside
from moolab.cli.terminal.status import StatusLine
from moolab.preparation import Job, prepare


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
