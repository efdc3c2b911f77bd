"""What sessions with machines cost on a server."""

from typing import Any

from moolab.machines.game import Play, kind_of
from moolab.web.costs import Cost, Use

_CHARACTER = 250
"""More bytes than each character of a program takes once it is read."""


class _MachineCost(Cost):
    def is_expensive(self, _setup: Any, _use: Use) -> bool:
        # Keys can make an endless loop of any program, and even ours run to the limit of a command.
        return True

    def size(self, state: Play) -> int:
        machine = kind_of(state.setup.target)
        moments = (machine.limits.snapshots + 2) * machine.moment
        return super().size(state) + moments + _CHARACTER * len(state.setup.program)


COSTS: dict[str, Cost] = {"machine": _MachineCost()}
"""The cost of each game of this annex."""
