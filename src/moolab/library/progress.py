"""How far a search has come, in one line of a terminal or a notebook."""

import sys
from typing import Self

from moolab.search.optimal import Progress
from moolab.search.progress import progress_text


class ProgressLine:
    """A line on stderr that is written again and again, and is gone in the end."""

    def __init__(self) -> None:
        self._width = 0

    def __call__(self, progress: Progress) -> None:
        """Write how far the search has come over what was written before."""
        self._write(progress_text(progress))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._write("")

    def _write(self, text: str) -> None:
        # Both terminals and notebooks go back to the beginning of the line.
        print(f"\r{' ' * self._width}\r{text}", end="", file=sys.stderr, flush=True)
        self._width = len(text)
