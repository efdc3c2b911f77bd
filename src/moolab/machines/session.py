"""A machine led by commands: a debugging session, whatever shows it.

Commands are texts: ``step 5``, ``back``, ``run``, ``break 0010``, and those that only some machines
know, ``press 7 R/S``, ``enter 0123``. Whatever shows a session, saves it or sends it elsewhere
needs nothing but the setup and these texts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from moolab.errors import InvalidCommand, InvalidProgram, MoolabError
from moolab.machines.assembler import assemble
from moolab.machines.debugger import Debugger, Machine
from moolab.machines.source import routine
from moolab.machines.targets import MICROCONTROLLERS, TARGETS, core, instruction_set
from moolab.machines.ulisp import Routine
from moolab.support.text import count_noun, quote

if TYPE_CHECKING:
    from moolab.machines.processor import Processor
    from moolab.machines.ti74.interpreter import Basic

_SHORT = {"s": "step", "b": "back", "r": "run"}
_ROW = 16
_MOST_BYTES = 1024

_MOST_DIGITS = 10
"""Of a number of steps; more than any session takes."""


@dataclass(frozen=True)
class Setup:
    """All that is settled before the first command.

    Args:
        target: the machine, one of ``TARGETS``.
        program: its text.
        name: of the routine, where there are several.
        arguments: of the routine.
        seed: decides RND of the BASIC.
        echo: whether the BASIC prints what it is answered.
    """

    target: str
    program: str
    name: str | None = None
    arguments: tuple[int, ...] = ()
    seed: int = 0
    echo: bool = False


@dataclass(frozen=True)
class Limits:
    """What a session may take; None is no limit.

    Args:
        steps: of a command; one that is slow counts as several.
        work: all steps together, those that going back repeats included.
        commands: how many.
        length: characters of a command.
        program: characters of the program.
        printed: the last characters that are kept of what was printed and not read.
        snapshots: moments of the past that are kept in memory.
    """

    steps: int = 1_000_000
    work: int | None = None
    commands: int | None = None
    length: int | None = None
    program: int | None = None
    printed: int | None = None
    snapshots: int = 256


AT_HOME = Limits()
"""Those of somebody who can press Ctrl-C."""


class Obeyed(NamedTuple):
    """What became of a command, besides what is to be seen of the machine.

    Attributes:
        answer: the text that was asked for.
        place: the line of the program that it was about.
        unfinished: whether only the limit has stopped the machine.
        fault: why it was not done to its end; what had been done before that stays.
    """

    answer: str | None = None
    place: int | None = None
    unfinished: bool = False
    fault: str | None = None


class Command(NamedTuple):
    """What a session can be told.

    Attributes:
        does: takes what stands behind the command.
        operand: what that is.
        help: what the command does.
    """

    does: Callable[[str], Obeyed]
    operand: str
    help: str


class Session:
    """A machine, led by commands; made by ``calculator``, ``basic``, ``processor`` or ``begin``.

    Args:
        machine: as it is at the beginning.
        limits: what it may take.
        base: in which the machine's places are written, 10 or 16.
        labels: names of places.
        screen: where it prints, if it does.

    Attributes:
        common: what it can be told, as any machine.
        extras: what only this kind of machine can be told.
        obeyed: how many commands it has obeyed.
    """

    def __init__(
        self,
        machine: Machine,
        limits: Limits = AT_HOME,
        *,
        base: int = 10,
        labels: Mapping[str, int] | None = None,
        screen: "Basic | None" = None,
    ) -> None:
        self.machine = machine
        self.debugger = Debugger(machine, limits.snapshots, limits.steps)
        self.limits = limits
        self.labels = labels or {}
        self.obeyed = 0
        self._base = base
        self._screen = screen
        self.extras: dict[str, Command] = {}
        self.common = {
            "step": Command(self._step, "[N]", "go one step, or N, forward"),
            "back": Command(self._back, "[N]", "go one step, or N, back"),
            "run": Command(self._run, "", "go on to the next breakpoint or to the end"),
            "break": Command(self._break, "PLACE", "set a breakpoint, or remove it"),
        }

    @property
    def listing(self) -> list[tuple[int, str]]:
        """Place and text of every line of the program, which keys may have changed."""
        return self.machine.listing()

    @property
    def printed(self) -> str:
        """What was printed and has not been read."""
        return self._screen.printed if self._screen else ""

    def read(self) -> str:
        """What was printed since it was read last."""
        return self._screen.read() if self._screen else ""

    def obey(self, text: str) -> Obeyed:
        r"""Do what a command says.

        Raises:
            InvalidCommand: if there is no such command, it cannot be done now, or the limits of the
                session are reached.
            MoolabError: if the program cannot do the very first step. Nothing has changed then.

        >>> session = begin(Setup("hp12c", "ENTER\nx"))
        >>> session.obey("press 7 R/S")
        Obeyed(answer=None, place=None, unfinished=False, fault=None)
        >>> session.machine.groups()["display"]
        {'display': '49.00'}
        """
        word, _, operand = text.strip().partition(" ")
        command = self.command(word)
        if command is None:
            names = ", ".join((*self.common, *self.extras))
            raise InvalidCommand(f"there is no command {quote(word)}; there are {names}")
        self._check_limits(text)
        before = self.debugger.time
        try:
            obeyed = command.does(operand.strip())
        except MoolabError as error:
            if self.debugger.time == before:
                raise
            obeyed = Obeyed(fault=str(error))
        self.obeyed += 1
        return obeyed

    def command(self, word: str) -> Command | None:
        """The command of this name, or of its first letter."""
        name = _SHORT.get(word.lower(), word.lower())
        return self.common.get(name) or self.extras.get(name)

    def find(self, text: str) -> int:
        """A place of the program, as the listing writes it or by its label.

        Raises:
            InvalidCommand: if there is no such place.
        """
        if text.lower() in self.labels:
            return self.labels[text.lower()]
        try:
            place = int(text, self._base)
        except ValueError:
            place = -1
        places = [there for there, _ in self.listing]
        if place in places:
            return place
        ends = f": {self.written(places[0])} to {self.written(places[-1])}" if places else ""
        raise InvalidCommand(f"{quote(text)} is no place of the program{ends}")

    def written(self, place: int) -> str:
        """A place as the listing writes it; ``find`` reads it back."""
        return f"{place:04x}" if self._base == 16 else str(place)

    def go_on(self, work: int) -> Obeyed:
        """Let the machine run to the next breakpoint, to its end, or until so much is done."""
        return Obeyed(unfinished=not self.debugger.run(max(work - self.debugger.work, 0)))

    @property
    def far_enough(self) -> int:
        """The work after which a command that begins now has reached its limit."""
        return self.debugger.work + self.limits.steps

    def _check_limits(self, text: str) -> None:
        limits = self.limits
        if limits.length is not None and len(text) > limits.length:
            raise InvalidCommand(f"a command has at most {limits.length:,} characters")
        if limits.commands is not None and self.obeyed >= limits.commands:
            raise InvalidCommand(
                f"this session has had {count_noun(limits.commands, 'command')}, which is all it "
                "takes; begin another"
            )
        if limits.work is not None and self.debugger.work >= limits.work:
            raise InvalidCommand(
                f"this session has taken {count_noun(limits.work, 'step')}, which is all it may; "
                "begin another"
            )

    def _step(self, operand: str) -> Obeyed:
        count = self._number(operand)
        done = self.debugger.step(count)
        if not done:
            raise InvalidCommand(self.machine.stopped or "nothing is to be done")
        return Obeyed(unfinished=done < count and self.machine.stopped is None)

    def _back(self, operand: str) -> Obeyed:
        if not self.debugger.back(self._number(operand)):
            raise InvalidCommand("this is the beginning")
        return Obeyed()

    def _run(self, operand: str) -> Obeyed:
        if operand:
            raise InvalidCommand(f"{quote(operand)} is too much: run stands alone")
        if self.machine.stopped is not None:
            raise InvalidCommand(self.machine.stopped)
        return self.go_on(self.far_enough)

    def _break(self, operand: str) -> Obeyed:
        place = self.find(operand)
        self.debugger.breakpoints ^= {place}
        return Obeyed(place=place)

    def _number(self, text: str) -> int:
        """How many steps are meant."""
        most = self.limits.steps
        if not text:
            return 1
        decimal = text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS
        if decimal and 0 < int(text) <= most:
            return int(text)
        raise InvalidCommand(f"{quote(text)} is no number of steps from 1 to {most:,}")


def begin(setup: Setup, limits: Limits = AT_HOME) -> Session:
    r"""The session before the first command.

    Raises:
        InvalidProgram: if there is no such machine, or the program cannot be read or is too long.
        ProgramFault: if the arguments do not fit.

    >>> session = begin(Setup("ti74", '10 PRINT "moo":GOTO 10'))
    >>> session.obey("step 2"), session.printed
    (Obeyed(answer=None, place=None, unfinished=False, fault=None), 'moo\n')
    """
    if limits.program is not None and len(setup.program) > limits.program:
        raise InvalidProgram(f"a program has at most {limits.program:,} characters here")
    match setup.target:
        case "hp12c":
            return calculator(setup.program, limits)
        case "ti74":
            return basic(setup.program, setup.seed, limits, echo=setup.echo)
        case target if target in MICROCONTROLLERS:
            chosen = routine(setup.program, setup.name)
            return processor(target, chosen, setup.arguments, limits)
    raise InvalidProgram(f"there is no machine {quote(setup.target)}, but {', '.join(TARGETS)}")


def replay(
    setup: Setup, commands: Iterable[str], limits: Limits = AT_HOME
) -> tuple[Session, Obeyed]:
    """The session after some commands, and what became of the last one.

    Raises:
        MoolabError: as ``begin`` and ``obey`` do.

    >>> session, _ = replay(Setup("hp12c", "ENTER"), ["press 1", "press 2", "back"])
    >>> session.machine.groups()["display"], session.debugger.time
    ({'display': '1.'}, 1)
    """
    session, obeyed = begin(setup, limits), Obeyed()
    for command in commands:
        obeyed = session.obey(command)
    return session, obeyed


def calculator(program: str, limits: Limits = AT_HOME) -> Session:
    """The calculator with a program; it is pressed keys.

    Raises:
        InvalidProgram: if the listing cannot be read.
    """
    from moolab.machines.hp12c.calculator import Calculator
    from moolab.machines.hp12c.keys import FACES, presses

    machine = Calculator(program)
    session = Session(machine, limits)
    debugger = session.debugger

    def hold(keys: str) -> Obeyed:
        debugger.act(partial(machine.press, keys, max_work=limits.steps, hold=True))
        return Obeyed()

    def press(keys: str) -> Obeyed:
        end = session.far_enough
        codes = list(presses(keys))
        if not codes:
            raise InvalidCommand("press is followed by the names of keys")
        for at, code in enumerate(codes, start=1):
            debugger.act(partial(machine.press, FACES[code], hold=True))
            obeyed = Obeyed() if machine.stopped else session.go_on(end)
            if machine.stopped is None or debugger.work >= end:
                rest = " ".join(FACES[code] for code in codes[at:])
                why = "this takes too long" if machine.stopped else "the program has not stopped"
                return obeyed._replace(fault=f"{why}, so {rest} was not pressed" if rest else None)
        return Obeyed()

    session.extras |= {
        "keys": Command(hold, "KEYS", "press keys; R/S starts the program"),
        "press": Command(press, "KEYS", "press keys, and run what they start"),
    }
    return session


def basic(program: str, seed: int = 0, limits: Limits = AT_HOME, *, echo: bool = False) -> Session:
    """The pocket BASIC with a program; it is told what it waits for.

    Raises:
        InvalidProgram: if the program cannot be read.
    """
    from moolab.machines.ti74.interpreter import Basic
    from moolab.machines.ti74.program import Program

    machine = Basic(Program(program), seed, echo=echo, kept=limits.printed)
    session = Session(machine, limits, screen=machine)

    def enter(text: str) -> Obeyed:
        session.debugger.act(lambda: machine.enter(text))
        return Obeyed()

    def answer(text: str) -> Obeyed:
        end = session.far_enough
        enter(text)
        return session.go_on(end)

    session.extras |= {
        "enter": Command(enter, "[TEXT]", "answer INPUT, or go on after PAUSE"),
        "answer": Command(answer, "[TEXT]", "the same, and run to the next question"),
    }
    return session


def processor(
    target: str, called: Routine, arguments: tuple[int, ...], limits: Limits = AT_HOME
) -> Session:
    """A microcontroller that calls a routine; this imports what is compiled.

    Raises:
        InvalidProgram: if the routine cannot be assembled.
        ProgramFault: if it has other arguments.
    """
    assembly = assemble(called, instruction_set(target))
    kind = core(target)
    from moolab.machines.processor import Processor

    machine = Processor(kind, assembly, arguments)
    session = Session(machine, limits, base=16, labels=machine.labels)
    session.extras["memory"] = Command(
        lambda text: Obeyed(answer=_dump(machine, text)),
        "ADDRESS [BYTES]",
        "show memory, both in hexadecimal",
    )
    return session


def _dump(machine: "Processor", text: str) -> str:
    try:
        address, count = (int(word, 16) for word in (*text.split(), "10")[:2])
    except ValueError:
        raise InvalidCommand("memory wants an address, and perhaps a number of bytes") from None
    data = machine.dump(address, min(max(count, 1), _MOST_BYTES))
    return "\n".join(_rows(address, data))


def _rows(address: int, data: bytes) -> Iterator[str]:
    for start in range(0, len(data), _ROW):
        yield f"  {address + start:08x}  {data[start : start + _ROW].hex(' ')}"
