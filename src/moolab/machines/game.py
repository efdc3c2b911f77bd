"""A session with a small machine as a game, though it has no end: a program, and its commands."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from secrets import randbits
from typing import Annotated, Any, Literal, NoReturn, cast, get_args

from moolab.errors import InvalidCommand, InvalidProgram
from moolab.games.game import Game, GameView, Outcome
from moolab.games.setup import SEED, Option
from moolab.machines.article import only_program
from moolab.machines.ports import PORTS
from moolab.machines.session import ENTRY_POINTS, Kind, Result, Session, begin, kind, replay
from moolab.machines.session import Setup as SessionSetup
from moolab.machines.source import parse_argument
from moolab.machines.targets import MICROCONTROLLERS, NAMES, TARGETS
from moolab.support.extensions import installed, is_in_python
from moolab.support.language import translate
from moolab.support.text import quote
from moolab.views.base import View

Phase = Literal["running", "stopped"]
"""Whether the machine waits for input."""

_MOST_ARGUMENTS = 8

_LONGEST_PAGE = 60_000
"""Characters of a text in which a program is looked for."""

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
    target: Annotated[str, Option("The machine, or none for that of the program.")] = ""
    program: Annotated[str, Option("The text of the program, or of an article with one in it.")] = (
        ""
    )
    dialect: Annotated[str, Option("Which Lisp, or none for that of the program.")] = ""
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
        dialect: str = "",
        name: str = "",
        arguments: str = "",
        seed: int | None = None,
    ) -> "Setup":
        """A session with one of our programs, or with one of your own.

        Args:
            port: the file of one of ours; without it, the others say what is to run, as the fields
                do; ``arguments`` are separated by blanks, a ``seed`` is drawn if there is none.

        Raises:
            InvalidProgram: if there is no such port, the text has no program for the machine, or
                no machine is named and it has none or several.
            InvalidCommand: if the arguments are not numbers.

        >>> Setup.new(port="bullcow-thumb.lisp", arguments="4 0x1234 0x4321").arguments
        (4, 4660, 17185)
        """
        if port is not None:
            ours = next((each for each in PORTS if each.file == port), None)
            if ours is None:
                raise InvalidProgram(f"there is no program {quote(port)} of ours")
            target, program, name = ours.target, ours.text, ""
        elif program.strip():
            if len(program) > _LONGEST_PAGE:
                raise InvalidProgram(f"a text has at most {_LONGEST_PAGE:,} characters here")
            program = program.replace("\r\n", "\n")
            if target:
                kind_of(target)
            found = only_program(target, program, dialect or None)
            program, dialect = found.text, found.dialect
            target = target or found.target
        return cls(
            port=port,
            target=target,
            program=program,
            dialect=dialect or "",
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
            self.target, self.program, self.name, self.arguments, self.seed, echo=True,
            dialect=self.dialect or "ulisp",
        )  # fmt: skip


def kind_of(target: str) -> Kind:
    """The machine that a player asks for: one of ours, or one that the server has installed.

    Raises:
        InvalidProgram: if there is no such machine; what a player says is never loaded as code.
    """
    if target not in TARGETS and (is_in_python(target) or target not in installed(ENTRY_POINTS)):
        raise InvalidProgram(f"there is no machine {quote(target)}, but {', '.join(TARGETS)}")
    return kind(target)


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
        result: what became of the last one.
        before: what was to be seen before that.
        hands: the session itself, for its next user. It goes on to the state after this
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

    def _take(self) -> Session:
        try:
            # Of two threads, one gets it.
            return self.hands.pop()
        except IndexError:
            return replay(self.setup.of_session, self.moves, kind_of(self.setup.target).limits)[0]

    @property
    def phase(self) -> Phase:
        """Whether the machine waits for input."""
        with self.session() as session:
            return "running" if session.machine.stopped is None else "stopped"


DIGITS_AND_RUN = (*"0123456789", "R/S", "ENTER")
"""The keys of a calculator that a game takes."""


class LineView(View):
    """A line of a listing."""

    place: str
    """Where it is, in the form that break takes."""
    text: str
    """What it says."""
    comment: str
    """What its author says of it; empty if nothing."""
    labels: tuple[str, ...]
    """The names of this place."""
    current: bool
    """Whether it comes next."""
    breakpoint: bool
    """Whether run stops there."""


class MachineView(GameView):
    """A machine in a session."""

    schema: Literal["moolab/machine/1"] = "moolab/machine/1"
    target: str
    """The machine, such as ti74."""
    phase: Phase
    """Whether a program runs, or the machine waits for input."""
    stopped: str | None
    """Why it has stopped; null while a program runs."""
    time: int
    """How many steps it has done."""
    place: str
    """Where it is in the program."""
    listing: tuple[LineView, ...]
    """The program, line by line."""
    groups: dict[str, dict[str, str]]
    """What is inside: in each group, such as registers, values by their names."""
    changed: dict[str, tuple[str, ...]]
    """In each group, the names of what the last move has changed."""
    printed: str
    """What the program has printed."""
    answer: str | None
    """The text that the last move asked for; null if there was none."""
    fault: str | None
    """What was wrong in the last move; null if nothing was."""
    unfinished: bool
    """Whether only the limit of steps has stopped the machine."""
    display: str | None = None
    """What a calculator shows; null for other machines."""
    pending: str | None = None
    """The keys of a calculator that wait for another one; null for other machines."""
    annunciators: tuple[str, ...] | None = None
    """What is lit below the number of a calculator, such as BEGIN; null for other machines."""
    waits: bool | None = None
    """Whether BASIC or Lisp waits for an answer, or for ENTER; null for other machines."""
    pauses: bool | None = None
    """Whether BASIC waits for ENTER alone; null for other machines."""
    arguments: tuple[str, ...] | None = None
    """What a routine was called with; null for machines without routines."""
    returned: int | None = None
    """What a routine has returned; null until it has, and for machines without routines."""
    warnings: tuple[str, ...] | None = None
    """What a routine has left otherwise than it found it; null for machines without routines."""

    @classmethod
    def of(cls, state: Play) -> "MachineView":
        """A machine, as it is in a state of its session."""
        with state.session() as session:
            groups = session.machine.groups()
            return cls(
                version=len(state.moves),
                target=state.setup.target,
                phase="running" if session.machine.stopped is None else "stopped",
                stopped=session.machine.stopped,
                time=session.debugger.time,
                place=session.format_address(session.machine.program_counter),
                listing=tuple(_listing(session)),
                groups=groups,
                changed=_find_changes(state.before, groups),
                printed=session.printed,
                answer=state.result.answer,
                fault=state.result.fault,
                unfinished=state.result.unfinished,
                **cast("dict[str, Any]", session.details()),
            )


def _listing(session: Session) -> Iterator[LineView]:
    names: dict[int, list[str]] = {}
    for name, place in session.labels.items():
        names.setdefault(place, []).append(name)
    current = _current([place for place, _ in session.listing], session.machine.program_counter)
    said = session.comments
    for place, text in session.listing:
        yield LineView(
            place=session.format_address(place),
            text=text,
            comment=said.get(place, ""),
            labels=tuple(names.get(place, ())),
            current=place == current,
            breakpoint=place in session.debugger.breakpoints,
        )


def _current(places: list[int], now: int) -> int | None:
    """Where the line begins in which a machine is; one line can be several instructions.

    >>> _current([0, 2, 8, 10], 4), _current([0, 2, 8, 10], 12)
    (2, None)
    """
    return max((place for place in places if place <= now <= places[-1]), default=None)


def _find_changes(before: Groups, after: Groups) -> dict[str, tuple[str, ...]]:
    return {
        group: tuple(
            key for key, value in values.items() if before.get(group, {}).get(key) != value
        )
        for group, values in after.items()
    }


class Machine(Game[Setup, Play]):
    """A machine under a debugger."""

    name = "machine"
    setup = Setup
    phases = get_args(Phase)
    ends = False

    def settle(self, **chosen: Any) -> Setup:
        return Setup.new(**chosen)

    def title(self, setup: Setup) -> str:
        program = setup.port or translate("a program of your own")
        machine = NAMES.get(setup.target, setup.target)
        return translate("{machine}: {program}", machine=machine, program=program)

    def begin(self, setup: Setup) -> Play:
        session = begin(setup.of_session, kind_of(setup.target).limits)
        return Play(setup, (), Result(), session.machine.groups(), [session])

    def apply(self, state: Play, _seat: str, move: str) -> Play:
        with state.session() as session:
            before = session.machine.groups()
            result = session.execute(move)
        return Play(state.setup, (*state.moves, move), result, before, [session])

    def expected(self, state: Play, _seat: str) -> Mapping[str, Sequence[str]]:
        """What a seat may move now; of answers to a program, which can be any text, none."""
        with state.session() as session:
            due: dict[str, Sequence[str]] = {
                "break": tuple(session.format_address(place) for place, _ in session.listing)
            }
            if session.machine.stopped is None:
                due |= {"step": ("", "2", "10"), "run": ("",)}
            if session.debugger.time:
                due["back"] = ("",)
            if "press" in session.extras:
                due["press"] = DIGITS_AND_RUN
        return due

    def outcome(self, _state: Play, _seat: str) -> Outcome | None:
        return None

    def view(self, state: Play, _seat: str) -> MachineView:
        return MachineView.of(state)

    def ask(self, _state: Play, _seat: str, question: str) -> NoReturn:
        raise InvalidCommand(f"{quote(question)} is not a question that a machine answers")


GAME = Machine()
