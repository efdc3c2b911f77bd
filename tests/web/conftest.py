"""One event loop for all applications that tests run in their own process."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal

_KILLS = "AnyIO process pool shutdown task"
"""What kills the processes at the end; without it, they would outlive the tests."""


@pytest.fixture(scope="session", autouse=True)
def _one_loop() -> Iterator[None]:
    """Let Starlette's test clients share a loop, and with it the processes that compute.

    Each would begin its own, many for each request; and what computes elsewhere would be imported
    anew for each, which takes most of a second. What has not ended when the last client leaves is
    cancelled, as at the end of a loop.
    """
    with start_blocking_portal() as portal, pytest.MonkeyPatch.context() as patch:
        own = portal.call(_tasks)
        inside = 0

        @contextmanager
        def same(*_: object, **__: object) -> Iterator[BlockingPortal]:
            nonlocal inside
            inside += 1
            try:
                yield portal
            finally:
                inside -= 1
                if not inside:
                    portal.call(_cancel, own, _KILLS)

        patch.setattr("anyio.from_thread.start_blocking_portal", same)
        yield
        portal.call(_cancel, own)


async def _tasks() -> set[asyncio.Task[object]]:
    return asyncio.all_tasks()


async def _cancel(kept: set[asyncio.Task[object]], name: str = "") -> None:
    left = asyncio.all_tasks() - kept - {asyncio.current_task()}
    left = {task for task in left if task.get_name() != name}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
