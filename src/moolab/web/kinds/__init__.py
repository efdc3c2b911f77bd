"""What can be played here, by name."""

from typing import Any

from moolab.web.kinds.base import Kind
from moolab.web.kinds.duel import DuelKind

KINDS: dict[str, Kind[Any]] = {kind.name: kind for kind in (DuelKind(),)}
"""All kinds of games."""
