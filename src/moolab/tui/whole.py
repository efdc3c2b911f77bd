"""What all have in common that fill the terminal."""

import asyncio
import signal
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from contextvars import copy_context
from threading import Thread
from typing import TypeVar

from textual.app import App, ReturnType

T = TypeVar("T")


class WholeTerminal(App[ReturnType]):
    """An app that a closed window, or a polite kill, ends as its own key does."""

    ENABLE_COMMAND_PALETTE = False

    def on_load(self) -> None:
        """Listen for signals."""
        for name in ("SIGTERM", "SIGHUP"):
            with suppress(AttributeError, NotImplementedError):
                number = getattr(signal, name)
                asyncio.get_running_loop().add_signal_handler(number, self.exit)


async def in_a_thread(work: Callable[..., T], *given: object) -> T:
    """The result of work that takes a moment; who leaves meanwhile does not wait for it.

    >>> asyncio.run(in_a_thread(max, 6, 7))
    7
    """
    found: Future[T] = Future()
    # Its result may be cancelled, but not the work.
    found.set_running_or_notify_cancel()

    def run() -> None:
        try:
            found.set_result(work(*given))
        except BaseException as error:
            found.set_exception(error)

    # The threads of asyncio.to_thread are waited for in the end.
    Thread(target=copy_context().run, args=(run,), daemon=True).start()
    return await asyncio.wrap_future(found)
