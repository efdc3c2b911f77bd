"""What a machine has to do, so that a debugger can lead it."""

from collections.abc import Callable
from typing import Any

from moolab.machines.debugger import Debugger, Machine
from moolab.machines.session import Session, Setup, begin
from moolab.testing.demand import demand


def check_machine(
    make: Callable[[str], Machine | Session] | str, program: str = "", steps: int = 200
) -> None:
    """Make sure that a machine can be stepped, seen and put back.

    Args:
        make: what makes the machine of a program, or its name.
        program: the text of a program.
        steps: how many of its steps are tried; it may stop before.

    Raises:
        AssertionError: if a machine does not do the same each time, is not as it was after
            ``restore``, or what it has done becomes less.

    >>> check_machine("ulisp", "(dotimes (i 20) (print i))")
    """
    states, snapshots = [], []
    machine = _machine(make, program)
    for number in range(steps):
        _check_shown(machine)
        states.append(_seen(machine))
        snapshots.append(machine.snapshot())
        if machine.stopped is not None:
            break
        before = machine.work
        machine.step()
        demand(machine.work >= before, f"step {number + 1} takes work back")
    demand(len(states) > 1, f"the program does nothing: {machine.stopped}")
    _check_again(_machine(make, program), states)
    for snapshot, state in [*zip(snapshots, states, strict=True)][::-7]:
        for _ in range(2):
            machine.restore(snapshot)
            demand(_seen(machine) == state, f"it is put back to {_seen(machine)}, not {state}")
            if machine.stopped is None:
                machine.step()
    _check_debugger(_machine(make, program), states)


def _machine(make: Callable[[str], Machine | Session] | str, program: str) -> Machine:
    made = begin(Setup(make, program)) if isinstance(make, str) else make(program)
    return made.machine if isinstance(made, Session) else made


def _seen(machine: Machine) -> Any:
    return machine.program_counter, machine.stopped, machine.groups()


def _check_shown(machine: Machine) -> None:
    places = [place for place, _ in machine.listing()]
    demand(sorted(places) == places, "the lines of the listing are not in order")
    for group, named in machine.groups().items():
        for name, value in named.items():
            demand(isinstance(value, str), f"{name} of {group} is not a text")


def _check_again(machine: Machine, states: list[Any]) -> None:
    for number, state in enumerate(states):
        seen = _seen(machine)
        demand(seen == state, f"after {number} steps it is {seen}, and was {state} before")
        if machine.stopped is None:
            machine.step()


def _check_debugger(machine: Machine, states: list[Any]) -> None:
    """Lead it to its end, and back in steps of several sizes."""
    debugger = Debugger(machine, most=8)
    debugger.step(len(states) - 1)
    for size in (1, 5, 30, len(states)):
        debugger.back(size)
        state = states[debugger.time]
        demand(_seen(machine) == state, f"a debugger that goes back finds {_seen(machine)}")
