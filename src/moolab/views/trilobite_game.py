"""Games of trilobite."""

from typing import Any

from moolab.trilobite.game import Match
from moolab.trilobite.saves import setup_fields


def match_fields(match: Match) -> dict[str, Any]:
    """A game: what was settled, the columns played, whose move is due, and how it has ended."""
    return {
        **setup_fields(match.setup),
        "moves": str(match.board),
        "phase": match.phase,
        "outcome": match.outcome,
    }
