"""A session with a small machine as a state among others: a program, and the commands so far."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from secrets import randbits
from typing import Annotated, Literal

from moolab.errors import InvalidCommand, InvalidProgram
from moolab.games.setup import SEED, Option
from moolab.machines.arguments import parse_argument
from moolab.machines.debugger_commands import Limits, Result, Session
from moolab.machines.ports import PORTS
from moolab.machines.session import Setup as SessionSetup
from moolab.machines.session import begin, replay
from moolab.machines.targets import MICROCONTROLLERS
from moolab.support.text import quote

Phase = Literal["running", "stopped"]
"""Whether the machine waits for input."""

LIMITS = Limits(
    steps=100_000,
    work=300_000,
    commands=2_000,
    length=300,
    program=20_000,
    printed=4_000,
    snapshots=16,
)
"""What a session may take here: replaying it takes seconds at most."""

_SLOW = replace(LIMITS, steps=10_000, work=30_000)
"""The same where a step may be a line full of powers in decimal arithmetic."""

_QUICK = replace(LIMITS, steps=200_000, work=1_000_000, cells=100_000)
"""The same where a step takes a microsecond, and going back repeats all that was done."""

_MOST_ARGUMENTS = 8

Groups = dict[str, dict[str, str]]


@dataclass(frozen=True, kw_only=True)
class Setup:
    """All that is settled before the first command.

    Raises:
        InvalidProgram: if there is no such port.
        InvalidCommand: if there are more arguments than any routine has.
    """

    port: Annotated[
        str | None, Option("The file of one of our programs, or none for one of your own.")
    ] = None
    target: Annotated[str, Option("The machine.")] = ""
    program: Annotated[str, Option("The text of the program.")] = ""
    name: Annotated[str | None, Option("The name of the routine, if there are several.")] = None
    arguments: Annotated[tuple[int, ...], Option("The arguments of the routine.")] = ()
    seed: Annotated[int, SEED]

    def __post_init__(self) -> None:
        if len(self.arguments) > _MOST_ARGUMENTS:
            raise InvalidCommand(f"a routine has at most {_MOST_ARGUMENTS} arguments")

    @classmethod
    def new(
        cls,
        *,
        port: str | None = None,
        target: str = "",
        program: str = "",
        name: str = "",
        arguments: str = "",
        seed: int | None = None,
    ) -> "Setup":
        """A session with one of our programs, or with one of your own.

        Args:
            port: the file of one of ours; without it, the others say what is to run.
            target: the machine.
            program: its text.
            name: of the routine, if there are several.
            arguments: of the routine, separated by blanks.
            seed: decides what the program leaves to chance; drawn if there is none.

        Raises:
            InvalidProgram: if there is no such port.
            InvalidCommand: if the arguments are not numbers.

        >>> Setup.new(port="bullcow-thumb.lisp", arguments="4 0x1234 0x4321").arguments
        (4, 4660, 17185)
        """
        if port is not None:
            found = next((each for each in PORTS if each.file == port), None)
            if found is None:
                raise InvalidProgram(f"there is no program {quote(port)} of ours")
            target, program, name = found.target, found.text, ""
        return cls(
            port=port,
            target=target,
            program=program.replace("\r\n", "\n"),
            name=name.strip() or None,
            arguments=arguments_of(arguments) if target in MICROCONTROLLERS else (),
            seed=randbits(32) if seed is None else seed,
        )

    def anew(self, arguments: str | None = None) -> "Setup":
        """The same program from its beginning, with another secret where it draws one.

        Args:
            arguments: others than before, if any.

        Raises:
            InvalidCommand: if these are not numbers.
        """
        given = self.arguments if arguments is None else arguments_of(arguments)
        return replace(self, arguments=given, seed=randbits(32))

    @property
    def of_session(self) -> SessionSetup:
        """What the session is begun with."""
        return SessionSetup(
            self.target, self.program, self.name, self.arguments, self.seed, echo=True
        )


def limits_of(target: str) -> Limits:
    """What a session with a machine may take.

    >>> limits_of("ti74").steps < limits_of("hp12c").steps
    True
    """
    return {"ti74": _SLOW, "ulisp": _QUICK}.get(target, LIMITS)


def arguments_of(text: str) -> tuple[int, ...]:
    """The arguments of a routine, which blanks separate.

    Raises:
        InvalidCommand: if one is not a number.
    """
    return tuple(parse_argument(word) for word in text.split())


@dataclass(frozen=True)
class Play:
    """A state of a session.

    Args:
        setup: as it was begun with.
        moves: the commands so far.
        result: what became of the last one.
        before: what was to be seen before that.
        hands: the session itself, for whoever needs it next. It goes on to the state after this
            one; what has lost it replays its own.
    """

    setup: Setup
    moves: tuple[str, ...]
    result: Result
    before: Groups
    hands: list[Session] = field(repr=False, compare=False)

    @contextmanager
    def session(self) -> Iterator[Session]:
        """The session as it is in this state; no other caller has it meanwhile.

        What is refused has done nothing; after other errors the session is not trusted any more,
        and will be replayed.
        """
        session = self._take()
        try:
            yield session
        except InvalidCommand:
            self.hands[:] = [session]
            raise
        if session.executed == len(self.moves):
            self.hands[:] = [session]

    def after(self, command: str) -> "Play":
        """The state after a command.

        Raises:
            MoolabError: if it is not possible; nothing has changed then.
        """
        with self.session() as session:
            before = session.machine.groups()
            result = session.execute(command)
        return Play(self.setup, (*self.moves, command), result, before, [session])

    def _take(self) -> Session:
        try:
            # Of two threads, one gets it.
            return self.hands.pop()
        except IndexError:
            return replay(self.setup.of_session, self.moves, limits_of(self.setup.target))[0]

    @property
    def phase(self) -> Phase:
        """Whether the machine waits for input."""
        with self.session() as session:
            return "running" if session.machine.stopped is None else "stopped"


def begin_play(setup: Setup) -> Play:
    """The state before the first command.

    Raises:
        MoolabError: if the program cannot be loaded.
    """
    session = begin(setup.of_session, limits_of(setup.target))
    return Play(setup, (), Result(), session.machine.groups(), [session])
