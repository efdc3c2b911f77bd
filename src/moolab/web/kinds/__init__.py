"""What can be played here, by name."""

from typing import Any

from moolab.web.kinds.base import Kind
from moolab.web.kinds.duel import DuelKind
from moolab.web.kinds.trilobite import TrilobiteKind

KINDS: dict[str, Kind[Any]] = {kind.name: kind for kind in (DuelKind(), TrilobiteKind())}
"""All kinds of games."""
