"""A machine led by commands: a debugging session, whatever shows it.

Commands are texts: ``step 5``, ``back``, ``run``, ``break 0010``, and those that only some machines
know; ``session.py`` has these.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from moolab.errors import InvalidCommand, MoolabError
from moolab.machines.debugger import Debugger, Machine
from moolab.support.text import count_noun, quote

_SHORT = {"s": "step", "b": "back", "r": "run"}

_MOST_DIGITS = 10
"""Of a number of steps; more than any session takes."""


@dataclass(frozen=True)
class Limits:
    """What a session may take; None is without limit.

    Args:
        steps: of a command; one that is slow counts as several.
        work: all steps together, those that going back repeats included.
        commands: how many.
        length: characters of a command.
        program: characters of the program.
        printed: the last characters that are kept of what was printed and not read.
        snapshots: moments of the past that are kept in memory.
        cells: what a Lisp may hold in memory, in pairs of a list.
    """

    steps: int = 1_000_000
    work: int | None = None
    commands: int | None = None
    length: int | None = None
    program: int | None = None
    printed: int | None = None
    snapshots: int = 256
    cells: int = 2_000_000


AT_HOME = Limits()
"""Those of somebody who can press Ctrl-C."""


class Result(NamedTuple):
    """What became of a command, besides what is to be seen of the machine.

    Attributes:
        answer: the text that was asked for.
        address: the line of the program that it was about.
        unfinished: whether only the limit has stopped the machine.
        fault: why it was not done to its end; what had been done before that stays.
    """

    answer: str | None = None
    address: int | None = None
    unfinished: bool = False
    fault: str | None = None


class Command(NamedTuple):
    """What a session can be told.

    Attributes:
        run: takes what stands behind the command.
        operand: what that is.
        help: what the command does.
        as_typed: whether blanks around the operand are part of it.
    """

    run: Callable[[str], Result]
    operand: str
    help: str
    as_typed: bool = False


class Session:
    """A machine, led by commands; ``session.py`` has one for each kind of machine.

    Args:
        machine: as it is at the beginning.
        limits: what it may take.

    Attributes:
        common: what it can be told, as any machine.
        extras: what only this kind of machine can be told.
        executed: how many commands it has executed.
    """

    base = 10
    """In which program lines, or addresses, are written: 10 or 16."""

    def __init__(self, machine: Machine, limits: Limits = AT_HOME) -> None:
        self.machine = machine
        self.debugger = Debugger(machine, limits.snapshots, limits.steps)
        self.limits = limits
        self.executed = 0
        self.common = {
            "step": Command(self._step, "[N]", "go one step, or N, forward"),
            "back": Command(self._back, "[N]", "go one step, or N, back"),
            "run": Command(self._run, "", "go on to the next breakpoint or to the end"),
            "break": Command(self._break, "PLACE", "set a breakpoint, or remove it"),
        }
        self.extras: dict[str, Command] = {}

    @property
    def listing(self) -> list[tuple[int, str]]:
        """Address and text of every line of the program, which keys may have changed."""
        return self.machine.listing()

    @property
    def labels(self) -> Mapping[str, int]:
        """Names of addresses."""
        return {}

    @property
    def printed(self) -> str:
        """What was printed and has not been read."""
        return ""

    def read(self) -> str:
        """What was printed since it was read last."""
        return ""

    def details(self) -> dict[str, object]:
        """What there is to see of this kind of machine alone."""
        return {}

    def execute(self, text: str) -> Result:
        """Do what a command says.

        Raises:
            InvalidCommand: if there is no such command, it cannot be done now, or the limits of the
                session are reached.
            MoolabError: if the program cannot do the very first step. Nothing has changed then. A
                machine that has stopped at its fault has changed: the result says the fault.
        """
        word, _, operand = text.lstrip().partition(" ")
        word = word.rstrip()
        command = self.command(word)
        if command is None:
            names = ", ".join((*self.common, *self.extras))
            raise InvalidCommand(f"there is no command {quote(word)}; there are {names}")
        self._check_limits(text)
        before = self.debugger.time, self.machine.stopped
        try:
            result = command.run(operand if command.as_typed else operand.strip())
        except MoolabError as error:
            if (self.debugger.time, self.machine.stopped) == before:
                raise
            result = Result(fault=str(error))
        self.executed += 1
        return result

    def command(self, word: str) -> Command | None:
        """The command of this name, or of its first letter."""
        name = _SHORT.get(word.lower(), word.lower())
        return self.common.get(name) or self.extras.get(name)

    def find(self, text: str) -> int:
        """An address in the program, as the listing writes it or by its label.

        Raises:
            InvalidCommand: if there is no such line.
        """
        if text.lower() in self.labels:
            return self.labels[text.lower()]
        try:
            address = int(text, self.base)
        except ValueError:
            address = -1
        known = [each for each, _ in self.listing]
        if address in known:
            return address
        ends = (
            f": {self.format_address(known[0])} to {self.format_address(known[-1])}"
            if known
            else ""
        )
        raise InvalidCommand(f"{quote(text)} is not a line of the program{ends}")

    def format_address(self, address: int) -> str:
        """An address as the listing writes it; ``find`` reads it back."""
        return f"{address:04x}" if self.base == 16 else str(address)

    def resume(self, work: int) -> Result:
        """Let the machine run to the next breakpoint, to its end, or until so much is done."""
        return Result(unfinished=not self.debugger.run(max(work - self.debugger.work, 0)))

    @property
    def work_limit(self) -> int:
        """The work after which a command that begins now has reached its limit."""
        return self.debugger.work + self.limits.steps

    def _check_limits(self, text: str) -> None:
        limits = self.limits
        if limits.length is not None and len(text) > limits.length:
            raise InvalidCommand(f"a command has at most {limits.length:,} characters")
        if limits.commands is not None and self.executed >= limits.commands:
            raise InvalidCommand(
                f"this session has had {count_noun(limits.commands, 'command')}, which is all it "
                "takes; begin another"
            )
        if limits.work is not None and self.debugger.work >= limits.work:
            raise InvalidCommand(
                f"this session has taken {count_noun(limits.work, 'step')}, which is all it may; "
                "begin another"
            )

    def _step(self, operand: str) -> Result:
        count = self._number(operand)
        done = self.debugger.step(count)
        if not done:
            raise InvalidCommand(self.machine.stopped or "there is nothing to do")
        return Result(unfinished=done < count and self.machine.stopped is None)

    def _back(self, operand: str) -> Result:
        if not self.debugger.back(self._number(operand)):
            raise InvalidCommand("this is the beginning")
        return Result()

    def _run(self, operand: str) -> Result:
        if operand:
            raise InvalidCommand(f"run takes nothing more, not {quote(operand)}")
        if self.machine.stopped is not None:
            raise InvalidCommand(self.machine.stopped)
        return self.resume(self.work_limit)

    def _break(self, operand: str) -> Result:
        address = self.find(operand)
        self.debugger.breakpoints ^= {address}
        return Result(address=address)

    def _number(self, text: str) -> int:
        """How many steps are meant."""
        most = self.limits.steps
        if not text:
            return 1
        decimal = text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS
        if decimal and 0 < int(text) <= most:
            return int(text)
        raise InvalidCommand(f"{quote(text)} is not a number of steps from 1 to {most:,}")
