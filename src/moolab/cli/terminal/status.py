"""What is shown on a terminal while one waits."""

import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import TypeVar

import click

from moolab.support.text import count_noun, printable

T = TypeVar("T")
N = TypeVar("N")

_PATIENCE = 1.0
"""Seconds without a word."""


@contextmanager
def waiting(
    doing: str | Callable[[], str], since: float | None = None, status: "StatusLine | None" = None
) -> Iterator[None]:
    """Say what is being done, and for how many seconds, if it takes more than one.

    At a terminal only. Until the block ends, nothing else is to be printed there.

    Args:
        doing: as ``"building the tree"``; or what says it, if that changes.
        since: when that began, by ``time.perf_counter()`` (default: now).
        status: where it is said (default: on a line of its own).

    >>> with waiting("adding"):
    ...     print(1 + 1)
    2
    """
    status = status or StatusLine(0)
    if not status.visible:
        yield
        return
    began = time.perf_counter() if since is None else since
    over = Event()

    def speak() -> None:
        pause = max(0.0, began + _PATIENCE - time.perf_counter())
        while not over.wait(pause):
            told = doing if isinstance(doing, str) else doing()
            status.show(f"{told}: {time.perf_counter() - began:.0f} s")
            pause = _PATIENCE

    speaker = Thread(target=speak, daemon=True)
    speaker.start()
    try:
        yield
    finally:
        over.set()
        speaker.join()
        status.clear()


def awaited(items: Iterable[T], doing: str) -> Iterator[T]:
    """A few items that take long, each; what is done is said while one waits for the next.

    >>> list(awaited(range(3), "counting"))
    [0, 1, 2]
    """
    rest = iter(items)
    while True:
        with waiting(doing):
            try:
                item = next(rest)
            except StopIteration:
                return
        yield item


def made(
    count: int, make: Callable[[int, Callable[[int], None]], T], noun: str, attempt: str
) -> Iterator[T]:
    """Things that take many attempts each, one by one; how far it is shows a status line.

    Args:
        make: gets the number of a thing, from 0 on, and what it calls with the number of each
            attempt, again and again if that takes long.
        noun: what is made, such as ``"puzzle"``.
        attempt: what one of the attempts is called.

    >>> list(made(3, lambda number, watch: number * number, "square", "attempt"))
    [0, 1, 4]
    """
    status = StatusLine()
    for number in range(count):
        began = time.perf_counter()

        def words(attempts: int, done: int = number, began: float = began) -> str:
            so_far = f"{done:,} of {count_noun(count, noun)}, {attempt} {attempts:,}"
            return f"{so_far}: {time.perf_counter() - began:.0f} s"

        with status:
            thing = make(number, status.watching(words))
        yield thing


class StatusLine:
    """A status line on stderr at a terminal, gone at the end of a ``with`` block.

    Args:
        interval: seconds without a word, at first and between two looks (default: 1).
    """

    def __init__(self, interval: float = _PATIENCE) -> None:
        self._interval = interval
        self._next = time.perf_counter() + interval
        self._shown = False

    def __enter__(self) -> "StatusLine":
        return self

    def __exit__(self, *_error: object) -> None:
        self.clear()

    @property
    def visible(self) -> bool:
        """Whether it is seen."""
        return sys.stderr.isatty()

    @property
    def due(self) -> bool:
        """Whether it is seen, and no message was printed just now."""
        return time.perf_counter() >= self._next and self.visible

    def watching(self, words: Callable[[N], str] = str) -> Callable[[N], None]:
        """What is called with news, and shows them in these words where that is due."""

        def watch(news: N) -> None:
            if self.due:
                self.show(words(news))

        return watch

    def show(self, text: str) -> None:
        """Say this instead of what was said before."""
        self._next = time.perf_counter() + self._interval
        self._shown = True
        # A line as wide as the terminal would wrap.
        self._write(printable(text)[: shutil.get_terminal_size().columns - 1])

    def clear(self) -> None:
        """Leave no trace."""
        if self._shown:
            self._shown = False
            self._write("")

    def tell(self, sentence: str) -> None:
        """Say this on a line of its own, which stays."""
        self.clear()
        with suppress(OSError):
            click.echo(printable(sentence), err=True)

    def _write(self, text: str) -> None:
        with suppress(OSError):
            click.echo(f"\r{text}\033[K", err=True, nl=False)
