"""Many questions, a line each, answered in the same order."""

import sys
from collections.abc import Callable, Sequence

import click

from moolab.cli.terminal.output import BAD_INPUT, OK, echo_aside, echo_json
from moolab.errors import MoolabError
from moolab.views.errors import ErrorAnswer, ErrorView

STDIN = ("-",)
"""The arguments that ask for this."""


def answer_lines(answer: Callable[[Sequence[str]], object], *, as_json: bool) -> int:
    """Answer each line of stdin, whose words are arguments, at once.

    A line that cannot be answered gets a sentence on stderr, and an empty line on stdout, or its
    error as JSON, so that answers and questions stay side by side.

    Returns:
        The exit code: that of bad input if a line had no answer.
    """
    code = OK
    for number, line in enumerate(sys.stdin, start=1):
        try:
            answer(line.split())
        except (MoolabError, click.UsageError) as error:
            code = BAD_INPUT
            if isinstance(error, MoolabError):
                details = ErrorView.of(error)
            else:
                details = ErrorView(kind="usage", message=error.message)
            if as_json:
                echo_json(ErrorAnswer(error=details))
            else:
                click.echo()
            echo_aside(f"moo: line {number}: {details.message}")
        sys.stdout.flush()
    return code
