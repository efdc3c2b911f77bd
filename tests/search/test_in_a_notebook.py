"""A search where an event loop runs already, as in Jupyter and in asynchronous programs."""

import asyncio
import signal
import threading
from collections.abc import Callable
from contextlib import closing
from typing import TypeVar

import pytest

from moolab.codes.rules import Rules
from moolab.errors import SearchFailed
from moolab.search.optimal import Optimum, Progress, find

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
    assert told[-1].share < 1
    assert threading.active_count() == threads
