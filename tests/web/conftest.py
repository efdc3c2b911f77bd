"""One event loop for all applications that tests run in their own process."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import SimpleNamespace
from typing import Any

import anyio
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

        # For Starlette alone: Schemathesis has a loop of its own, until Python ends.
        patch.setattr("starlette.testclient.anyio", _AnyioWith(same))
        yield
        portal.call(_cancel, own)


class _AnyioWith:
    """The library, but for how a loop is started in a thread."""

    def __init__(self, start: Callable[..., AbstractContextManager[BlockingPortal]]) -> None:
        self.from_thread = SimpleNamespace(start_blocking_portal=start)

    def __getattr__(self, name: str) -> Any:
        return getattr(anyio, name)


async def _tasks() -> set[asyncio.Task[object]]:
    return asyncio.all_tasks()


async def _cancel(kept: set[asyncio.Task[object]], name: str = "") -> None:
    left = asyncio.all_tasks() - kept - {asyncio.current_task()}
    left = {task for task in left if task.get_name() != name}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
