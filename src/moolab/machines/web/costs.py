"""What sessions with machines cost on a server."""

from typing import Any

from moolab.machines.game import LIMITS, Play
from moolab.machines.targets import MICROCONTROLLERS
from moolab.web.costs import Cost, Use

_MOMENT = {"hp12c": 4_000, "ti74": 150_000, **dict.fromkeys(MICROCONTROLLERS, 1 << 16)} | {
    "ulisp": 1_000_000
}
"""More bytes than a moment of each machine takes; those of the BASIC are full of objects."""

_CHARACTER = 250
"""More bytes than each character of a program takes once it is read."""


class _MachineCost(Cost):
    def is_expensive(self, _setup: Any, _use: Use) -> bool:
        # Keys can make an endless loop of any program, and even ours run to the limit of a command.
        return True

    def size(self, state: Play) -> int:
        moments = (LIMITS.snapshots + 2) * _MOMENT[state.setup.target]
        return super().size(state) + moments + _CHARACTER * len(state.setup.program)


COSTS: dict[str, Cost] = {"machine": _MachineCost()}
"""The cost of each game of this annex."""
