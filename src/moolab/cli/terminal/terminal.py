"""Questions and answers, in a terminal or through pipes."""

import os
import re
import select
import shutil
import textwrap
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import zip_longest
from typing import Literal, TextIO

from moolab.cli.terminal.editor import LineEditor, Words, echoing
from moolab.cli.terminal.output import may_colour
from moolab.cli.terminal.status import StatusLine, waiting
from moolab.support.language import translate
from moolab.support.text import printable

_LONGEST = 1 << 16
"""Characters of the longest line that is accepted; no dialogue needs a longer one."""

_FILLER = "\u200b"
_WIDE = re.compile(
    "[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]"
)
"""Symbols that take two columns in the languages of dialogues."""

_COLOUR = re.compile("(\033\\[[0-9;]*m)")

Manner = Literal["edited", "unedited", "plain"]
"""How a user types at a terminal: with an editor for the line; as the system lets them, which
programs of small machines expect; or so that nothing is drawn, nor put behind what was typed, which
suits screen readers."""


def no_words() -> tuple[str, ...]:
    """Nothing to complete."""
    return ()


class Terminal:
    """Asks on one stream and hears on another, so that a dialogue reads as one text.

    Where a person types, the cursor goes back behind the answer, and what follows continues that
    line. Input from a pipe is not echoed by a terminal, so it is printed.

    Args:
        manner: how the user types, if both are terminals.

    Attributes:
        plain: whether sentences are wanted, and nothing drawn.
    """

    def __init__(self, source: TextIO, target: TextIO, manner: Manner = "unedited") -> None:
        self._source = source
        self._target = target
        self.plain = manner == "plain"
        self._open = ""
        self._is_screen = target.isatty()
        watched = source.isatty() and self._is_screen
        self._movable = watched and manner != "plain" and os.environ.get("TERM", "dumb") != "dumb"
        self._editor = LineEditor(source, target) if self._movable and manner == "edited" else None

    @property
    def line_is_open(self) -> bool:
        """Whether the current line has text on it."""
        return bool(self._open)

    @property
    def drawn(self) -> bool:
        """Whether the player wants to see boards rather than to read sentences."""
        return self._editor is not None

    def quiet(self) -> AbstractContextManager[None]:
        """Let the system show what is typed only if no editor does.

        An editor shows at the next prompt what is typed too early.
        """
        if not self.interactive:
            return nullcontext()
        return echoing(self._source, on=self._editor is None)

    @property
    def interactive(self) -> bool:
        """Whether the answers come from a keyboard, not from a pipe or a file."""
        return self._source.isatty()

    @property
    def coloured(self) -> bool:
        """Whether what is said may have colours (https://no-color.org)."""
        return may_colour(self._target) and not self.plain

    def say(self, text: str = "", *, end: str = "\n") -> None:
        """Print a text; with ``end=""`` the line goes on.

        On a screen, nothing in it but its colours is obeyed: it may say what others have named.
        """
        if self._is_screen:
            # Every second piece is a colour.
            pieces = _COLOUR.split(text)
            pieces[::2] = map(printable, pieces[::2])
            text = "".join(pieces)
        self._target.write(text + end)
        self._target.flush()
        self._open = (self._open + text + end).rpartition("\n")[2]

    def say_printed(self, text: str) -> None:
        """Print what a program prints, with ? for what a screen would obey; the line may go on."""
        self.say(printable(text, "?") if self._is_screen else text, end="")

    def say_apart(self, text: str) -> None:
        """Print a text on lines of its own, broken where the terminal ends."""
        if self.line_is_open:
            self.say()
        width = min(shutil.get_terminal_size().columns, 80) - 1
        for line in text.splitlines():
            self.say(_filled(line, width))

    def has_room(self, text: str) -> bool:
        """Whether the current line has room for a text."""
        return columns(self._open + text) < shutil.get_terminal_size().columns

    def thinking(self) -> AbstractContextManager[None]:
        """Say behind what was typed for how many seconds an answer is worked out, if more than one.

        Until the block ends, nothing else is to be said.
        """
        if not self._movable:
            return nullcontext()
        return waiting(translate("thinking"), status=_Behind(self._target, columns(self._open)))

    def status(self) -> StatusLine:
        """A status line that leaves what is on the current line; shown after a second."""
        if not self.line_is_open:
            return StatusLine()
        return _Behind(self._target, columns(self._open), 1, visible=self._movable)

    def ask(
        self, prompt: str, words: Words = no_words, *, as_typed: bool = False, kind: str = ""
    ) -> str:
        """Print a prompt and return the answer, without surrounding blanks; the line goes on.

        Args:
            words: what Tab completes, where lines are edited.
            as_typed: whether surrounding blanks are part of the answer.
            kind: what is asked for: the Up key brings back answers of this kind.

        Raises:
            EOFError: at the end of the input, or if a line of it does not end.
        """
        if self._editor is not None:
            answer = self._edit(self._editor, prompt, words, kind)
            return answer if as_typed else answer.strip()
        self.say(prompt, end="")
        try:
            line = self._source.readline(_LONGEST)
        except OSError:
            line = ""  # the terminal has gone
        if not line or len(line) == _LONGEST:
            raise EOFError
        answer = line.removesuffix("\n") if as_typed else line.strip()
        if not (self.interactive and self._target.isatty()):
            self.say(answer, end="")
        elif line.endswith("\n"):
            self._go_back_behind(line[:-1])
        else:
            self._open += line
        return answer

    def _edit(self, editor: LineEditor, prompt: str, words: Words, kind: str) -> str:
        if editor.has_pasted:
            answer = editor.read(prompt, words, kind)
            self.say(f"{prompt}{answer}", end="")
            return answer
        if columns(self._open) >= shutil.get_terminal_size().columns:
            self.say()
        # The editor draws the whole line, and begins where it begins.
        self._target.write("\r")
        self._target.flush()
        self._open += prompt
        line = editor.read(self._open, words, kind)
        self._go_back_behind(line)
        return line

    def lines(
        self, prompt: str, words: Words = no_words, *, as_typed: bool = False
    ) -> Iterator[str]:
        """The answers to a prompt, up to the end of the input; what follows is on a new line.

        Args:
            words: what Tab completes, where lines are edited.
            as_typed: whether blanks around an answer are part of it.
        """
        while True:
            try:
                answer = self.ask(prompt, words, as_typed=as_typed)
            except EOFError:
                self.say()
                return
            self.say()
            yield answer

    def _go_back_behind(self, typed: str) -> None:
        column = columns(self._open + typed)
        # What was pasted after this line is below it already.
        pasted = self._editor is None and (
            os.name == "posix" and bool(select.select([self._source], [], [], 0)[0])
        )
        if self._movable and not pasted and column < shutil.get_terminal_size().columns:
            self._target.write(f"\033[A{_forward(column)}")
            self._open += typed
        else:
            self._open = ""


class _Behind(StatusLine):
    """A status line behind what is on the current line already, from a column on."""

    def __init__(
        self, target: TextIO, column: int, interval: float = 0, *, visible: bool = True
    ) -> None:
        super().__init__(interval)
        self._target = target
        self._column = column
        self._visible = visible and column < shutil.get_terminal_size().columns

    @property
    def visible(self) -> bool:
        return self._visible

    def _write(self, text: str) -> None:
        room = max(0, shutil.get_terminal_size().columns - self._column - 1)
        gap = " " if text and self._column else ""
        self._target.write(f"\r{_forward(self._column)}\033[K{f'{gap}{text}'[:room]}")
        self._target.flush()


def _forward(count: int) -> str:
    """What moves the cursor; to move by no columns would be to move by one."""
    return f"\033[{count}C" if count else ""


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


def columns(text: str) -> int:
    """How many columns of a terminal a text takes; colours take none."""
    text = _COLOUR.sub("", text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def beside(sides: Sequence[Sequence[str]], gap: int) -> Iterator[str]:
    r"""Texts of several lines beside each other.

    >>> print("\n".join(beside([["a", "bcd"], ["e"], ["f", "g"]], 2)))
    a    e  f
    bcd     g
    """
    widths = [max(map(columns, side), default=0) for side in sides]
    for cells in zip_longest(*sides, fillvalue=""):
        padded = (
            f"{cell}{' ' * (width - columns(cell))}"
            for cell, width in zip(cells, widths, strict=True)
        )
        yield (" " * gap).join(padded).rstrip()


def in_rows(
    lead: Sequence[str], sides: Sequence[Sequence[str]], gap: int, width: int = 0
) -> Iterator[str]:
    r"""The same in as many rows as the terminal needs, each behind the same lead.

    Args:
        width: columns of each text, if that is more than they need.

    >>> print("\n".join(in_rows(["", "1", "2"], [["a" * 50, "b"], ["c" * 50, "d"]], 2)))
       aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
    1  b
    2
       cccccccccccccccccccccccccccccccccccccccccccccccccc
    1  d
    2
    """
    width = max((width, *(columns(line) for side in sides for line in side)))
    room = shutil.get_terminal_size().columns - 1 - max(map(columns, lead))
    many = max(1, room // (width + gap))
    padded = [[line + " " * (width - columns(line)) for line in side] for side in sides]
    for begin in range(0, len(padded), many):
        yield from beside([lead, *padded[begin : begin + many]], gap)


def in_lines(rounds: Sequence[Sequence[str]]) -> Iterator[str]:
    r"""Numbered rounds, each on a line; if the terminal is too narrow, each text of them on one.

    >>> print("\n".join(in_lines([["a" * 50, "b" * 50], ["c"]])))
    [1] aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
    [2] c
    """
    numbered = [(f"[{number}] ", said) for number, said in enumerate(rounds, start=1)]
    lines = [f"{number}{'   '.join(said)}" for number, said in numbered]
    if all(columns(line) < shutil.get_terminal_size().columns for line in lines):
        yield from lines
        return
    for number, said in numbered:
        for place, text in enumerate(said):
            yield f"{' ' * len(number) if place else number}{text}"
