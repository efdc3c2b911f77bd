"""Recordings of terminals: pictures that move without scripts, and what a command shows."""

import os
import pty
import re
import sys
from collections.abc import Sequence
from io import StringIO

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

_SECONDS = 1.2
_LAST = 4
"""The last frame stays so many times as long."""
_DRAWN = re.compile(r'<rect fill="#\w+" x=.*?/>|<text class="[^"]*-r\d+".*?</text>')
_CONTROL = re.compile(r"\x1b\[([?\d;]*)([A-Za-z])|(.)", re.DOTALL)
_COLUMNS = 80


def animate(frames: Sequence[str]) -> str:
    """One SVG that shows one after another; those who want no motion see the last.

    What several frames share is kept once.

    Args:
        frames: SVGs of one size, as Rich exports them.
    """
    styles: dict[str, str] = {}
    drawn: dict[str, int] = {}
    shown = []
    for frame in frames:
        lean = re.sub(r' clip-path="\S+-line-\d+\)"| shape-rendering="crispEdges"', "", frame)
        # Each frame numbers its styles anew.
        for name, style in re.findall(r"\.(\S+-r\d+) \{ (.*?) \}", frame):
            common = styles.setdefault(style, f"s{len(styles)}-r0")
            lean = lean.replace(f'class="{name}"', f'class="{common}"')
        numbers = [drawn.setdefault(element, len(drawn)) for element in _DRAWN.findall(lean)]
        shown.append("".join(f'<use href="#d{number}"/>' for number in numbers))
    times = len(frames) - 1 + _LAST
    rules = [f".{name} {{ {style} }}" for style, name in styles.items()]
    rules.append("rect { shape-rendering: crispEdges }")
    rules.append(
        f".frame {{ visibility: hidden; animation: one {times * _SECONDS:g}s step-end infinite }}"
    )
    rules.append(f".last {{ animation-name: last }} @keyframes one {{ {_visible(1 / times)} }}")
    rules.append(f"@keyframes last {{ {_visible(_LAST / times)} }}")
    rules.append("@media (prefers-reduced-motion: reduce) {")
    rules.append(".frame { animation: none } .last { visibility: visible } }")
    elements = "\n".join(
        re.sub(r"^<(\w+)", rf'<\1 id="d{number}"', element) for element, number in drawn.items()
    )
    groups = "\n".join(
        f'<g class="frame{" last" * (turn == len(shown) - 1)}"'
        f' style="animation-delay: {turn * _SECONDS:g}s">{uses}</g>'
        for turn, uses in enumerate(shown)
    )
    shell = re.sub(r"\.\S+-r\d+ \{.*?\}\s*", "", _DRAWN.sub("", frames[0]))
    shell = re.sub(r'<clipPath id="\S+-line-\d+">.*?</clipPath>\s*', "", shell, flags=re.DOTALL)
    shell = shell.replace("</style>", "\n".join(rules) + "\n</style>", 1)
    shell = shell.replace("</defs>", f"{elements}\n</defs>", 1)
    return re.sub(r'(<g class="\S+-matrix">)', lambda m: f"{m[1]}\n{groups}", shell, count=1)


def _visible(share: float) -> str:
    return f"0% {{ visibility: visible }} {100 * share:.3f}% {{ visibility: hidden }}"


def dialogue(arguments: Sequence[str], lines: Sequence[str]) -> list[str]:
    """What a terminal shows of ``moo``, as SVGs: each line when it is typed, and the answer.

    Args:
        arguments: those of a command that edits its lines with prompt_toolkit.
        lines: what is typed, one at each prompt.
    """
    child, terminal = pty.fork()
    if not child:
        wanted = {"TERM": "xterm-256color", "COLUMNS": str(_COLUMNS), "LINES": "40"}
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        command = [sys.executable, "-m", "moolab", *arguments]
        os.execve(command[0], command, kept | wanted)  # noqa: S606 -- the terminal is its shell
    screen = _Screen()
    screens = []
    for line in [*lines, None]:
        # prompt_toolkit turns pasting in brackets off when a line has been typed.
        *typed, answer = _until_prompt(terminal).split("\x1b[?2004l")
        for said in typed:
            screen.show(said)
            screens.append(screen.text())
        screen.show(answer)
        screens.append(screen.text())
        if line is not None:
            os.write(terminal, f"{line}\r".encode())
    os.close(terminal)
    os.waitpid(child, 0)
    height = max(text.count("\n") for text in screens)
    title = f"moo {arguments[0]}"
    return [_drawn(text + "\n" * (height - text.count("\n")), title) for text in screens]


def _until_prompt(terminal: int) -> str:
    got = b""
    # A prompt turns pasting in brackets on, and ends with a cursor that can be seen.
    while not re.search(rb"\x1b\[\?2004h(?!.*2004l).*\x1b\[\?25h$", got, re.DOTALL):
        try:
            more = os.read(terminal, 65536)
        except OSError:  # The program has ended.
            break
        if not more:
            break
        got += more
    return got.decode()


def _drawn(text: str, title: str) -> str:
    console = Console(record=True, width=_COLUMNS, file=StringIO(), force_terminal=True)
    console.print(Text.from_ansi(text))
    return console.export_svg(title=title, theme=MONOKAI)


class _Screen:
    """As much of a terminal as prompt_toolkit needs for one line at a time."""

    def __init__(self) -> None:
        self._rows: list[list[tuple[str, str]]] = [[]]
        self._row = self._column = 0
        self._style = ""

    def show(self, said: str) -> None:
        """Text and control sequences."""
        for number, order, character in _CONTROL.findall(said):
            count = int(number) if number.isdigit() else 1
            if order == "m":
                self._style = "" if number in ("", "0") else f"\x1b[{number}m"
            elif order == "J":
                del self._rows[self._row + 1 :], self._rows[self._row][self._column :]
            elif order == "A":
                self._row -= count
            elif order in ("C", "D"):
                self._column = max(0, self._column + (count if order == "C" else -count))
            elif character == "\r":
                self._column = 0
            elif character == "\n":
                self._row += 1
                self._rows += [[] for _ in range(self._row + 1 - len(self._rows))]
            elif character:
                row = self._rows[self._row]
                row += [(" ", "")] * (self._column + 1 - len(row))
                row[self._column] = character, self._style
                self._column += 1

    def text(self) -> str:
        """All rows, with their colours."""
        said, before = [], ""
        for row in self._rows:
            for character, style in row:
                said.append(character if style == before else f"\x1b[0m{style}{character}")
                before = style
            said.append("\n")
        return "".join(said)
