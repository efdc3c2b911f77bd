"""Results go to stdout, messages to stderr; colours, exit codes, and extras that are missing."""

import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from itertools import islice
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import IO

import click

from moolab.errors import MissingFile, MoolabError
from moolab.support.extras import how_to_get
from moolab.support.text import printable
from moolab.views.base import View
from moolab.views.errors import ErrorAnswer, ErrorView


@contextmanager
def needs_extra(name: str) -> Iterator[None]:
    """Say which extra is missing where modules are imported that need it.

    Raises:
        click.ClickException: if one of them is not there.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"this needs the extra {name} ({error.name} is missing): {how_to_get(name)}"
        ) from error


CHOICES = {"auto": None, "always": True, "never": False}
"""What --color takes."""


def chosen(color: str = "auto") -> bool | None:
    """What the user wants: an option, or else what the environment says; None if nothing is said.

    See https://no-color.org, https://force-color.org and https://bixense.com/clicolors.
    """
    if CHOICES[color] is not None:
        return CHOICES[color]
    if os.environ.get("NO_COLOR"):
        return False
    forced = os.environ.get("FORCE_COLOR") or os.environ.get("CLICOLOR_FORCE", "0") != "0"
    return True if forced else None


def may_colour(stream: IO[str]) -> bool:
    """Whether a stream takes colours."""
    context = click.get_current_context(silent=True)
    wanted = chosen() if context is None or context.color is None else context.color
    return (
        stream.isatty() and os.environ.get("TERM", "dumb") != "dumb" if wanted is None else wanted
    )


OK = 0
WRONG = 1
BAD_INPUT = 2
CONTRADICTORY_REPLIES = 3
UNPROVED = 4
SCORES_DIFFER = 5
INTERRUPTED = 130


_BATCH = 1 << 12
WIDTH = 79
"""Columns of a text: a line as wide as the usual terminal might wrap."""

_NARROWEST = 20
"""Columns; the longest words need as much."""


def echo_json(view: View) -> None:
    """Print a result as one line of JSON; a list that comes bit by bit is printed bit by bit."""
    echo_pieces(map(_sayable, view.pieces()))
    click.echo()


class BesideAnswer(Exception):
    """What failed beside an answer that is printed."""

    def __init__(self, failure: MoolabError | OSError) -> None:
        super().__init__(failure)
        self.failure = failure


@contextmanager
def answering(view: View, explain: Callable[[], None], *, as_json: bool) -> Iterator[None]:
    """Print an answer once the files beside it are written, or could not be.

    Args:
        explain: what prints it for people.

    Raises:
        BesideAnswer: if the block fails: days of search are not lost because a disk is full.
    """
    failure = None
    try:
        yield
    except (MoolabError, OSError) as error:
        failure = error
    finally:
        if as_json:
            echo_json(view)
        else:
            explain()
    if failure is not None:
        raise BesideAnswer(failure)


def _sayable(piece: str) -> str:
    r"""A piece of JSON that stdout can take, whatever it is encoded in.

    Names of files may have bytes that are not text; JSON writes them as ``\udcff``.
    """
    try:
        piece.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return "".join(each if each.isascii() else json.dumps(each)[1:-1] for each in piece)
    return piece


def echo_pieces(pieces: Iterable[str], doing: str | None = None) -> None:
    """Print a long text that comes in pieces, some thousands at a time.

    Args:
        doing: what takes long, for the status line until the pieces are there.
    """
    from moolab.cli.terminal.status import waiting

    rest = iter(pieces)
    # At a terminal the text itself shows that it goes on.
    since = None if sys.stdout.isatty() else time.perf_counter()
    while True:
        with nullcontext() if doing is None else waiting(doing, since):
            batch = list(islice(rest, _BATCH))
        if not batch:
            return
        click.echo("".join(batch), nl=False)


def can_show(text: str) -> bool:
    """Whether stdout has all the signs of a text."""
    try:
        # What Textual puts there, and takes anything, has no encoding.
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def echo_aside(message: str) -> None:
    """Print a message for a person on stderr; a closed stderr is not an error."""
    with suppress(OSError):
        click.echo(_folded(printable(message), sys.stderr), err=True)


def echo_line(text: str) -> None:
    """Print a line of a result that says what others have named, such as a file or a player."""
    echo_text(printable(text))


def echo_text(text: str = "") -> None:
    """Print a result for people; at a terminal that is too narrow, lines break between words."""
    click.echo(_folded(text, sys.stdout))


def room() -> int:
    """Columns of a line on stdout: all of a terminal's but the last one; elsewhere the usual."""
    return _columns(sys.stdout) or WIDTH


def _columns(stream: IO[str]) -> int | None:
    """Columns to be filled, if a stream is a terminal, or COLUMNS says so."""
    if stream.isatty() or "COLUMNS" in os.environ:
        return max(_NARROWEST, get_terminal_size().columns) - 1
    return None


def _folded(text: str, stream: IO[str]) -> str:
    width = _columns(stream)
    return "\n".join(
        line if width is None or len(click.unstyle(line)) <= width else _fold(line, width)
        for line in text.split("\n")
    )


def _fold(line: str, width: int) -> str:
    """A line broken between words, first before a command that fits on a line of its own.

    >>> print(_fold("  made by one: moo stats", 14))
      made by one:
        moo stats
    """
    indent = line[: len(line) - len(line.lstrip())] + "  "
    said, is_command, command = line.rpartition(": moo ")
    if is_command and len(indent) + len("moo ") + len(command) <= width:
        said = _fold(f"{said}:", width) if len(said) >= width else f"{said}:"
        return f"{said}\n{indent}moo {command}"
    return fill(
        line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def reason(error: Exception) -> str:
    """What an error says, with the name of the file that it is about.

    >>> reason(OSError(28, "No space left on device", "game.json"))
    'game.json: No space left on device'
    """
    if not isinstance(error, OSError):
        return str(error)
    where = f"{error.filename}: " if error.filename else ""
    said = f"{where}{error.strerror or error}"
    if isinstance(error, FileNotFoundError) and error.filename:
        from moolab.results.known import where_to_find
        from moolab.support.shipped import near

        name = str(error.filename)
        if name.endswith(".gz") and (found := where_to_find(name)):
            return f"{said}; {found}"
        if not isinstance(error, MissingFile):
            return f"{said}{near(Path(name))}"
    return said


def error_view(error: Exception) -> ErrorView:
    """An error as people and programs are told of it."""
    match error:
        case OSError():
            return ErrorView(kind="file", message=reason(error))
        case MoolabError():
            return ErrorView.of(error)
        case click.ClickException():
            return ErrorView(kind="usage", message=error.format_message())
    return ErrorView(kind="memory", message="there is not enough memory for that")


STDIN = ("-",)
"""The arguments that ask for this."""


def answer_lines(answer: Callable[[Sequence[str]], object], *, as_json: bool) -> int:
    """Answer each line of stdin, whose words are arguments, at once.

    A line that cannot be answered gets a sentence on stderr, and on stdout an empty line, or its
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
            details = error_view(error)
            if as_json:
                echo_json(ErrorAnswer(error=details))
            else:
                click.echo()
            echo_aside(f"moo: line {number}: {details.message}")
        sys.stdout.flush()
    return code
