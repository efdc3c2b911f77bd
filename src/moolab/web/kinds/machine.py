"""Small machines, led step by step."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from secrets import randbits
from typing import TYPE_CHECKING, Any, cast

from moolab.errors import InvalidCommand, InvalidProgram
from moolab.machines.arguments import parse_argument
from moolab.machines.ports import PORTS
from moolab.machines.session import Limits, Obeyed, Session, Setup, begin, replay
from moolab.machines.source import read_source
from moolab.machines.targets import MICROCONTROLLERS
from moolab.support.text import quoted
from moolab.web.kinds.base import Kind

if TYPE_CHECKING:
    from moolab.machines.hp12c import Calculator
    from moolab.machines.processor import Processor
    from moolab.machines.ti74.interpreter import Basic

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

NAMES = {
    "hp12c": "HP 12C",
    "ti74": "TI-74 BASIC",
    "thumb": "ARM Thumb",
    "riscv": "RISC-V",
}
"""What the machines are called."""

_MOST_ARGUMENTS = 8

_MOMENT = {"hp12c": 4_000, "ti74": 150_000, **dict.fromkeys(MICROCONTROLLERS, 1 << 16)}
"""More bytes than a moment of each machine takes; those of the BASIC are full of objects."""

_CHARACTER = 250
"""More bytes than each character of a program takes once it is read."""

Groups = dict[str, dict[str, str]]


def new_setup(
    *,
    port: str | None = None,
    target: str = "",
    program: str = "",
    name: str = "",
    arguments: str = "",
) -> dict[str, Any]:
    """A new session as it is stored.

    Args:
        port: the file of one of our programs; without it, the others say what is to run.
        target: the machine.
        program: its text.
        name: of the routine, if there are several.
        arguments: of the routine, separated by blanks.

    Raises:
        InvalidProgram: if there is no such port.
        InvalidCommand: if the arguments are no numbers.

    >>> new_setup(port="bullcow-thumb.lisp", arguments="4 0x1234 0x4321")["arguments"]
    [4, 4660, 17185]
    """
    if port is not None:
        found = next((each for each in PORTS if each.file == port), None)
        if found is None:
            raise InvalidProgram(f"there is no program {quoted(port)} of ours")
        target, program, name = found.target, read_source(found.path), ""
    return {
        "port": port,
        "target": target,
        "program": program.replace("\r\n", "\n"),
        "name": name.strip() or None,
        "arguments": arguments_of(arguments) if target in MICROCONTROLLERS else [],
        "seed": randbits(32),
    }


def anew(setup: dict[str, Any], arguments: str | None = None) -> dict[str, Any]:
    """The same program from its beginning, with another secret where it draws one.

    Args:
        setup: as it is stored.
        arguments: others than before, if any.

    Raises:
        InvalidCommand: if these are no numbers.
    """
    changed = {} if arguments is None else {"arguments": arguments_of(arguments)}
    return setup | changed | {"seed": randbits(32)}


def limits_of(target: str) -> Limits:
    """What a session with a machine may take.

    >>> limits_of("ti74").steps < limits_of("hp12c").steps
    True
    """
    return _SLOW if target == "ti74" else LIMITS


def arguments_of(text: str) -> list[int]:
    """The arguments of a routine, which blanks separate.

    Raises:
        InvalidCommand: if one is no number, or there are more than any routine has.
    """
    words = text.split()
    if len(words) > _MOST_ARGUMENTS:
        raise InvalidCommand(f"a routine has at most {_MOST_ARGUMENTS} arguments")
    return [parse_argument(word) for word in words]


def restored(setup: dict[str, Any]) -> Setup:
    """The setup that was stored."""
    return Setup(
        target=setup["target"],
        program=setup["program"],
        name=setup["name"],
        arguments=tuple(setup["arguments"]),
        seed=setup["seed"],
        echo=True,
    )


def shown(argument: int) -> str:
    """An argument as people write it.

    >>> shown(4), shown(0x1234), shown(-16)
    ('4', '0x1234', '-0x10')
    """
    return str(argument) if abs(argument) < 10 else f"{argument:#x}"


@dataclass(frozen=True)
class Play:
    """A state of a session.

    Args:
        setup: as it was begun with.
        moves: the commands so far.
        obeyed: what became of the last one.
        before: what was to be seen before that.
        hands: the session itself, for whoever needs it next. It goes on to the state after this
            one; what has lost it replays its own.
    """

    setup: Setup
    moves: tuple[str, ...]
    obeyed: Obeyed
    before: Groups
    hands: list[Session] = field(repr=False, compare=False)

    @contextmanager
    def session(self) -> Iterator[Session]:
        """The session as it is in this state, for nobody else meanwhile.

        What is refused has done nothing; after other errors the session is not trusted any more,
        and will be replayed.
        """
        session = self._take()
        try:
            yield session
        except InvalidCommand:
            self.hands[:] = [session]
            raise
        if session.obeyed == len(self.moves):
            self.hands[:] = [session]

    def after(self, command: str) -> "Play":
        """The state after a command.

        Raises:
            MoolabError: if it is not possible; nothing has changed then.
        """
        with self.session() as session:
            before = session.machine.groups()
            obeyed = session.obey(command)
        return Play(self.setup, (*self.moves, command), obeyed, before, [session])

    def _take(self) -> Session:
        try:
            # Of two threads, one gets it.
            return self.hands.pop()
        except IndexError:
            return replay(self.setup, self.moves, limits_of(self.setup.target))[0]


class MachineKind(Kind[Play]):
    """A machine under a debugger."""

    name = "machine"
    ends = False

    def title(self, setup: dict[str, Any]) -> str:
        return f"{NAMES[setup['target']]}: {setup['port'] or 'a program of your own'}"

    def heavy(self, _setup: dict[str, Any]) -> bool:
        # Keys can make an endless loop of any program, and even ours run to the limit of a command.
        return True

    def size(self, state: Play) -> int:
        moments = (LIMITS.snapshots + 2) * _MOMENT[state.setup.target]
        return super().size(state) + moments + _CHARACTER * len(state.setup.program)

    def begin(self, setup: dict[str, Any]) -> Play:
        known = restored(setup)
        session = begin(known, limits_of(known.target))
        return Play(known, (), Obeyed(), session.machine.groups(), [session])

    def apply(self, state: Play, _seat: str, move: str) -> Play:
        return state.after(move)

    def outcome(self, _state: Play) -> str | None:
        return None

    def view(self, state: Play, _seat: str) -> dict[str, Any]:
        with state.session() as session:
            return {
                "target": state.setup.target,
                "phase": "running" if session.machine.stopped is None else "stopped",
                "stopped": session.machine.stopped,
                "time": session.debugger.time,
                "place": session.written(session.machine.place),
                "listing": list(_listing(session)),
                "groups": session.machine.groups(),
                "changed": _changed(state.before, session.machine.groups()),
                "printed": session.printed,
                "answer": state.obeyed.answer,
                "fault": state.obeyed.fault,
                "unfinished": state.obeyed.unfinished,
                **_particulars(state.setup, session),
            }

    def ask(self, _state: Play, _seat: str, question: str) -> dict[str, Any]:
        raise InvalidCommand(f"{quoted(question)} is no question that a machine answers")


def _listing(session: Session) -> Iterator[dict[str, Any]]:
    names: dict[int, list[str]] = {}
    for name, place in session.labels.items():
        names.setdefault(place, []).append(name)
    current = _current([place for place, _ in session.listing], session.machine.place)
    for place, text in session.listing:
        yield {
            "place": session.written(place),
            "text": text,
            "labels": names.get(place, []),
            "current": place == current,
            "breakpoint": place in session.debugger.breakpoints,
        }


def _current(places: list[int], now: int) -> int | None:
    """Where the line begins in which a machine is; one line may be several instructions.

    >>> _current([0, 2, 8, 10], 4), _current([0, 2, 8, 10], 12)
    (2, None)
    """
    return max((place for place in places if place <= now <= places[-1]), default=None)


def _changed(before: Groups, after: Groups) -> dict[str, Sequence[str]]:
    """The names in each group whose values are new."""
    return {
        group: [key for key, value in values.items() if before.get(group, {}).get(key) != value]
        for group, values in after.items()
    }


def _particulars(setup: Setup, session: Session) -> dict[str, Any]:
    """What is to be seen of this kind of machine only."""
    if setup.target == "hp12c":
        calculator = cast("Calculator", session.machine)
        return {"display": calculator.display, "pending": calculator.pending}
    if setup.target == "ti74":
        basic = cast("Basic", session.machine)
        return {"waits": basic.waits, "pauses": basic.pauses}
    processor = cast("Processor", session.machine)
    return {
        "arguments": [shown(number) for number in setup.arguments],
        "returned": processor.result.value if processor.returned else None,
        "warnings": processor.result.warnings,
    }
