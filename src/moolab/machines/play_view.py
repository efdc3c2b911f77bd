"""What is to be seen of a machine in a session."""

from collections.abc import Iterator
from typing import Any, Literal, cast

from moolab.games.game import GameView
from moolab.machines.debugger_commands import Session
from moolab.machines.play import Groups, Phase, Play
from moolab.views.base import View


class LineView(View):
    """A line of a listing."""

    place: str
    """Where it is, in the form that break takes."""
    text: str
    """What it says."""
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
    """The machine: hp12c, ti74, thumb, riscv, riscv64 or ulisp."""
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
    for place, text in session.listing:
        yield LineView(
            place=session.format_address(place),
            text=text,
            labels=tuple(names.get(place, ())),
            current=place == current,
            breakpoint=place in session.debugger.breakpoints,
        )


def _current(places: list[int], now: int) -> int | None:
    """Where the line begins in which a machine is; one line may be several instructions.

    >>> _current([0, 2, 8, 10], 4), _current([0, 2, 8, 10], 12)
    (2, None)
    """
    return max((place for place in places if place <= now <= places[-1]), default=None)


def _find_changes(before: Groups, after: Groups) -> dict[str, tuple[str, ...]]:
    """The names in each group whose values are new."""
    return {
        group: tuple(
            key for key, value in values.items() if before.get(group, {}).get(key) != value
        )
        for group, values in after.items()
    }
