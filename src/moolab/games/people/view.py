"""What a seat may see of a duel between two people."""

from typing import Any

from moolab.games.people.match import Match, opponent
from moolab.views.turns import turns_fields


def match_fields(match: Match, seat: str) -> dict[str, Any]:
    """A duel between two people, as far as the one in this seat may see it.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.games.people import match as people
    >>> match = people.begin(people.Setup.new(Rules.parse("ab4x10"), seed=1))
    >>> match = people.apply(match, "first", "secret 1234")
    >>> [sorted(match_fields(match, to)["revealed"]["yours"] or "") for to in people.SEATS]
    [['nonce', 'secret'], []]
    """
    sides = {"yours": seat, "other": opponent(seat)}

    def revealed(of: str) -> dict[str, str] | None:
        known = match.revealed(of, to=seat)
        return None if known is None else {"secret": known[0], "nonce": known[1]}

    return {
        "rules": str(match.setup.rules),
        "seat": seat,
        "phase": match.phase,
        "turn": {seat: "yours", None: None}.get(match.turn, "other"),
        "outcome": match.outcome(seat),
        "found": {side: match.found(of) for side, of in sides.items()},
        "turns": {side: turns_fields(match.side(of).turns) for side, of in sides.items()},
        "commitments": {side: match.commitment(of) for side, of in sides.items()},
        "revealed": {side: revealed(of) for side, of in sides.items()},
    }
