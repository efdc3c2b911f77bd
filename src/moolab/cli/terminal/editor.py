"""A typed line: edited, with those typed before, and completed with Tab."""

import os
import shutil
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

Words = Callable[[], Iterable[str]]
"""What can be typed, asked for when Tab is pressed."""


class LineEditor:
    """Reads lines from a terminal with prompt_toolkit, which is imported for the first of them.

    Args:
        source: the terminal where the line is typed.
        target: the terminal where that is shown.
    """

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self._source = source
        self._target = target
        self._read: Callable[[str, Words, str], str] | None = None
        self._pasted = deque[str]()

    @property
    def has_pasted(self) -> bool:
        """Whether several lines were pasted at once, and some of them are still to be read."""
        return bool(self._pasted)

    def read(self, prompt: str, words: Words, kind: str = "") -> str:
        """The next line, without its end.

        Args:
            prompt: what is before it, colours included.
            kind: what is asked for: the Up key brings back answers of this kind.

        Raises:
            EOFError: at Ctrl-D in an empty line, or if the terminal has gone.
            KeyboardInterrupt: at Ctrl-C.
        """
        if self._pasted:
            return self._pasted.popleft()
        if self._read is None:
            self._read = self._open()
        first, *others = self._read(prompt, words, kind).split("\n")
        self._pasted.extend(others)
        return first

    def _open(self) -> Callable[[str, Words, str], str]:
        # Importing it takes longer than all else that a game begins with.
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter
        from prompt_toolkit.data_structures import Size
        from prompt_toolkit.formatted_text import ANSI
        from prompt_toolkit.history import InMemoryHistory
        from prompt_toolkit.input import create_input
        from prompt_toolkit.output.vt100 import Vt100_Output
        from prompt_toolkit.shortcuts import CompleteStyle

        def size() -> Size:
            columns, rows = shutil.get_terminal_size()
            return Size(rows, columns)

        term = os.environ.get("TERM")
        session: PromptSession[str] = PromptSession(
            complete_style=CompleteStyle.READLINE_LIKE,
            complete_while_typing=False,
            input=create_input(self._source),
            # Nothing is shown below the line, so the terminal need not say where that is.
            output=Vt100_Output(self._target, size, term=term, enable_cpr=False),
        )

        histories = defaultdict[str, InMemoryHistory](InMemoryHistory)

        def read(prompt: str, words: Words, kind: str) -> str:
            session.default_buffer.history = histories[kind]
            # What can be typed depends on the moment; it is listed only when it is wanted.
            completer = WordCompleter(lambda: list(words()), ignore_case=True, sentence=True)
            return session.prompt(ANSI(prompt), completer=completer)

        return read


@contextmanager
def echoing(terminal: TextIO, *, on: bool) -> Iterator[None]:
    """Let the system show what is typed, or keep it off the screen until an editor shows it."""
    try:
        import termios
    except ImportError:  # not on Windows
        yield
        return
    before = termios.tcgetattr(terminal)
    wanted = before.copy()
    wanted[3] = wanted[3] | termios.ECHO if on else wanted[3] & ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, wanted)
    try:
        yield
    finally:
        with suppress(termios.error):  # the terminal has gone
            termios.tcsetattr(terminal, termios.TCSANOW, before)
