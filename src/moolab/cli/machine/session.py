"""A debugging session: one command after another, each followed by what it has changed."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from moolab.cli.terminal import Terminal
from moolab.errors import InvalidCommand, MoolabError
from moolab.machines.debugger import Debugger, Machine
from moolab.words import counted, quoted

_RUN = 1_000_000
"""Steps after which ``run`` comes back, so that nobody waits for ever."""

_AROUND = 3
"""Lines of the program shown before and after the next one."""

_WIDTH = 79

_LABEL = 13


class Extra(NamedTuple):
    """A command that only some machines know.

    Attributes:
        does: takes what stands behind the command; returns a text to show, or None to show what
            has changed.
        help: what stands behind it, and what it does.
    """

    does: Callable[[str], str | None]
    help: tuple[str, str]


class Session:
    """Obeys commands until there are no more.

    Args:
        debugger: of the machine.
        terminal: where the commands come from.
        base: in which the machine's places are written, 10 or 16.
        labels: names of places.
        extras: further commands by their names.
        heard: what the machine has printed since it was asked last.
    """

    def __init__(
        self,
        debugger: Debugger,
        terminal: Terminal,
        base: int,
        labels: Mapping[str, int],
        extras: Mapping[str, Extra],
        heard: Callable[[], str] = str,
    ) -> None:
        self._debugger = debugger
        self._machine: Machine = debugger.machine
        self._terminal = terminal
        self._base = base
        self._labels = labels
        self._extras = extras
        self._heard = heard
        self._listing = self._machine.listing()
        self._seen = self._machine.groups()

    def hold(self) -> None:
        """Obey commands until ``quit`` or the end of the input."""
        self._show()
        while True:
            try:
                answer = self._terminal.ask("> ")
            except EOFError:
                self._terminal.say()
                return
            self._terminal.say()
            word, _, rest = answer.partition(" ")
            if not word:
                continue
            if word in ("q", "quit"):
                return
            before = self._debugger.time
            try:
                self._obey(word.lower(), rest.strip())
            except MoolabError as error:
                if self._debugger.time != before:
                    self._show()
                self._terminal.say_apart(f"{error}.")
            except KeyboardInterrupt:
                self._terminal.say(f"Interrupted after {counted(self._debugger.time, 'step')}.")
                self._show()

    def _obey(self, word: str, rest: str) -> None:
        match word:
            case "s" | "step":
                if not self._debugger.step(_number(rest)):
                    raise InvalidCommand(self._reason())
                self._show()
            case "b" | "back":
                if not self._debugger.back(_number(rest)):
                    raise InvalidCommand("this is the beginning")
                self._heard()
                self._show()
            case "r" | "run":
                if self._machine.stopped is not None:
                    raise InvalidCommand(self._reason())
                if not self._debugger.run(_RUN):
                    self._terminal.say(f"Still running after {counted(_RUN, 'step')}.")
                self._show()
            case "break":
                self._debugger.breakpoints ^= {self._place(rest)}
                self._list(self._place(rest))
            case "l" | "list":
                self._list(self._place(rest) if rest else None)
            case "show":
                self._show()
            case "h" | "help":
                self._help()
            case _ if word in self._extras:
                text = self._extras[word].does(rest)
                if text is None:
                    self._show()
                else:
                    self._terminal.say(text)
            case _:
                raise InvalidCommand(f"there is no command {quoted(word)}; help lists them")

    def _reason(self) -> str:
        return self._machine.stopped or "nothing is to be done"

    def _place(self, text: str) -> int:
        """A place of the program, as the listing writes it or by its label."""
        if text.lower() in self._labels:
            return self._labels[text.lower()]
        try:
            place = int(text, self._base)
        except ValueError:
            place = -1
        if any(place == there for there, _ in self._listing):
            return place
        first, last = (self._written(self._listing[end][0]) for end in (0, -1))
        raise InvalidCommand(f"{quoted(text)} is no place of the program: {first} to {last}")

    def _written(self, place: int) -> str:
        return f"{place:04x}" if self._base == 16 else str(place)

    def _show(self) -> None:
        """The next line among its neighbours, and all values, those that changed marked."""
        if printed := self._heard():
            self._terminal.say_apart(printed.strip("\n"))
        self._terminal.say(f"After {counted(self._debugger.time, 'step')}:")
        if any(place == self._machine.place for place, _ in self._listing):
            self._list(self._machine.place)
        if self._machine.stopped is not None:
            self._terminal.say_apart(f"It has stopped: {self._machine.stopped}.")
        groups = self._machine.groups()
        for name, values in groups.items():
            before = self._seen.get(name, {})
            cells = [
                f"{'*' if before.get(key) != value else ' '}{key} {value}"
                for key, value in values.items()
            ]
            for line in _rows(name, cells):
                self._terminal.say(line)
        self._seen = groups

    def _list(self, around: int | None) -> None:
        """The program, or some lines of it; the next one and breakpoints are marked."""
        lines = self._listing
        if around is not None:
            middle = [place for place, _ in lines].index(around)
            lines = lines[max(middle - _AROUND, 0) : middle + _AROUND + 1]
        for place, text in lines:
            for name in (name for name, there in self._labels.items() if there == place):
                self._terminal.say(f"   {self._written(place)}  {name}")
            arrow = "->" if place == self._machine.place else "  "
            stop = "*" if place in self._debugger.breakpoints else " "
            self._terminal.say(f"{arrow}{stop}{text}")

    def _help(self) -> None:
        common = {
            "step": ("[N]", "go one step, or N, forward"),
            "back": ("[N]", "go one step, or N, back"),
            "run": ("", "go on to the next breakpoint or to the end"),
            "break": ("PLACE", "set a breakpoint, or remove it"),
            "list": ("[PLACE]", "show the program, or the lines around a place"),
            "show": ("", "show all values; * marks what has changed"),
        }
        extras = {word: extra.help for word, extra in self._extras.items()}
        for word, (operand, text) in {**common, **extras, "quit": ("", "leave")}.items():
            self._terminal.say(f"  {f'{word} {operand}':<24}{text}")
        self._terminal.say("s, b, r, l, h, q stand for step, back, run, list, help, quit.")


def _number(text: str) -> int:
    """How many steps are meant."""
    if not text:
        return 1
    if text.isascii() and text.isdecimal() and 0 < int(text[:10]) <= _RUN:
        return int(text)
    raise InvalidCommand(f"{quoted(text)} is no number of steps from 1 to {_RUN:,}")


def _rows(name: str, cells: list[str]) -> Iterator[str]:
    """Cells under one another, the name of their group before the first row."""
    room = _WIDTH - _LABEL
    # Long cells take several columns, lest all of them stand alone.
    width = min(max(map(len, cells), default=0) + 2, room // 2)
    row, label = "", name
    for cell in cells:
        if row and len(row) + len(cell) > room:
            yield f"{label:<{_LABEL}}{row}".rstrip()
            row, label = "", ""
        row += cell.ljust(-(-(len(cell) + 2) // width) * width)
    if row:
        yield f"{label:<{_LABEL}}{row}".rstrip()
