"""A machine led by commands: a debugging session, whatever shows it; and the kinds of machines.

Commands are texts: ``step 5``, ``back``, ``run``, ``break 0010``, and those that only some machines
know, such as ``press 7 R/S`` and ``enter 0123``. Whatever shows a session, saves it or sends it
elsewhere needs nothing but the setup and the texts of the commands.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from inspect import signature
from types import ModuleType
from typing import Any, NamedTuple

from moolab.errors import InvalidCommand, InvalidExtension, InvalidProgram, MoolabError
from moolab.machines.annex import TABLE
from moolab.machines.debugger import Debugger, Machine, Talker, pauses
from moolab.machines.maker import CodeMaker, TalkingMaker
from moolab.machines.targets import TARGETS
from moolab.support.extensions import is_extension, load
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
"""Those of a user who can press Ctrl-C."""


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
        run: takes what is behind the command.
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


@dataclass(frozen=True)
class Setup:
    """All that is settled before the first command.

    Args:
        target: the machine, one of ``TARGETS``, or one of your own.
        name: of the routine, where there are several.
        seed: decides what the program leaves to chance; None begins no game of a calculator.
        echo: whether BASIC and Lisp print what they are answered.
    """

    target: str
    program: str
    name: str | None = None
    arguments: tuple[int, ...] = ()
    seed: int | None = 0
    echo: bool = False
    dialect: str = "ulisp"


class TalkingSession(Session):
    """What prints, and is told what it waits for, such as a BASIC or a Lisp."""

    machine: Talker

    def __init__(
        self,
        machine: Talker,
        limits: Limits = AT_HOME,
        waits_for: str = "answer what the program asks",
    ) -> None:
        super().__init__(machine, limits)
        self.extras = {
            "enter": Command(self._enter, "[TEXT]", waits_for, as_typed=True),
            "answer": Command(
                lambda text: self.run_after(partial(self._enter, text)),
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
        return {"waits": self.machine.waits, "pauses": pauses(self.machine)}

    def _enter(self, text: str) -> Result:
        self.debugger.act(partial(self.machine.enter, text))
        return Result()

    def run_after(self, act: Callable[[], object]) -> Result:
        """Do something, and run on within what one command may take."""
        end = self.work_limit
        act()
        return self.resume(end)


ENTRY_POINTS = "moolab.machines"
"""The group of entry points in which packages offer machines of their own."""

_OF_MACHINES = [name for name in vars(Machine) if not name.startswith("_")]


class Kind:
    """A kind of machine: all that commands, pages and the library ask of one.

    One of your own is made of a class or a function; each of ours has a class derived from this
    one, in the module that ``TABLE`` names.

    Args:
        target: the name by which it is asked for.
        make: makes of the text of a program a machine, or a session with it; with a ``seed``, if it
            takes one. Its ``listing_in`` finds the program in a text, if it has that.
    """

    units = ("lines", "steps", "steps", "")
    """In which the columns of a comparison are counted."""
    takes: tuple[str, ...] = ()
    """Which of ``name``, ``seed`` and ``dialect`` decide anything."""
    run = play = "moolab.machines.commands.run.talking"
    """The modules with ``command``, which runs a program, and ``play``."""
    breaks = ""
    """The module with ``breaking``, which has a program look for a code."""
    keys = False
    """Whether ``maker`` takes keys that say how a game is played."""
    limits = Limits(
        steps=100_000, work=300_000, commands=2_000, length=300, program=20_000, printed=4_000,
        snapshots=16,
    )  # fmt: skip
    """What a session may take on a server: replaying it takes seconds at most."""
    moment = 150_000
    """More bytes than a moment of it takes there."""
    template = "machine/own.html"
    """Of its page."""

    def __init__(self, target: str, make: Callable[..., Any] | None = None) -> None:
        self.target = target
        self._make = make
        self._find: Callable[[str], str] | None = getattr(make, "listing_in", None)
        if "seed" in _parameters(make):
            self.takes = ("seed",)

    @property
    def finds(self) -> bool:
        """Whether it finds its programs between sentences."""
        return self._find is not None

    def listing_in(self, text: str) -> str:
        """The program in a text; raises InvalidProgram if there is none."""
        return self._find(text) if self._find else text

    def begin(self, setup: Setup, limits: Limits = AT_HOME) -> Session:
        """A session before its first command.

        Raises:
            InvalidProgram: if the program cannot be read.
            InvalidExtension: if no machine is made of it.
        """
        assert self._make is not None, "ours say how they begin"
        seeded = {"seed": setup.seed} if "seed" in self.takes else {}
        made = self._make(setup.program, **seeded)
        if isinstance(made, Session):
            return made
        missing = [name for name in _OF_MACHINES if not hasattr(made, name)]
        if missing:
            raise InvalidExtension(f"{quote(self.target)} is not a machine: it has no {missing[0]}")
        return TalkingSession(made, limits) if hasattr(made, "enter") else Session(made, limits)

    def maker(self, program: str, **_keys: str) -> CodeMaker:
        """The machine as a code-maker, with a program that is a game."""

        def begun(seed: int) -> Talker:
            machine = self.begin(Setup(self.target, program, seed=seed)).machine
            if not hasattr(machine, "enter"):
                raise InvalidExtension(f"{self.target} asks for nothing, so it plays no game")
            return machine  # type: ignore[return-value]

        return TalkingMaker(begun)

    def size(self, program: str) -> int:
        """How large a program is, in the first of the ``units``."""
        return len(self.begin(Setup(self.target, program)).machine.listing())

    def shown(self, _setup: Mapping[str, Any], _pending: str) -> dict[str, Any]:
        """What its page needs besides."""
        return {}

    def part(self, name: str) -> ModuleType:
        """The module of ``run`` or ``play``."""
        return import_module(getattr(self, name))


def _parameters(make: object) -> Iterable[str]:
    try:
        return signature(make).parameters if callable(make) else ()
    except ValueError:  # some of those that are not written in Python
        return ()


@cache
def kind(target: str) -> Kind:
    """The kind of machine of this name.

    Args:
        target: one of ``TARGETS``, an entry point, or ``"module:name"``.

    Raises:
        InvalidProgram: if there is no such machine.
        InvalidExtension: if one of your own cannot be loaded.

    >>> kind("ti74").units[0]
    'bytes'
    """
    if target in TABLE:
        ours: Kind = import_module(f"moolab.machines.{TABLE[target].module}").KIND(target)
        return ours
    if not is_extension(ENTRY_POINTS, target):
        raise InvalidProgram(f"there is no machine {quote(target)}, but {', '.join(TARGETS)}")
    make = load(ENTRY_POINTS, target)
    if not callable(make):
        raise InvalidExtension(f"{quote(target)} does not make a machine of a program")
    return make(target) if isinstance(make, type) and issubclass(make, Kind) else Kind(target, make)


def begin(setup: Setup, limits: Limits = AT_HOME) -> Session:
    r"""The session before the first command.

    Raises:
        InvalidProgram: if there is no such machine, or the program cannot be read or is too long.
        InvalidExtension: if one of your own cannot be loaded, or does not make a machine.
        ProgramFault: if the arguments do not fit.

    >>> session = begin(Setup("ti74", '10 PRINT "moo":GOTO 10'))
    >>> session.execute("step 2"), session.printed
    (Result(answer=None, address=None, unfinished=False, fault=None), 'moo\n')
    """
    if limits.program is not None and len(setup.program) > limits.program:
        raise InvalidProgram(f"a program has at most {limits.program:,} characters here")
    return kind(setup.target).begin(setup, limits)


def replay(
    setup: Setup, commands: Iterable[str], limits: Limits = AT_HOME
) -> tuple[Session, Result]:
    """The session after some commands, and what became of the last one.

    >>> session, _ = replay(Setup("ti74", "10 INPUT A"), ["run", "enter 3", "back"])
    >>> session.machine.waits, session.debugger.time
    (True, 1)
    """
    session, result = begin(setup, limits), Result()
    for command in commands:
        result = session.execute(command)
    return session, result
