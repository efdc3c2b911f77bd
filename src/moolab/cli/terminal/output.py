"""Results go to stdout, messages to stderr."""

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from itertools import islice

import click

from moolab.cli.terminal.status import waiting
from moolab.codes.listed import ListedRules
from moolab.codes.rules import Rules
from moolab.errors import MoolabError
from moolab.support.text import count_noun, plural, printable
from moolab.views.base import View
from moolab.views.turns import SourceView, TreeTotals

_BATCH = 1 << 12
WIDTH = 79
"""Columns of a text: a line as wide as the usual terminal might wrap."""

_BAR = 40


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
    rest = iter(pieces)
    # At a terminal the text itself shows that it goes on.
    since = None if sys.stdout.isatty() else time.perf_counter()
    while True:
        with nullcontext() if doing is None else waiting(doing, since):
            batch = list(islice(rest, _BATCH))
        if not batch:
            return
        click.echo("".join(batch), nl=False)


def echo_totals(rules: Rules, totals: TreeTotals, more: str = "") -> None:
    """Print how many guesses the secrets of a game need, each for itself, and all together.

    Args:
        more: what to add to the line about all of them.
    """
    guess = guess_noun(rules)
    echo_distribution(totals.distribution, "secrets", guess)
    click.echo(
        f"{count_noun(totals.total, guess)} for {count_noun(totals.secrets, 'secret')}: "
        f"{totals.mean:.4f} on average, at most {totals.max}{more}"
    )
    if isinstance(rules, ListedRules) and (rules.weights or rules.costs):
        reasons = ["secrets are as likely as given"] * bool(rules.weights)
        reasons += [f"{plural(guess)} cost what is given"] * bool(rules.costs)
        click.echo(f"Expected: {totals.expected:.4f}, where {' and '.join(reasons)}")


def guess_noun(rules: Rules) -> str:
    """What is asked in a game: guesses, or questions where none of them wins."""
    return "question" if rules.identifies else "guess"


def echo_distribution(distribution: Mapping[int, int], what: str, guess: str = "guess") -> None:
    """Print how many of something need each number of guesses, as figures and as bars."""
    most = max(distribution.values(), default=0)
    heading = plural(guess)
    click.echo(f"{heading} {what:>11}")
    for guesses, count in distribution.items():
        bar = "#" * -(-_BAR * count // most)
        click.echo(f"{guesses:>{len(heading)}} {count:>11,}  {bar}".rstrip())


def provided(source: SourceView | None, but: str = "") -> str:
    """A condition, to be put behind what rests on a checkpoint.

    >>> provided(SourceView(file="x.ckpt", answers=13))
    ', if x.ckpt is right'
    """
    return "" if source is None else f",{but} if {printable(source.file)} is right"


def echo_source(source: SourceView | None, without: str = "") -> None:
    """Print what was taken from a checkpoint, if anything was.

    Args:
        without: how to do without it.
    """
    if source is not None:
        answers = count_noun(source.answers, "answer")
        verb = "is" if source.answers == 1 else "are"
        end = f"; {without}." if without else "."
        click.echo(f"{answers} {verb} taken from it{end}")


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
        click.echo(printable(message), err=True)


def echo_line(text: str) -> None:
    """Print a line of a result that says what others have named, such as a file or a player."""
    click.echo(printable(text))


def reason(error: Exception) -> str:
    """What an error says, with the name of the file that it is about.

    >>> reason(OSError(28, "No space left on device", "game.json"))
    'game.json: No space left on device'
    """
    if not isinstance(error, OSError):
        return str(error)
    where = f"{error.filename}: " if error.filename else ""
    said = f"{where}{error.strerror or error}"
    if isinstance(error, FileNotFoundError) and str(error.filename).endswith(".gz"):
        from moolab.results.known import where_to_find

        if found := where_to_find(str(error.filename)):
            said += f"; {found}"
    return said
