"""Slow work in processes of its own."""

import os
import sys
import time
from pathlib import Path

import anyio
import pytest

from moolab.codes.rules import Rules
from moolab.deduction.contradiction import ContradictoryReplies
from moolab.deduction.history import parse_history
from moolab.errors import InvalidCode
from moolab.web.http.errors import Lost, TooBusy, TooSlow
from moolab.web.http.throttling import LOADED, ConcurrencyLimiter
from moolab.web.work.pool import Pool, Progress, Turns
from tests.helpers.computations import count, fail, hold, sleep_for_ever
from tests.helpers.patience import PATIENCE, children


async def begun(file: Path) -> int:
    """The process that has written its number into a file."""
    with anyio.fail_after(PATIENCE):
        while not (file.exists() and file.read_text()):
            await anyio.sleep(0.01)
    return int(file.read_text())


async def gone(process: int) -> None:
    with anyio.fail_after(PATIENCE):
        while Path(f"/proc/{process}").exists():
            await anyio.sleep(0.01)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "process"


def test_what_a_process_computes_and_what_it_says_is_wrong() -> None:
    async def main() -> None:
        pool = Pool(1, PATIENCE)
        here = os.getpid()
        worker = await pool.run(os.getpid)
        assert here != worker == await pool.run(os.getpid)
        with pytest.raises(InvalidCode, match="a code has 4 places"):
            await pool.run(fail, InvalidCode("a code has 4 places"))
        with pytest.raises(Lost):
            await pool.run(fail, MemoryError())
        rules = Rules.parse("ab4x10")
        history = parse_history(rules, "0123=11 4567=20 8901=30")
        with pytest.raises(ContradictoryReplies) as caught:
            await pool.run(fail, ContradictoryReplies(rules, history))
        # Worked out over there.
        assert vars(caught.value)["conflict"] == (2, 3)
        with pytest.raises(Lost):
            await pool.run(os._exit, 1)
        assert await pool.run(os.getpid) not in (here, worker)

    anyio.run(main)


@pytest.mark.skipif(sys.platform != "linux", reason="others do not limit it")
def test_what_takes_too_much_memory_is_ended_and_the_next_has_a_fresh_process() -> None:
    async def main() -> None:
        pool = Pool(1, PATIENCE, megabytes=1024)
        worker = await pool.run(os.getpid)
        assert await pool.run(hold, 1 << 20) == 1 << 20
        with pytest.raises(Lost, match="possibly out of memory; it may take 1,024 MB here"):
            await pool.run(hold, 1 << 30)
        assert await pool.run(os.getpid) != worker
        assert await Pool(1, PATIENCE).run(hold, 1 << 30) == 1 << 30

    anyio.run(main)


def test_a_client_that_has_all_processes_keeps_nobody_else_waiting() -> None:
    async def main() -> None:
        turns, order = Turns(2), []
        ends = {name: anyio.Event() for name in ("a1", "a2", "a3", "b1", "b2", "c1")}

        async def work(name: str) -> None:
            async with turns.of(name[0]):
                order.append(name)
                await ends[name].wait()

        async def begun(*names: str) -> None:
            await anyio.wait_all_tasks_blocked()
            assert order == list(names)

        async with anyio.create_task_group() as tasks:
            for name in ("a1", "a2", "a3", "b1", "b2", "c1"):
                tasks.start_soon(work, name)
                await anyio.wait_all_tasks_blocked()
            # Two at once, and one more for somebody else; the others wait.
            await begun("a1", "a2", "b1")
            assert turns.waiting == 3
            ends["a1"].set()
            await begun("a1", "a2", "b1")
            ends["b1"].set()
            # Who has nothing at work comes first; then who has the least, then who came first.
            await begun("a1", "a2", "b1", "b2")
            ends["b2"].set()
            await begun("a1", "a2", "b1", "b2", "c1")
            ends["c1"].set()
            await begun("a1", "a2", "b1", "b2", "c1", "a3")
            ends["a2"].set()
            ends["a3"].set()
        assert turns.waiting == 0

    anyio.run(main)


def test_what_was_clicked_overtakes_what_pages_load() -> None:
    async def main() -> None:
        turns, order, end = Turns(2), [], anyio.Event()
        limiter = ConcurrencyLimiter(2, 9)

        async def work(name: str, client: str = "a") -> None:
            LOADED.set(name.startswith("loaded"))
            async with limiter.slot(client), turns.of(client):
                order.append(name)
                await end.wait()

        async with anyio.create_task_group() as tasks:
            for name in ("loaded 1", "loaded 2", "clicked 1", "clicked 2"):
                tasks.start_soon(work, name)
                await anyio.wait_all_tasks_blocked()
            # One of a client's two turns is never taken by what is loaded.
            assert order == ["loaded 1", "clicked 1"]
            end.set()
        assert order == ["loaded 1", "clicked 1", "clicked 2", "loaded 2"]
        end, order = anyio.Event(), []
        async with anyio.create_task_group() as tasks:
            for name, client in (("loaded 3", ""), ("loaded 4", ""), ("loaded 5", "b")):
                tasks.start_soon(work, name, client)
                await anyio.wait_all_tasks_blocked()
            tasks.start_soon(work, "clicked 3", "c")
            await anyio.wait_all_tasks_blocked()
            assert "clicked 3" in order
            end.set()
        end, order, limiter = anyio.Event(), [], ConcurrencyLimiter(1, 9)
        async with anyio.create_task_group() as tasks:
            for name in ("loaded 6", "loaded 7", "clicked 4", "clicked 5"):
                tasks.start_soon(work, name)
                await anyio.wait_all_tasks_blocked()
            # With one turn, it is for what was clicked; what is loaded has one beside it.
            assert order == ["loaded 6", "clicked 4"]
            end.set()

    anyio.run(main)


def test_whoever_gives_up_waiting_leaves_the_turn_to_others() -> None:
    async def main() -> None:
        turns, order = Turns(1), []

        async def work(name: str) -> None:
            async with turns.of(name):
                order.append(name)

        async with turns.of("a"), turns.of("b"):
            with anyio.move_on_after(0):
                await work("a")
            assert turns.waiting == 0
        await work("c")
        assert order == ["c"]

    anyio.run(main)


def test_what_takes_too_long_is_ended() -> None:
    async def main() -> None:
        pool = Pool(1, PATIENCE)
        worker = await pool.run(os.getpid)
        pool.seconds = 1
        with pytest.raises(TooSlow, match="longer than the 1 seconds"):
            await pool.run(time.sleep, 10 * PATIENCE)
        await gone(worker)
        pool.seconds = PATIENCE
        assert await pool.run(len, "abc") == 3

    anyio.run(main)


def test_what_nobody_waits_for_is_ended(file: Path) -> None:
    async def main() -> None:
        pool = Pool(1, 10 * PATIENCE)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(pool.run, sleep_for_ever, file)
            worker = await begun(file)
            tasks.cancel_scope.cancel()
        await gone(worker)

    anyio.run(main)


def test_a_process_that_is_started_when_nobody_waits_any_more_is_kept_for_others() -> None:
    async def main() -> None:
        pool, before = Pool(1, PATIENCE), children(os.getpid())
        with anyio.move_on_after(0.01):
            await pool.run(len, "abc")
        [started] = children(os.getpid()) - before
        assert await pool.run(os.getpid) == started

    anyio.run(main)


def test_others_wait_but_not_too_many(file: Path) -> None:
    async def main() -> None:
        pool = Pool(1, 10 * PATIENCE)
        refused = []

        async def wait() -> None:
            try:
                await pool.run(sleep_for_ever, file)
            except TooBusy as error:
                refused.append(error)

        async with anyio.create_task_group() as tasks:
            for _ in range(12):
                tasks.start_soon(wait)
            await begun(file)
            tasks.cancel_scope.cancel()
        assert len(refused) == 12 - 1 - 8

    anyio.run(main)


def test_progress() -> None:
    async def main() -> None:
        pool = Pool(1, PATIENCE)
        *before, last = [news async for news in pool.watch(count, 8)]
        assert last == 8
        done = [news.done for news in before if isinstance(news, Progress)]
        assert done == sorted(set(done))
        assert len(done) == len(before) >= 1
        assert before[-1] == Progress(done[-1], 8, f"{done[-1]} of 8")

    anyio.run(main)
