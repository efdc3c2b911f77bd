"""A machine led by commands: a debugging session, whatever shows it, with each kind of machine.

Commands are texts: ``step 5``, ``back``, ``run``, ``break 0010``, and those that only some machines
know, such as ``press 7 R/S`` and ``enter 0123``. Whatever shows a session, saves it or sends it
elsewhere needs nothing but the setup and the texts of the commands.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from moolab.errors import InvalidCommand, InvalidExtension, InvalidProgram, MoolabError
from moolab.machines.assembler import assemble
from moolab.machines.debugger import Debugger, Machine
from moolab.machines.notation.ulisp import Routine
from moolab.machines.source import format_argument, routine
from moolab.machines.targets import MICROCONTROLLERS, TARGETS, core, instruction_set
from moolab.support.extensions import load
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
    """A machine, led by commands; each kind of machine has a session of its own.

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
    def comments(self) -> Mapping[int, str]:
        """What the author says of lines of the program, by their addresses."""
        return getattr(self.machine, "comments", {})

    @property
    def note(self) -> str:
        """How the program was read, if anything had to be decided."""
        return getattr(self.machine, "note", "")

    def commented(self) -> list[tuple[int, str]]:
        """The listing with comments behind its lines."""
        said = self.comments
        width = max((len(text) for place, text in self.listing if place in said), default=0)
        return [
            (place, f"{text:<{width}}  ; {said[place]}" if place in said else text)
            for place, text in self.listing
        ]

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
        most = self.limits.steps
        if not text:
            return 1
        decimal = text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS
        if decimal and 0 < int(text) <= most:
            return int(text)
        raise InvalidCommand(f"{quote(text)} is not a number of steps from 1 to {most:,}")


if TYPE_CHECKING:
    from moolab.machines.hp12c.calculator import Calculator
    from moolab.machines.lisp.machine import Lisp
    from moolab.machines.processor import Processor
    from moolab.machines.ti74.interpreter import Basic

ENTRY_POINTS = "moolab.machines"
"""The group of entry points in which packages offer machines of their own."""

_ROW = 16
_MOST_BYTES = 1024


@dataclass(frozen=True)
class Setup:
    """All that is settled before the first command.

    Args:
        target: the machine, one of ``TARGETS``.
        program: its text.
        name: of the routine, where there are several.
        arguments: of the routine.
        seed: decides what the program leaves to chance.
        echo: whether BASIC and Lisp print what they are answered.
        dialect: which Lisp.
    """

    target: str
    program: str
    name: str | None = None
    arguments: tuple[int, ...] = ()
    seed: int = 0
    echo: bool = False
    dialect: str = "ulisp"


class CalculatorSession(Session):
    """The calculator, which is pressed keys."""

    machine: "Calculator"

    def __init__(self, machine: "Calculator", limits: Limits = AT_HOME) -> None:
        super().__init__(machine, limits)
        self.extras = {
            "keys": Command(self._hold, "KEYS", "press keys; R/S starts the program"),
            "press": Command(self._press, "KEYS", "press keys, and run what they start"),
        }

    def details(self) -> dict[str, object]:
        machine = self.machine
        lit = tuple(name for name, on in machine.annunciators.items() if on)
        return {"display": machine.display, "pending": machine.pending, "annunciators": lit}

    def _hold(self, keys: str) -> Result:
        press = partial(self.machine.press, keys, max_work=self.limits.steps, hold=True)
        self.debugger.act(press)
        return Result()

    def _press(self, keys: str) -> Result:
        from moolab.machines.hp12c.keys import FACES, presses

        machine, end = self.machine, self.work_limit
        codes = list(presses(keys))
        if not codes:
            raise InvalidCommand("press is followed by the names of keys")
        for at, code in enumerate(codes, start=1):
            self.debugger.act(partial(machine.press, FACES[code], hold=True))
            result = Result() if machine.stopped else self.resume(end)
            if machine.stopped is None or self.debugger.work >= end:
                rest = " ".join(FACES[code] for code in codes[at:])
                why = "this takes too long" if machine.stopped else "the program has not stopped"
                return result._replace(fault=f"{why}, so {rest} was not pressed" if rest else None)
        return Result()


class TalkingSession(Session):
    """A BASIC or a Lisp: it prints, and is told what it waits for."""

    machine: "Basic | Lisp"

    def __init__(self, machine: "Basic | Lisp", limits: Limits, waits_for: str) -> None:
        super().__init__(machine, limits)
        self.extras = {
            "enter": Command(self._enter, "[TEXT]", waits_for, as_typed=True),
            "answer": Command(
                lambda text: self._run_after(partial(self._enter, text)),
                "[TEXT]",
                "the same, and run to the next question",
                as_typed=True,
            ),
        }

    @property
    def printed(self) -> str:
        return self.machine.printed

    def read(self) -> str:
        return self.machine.read()

    def details(self) -> dict[str, object]:
        return {"waits": self.machine.waits, "pauses": self.machine.pauses}

    def _enter(self, text: str) -> Result:
        self.debugger.act(partial(self.machine.enter, text))
        return Result()

    def _run_after(self, act: Callable[[], object]) -> Result:
        """Do something, and run on within what one command may take."""
        end = self.work_limit
        act()
        return self.resume(end)


class LispSession(TalkingSession):
    """A Lisp, which is also given more forms when its program has ended."""

    machine: "Lisp"

    def __init__(self, machine: "Lisp", limits: Limits = AT_HOME) -> None:
        super().__init__(machine, limits, "give the line that read or read-line waits for")
        self.extras["eval"] = Command(
            lambda text: self._run_after(
                partial(self.debugger.act, partial(machine.evaluate, text))
            ),
            "FORM",
            "evaluate a form, and print its value",
        )


class ProcessorSession(Session):
    """A microcontroller that calls a routine."""

    machine: "Processor"
    base = 16

    def __init__(self, machine: "Processor", limits: Limits = AT_HOME) -> None:
        super().__init__(machine, limits)
        self.extras = {
            "memory": Command(self._dump, "ADDRESS [BYTES]", "show memory, both in hexadecimal")
        }

    @property
    def labels(self) -> Mapping[str, int]:
        return self.machine.labels

    def details(self) -> dict[str, object]:
        result = self.machine.result
        return {
            "arguments": tuple(map(format_argument, self.machine.arguments)),
            "returned": result.value if self.machine.returned else None,
            "warnings": result.warnings,
        }

    def _dump(self, text: str) -> Result:
        try:
            address, count = (int(word, 16) for word in (*text.split(), "10")[:2])
        except ValueError:
            raise InvalidCommand(
                "memory is followed by an address, and perhaps a number of bytes"
            ) from None
        data = self.machine.dump(address, min(max(count, 1), _MOST_BYTES))
        rows = range(0, len(data), _ROW)
        return Result(
            "\n".join(f"  {address + at:08x}  {data[at : at + _ROW].hex(' ')}" for at in rows)
        )


def begin(setup: Setup, limits: Limits = AT_HOME) -> Session:
    r"""The session before the first command.

    Raises:
        InvalidProgram: if there is no such machine, or the program cannot be read or is too long.
        ProgramFault: if the arguments do not fit.

    >>> session = begin(Setup("ti74", '10 PRINT "moo":GOTO 10'))
    >>> session.execute("step 2"), session.printed
    (Result(answer=None, address=None, unfinished=False, fault=None), 'moo\n')
    """
    if limits.program is not None and len(setup.program) > limits.program:
        raise InvalidProgram(f"a program has at most {limits.program:,} characters here")
    match setup.target:
        case "hp12c":
            return calculator(setup.program, limits, setup.seed)
        case "ti74":
            return basic(setup.program, setup.seed, limits, echo=setup.echo)
        case "ulisp":
            return lisp(setup.program, setup.seed, limits, echo=setup.echo, dialect=setup.dialect)
        case target if target in MICROCONTROLLERS:
            chosen = routine(setup.program, setup.name)
            return processor(target, chosen, setup.arguments, limits)
    raise InvalidProgram(f"there is no machine {quote(setup.target)}, but {', '.join(TARGETS)}")


def own_session(target: str, program: str = "", limits: Limits = AT_HOME) -> Session:
    """A session with a machine of one's own.

    Args:
        target: an entry point, or ``"module:name"``: what makes of the text of a program a
            ``Machine``, or a ``Session`` with one.

    Raises:
        InvalidExtension: if it cannot be loaded, or does not make a machine.
        MoolabError: as the machine says, if it cannot read the program.
    """
    make = load(ENTRY_POINTS, target)
    if not callable(make):
        raise InvalidExtension(f"{quote(target)} does not make a machine of a program")
    made = make(program)
    if isinstance(made, Session):
        return made
    missing = [name for name in _OF_MACHINES if not hasattr(made, name)]
    if missing:
        raise InvalidExtension(f"{quote(target)} is not a machine: it has no {missing[0]}")
    machine: Machine = made
    return Session(machine, limits)


_OF_MACHINES = [name for name in vars(Machine) if not name.startswith("_")]


def replay(
    setup: Setup, commands: Iterable[str], limits: Limits = AT_HOME
) -> tuple[Session, Result]:
    """The session after some commands, and what became of the last one.

    >>> session, _ = replay(Setup("hp12c", "ENTER"), ["press 1", "press 2", "back"])
    >>> session.machine.groups()["display"], session.debugger.time
    ({'display': '1.'}, 1)
    """
    session, result = begin(setup, limits), Result()
    for command in commands:
        result = session.execute(command)
    return session, result


def calculator(
    program: str, limits: Limits = AT_HOME, seed: int | None = None
) -> CalculatorSession:
    r"""The calculator with a program.

    Args:
        program: its listing.
        limits: what the session may take.
        seed: begins the game of the program, if the comment ``setup:`` names the keys for that, and
            decides its code; without a seed, nothing has been pressed yet.

    Raises:
        InvalidProgram: if the listing cannot be read.

    >>> calculator("; setup: 5 STO 0\nRCL 0", seed=1).machine.display
    '5.00'
    """
    from moolab.machines.check.calculator import said_of_keys, setup_keys
    from moolab.machines.hp12c.calculator import Calculator

    machine = Calculator(program)
    if seed is not None and "setup" in said_of_keys(program):
        begun = Calculator(program)
        # What the comment says may be words, or lead to no end.
        with suppress(MoolabError):
            begun.press(setup_keys(program, seed), max_work=limits.steps)
            machine = begun
    return CalculatorSession(machine, limits)


def basic(
    program: str, seed: int = 0, limits: Limits = AT_HOME, *, echo: bool = False
) -> TalkingSession:
    """The pocket BASIC with a program; raises InvalidProgram if the program cannot be read."""
    from moolab.machines.ti74.interpreter import Basic
    from moolab.machines.ti74.program import Program

    machine = Basic(Program(program), seed, echo=echo, kept=limits.printed)
    return TalkingSession(machine, limits, "answer INPUT, or go on after PAUSE")


def lisp(
    program: str,
    seed: int = 0,
    limits: Limits = AT_HOME,
    *,
    echo: bool = False,
    dialect: str = "ulisp",
    arch: str | None = None,
) -> LispSession:
    """A Lisp with a program; it is told what it waits for, and given more forms at its end.

    Raises:
        InvalidProgram: if the program cannot be read.
    """
    from moolab.machines.lisp.machine import Lisp
    from moolab.machines.notation.dialect import DIALECTS

    machine = Lisp(
        program,
        dialect=DIALECTS[dialect],
        arch=arch,
        seed=seed,
        echo=echo,
        kept=limits.printed,
        cells=limits.cells,
    )
    return LispSession(machine, limits)


def processor(
    target: str, called: Routine, arguments: tuple[int, ...], limits: Limits = AT_HOME
) -> ProcessorSession:
    """A microcontroller that calls a routine; this imports what is compiled."""
    assembly = assemble(called, instruction_set(target))
    kind = core(target)
    from moolab.machines.processor import Processor

    return ProcessorSession(Processor(kind, assembly, arguments), limits)
