"""A debugger leads any machine forwards and backwards."""

from typing import Any
from weakref import WeakSet

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.machines.debugger import Debugger


class Doubling:
    """A machine whose program doubles a number for ever, and stops where it is large."""

    def __init__(self, number: int = 1) -> None:
        self.number = number
        self.program_counter = 0

    @property
    def stopped(self) -> str | None:
        return "large" if self.number >= 1 << 500 else None

    work = 0

    def step(self) -> None:
        self.number *= 2 if self.program_counter == 0 else 1
        self.program_counter = (self.program_counter + 1) % 3
        self.work += 1

    def snapshot(self) -> object:
        return self.number, self.program_counter

    def restore(self, snapshot: Any) -> None:
        self.number, self.program_counter = snapshot

    def listing(self) -> list[tuple[int, str]]:
        return [(0, "double"), (1, "rest"), (2, "again")]

    def groups(self) -> dict[str, dict[str, str]]:
        return {"registers": {"number": str(self.number)}}

    def add(self, number: int) -> None:
        if number < 0:
            raise ValueError("negative")
        self.number += number


def test_a_step_forwards_and_one_back() -> None:
    machine = Doubling()
    debugger = Debugger(machine)
    assert debugger.step(4) == 4
    assert (machine.number, machine.program_counter, debugger.time) == (4, 1, 4)
    assert debugger.back() == 1
    assert (machine.number, machine.program_counter, debugger.time) == (2, 0, 3)
    assert debugger.back(10) == 3
    assert (machine.number, machine.program_counter, debugger.time) == (1, 0, 0)


def test_it_runs_to_a_breakpoint_to_the_end_or_to_its_limit() -> None:
    machine = Doubling()
    debugger = Debugger(machine)
    debugger.breakpoints.add(2)
    assert debugger.run(100)
    assert (machine.program_counter, debugger.time) == (2, 2)
    assert debugger.run(100)
    assert (machine.program_counter, debugger.time) == (2, 5), (
        "the breakpoint it stands at does not hold it"
    )
    debugger.breakpoints.clear()
    assert not debugger.run(100)
    assert debugger.time == 105
    assert debugger.run(10_000)
    assert machine.stopped == "large"
    assert debugger.step(5) == 0
    assert debugger.back() == 1
    assert machine.stopped is None


def test_what_is_done_from_outside_is_a_step_that_is_repeated() -> None:
    machine = Doubling()
    debugger = Debugger(machine)
    debugger.step()
    debugger.act(lambda: machine.add(3))
    debugger.step(3)
    assert (machine.number, debugger.time) == (10, 5)
    debugger.back(4)
    assert (machine.number, debugger.time) == (2, 1)
    debugger.step(4)
    assert (machine.number, debugger.time) == (10, 5)


def test_something_else_done_in_the_past_changes_the_future() -> None:
    machine = Doubling()
    debugger = Debugger(machine)
    debugger.act(lambda: machine.add(3))
    debugger.step(600)
    debugger.back(601)
    debugger.act(lambda: machine.add(4))
    debugger.step(3)
    assert machine.number == 10


def test_what_was_ahead_is_forgotten_when_something_else_is_done() -> None:
    machine = Doubling()
    debugger = Debugger(machine)
    debugger.step()
    debugger.act(lambda: machine.add(100))
    debugger.back(2)
    debugger.act(lambda: machine.add(1))
    debugger.step(2)
    assert (machine.number, debugger.time) == (4, 3)


def test_long_runs_do_not_pile_up_snapshots() -> None:
    class State:
        """One that can be counted as long as it is kept."""

    living: WeakSet[State] = WeakSet()

    class Counted(Doubling):
        def snapshot(self) -> object:
            living.add(state := State())
            return state

    debugger = Debugger(Counted())
    debugger.step(1400)
    assert len(living) < 300


def test_what_cannot_be_done_loses_nothing() -> None:
    machine = Doubling()
    debugger = Debugger(machine)
    debugger.act(lambda: machine.add(3))
    debugger.back()
    with pytest.raises(ValueError, match="negative"):
        debugger.act(lambda: machine.add(-1))
    assert (machine.number, debugger.time) == (1, 0)
    debugger.step()
    assert (machine.number, debugger.time) == (4, 1), "the other future is still there"


def test_nobody_can_have_it_do_more_at_once_than_it_may() -> None:
    debugger = Debugger(Doubling(), longest=20)
    assert debugger.step(2 * 10**12) == 20
    debugger.step(15)
    assert debugger.back(2 * 10**12) == 20
    assert debugger.time == 15


def test_slow_steps_count_as_several() -> None:
    class Slow(Doubling):
        def step(self) -> None:
            super().step()
            self.work += 9

    debugger = Debugger(Slow(), longest=100)
    assert debugger.step(50) == 10
    assert not debugger.run(50)
    assert (debugger.time, debugger.work) == (15, 150)


class Interrupted(Doubling):
    """Here Ctrl-C comes in the middle of a step."""

    interrupts = False

    def step(self) -> None:
        super().step()
        if self.interrupts and self.program_counter == 1:
            self.interrupts = False
            raise KeyboardInterrupt


@pytest.mark.parametrize("before", [0, 3, 600])
def test_a_step_that_ctrl_c_stops_in_its_middle_is_not_taken(before: int) -> None:
    debugger = Debugger(machine := Interrupted())
    debugger.step(before)
    seen = machine.snapshot()
    machine.interrupts = True
    with pytest.raises(KeyboardInterrupt):
        debugger.run(100)
    assert (machine.snapshot(), debugger.time) == (seen, before)
    assert debugger.step() == 1
    assert machine.snapshot() != seen


def test_what_ctrl_c_stops_was_not_done() -> None:
    debugger = Debugger(machine := Interrupted())
    debugger.step(3)
    machine.interrupts = True
    with pytest.raises(KeyboardInterrupt):
        debugger.act(machine.step)
    assert (machine.snapshot(), debugger.time) == ((2, 0), 3)
    debugger.step()
    assert (machine.snapshot(), debugger.time) == ((4, 1), 4)


@given(st.lists(st.integers(-400, 400), max_size=12))
def test_every_moment_of_the_past_is_as_it_was(ways: list[int]) -> None:
    debugger = Debugger(machine := Doubling())
    for way in ways:
        if way < 0:
            debugger.back(-way)
        else:
            debugger.step(way)
        plain = Doubling()
        for _ in range(debugger.time):
            plain.step()
        assert machine.snapshot() == plain.snapshot()
