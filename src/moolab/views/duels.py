"""Duels, against the computer and between two people."""

from typing import Any

from moolab.deduction.contradiction import ContradictoryReplies
from moolab.deduction.history import History
from moolab.duel.game import Duel
from moolab.duel.hint import hint
from moolab.duel.people import Match, opponent
from moolab.views.errors import RepairView
from moolab.views.turns import turn_views


def duel_fields(duel: Duel, *, explained: bool = True) -> dict[str, Any]:
    """A duel, as far as the player may see it.

    Secret and nonce, and the seed, from which both may follow, are told when the game is finished.
    Before that there may be a guess that waits for a reply (``pending``), or a contradiction.

    Args:
        explained: whether to say what clashes in a contradiction, and what would mend it: to find
            out takes a moment.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.duel.game import Setup, apply, begin
    >>> duel = begin(Setup.new(Rules.parse("ab4x10"), role="breaker", secret="8217"))
    >>> "secret" in duel_fields(duel), duel_fields(apply(duel, "resign"))["secret"]
    (False, '8217')
    """
    setup, finished = duel.setup, duel.finished
    contradiction = duel.contradiction if explained else None
    return {
        "rules": str(setup.rules),
        "role": setup.role,
        "strategy": setup.strategy,
        "consistent": setup.consistent,
        **({"seed": setup.seed} if finished else {}),
        "rated": setup.rated,
        "maker": setup.maker,
        "mistakes": setup.mistakes,
        "phase": duel.phase,
        "outcome": duel.outcome,
        "finished": finished,
        "undoable": list(duel.undoable),
        **({"pending": duel.pending} if duel.phase == "reply" else {}),
        **(contradiction_fields(contradiction) if contradiction else {}),
        "turns": {"yours": turns_fields(duel.yours), "computer": turns_fields(duel.computer)},
        "commitment": setup.commitment,
        **({"secret": setup.secret, "nonce": setup.nonce} if finished else {}),
        **({"left": _left_fields(duel)} if finished and setup.maker == "evil" else {}),
        **({"wrong": _wrong_fields(duel)} if finished and setup.mistakes else {}),
    }


def _left_fields(duel: Duel) -> dict[str, Any]:
    left = duel.left
    return {"candidates": left.count, "example": left[0]}


def _wrong_fields(duel: Duel) -> dict[str, Any]:
    return {
        side: [{"turn": mistake.turn, "right": str(mistake.right)} for mistake in mistakes]
        for side, mistakes in duel.wrong.items()
    }


def hint_fields(duel: Duel) -> dict[str, Any]:
    """A hint for the player.

    Raises:
        InvalidMove: if the game is rated, or it is not the player's turn to guess.
    """
    return hint(duel)._asdict()


def match_fields(match: Match, seat: str) -> dict[str, Any]:
    """A duel between two people, as far as the one in this seat may see it.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.duel import people
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


def contradiction_fields(error: ContradictoryReplies) -> dict[str, Any]:
    """Which turns clash, and which changes of one reply would mend it."""
    return {
        "conflict": list(error.conflict),
        "repairs": [RepairView.of(repair).fields() for repair in error.repairs],
    }


def turns_fields(history: History) -> list[dict[str, Any]]:
    """Guesses and their replies."""
    return [turn.fields() for turn in turn_views(history)]
