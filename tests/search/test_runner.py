"""A search that somebody stops."""

import asyncio
import gc
import signal
import threading
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from moolab.errors import SpaceTooLarge
from moolab.search import optimal
from moolab.search.task import Answer, Task, perform
from moolab.search.workers import result_of
from moolab.support.interrupts import Closed
from moolab.support.progress import Progress
from moolab.trees.verify import Proof
from moolab.trees.verify import verify as replay
from tests.helpers.patience import wait_until
from tests.helpers.searches import AtOnce, problem, search
from tests.helpers.signals import ending_when_closed


def test_an_interrupt_waits_until_a_callback_has_ended() -> None:
    """Else a library finds done what it has just found open and is about to finish."""
    done: list[bool] = []

    async def search() -> None:
        answer = asyncio.get_running_loop().create_future()

        def give() -> None:
            signal.raise_signal(signal.SIGINT)
            done.append(answer.done())

        asyncio.get_running_loop().call_soon(give)
        await answer

    with pytest.raises(KeyboardInterrupt):
        result_of(search())
    assert done == [False]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_what_a_search_gives_at_ctrl_c_is_not_lost_by_another_one() -> None:
    async def search() -> int:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(60)
        return 7

    assert result_of(search()) == 7


def test_an_interrupt_is_heard_while_the_best_tree_is_replayed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def verify(*given: Any) -> Proof:
        signal.raise_signal(signal.SIGINT)
        return replay(*given)

    monkeypatch.setattr(optimal, "verify", verify)
    with pytest.raises(KeyboardInterrupt):
        optimal.find("ab3x5")


def test_who_listens_for_interrupts_still_hears_them() -> None:
    heard: list[int] = []

    async def search() -> int:
        signal.raise_signal(signal.SIGINT)
        return 7

    def listen(number: int, _: object) -> None:
        heard.append(number)

    before = signal.signal(signal.SIGINT, listen)
    try:
        assert result_of(search()) == 7
    finally:
        after = signal.signal(signal.SIGINT, before)
    assert heard == [signal.SIGINT]
    assert after is listen


def test_a_search_runs_in_any_thread() -> None:
    results: list[int] = []

    async def search() -> int:
        return 7

    thread = threading.Thread(target=lambda: results.append(result_of(search())))
    thread.start()
    thread.join()
    assert results == [7]


def test_while_a_task_takes_long_the_status_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moolab.search.workers._WATCHING", 0.001)
    told: list[Progress] = []

    class Slow(AtOnce):
        """Workers whose first task is not done before the search was told of three times."""

        def submit(self, task: Task) -> "Future[Answer]":
            if len(told) >= 3:
                return super().submit(task)
            answer: Future[Answer] = Future()
            threading.Thread(target=lambda: self._do(task, answer)).start()
            return answer

        def _do(self, task: Task, answer: "Future[Answer]") -> None:
            wait_until(lambda: len(told) >= 3)
            answer.set_result(perform(task))

    monkeypatch.setattr(optimal, "REPORTING", 0)
    assert search(problem("ab3x5"), "mean", Slow(), watch=told.append).total == 196
    assert told[0].share == told[1].share == told[2].share != told[-1].share


@pytest.mark.parametrize("ctrl_c", [signal.default_int_handler, signal.SIG_IGN, lambda *_: None])
def test_a_search_that_is_closed_is_cancelled_first(
    ctrl_c: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """Where Ctrl-C is ignored, as in the background, or answered otherwise, too; that stays so."""

    async def part() -> None:
        while True:
            await asyncio.sleep(0)

    async def search() -> None:
        loop = asyncio.get_running_loop()
        if ctrl_c is not signal.default_int_handler:
            signal.raise_signal(signal.SIGINT)
        loop.call_later(0.01, signal.raise_signal, signal.SIGTERM)
        try:
            await asyncio.gather(part(), part())
        except asyncio.CancelledError:
            ended.append(True)
            raise

    ended: list[bool] = []
    usual = signal.signal(signal.SIGINT, ctrl_c)
    try:
        with ending_when_closed(), pytest.raises(Closed) as closed:
            result_of(search())
    finally:
        signal.signal(signal.SIGINT, usual)
    assert (closed.value.code, ended) == (143, [True])
    del closed
    gc.collect()
    assert not caplog.records


def test_a_game_however_large_is_searched_where_a_checkpoint_keeps_what_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moolab.search.limits.EXACT", 10)
    with pytest.raises(SpaceTooLarge, match="with --checkpoint FILE it can be stopped"):
        optimal.find("ab3x5")
    assert optimal.find("ab3x5", checkpoint=tmp_path / "kept").proven
