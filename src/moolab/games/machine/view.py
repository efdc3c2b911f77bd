"""What is to be seen of a machine in a session."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

from moolab.games.machine.play import Groups, Play, Setup
from moolab.machines.session import Session

if TYPE_CHECKING:
    from moolab.machines.hp12c import Calculator
    from moolab.machines.processor import Processor
    from moolab.machines.ti74.interpreter import Basic


def machine_fields(state: Play) -> dict[str, Any]:
    """A machine, as it is in a state of its session."""
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


def shown(argument: int) -> str:
    """An argument as people write it.

    >>> shown(4), shown(0x1234), shown(-16)
    ('4', '0x1234', '-0x10')
    """
    return str(argument) if abs(argument) < 10 else f"{argument:#x}"


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
