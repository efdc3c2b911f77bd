"""Questions and answers, in a terminal or through pipes."""

import os
import re
import select
import shutil
import textwrap
import unicodedata
from collections.abc import Iterator
from typing import TextIO

from moolab.cli.terminal.colours import may_colour

_LONGEST = 1 << 16
"""Characters of the longest line that is accepted; no dialogue needs a longer one."""

_FILLER = "\u200b"
_WIDE = re.compile(
    "[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]"
)
"""Symbols that take two columns in the languages of dialogues."""

_COLOUR = re.compile("\033\\[[0-9;]*m")


class Terminal:
    """Asks on one stream and hears on another, so that a dialogue reads as one text.

    Where a person types, the cursor goes back behind the answer, and what follows continues that
    line. Input from a pipe is not echoed by a terminal, so it is printed.
    """

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self._source = source
        self._target = target
        self._column = 0

    @property
    def line_is_open(self) -> bool:
        """Whether the current line has text on it."""
        return self._column > 0

    @property
    def interactive(self) -> bool:
        """Whether the answers come from a keyboard, not from a pipe or a file."""
        return self._source.isatty()

    @property
    def coloured(self) -> bool:
        """Whether what is said may have colours (https://no-color.org)."""
        return may_colour(self._target)

    def say(self, text: str = "", *, end: str = "\n") -> None:
        """Print a text; with ``end=""`` the line goes on."""
        self._target.write(text + end)
        self._target.flush()
        before, newline, last = (text + end).rpartition("\n")
        self._column = _columns(last) if newline else self._column + _columns(before + last)

    def say_apart(self, text: str) -> None:
        """Print a text on lines of its own, broken where the terminal ends."""
        if self.line_is_open:
            self.say()
        width = min(shutil.get_terminal_size().columns, 80) - 1
        for line in text.splitlines():
            self.say(_filled(line, width))

    def ask(self, prompt: str) -> str:
        """Print a prompt and return the answer, without surrounding blanks; the line goes on.

        Raises:
            EOFError: at the end of the input, or if a line of it does not end.
        """
        self.say(prompt, end="")
        try:
            line = self._source.readline(_LONGEST)
        except OSError:
            line = ""  # the terminal has gone
        if not line or len(line) == _LONGEST:
            raise EOFError
        answer = line.strip()
        if not (self.interactive and self._target.isatty()):
            self.say(answer, end="")
        elif line.endswith("\n"):
            self._go_back_behind(line[:-1])
        else:
            self._column += _columns(line)
        return answer

    def lines(self, prompt: str) -> Iterator[str]:
        """The answers to a prompt, up to the end of the input; what follows is on a new line."""
        while True:
            try:
                answer = self.ask(prompt)
            except EOFError:
                self.say()
                return
            self.say()
            yield answer

    def _go_back_behind(self, typed: str) -> None:
        column = self._column + _columns(typed)
        movable = os.name == "posix" and os.environ.get("TERM", "dumb") != "dumb"
        # What was pasted after this line is below it already.
        pasted = movable and bool(select.select([self._source], [], [], 0)[0])
        if movable and not pasted and column < shutil.get_terminal_size().columns:
            # To move by no columns would be to move by one.
            self._target.write("\033[A" + (f"\033[{column}C" if column else ""))
            self._column = column
        else:
            self._column = 0


def _filled(line: str, width: int) -> str:
    """A line, broken where the terminal ends.

    >>> print(_filled("three words here", 11))
    three words
    here
    >>> print(_filled("\ub0b4 \ucf54\ub4dc\ub97c", 8))
    \ub0b4
    \ucf54\ub4dc\ub97c
    """
    # A symbol of two columns counts twice. Chinese has no blanks, so it is broken anywhere.
    wide = _WIDE.sub(rf"\g<0>{_FILLER}", line)
    unspaced = any("\u4e00" <= symbol <= "\u9fff" for symbol in line)
    filled = textwrap.fill(wide, width, break_long_words=unspaced, break_on_hyphens=False)
    return filled.replace(_FILLER, "")


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes; colours take none."""
    text = _COLOUR.sub("", text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )
