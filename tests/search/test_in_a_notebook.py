"""A search where an event loop runs already, as in Jupyter and in asynchronous programs."""

import asyncio
import signal
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from typing import TypeVar

import pytest

from moolab.codes.rules import Rules
from moolab.errors import SearchFailed
from moolab.search.optimal import Optimum, find
from moolab.search.workers import result_of
from moolab.support.progress import Progress

T = TypeVar("T")


def in_a_running_loop(call: Callable[[], T]) -> T:
    """What a call returns where an event loop runs already, as in a notebook."""

    async def cell() -> T:
        return call()

    with closing(asyncio.new_event_loop()) as loop:
        return loop.run_until_complete(cell())


def test_a_search_in_a_running_event_loop_finds_the_same() -> None:
    rules = Rules.parse("ab3x5")
    best = in_a_running_loop(lambda: find(rules, "worst"))
    assert (best.total, best.distribution) == (196, find(rules, "worst").distribution)


def test_where_no_thread_can_be_started_a_search_does_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    rules = Rules.parse("ab3x5")
    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert find(rules, count=2).total == 196
    assert in_a_running_loop(lambda: find(rules)).total == 196


def test_an_async_program_waits_for_a_search_in_a_thread() -> None:
    async def program() -> Optimum:
        return await asyncio.to_thread(find, Rules.parse("ab3x5"))

    assert asyncio.run(program()).total == 196


def test_errors_of_a_search_in_a_running_event_loop_are_raised() -> None:
    with pytest.raises(SearchFailed, match="no Dask scheduler"):
        in_a_running_loop(lambda: find(Rules.parse("ab3x5"), cluster="nowhere"))


def test_an_interrupted_search_in_a_running_event_loop_ends_at_once() -> None:
    told: list[Progress] = []

    def interrupt(progress: Progress) -> None:
        told.append(progress)
        if len(told) == 1:
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    threads = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        in_a_running_loop(lambda: find(Rules.parse("mm4x6"), "worst", watch=interrupt))
    assert told[-1].share is not None
    assert told[-1].share < 1
    assert threading.active_count() == threads


def test_a_search_in_a_running_event_loop_that_gives_a_result_at_ctrl_c_does_so() -> None:
    begun = threading.Event()

    async def search() -> int:
        await asyncio.sleep(0.1)  # until the thread that is interrupted waits
        begun.set()
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(60)
        return 7

    def interrupt() -> None:
        begun.wait()
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    threading.Thread(target=interrupt).start()
    assert in_a_running_loop(lambda: result_of(search())) == 7
