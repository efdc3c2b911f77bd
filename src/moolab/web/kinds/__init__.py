"""What can be played here, by name."""

from typing import Any

from moolab.web.kinds.base import Kind
from moolab.web.kinds.duel import DuelKind
from moolab.web.kinds.machine import MachineKind
from moolab.web.kinds.trilobite import TrilobiteKind
from moolab.web.kinds.two import TwoKind

KINDS: dict[str, Kind[Any]] = {
    kind.name: kind for kind in (DuelKind(), TwoKind(), TrilobiteKind(), MachineKind())
}
"""All kinds of games."""
