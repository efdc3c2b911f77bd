"""A machine that can be led forwards and backwards."""

from collections.abc import Callable
from typing import Any, Protocol


class Machine(Protocol):
    """What a debugger has to know of a machine."""

    @property
    def program_counter(self) -> int:
        """The program line or the address that comes next."""

    @property
    def stopped(self) -> str | None:
        """Why :meth:`step` would do nothing now, in words; None while it can go on."""

    @property
    def work(self) -> int:
        """What was done so far, counted in ordinary steps; a slow one is worth several."""

    def step(self) -> None:
        """Execute one program line, statement or instruction."""

    def snapshot(self) -> object:
        """The whole state, unaffected by what follows."""

    def restore(self, snapshot: Any) -> int | None:
        """Go back to a snapshot; the work that was done again for that, if any."""

    def listing(self) -> list[tuple[int, str]]:
        """Place and text of every line of the program, in order."""

    def groups(self) -> dict[str, dict[str, str]]:
        """What there is to see: groups of names with their values."""


class Talker(Machine, Protocol):
    """A machine that prints, and is told what it waits for.

    ``read`` takes away what was ``printed``; ``enter`` answers. One that also says ``pauses`` waits
    for ENTER alone while that is true.
    """

    @property
    def waits(self) -> bool: ...
    @property
    def printed(self) -> str: ...
    def read(self) -> str: ...
    def enter(self, text: str) -> None: ...


def pauses(machine: Talker) -> bool:
    """Whether a machine waits for ENTER alone."""
    return getattr(machine, "pauses", False)


class Debugger:
    """Leads a machine through its program, and back again.

    Machines are deterministic: to go back is to take the last snapshot before that moment and to
    repeat the rest. What was done from outside, such as pressing a key, is a step as well, and
    is repeated with the others. Snapshots become sparser as time goes on.

    Args:
        machine: as it is at the beginning.
        most: how many snapshots to keep. With more of them, going back repeats less.
        longest: the most work that ``step`` does at once, and the most steps that ``back`` takes.

    Attributes:
        breakpoints: places at which ``run`` stops.
        work: what the machine has done in all, counted in ordinary steps, what was repeated to go
            back included.
    """

    def __init__(self, machine: Machine, most: int = 256, longest: int = 1_000_000) -> None:
        self.machine = machine
        self.longest = longest
        self.breakpoints: set[int] = set()
        self.work = 0
        self._time = 0
        self._spacing = 1
        self._most = most
        self._snapshots = {0: machine.snapshot()}
        self._actions: dict[int, Callable[[], None]] = {}

    @property
    def time(self) -> int:
        """How many steps lie behind."""
        return self._time

    def step(self, count: int = 1) -> int:
        """Go forward by up to so many steps.

        Steps that were gone back are gone again, actions from outside included. A step that fails
        has not been taken, but a machine that has stopped at its fault is left as it is.

        Returns:
            How many there were before the machine stopped, or the longest allowed work was done.
        """
        end = self.work + self.longest
        for done in range(count):
            ahead = self._time in self._actions or self.machine.stopped is None
            if not ahead or self.work >= end:
                return done
            try:
                self._advance()
            except Exception:
                if self.machine.stopped is None:
                    self.back(0)
                raise
        return count

    def run(self, limit: int) -> bool:
        """Go forward to the next breakpoint or to where the machine stops, within so much work.

        Returns:
            Whether one of them was reached.
        """
        end = self.work + limit
        while self.work < end:
            if not self.step() or self.machine.program_counter in self.breakpoints:
                return True
        return self.machine.stopped is not None

    def back(self, count: int = 1) -> int:
        """Go back by up to so many steps; return how many there were."""
        goal = max(self._time - min(count, self.longest), 0)
        done = self._time - goal
        self._time = max(time for time in self._snapshots if time <= goal)
        self.work += self.machine.restore(self._snapshots[self._time]) or 0
        while self._time < goal:
            self._advance()
        return done

    def act(self, action: Callable[[], None]) -> None:
        """Do something from outside that is always the same; what was ahead before is forgotten."""
        now, saved = self._time, self.machine.snapshot()
        ahead = self._actions, self._snapshots
        self._actions = {time: each for time, each in self._actions.items() if time < now}
        self._snapshots = {time: each for time, each in self._snapshots.items() if time <= now}
        self._actions[now] = action
        try:
            self._advance()
        except BaseException:
            self.machine.restore(saved)
            self._time = now
            self._actions, self._snapshots = ahead
            raise

    def _advance(self) -> None:
        """Repeat what was done at this time, or take a step of the machine.

        A step that Ctrl-C stops in its middle has not been taken.
        """
        before = self.machine.work
        try:
            self._actions.get(self._time, self.machine.step)()
            self._time += 1
            self.work += max(self.machine.work - before, 1)
        except KeyboardInterrupt:
            self.back(0)
            raise
        if self._time % self._spacing == 0 and self._time not in self._snapshots:
            self._snapshots[self._time] = self.machine.snapshot()
            if len(self._snapshots) > self._most:
                self._spacing *= 2
                kept = [time for time in self._snapshots if time % self._spacing == 0]
                self._snapshots = {time: self._snapshots[time] for time in kept}
