"""How far something has come: a bar in notebooks, without an extension, a line in terminals."""

import sys
import time
from html import escape
from importlib import import_module
from typing import Any, Self

_PAUSE = 0.2
"""Seconds between two pictures: faster than that, nobody reads."""


class Shown:
    """What is shown until the work is done, and gone then.

    >>> with Shown() as shown:
    ...     shown("the least total", 0.5)
    """

    def __init__(self) -> None:
        self._picture = _Bar() if _is_notebook() else _Line()
        self._next = 0.0

    def __call__(self, text: str, share: float | None = None) -> None:
        """Show how far it is, unless something was shown just before.

        Args:
            text: in words.
            share: of the work; None if nobody knows.
        """
        if (now := time.monotonic()) >= self._next:
            self._picture.show(text, share)
            self._next = now + _PAUSE

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._picture.clear()


class _Line:
    """A line on stderr that is written again and again."""

    def __init__(self) -> None:
        self._width = 0

    def show(self, text: str, _share: float | None) -> None:
        print(f"\r{' ' * self._width}\r{text}", end="", file=sys.stderr, flush=True)
        self._width = len(text)

    def clear(self) -> None:
        if self._width:
            self.show("", None)


class _Bar:
    """A display of a notebook that is updated in its place, from any thread."""

    def __init__(self) -> None:
        self._display: Any = None

    def show(self, text: str, share: float | None) -> None:
        value = "" if share is None else f' value="{share:.3f}"'
        self._put(f"<progress{value}></progress> {escape(text)}", text)

    def clear(self) -> None:
        if self._display is not None:
            self._put("", "")

    def _put(self, html: str, text: str) -> None:
        data = {"text/html": html, "text/plain": text}
        if self._display is not None:
            self._display.update(data, raw=True)
            return
        show: Any = import_module("IPython.display").display
        self._display = show(data, raw=True, display_id=True)


def _is_notebook() -> bool:
    # Where IPython has not been imported, nobody looks at a notebook.
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return getattr(shell, "kernel", None) is not None
