"""Ctrl-C and its like: made to wait, or not to count, while something must not be disturbed."""

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType

CLOSING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""What a polite kill and a closed window send; Windows has no SIGHUP."""


class Closed(SystemExit):
    """A polite kill, or a closed window: the program ends, with the exit code that shells expect.

    It is not Ctrl-C, which some commands answer and go on.
    """


def end_when_closed() -> None:
    """Let a polite kill, or a closed window, raise ``Closed``, so that child processes end too."""

    def end(number: int, _frame: FrameType | None) -> None:
        raise Closed(128 + number)

    answer_closing(end)


def answer_closing(answer: Callable[[int, FrameType | None], object]) -> None:
    """Answer the first signal: a window that is closed often sends two, while a game is kept.

    Those that the program was told to ignore, as ``nohup`` does, stay ignored.

    Args:
        answer: is called with the number of the signal, and the frame that it has interrupted.
    """

    def answer_once(number: int, frame: FrameType | None) -> None:
        for each in CLOSING:
            signal.signal(each, signal.SIG_IGN)
        answer(number, frame)

    for each in CLOSING:
        if signal.getsignal(each) is not signal.SIG_IGN:
            signal.signal(each, answer_once)


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Let Ctrl-C do nothing while something is saved: pressed again, it would lose that.

    Nor does a polite kill, or a closed window, which often comes as two signals.

    Only the main thread of a program gets to know of it; elsewhere this does nothing.

    >>> with ignore_interrupts():
    ...     signal.raise_signal(signal.SIGINT)
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {each: signal.signal(each, signal.SIG_IGN) for each in (signal.SIGINT, *CLOSING)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler or signal.SIG_DFL)


@contextmanager
def closing_later() -> Iterator[list[Callable[[], object]]]:
    """Let a polite kill, or a closed window, wait until the block ends; it calls what is listed."""
    told: list[Callable[[], object]] = []

    def tell() -> None:
        for each in told:
            each()

    with _delayed(CLOSING, tell):
        yield told


@contextmanager
def delay_interrupts() -> Iterator[None]:
    """Let Ctrl-C and its like wait until the block ends.

    Only the main thread of a program gets to know of it; elsewhere this does nothing.

    >>> try:
    ...     with delay_interrupts():
    ...         signal.raise_signal(signal.SIGINT)
    ...         print("done")
    ... except KeyboardInterrupt:
    ...     print("interrupted")
    done
    interrupted
    """
    with _delayed([signal.SIGINT, *CLOSING], bool):
        yield


@contextmanager
def _delayed(signals: Iterable[int], tell: Callable[[], object]) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: dict[int, FrameType | None] = {}
    found = {each: signal.getsignal(each) for each in signals}
    before = {each: handler for each, handler in found.items() if callable(handler)}

    def hear(number: int, frame: FrameType | None) -> None:
        heard.setdefault(number, frame)
        tell()

    for each in before:
        signal.signal(each, hear)
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
        with ExitStack() as answers:
            for each, frame in heard.items():
                answers.callback(before[each], each, frame)
