"""What a seat may see of a duel between two people."""

from typing import Literal

from moolab.games.game import GameView, Outcome
from moolab.games.people.match import SEATS, Match, Phase, Seat, opponent
from moolab.views.base import OfRules, View
from moolab.views.turns import TurnView, turn_views


class MatchTurns(View):
    """What both have guessed."""

    yours: tuple[TurnView, ...]
    """Your guesses with the replies."""
    other: tuple[TurnView, ...]
    """The other one's guesses with the replies."""


class Found(View):
    """Who has found the other one's secret."""

    yours: bool
    """Whether you have."""
    other: bool
    """Whether the other one has."""


class Commitments(View):
    """The seals of both secrets: SHA-256 of secret:nonce in hexadecimal digits."""

    yours: str | None
    """The seal of your secret; null until it is set."""
    other: str | None
    """The seal of the other one's secret; null until it is set."""


class Revealed(View):
    """What is in a seal."""

    secret: str
    """The code."""
    nonce: str
    """The random text."""

    @classmethod
    def of(cls, match: Match, seat: str, *, to: str) -> "Revealed | None":
        """The secret of a seat, as far as the one in another seat may see it."""
        known = match.reveal(seat, to=to)
        return None if known is None else cls(secret=known[0], nonce=known[1])


class RevealedSecrets(View):
    """The secrets that you may see."""

    yours: Revealed | None
    """Yours; null until it is set."""
    other: Revealed | None
    """The other one's; null until the game is over, and if it was never set."""


class MatchView(OfRules, GameView):
    """A duel between two people, as far as one of them may see it."""

    schema: Literal["moolab/two/1"] = "moolab/two/1"
    seat: Seat
    """Who sees this: first, who guesses first, or second."""
    phase: Phase
    """What is due: both secrets are set, then both guess in turn; over at the end."""
    turn: Literal["yours", "other"] | None
    """Whose guess is due; null in other phases."""
    outcome: Outcome | None
    """How the game has ended for you; null until it is over."""
    late: Literal["yours", "other"] | None = None
    """Whose time has run out; null if nobody's has."""
    found: Found
    """Who has found the other one's secret."""
    turns: MatchTurns
    """What both have guessed."""
    commitments: Commitments
    """The seals of both secrets."""
    revealed: RevealedSecrets
    """The secrets that you may see."""

    @classmethod
    def of(cls, match: Match, seat: str) -> "MatchView":
        """A duel between two people, as far as the one in this seat may see it.

        >>> from moolab.codes.rules import Rules
        >>> from moolab.games.people import match as people
        >>> match = people.begin(people.Setup.new(Rules.parse("ab4x10"), seed=1))
        >>> match = people.apply(match, "first", "secret 1234")
        >>> [MatchView.of(match, to).revealed.yours is None for to in people.SEATS]
        [False, True]
        """
        other = opponent(seat)
        late = next((s for s in SEATS if match.side(s).late), None)
        whose: dict[str | None, Literal["yours", "other"]] = {seat: "yours", other: "other"}
        return cls(
            version=len(match.moves),
            rules=str(match.setup.rules),
            seat="first" if seat == SEATS[0] else "second",
            phase=match.phase,
            turn=whose.get(match.turn),
            outcome=match.outcome(seat),
            late=whose.get(late),
            found=Found(yours=match.found(seat), other=match.found(other)),
            turns=MatchTurns(
                yours=turn_views(match.side(seat).turns), other=turn_views(match.side(other).turns)
            ),
            commitments=Commitments(yours=match.commitment(seat), other=match.commitment(other)),
            revealed=RevealedSecrets(
                yours=Revealed.of(match, seat, to=seat), other=Revealed.of(match, other, to=seat)
            ),
        )
