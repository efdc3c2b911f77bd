"""What the player may see of a duel."""

from typing import Any

from moolab.deduction.contradiction import ContradictoryReplies
from moolab.games.duel.duel import Duel
from moolab.games.duel.hint import hint
from moolab.views.errors import RepairView
from moolab.views.turns import turns_fields


def duel_fields(duel: Duel, *, explained: bool = True) -> dict[str, Any]:
    """A duel, as far as the player may see it.

    Secret and nonce, and the seed, from which both may follow, are told when the game is finished.
    Before that there may be a guess that waits for a reply (``pending``), or a contradiction.

    Args:
        explained: whether to say what clashes in a contradiction, and what would mend it: to find
            out takes a moment.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.games.duel.duel import Setup, apply, begin
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


def contradiction_fields(error: ContradictoryReplies) -> dict[str, Any]:
    """Which turns clash, and which changes of one reply would mend it."""
    return {
        "conflict": list(error.conflict),
        "repairs": [RepairView.of(repair).fields() for repair in error.repairs],
    }
