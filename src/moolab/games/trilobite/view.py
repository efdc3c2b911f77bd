"""What there is to see of a game of trilobite."""

from typing import Any

from moolab.games.setup import encode
from moolab.games.trilobite.match import Match


def match_fields(match: Match) -> dict[str, Any]:
    """A game: what was settled, the columns played, whose move is due, and how it has ended."""
    return {
        **encode(match.setup, hidden=match.phase == "over"),
        "moves": str(match.board),
        "phase": match.phase,
        "outcome": match.outcome,
    }
