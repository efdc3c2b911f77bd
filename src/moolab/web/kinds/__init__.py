"""What can be played here, by name."""

from typing import Any

from moolab.web.kinds.base import Kind
from moolab.web.kinds.duel import DuelKind
from moolab.web.kinds.machine import MachineKind

KINDS: dict[str, Kind[Any]] = {kind.name: kind for kind in (DuelKind(), MachineKind())}
"""All kinds of games."""
