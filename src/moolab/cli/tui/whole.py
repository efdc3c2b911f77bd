"""What all have in common that fill the terminal."""

import asyncio
import signal
from contextlib import suppress

from textual.app import App, ReturnType


class WholeTerminal(App[ReturnType]):
    """An app that a closed window, or a polite kill, ends as its own key does."""

    ENABLE_COMMAND_PALETTE = False

    def on_load(self) -> None:
        """Listen for signals."""
        for name in ("SIGTERM", "SIGHUP"):
            with suppress(AttributeError, NotImplementedError):
                number = getattr(signal, name)
                asyncio.get_running_loop().add_signal_handler(number, self.exit)
