"""Slow work in processes of its own."""

import os
import time
from pathlib import Path

import anyio
import pytest

from moolab.codes.rules import Rules
from moolab.deduction.contradiction import ContradictoryReplies
from moolab.deduction.history import parse_history
from moolab.errors import InvalidCode
from moolab.web.http.refusals import Lost, TooBusy, TooSlow
from moolab.web.work.pool import Pool, Progress, Report

PATIENCE = 60


def sleep_for_ever(file: Path) -> None:
    file.write_text(str(os.getpid()))
    time.sleep(10 * PATIENCE)


def fail(error: Exception) -> None:
    raise error


def count(report: Report, until: int) -> int:
    for done in range(until):
        report(Progress(done, until, f"{done} of {until}"))
        time.sleep(0.1)
    return until


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
        assert here != worker == await pool.run_if(True, os.getpid)
        assert await pool.run_if(False, os.getpid) == here
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


def test_what_takes_too_long_is_ended(file: Path) -> None:
    async def main() -> None:
        pool = Pool(1, 2)
        with pytest.raises(TooSlow, match="longer than the 2 seconds"):
            await pool.run(sleep_for_ever, file)
        await gone(int(file.read_text()))
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
            # Light work does not wait.
            assert await pool.run_if(False, len, "abc") == 3
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
